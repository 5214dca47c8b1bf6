"""The sections of the figures as plain values: what the pages show, and reports print of it.

A section has a drawing with its table, or lines of which each says one thing. Every name arrives as
the one that may be shown, every address as one that may be opened.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.site.figures import words
from config.site.figures.filter import Chosen
from config.site.figures.throws import Lucky, Outermost
from games.luck import labels as luck_words
from games.luck.queries.throws import Hands
from games.luck.weighing import UNIT
from league.events.models import Event
from league.figures import Person as Counts
from league.figures import Rating
from league.figures.models import FigureScope
from league.figures.runs import Run
from league.people.models.people import Person
from league.people.queries.names import Naming
from league.reports.paper import short_day
from league.seasons.models import Season
from league.templatetags.league import percent

Named = Sequence[tuple[Person, Counts]]


@dataclass(frozen=True)
class Cell:
    """`below` stands under it in small print; `url` may be empty."""

    text: str | int
    url: str = ""
    below: str = ""


@dataclass(frozen=True)
class Row:
    """The first cell names the row."""

    cells: Sequence[Cell]
    is_mine: bool = False


def row(*cells: Cell | str | int, is_mine: bool = False) -> Row:
    return Row([cell if isinstance(cell, Cell) else Cell(cell) for cell in cells], is_mine)


@dataclass(frozen=True)
class Table:
    """`css_class` are classes of the stylesheet beside those that every table of figures has."""

    caption: str
    columns: Sequence[str]
    rows: Sequence[Row]
    css_class: str = ""


@dataclass(frozen=True)
class Line:
    """One thing: what, of whom or when, how much."""

    title: str
    of: str
    number: str
    url: str = ""


@dataclass(frozen=True)
class Section:
    """`sentences` are about the figures as a whole, `intro` and `note` explain: above and below
    the drawing; `end` stands below the table, which `is_folded` behind the drawing.
    """

    anchor: str
    title: str
    table: Table | None = None
    lines: Sequence[Line] = ()
    drawing: str = ""
    sentences: Sequence[str] = ()
    intro: str = ""
    note: str = ""
    end: str = ""
    is_folded: bool = True
    is_of_ratings: bool = False
    is_of_luck: bool = False


@dataclass(frozen=True)
class Reader:
    """Who reads: by which names, and by what choice. Only members (`inside`) follow the links."""

    naming: Naming
    chosen: Chosen
    inside: bool
    me: Person | None = None

    def games_url(self, person: Person, **more: str) -> str:
        """The games of somebody's that a number is of; empty where nobody may open them."""
        return self.chosen.games_url(person.pk, **more) if self.inside else ""

    def row(self, person: Person, *cells: Cell | str | int, below: str = "") -> Row:
        """Somebody's row, with the way to the own figures."""
        url = self.chosen.figures_url(person.pk) if self.inside else ""
        return row(Cell(self.naming.of(person), url, below), *cells, is_mine=person == self.me)


# --- who lost how often, and the rating -------------------------------------------------------
def by_share(persons: Named, least: int) -> Named:
    """The smallest share lost first; whoever has fewer than `least` games comes last."""
    return sorted(
        persons, key=lambda person: (person[1].games < least, person[1].share, -person[1].games)
    )


def losers(ranked: Named, reader: Reader, *, least: int, others: int) -> Section:
    """Those `by_share`; whoever has fewer than `least` games has no bar."""
    title = _("Who lost how often")
    intro = ngettext(
        "Share of everybody's own games, from one game on.",
        "Share of everybody's own games, from %(n)s games on: half of what the person in the "
        "middle of the list has. Nobody leads by staying away.",
        least,
    )
    end = ngettext(
        "And one guest who is known from a tournament only.",
        "And %(n)s guests who are known from tournaments only.",
        others,
    )
    rows = [
        reader.row(
            person,
            counts.games,
            Cell(counts.lost, reader.games_url(person, outcome="lost")),
            percent(counts.share),
            below=_("not ranked") if counts.games < least else "",
        )
        for person, counts in ranked
    ]
    return Section(
        anchor="losers",
        title=title,
        intro=intro % {"n": least},
        drawing=words.draw_losers(
            [(reader.naming.of(who), person) for who, person in ranked if person.games >= least]
        ),
        table=Table(title, [_("Who"), _("Games"), _("lost"), _("Share")], rows, "named"),
        end=end % {"n": others} if others else "",
    )


def ratings(persons: Named, reader: Reader) -> Section | None:
    """The best first; None where nobody lost a game yet."""
    rated = [(who, counts.rating) for who, counts in persons if counts.rating.games]
    if not rated:
        return None
    rated.sort(key=lambda pair: -pair[1].mean)
    title = _("Rating")
    rows = [reader.row(person, rating.games, _rating(rating)) for person, rating in rated]
    return Section(
        anchor="ratings",
        title=title,
        drawing=words.draw_ratings([(reader.naming.of(who), rating) for who, rating in rated]),
        note=_("The dot is the rating, the bar how far it can be off. Hollow: still uncertain."),
        table=Table(title, [_("Who"), _("Games"), _("Rating ±")], rows, "named"),
        is_of_ratings=True,
    )


