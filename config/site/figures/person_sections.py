"""Sections of a person's figures: streaks, other counts, losses over time and by season."""

from collections.abc import Sequence
from datetime import date

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from config.site.figures import words
from config.site.figures.club_sections import rating_cell
from config.site.figures.filter import Chosen
from config.site.figures.sections import Cell, Line, Section, Table, row
from league.figures import Person as Counts
from league.figures.runs import Run
from league.people.models.people import Person
from league.reports.paper import short_day
from league.seasons.models import Season
from league.templatetags.league import percent


# --- of a person: streaks, and what else there was ----------------------------------------------
def streaks(person: Person, counts: Counts, chosen: Chosen) -> list[Line]:
    """Say how long a person has been losing or not, now and at the most; each with its games."""
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
    """Say on which day a streak began and ended, in small print below its name."""
    start, end = (short_day(date.fromisoformat(game.day)) for game in (run.start, run.end))
    if start == end:
        return _("on %(day)s") % {"day": start}
    return _("from %(start)s to %(end)s") % {"start": start, "end": end}


def counted(person: Person, counts: Counts, chosen: Chosen) -> list[Line]:
    """List a person's counts beside losses; nothing of what no card wrote down."""
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


def over_time(person: Person, counts: Counts, chosen: Chosen) -> Section | None:
    """Draw a person's share lost, evening by evening or month by month; None of a single one."""
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


def seasons_of(
    person: Person, pairs: Sequence[tuple[Season, Counts]], chosen: Chosen
) -> Section | None:
    """List a person's losses, and the rating at the end of each season; None of a single one."""
    if len(pairs) < 2:
        return None
    title = _("Season by season")
    share = _("%(n)s of %(known)s")
    rows = [
        row(
            Cell(season.name, chosen.season_url(season)),
            Cell(share % {"n": person.lost, "known": person.games}, below=percent(person.share)),
            rating_cell(person.rating),
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
