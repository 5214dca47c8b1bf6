"""Figures as a page shows them: evening by evening, records; and their drawings."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.utils.formats import date_format, number_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from league.events.models import Event
from league.figures import MEAN, Person, Rating
from league.figures.models import FigureScope
from league.figures.queries import ClubFigures
from league.files import drawings
from league.files import figure_drawings as figured
from league.files.drawings import Bar, Caption
from league.files.figure_drawings import Share, Span
from league.people.models.people import Person as Somebody
from league.seasons.models import Season
from league.templatetags.league import percent

# Fewer games say nothing yet.
FEW_RATED = 30
# More evenings than a drawing has room for are drawn month by month.
MOST_MARKS = 24


# --- over time ------------------------------------------------------------------------------
@dataclass(frozen=True)
class Stretch:
    """An evening or a month: games and losses there, and the share of all up to then."""

    start: date
    end: date
    name: str
    games: int
    lost: int
    so_far: float

    @property
    def share(self) -> float:
        return self.lost / self.games


def loss_history(counts: Person) -> list[Stretch]:
    """Return the stretches evening by evening, or month by month if there are many."""
    by_month = len(counts.nights) > MOST_MARKS
    stretches: list[Stretch] = []
    games = lost = 0
    for night in counts.nights:
        day = date.fromisoformat(night.day)
        games, lost = games + night.games, lost + night.lost
        same = by_month and stretches and f"{stretches[-1].start:%Y%m}" == f"{day:%Y%m}"
        before = stretches.pop() if same else None
        stretches.append(
            Stretch(
                start=before.start if before else day,
                end=day,
                name=date_format(day, "M Y" if by_month else _("j M")),
                games=night.games + (before.games if before else 0),
                lost=night.lost + (before.lost if before else 0),
                so_far=lost / games,
            )
        )
    return stretches


def draw_loss_history(name: str, stretches: Sequence[Stretch]) -> SafeString:
    last = stretches[-1]
    caption = Caption(
        _("%(name)s: games lost") % {"name": name},
        _("A ring for each evening or month; the line is the share up to then, at last %(share)s.")
        % {"share": percent(last.so_far)},
    )
    marks = [Share(stretch.name, stretch.share, stretch.so_far) for stretch in stretches]
    return SafeString(figured.shares(caption, marks, percent=whole_percent))


def whole_percent(share: float) -> str:
    return percent(share, 0)


# --- phases ---------------------------------------------------------------------------------
@dataclass(frozen=True)
class Phase:
    """A phase in which games and halves were lost: how often, in how many games it is known."""

    code: str
    name: str
    number: int
    known: int

    @property
    def meter(self) -> SafeString:
        return SafeString(figured.meter(self.number, self.known))


def phases(persons: Sequence[Person], games: int) -> list[Phase]:
    """Return the phases of one person, or of all together; `games` is their number."""

    def all_of(name: str) -> int:
        return sum(getattr(person, name) for person in persons)

    alone = len(persons) == 1
    phases = [
        Phase(
            "first_half",
            _("First half"),
            all_of("lost_first"),
            all_of("first_of") if alone else games,
        ),
        Phase(
            "second_half",
            _("Second half"),
            all_of("lost_second"),
            all_of("second_of") if alone else games,
        ),
        Phase("final", _("Final"), all_of("lost_final"), games),
        Phase("blattschuss", _("Blattschuss: both halves"), all_of("swept"), games),
    ]
    if otherwise := all_of("lost_otherwise"):
        phases.append(Phase("otherwise", _("Exclusion, ruling or overtime"), otherwise, games))
    return phases


def draw_phases(phases: Sequence[Phase]) -> SafeString:
    caption = Caption(
        _("Where games are lost"), "; ".join(f"{phase.name}: {phase.number}" for phase in phases)
    )
    lines = [Bar(phase.name, phase.number) for phase in phases]
    return SafeString(drawings.bars(caption, lines, money=str))


# --- who lost how often, and the rating ---------------------------------------------------------
def draw_losers(pairs: Sequence[tuple[str, Person]]) -> SafeString:
    """Draw losers by share, so that frequent players do not look worse."""
    caption = Caption(
        _("Share of games lost"),
        "; ".join(f"{name}: {percent(counts.share)}" for name, counts in pairs),
    )
    lines = [
        Bar(f"{name}, {games(counts.games)}", round(counts.share * 1000)) for name, counts in pairs
    ]
    return SafeString(drawings.bars(caption, lines, money=lambda share: percent(share / 1000)))


def is_sure(rating: Rating) -> bool:
    return rating.games >= FEW_RATED


def one_digit(value: float) -> str:
    return number_format(round(value, 1), 1)


def rating_text(rating: Rating) -> str:
    return f"{one_digit(rating.mean)} ± {one_digit(rating.uncertainty)}"


def draw_rating(rating: Rating) -> SafeString:
    """Draw one rating alone, between the marks that hardly any rating goes beyond."""
    caption = Caption(_("Rating"), rating_text(rating))
    line = Span(_("Marks at 0, 25 and 50"), rating.mean, rating.uncertainty, is_sure(rating))
    among = (0.0, MEAN, 2 * MEAN)
    return SafeString(figured.spans(caption, [line], among=among, number=lambda _value: ""))


def draw_ratings(pairs: Sequence[tuple[str, Rating]], title: str = "") -> SafeString:
    """Draw each on one scale, which marks the rating at which all begin."""
    caption = Caption(
        title or _("Rating"),
        "; ".join(f"{name}: {rating_text(rating)}" for name, rating in pairs),
    )
    lines = [Span(name, rating.mean, rating.uncertainty, is_sure(rating)) for name, rating in pairs]
    return SafeString(
        figured.spans(
            caption,
            lines,
            among=[MEAN],
            number=lambda span: f"{one_digit(span.middle)} ± {one_digit(span.off)}",
        )
    )


def draw_rating_by_season(name: str, pairs: Sequence[tuple[Season, Person]]) -> SafeString:
    """Draw the rating after each season, on one scale; empty if no game was lost."""
    rated = [(season.name, person.rating) for season, person in pairs if person.rating.games]
    title = _("%(name)s: rating after each season") % {"name": name}
    return draw_ratings(rated, title) if rated else SafeString()


def draw_seasons(pairs: Sequence[tuple[Season, FigureScope]]) -> SafeString:
    """Draw the number of games of each season."""
    caption = Caption(
        _("Games in each season"),
        "; ".join(f"{season.name}: {games(scope.games)}" for season, scope in pairs),
    )
    lines = [
        Bar(f"{season.name}, {evenings(scope.evenings)}", scope.games) for season, scope in pairs
    ]
    return SafeString(drawings.bars(caption, lines, money=str))


# --- records --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Record:
    """The most of something in the club: what, how much, and of which person or event.

    `games` narrows the list of the person's games to those behind it. `equals` others have as many.
    """

    title: str
    number: str
    person: Somebody | None = None
    event: Event | None = None
    games: Mapping[str, str] | None = None
    equals: int = 0

    @property
    def beside(self) -> str:
        """Return „und 2 weitere“; empty if no other person has as many."""
        if not self.equals:
            return ""
        return ngettext("and one more person", "and %(n)s more", self.equals) % {"n": self.equals}


def games(number: int) -> str:
    return ngettext("one game", "%(n)s games", number) % {"n": number}


def evenings(number: int) -> str:
    return ngettext("one evening", "%(n)s evenings", number) % {"n": number}


def _aus(most: Any) -> dict[str, str]:
    return {"outcome": "schock_aus", "since": most.key.day, "until": most.key.day}


# Numbers of a person that are compared, their words, and the games behind them.
_OF_PERSONS: Sequence[
    tuple[Any, Callable[[Person], int], Callable[[int], str], Callable[[Person], dict[str, str]]]
] = (
    (
        gettext_lazy("Longest without losing"),
        lambda person: person.runs.kept.length if person.runs and person.runs.kept else 0,
        games,
        lambda _person: {"streak": "got_away"},
    ),
    (
        gettext_lazy("Longest losing only"),
        lambda person: person.runs.lost.length if person.runs and person.runs.lost else 0,
        games,
        lambda _person: {"streak": "lost"},
    ),
    (
        gettext_lazy("Most Schock-Aus in one game"),
        lambda person: person.most_in_a_game.number,
        str,
        lambda person: _aus(person.most_in_a_game),
    ),
    (
        gettext_lazy("Most Schock-Aus at one evening"),
        lambda person: person.most_at_an_evening.number,
        str,
        lambda person: _aus(person.most_at_an_evening),
    ),
    (
        gettext_lazy("Most Blattschüsse"),
        lambda person: person.swept,
        str,
        lambda _person: {"outcome": "blattschuss"},
    ),
    (
        gettext_lazy("Most often next to last"),
        lambda person: person.next_to_last,
        str,
        lambda _person: {"outcome": "next_to_last"},
    ),
    (gettext_lazy("Here most often"), lambda person: person.evenings, evenings, lambda _person: {}),
)


def records(
    persons: Sequence[tuple[Somebody, Person]], club: ClubFigures, events: Mapping[int, Event]
) -> list[Record]:
    """Return the records: of equals the first by name, and the number of the others.

    Nothing of a number that no person has.
    """
    made: list[Record] = []
    for title, number_of, said_as, behind in _OF_PERSONS:
        numbers = [number_of(counts) for _who, counts in persons]
        most = max(numbers, default=0)
        if most:
            who, counts = persons[numbers.index(most)]
            equals = numbers.count(most) - 1
            made.append(Record(str(title), said_as(most), who, games=behind(counts), equals=equals))
    for title, best, text in (
        (_("Most people"), club.most_people, str(club.most_people.number)),
        (_("Most games at one evening"), club.most_games, str(club.most_games.number)),
    ):
        if best.event in events:
            made.append(Record(title, text, event=events[best.event]))
    return made