def _rating(rating: Rating) -> Cell:
    if not rating.games:
        return Cell("–")
    unsure = "" if words.is_sure(rating) else _("still uncertain")
    return Cell(words.rating_text(rating), below=unsure)


# --- of a person: streaks, and what else there was ----------------------------------------------
def streaks(person: Person, counts: Counts, chosen: Chosen) -> list[Line]:
    """How long somebody has been losing or not, now and at the most; each with its games."""
    runs = counts.runs
    assert runs is not None, "figures are of somebody who has played"
    if runs.last.lost:
        now = ngettext("one game lost", "%(n)s games lost in a row", runs.last.length)
    else:
        now = ngettext("not lost for one game", "not lost for %(n)s games", runs.last.length)
    lines = [("now", _("Just now"), "", now % {"n": runs.last.length})]
    if runs.kept:
        title = _("Longest without losing")
        lines.append(("got_away", title, _days(runs.kept), words.games(runs.kept.length)))
    if runs.lost:
        title = _("Longest losing only")
        lines.append(("lost", title, _days(runs.lost), words.games(runs.lost.length)))
    return [
        Line(title, days, length, chosen.games_url(person.pk, streak=streak))
        for streak, title, days, length in lines
    ]


def _days(run: Run) -> str:
    """On which day a streak began and ended, in small print below its name."""
    start, end = (short_day(date.fromisoformat(game.day)) for game in (run.start, run.end))
    if start == end:
        return _("on %(day)s") % {"day": start}
    return _("from %(start)s to %(end)s") % {"start": start, "end": end}


def counted(person: Person, counts: Counts, chosen: Chosen) -> list[Line]:
    """What is counted of somebody beside losses; nothing of what no card wrote down."""
    lines = [
        (
            "next_to_last",
            _("Next to last: got away in the final"),
            "",
            counts.next_to_last,
        )
    ]
    if counts.schock_aus_of:
        lines.append(("schock_aus", _("Schock-Aus"), _most_aus(counts), counts.schock_aus))
    if counts.jule:
        written = ngettext(
            "in one game in which it was written down",
            "in %(n)s games in which it was written down",
            counts.jule_of,
        )
        lines.append(("jule", _("Jule"), written % {"n": counts.jule_of}, counts.jule))
    return [
        Line(title, small, str(number), chosen.games_url(person.pk, outcome=outcome))
        for outcome, title, small, number in lines
    ]


def _most_aus(counts: Counts) -> str:
    if counts.most_at_an_evening.number < 2:
        return ""
    return _("at most %(game)s in a game, %(night)s at an evening") % {
        "game": counts.most_in_a_game.number,
        "night": counts.most_at_an_evening.number,
    }


# --- where, when ------------------------------------------------------------------------------
def phases(phases: Sequence[words.Phase]) -> Section:
    """Of the club: where its games were lost."""
    title = _("Where games are lost")
    rows = [row(phase.name, phase.number) for phase in phases]
    return Section(
        anchor="phases",
        title=title,
        drawing=words.draw_phases(phases),
        note=_(
            "First and second half count who lost them; the game is lost in the final or by a "
            "Blattschuss."
        ),
        table=Table(title, [_("Where"), pgettext("how many", "Number")], rows),
    )


def over_time(person: Person, counts: Counts, chosen: Chosen) -> Section | None:
    """Somebody's share lost, evening by evening or month by month; None of a single one."""
    stretches = words.loss_history(counts)
    if len(stretches) < 2:
        return None
    rows = [
        row(
            Cell(stretch.name, chosen.games_url(person.pk, since=stretch.start, until=stretch.end)),
            stretch.games,
            stretch.lost,
            percent(stretch.so_far),
        )
        for stretch in stretches
    ]
    columns = [_("When"), _("Games"), _("lost"), _("up to then")]
    return Section(
        anchor="course",
        title=_("Over time"),
        drawing=words.draw_loss_history(person.name, stretches),
        note=_("Each ring is an evening or a month, the line the share of all games up to then."),
        table=Table(_("Games lost over time"), columns, rows),
    )


def seasons_of_club(pairs: Sequence[tuple[Season, FigureScope]], chosen: Chosen) -> Section | None:
    """How much the club played; None of a single season."""
    if len(pairs) < 2:
        return None
    rows = [
        row(Cell(season.name, chosen.season_url(season)), figure_scope.evenings, figure_scope.games)
        for season, figure_scope in pairs
    ]
    return Section(
        anchor="seasons",
        title=_("Season by season"),
        drawing=words.draw_seasons(pairs),
        table=Table(_("Games in each season"), [_("Season"), _("Evenings"), _("Games")], rows),
    )


