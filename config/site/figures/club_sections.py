"""Sections of the club's figures: losses, the rating, where games are lost, records."""

from collections.abc import Sequence

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from config.site.figures import words
from config.site.figures.filter import Chosen
from config.site.figures.sections import Cell, Line, Named, Reader, Section, Table, row
from league.events.models import Event
from league.figures import Rating
from league.figures.models import FigureScope
from league.reports.paper import short_day
from league.seasons.models import Season
from league.templatetags.league import percent


# --- who lost how often, and the rating -------------------------------------------------------
def by_share(persons: Named, least: int) -> Named:
    """Order by the smallest share lost; those with fewer than `least` games come last."""
    return sorted(
        persons, key=lambda person: (person[1].games < least, person[1].share, -person[1].games)
    )


def losers(ranked: Named, reader: Reader, *, least: int, others: int) -> Section:
    """Draw those `by_share`; one with fewer than `least` games has no bar."""
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
    """List the ratings, the best first; None if no game was lost yet."""
    rated = [(who, counts.rating) for who, counts in persons if counts.rating.games]
    if not rated:
        return None
    rated.sort(key=lambda pair: -pair[1].mean)
    title = _("Rating")
    rows = [reader.row(person, rating.games, rating_cell(rating)) for person, rating in rated]
    return Section(
        anchor="ratings",
        title=title,
        drawing=words.draw_ratings([(reader.naming.of(who), rating) for who, rating in rated]),
        note=_("The dot is the rating, the bar how far it can be off. Hollow: still uncertain."),
        table=Table(title, [_("Who"), _("Games"), _("Rating ±")], rows, "named"),
        is_of_ratings=True,
    )


def rating_cell(rating: Rating) -> Cell:
    if not rating.games:
        return Cell("–")
    unsure = "" if words.is_sure(rating) else _("still uncertain")
    return Cell(words.rating_text(rating), below=unsure)


# --- where, when ------------------------------------------------------------------------------
def phases(phases: Sequence[words.Phase]) -> Section:
    """Draw where the club's games were lost."""
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


def seasons_of_club(pairs: Sequence[tuple[Season, FigureScope]], chosen: Chosen) -> Section | None:
    """List how much the club played, season by season; None of a single season."""
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


# --- records ----------------------------------------------------------------------------------
def records(records: Sequence[words.Record], reader: Reader) -> Section | None:
    """List the records with their holders; of private evenings strangers read the day alone."""
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