def seasons_of(
    person: Person, pairs: Sequence[tuple[Season, Counts]], chosen: Chosen
) -> Section | None:
    """Somebody's losses, and the rating at the end of each season; None of a single one."""
    if len(pairs) < 2:
        return None
    title = _("Season by season")
    share = _("%(n)s of %(known)s")
    rows = [
        row(
            Cell(season.name, chosen.season_url(season)),
            Cell(share % {"n": person.lost, "known": person.games}, below=percent(person.share)),
            _rating(person.rating),
        )
        for season, person in pairs
    ]
    drawing = words.draw_rating_by_season(person.name, pairs)
    return Section(
        anchor="seasons",
        title=title,
        drawing=drawing,
        note=_(
            "The rating at the end of each season: the dot, and how far it can be off. Hollow: "
            "still uncertain. The mark is at 25, where everybody begins."
        )
        if drawing
        else "",
        table=Table(title, [_("Season"), _("lost"), _("Rating ±")], rows, "short"),
        is_folded=False,
    )


# --- throws -----------------------------------------------------------------------------------
def hands(hands: Hands, person: Person | None = None) -> Section | None:
    """Which hands fell, somebody's or the club's, beside what the dice bring."""
    if not hands.turns:
        return None
    title = _("Hands of %(name)s") % {"name": person.name} if person else _("Hands of the club")
    sentence = ngettext(
        "one hand", "%(n)s hands in %(throws)s throws of %(games)s games", hands.turns
    ) % {"n": hands.turns, "throws": hands.throws, "games": hands.games}
    at_once = ngettext(
        "one Schock-Aus in one throw", "%(n)s Schock-Aus in one throw", hands.aus_at_once
    ) % {"n": hands.aus_at_once}
    rows = [
        row(
            str(luck_words.CATEGORIES[hand_count.code]),
            hand_count.number,
            luck_words.deckel(round(hand_count.expected * UNIT)),
        )
        for hand_count in hands.hands
    ]
    return Section(
        anchor="hands",
        title=_("Which hands fell"),
        sentences=[sentence, *([at_once] if hands.aus_at_once else []), *_unseen(hands.unseen)],
        drawing=luck_words.draw_hands(title, hands.hands, hands.turns),
        table=Table(
            _("Hands by kind, and how many were to be expected"),
            [_("Hand"), _("fell"), _("to be expected")],
            rows,
        ),
        end=_(
            "To be expected is what the dice bring somebody who wants to be above another, with as "
            "many throws as were allowed. Whoever is safe already stops earlier: that gives more "
            "plain numbers."
        ),
    )


def _unseen(turns: int) -> list[str]:
    """How many turns are not counted, as their rounds were written down in one entry."""
    if not turns:
        return []
    sentence = ngettext(
        "one more turn in a round without hands", "%(n)s more turns in rounds without hands", turns
    )
    return [sentence % {"n": turns}]


def lucky(balances: Sequence[Lucky]) -> Section | None:
    """Luck and skill of everybody, best skill first."""
    if not balances:
        return None
    title = _("Luck and skill")
    rows = [
        row(
            Cell(balance.person.name, reverse("person_figures", args=[balance.person.pk])),
            Cell(balance.skill_each, below=balance.counted_turns),
            Cell(balance.luck, below=f"±{balance.ordinary}"),
        )
        for balance in balances
    ]
    return Section(
        anchor="lucky",
        title=title,
        intro=_(
            "In Deckel. Skill for each hundred turns, nought is without a mistake; below it, out "
            "of how many turns. Below the luck is up to where it is nothing special."
        ),
        table=Table(title, [_("Who"), _("Skill"), _("Luck")], rows, "named"),
        is_folded=False,
        is_of_luck=True,
    )


# --- records ----------------------------------------------------------------------------------
def records(records: Sequence[words.Record], reader: Reader) -> Section | None:
    """Who holds which record; of evenings that are not public, strangers read the day alone."""
    if not records:
        return None
    lines = [
        _of_person(record, reader) if record.person else _of_event(record, reader)
        for record in records
    ]
    return Section(anchor="records", title=_("Records"), lines=lines)


def _of_person(record: words.Record, reader: Reader) -> Line:
    assert record.person is not None
    holder = f"{reader.naming.of(record.person)} {record.beside}".rstrip()
    url = reader.games_url(record.person, **(record.games or {}))
    return Line(record.title, holder, record.number, url)


def _of_event(record: words.Record, reader: Reader) -> Line:
    event = record.event
    assert event is not None, "a record is of somebody or of an event"
    day = short_day(event.business_date)
    if not (reader.inside or event.is_public):
        return Line(record.title, day, record.number)
    page = "tournament" if event.kind == Event.Kind.TOURNAMENT else "evening"
    url = reverse(f"league:{page}", args=[event.pk])
    return Line(record.title, f"{event.name}, {day}", record.number, url)


def thrown(extremes: Sequence[Outermost]) -> Section | None:
    """The outermost of what was thrown."""
    if not extremes:
        return None
    lines = [
        Line(
            extreme.title,
            f"{extreme.who}, {day}" if extreme.who else day,
            extreme.number,
            extreme.url,
        )
        for extreme, day in ((outermost, short_day(outermost.day)) for outermost in extremes)
    ]
    return Section(anchor="thrown", title=_("Records of the dice"), lines=lines)
