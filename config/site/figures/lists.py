"""List the games behind a person's figures; every number narrows the list to its own."""

from collections.abc import Iterable
from typing import Any

from django.db.models import Exists, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from config.site.figures.filter import depth_words, rulebook_name
from league.events.models import Event
from league.figures import DEPTHS, Key, Run, Runs
from league.figures.queries import IN_TIME, lines_beside, words_of_scopes
from league.files.lists import Column, Listing, Order, choice, days
from league.people.queries.names import Naming
from league.results.models.results import Result, ResultLine
from league.seasons.models import Season

EVENT = "result__table__block__event"
PLAYED_OUT = ("final", "sweep")
OUTCOMES: dict[str, tuple[Any, Q]] = {
    "lost": (_("Lost the game"), Q(lost_game=True)),
    "got_away": (_("got away"), Q(lost_game=False)),
    "first_half": (_("first half lost"), Q(lost_first=True)),
    "second_half": (_("second half lost"), Q(lost_second=True)),
    "final": (_("Final lost"), Q(lost_game=True, result__ended_by="final")),
    "blattschuss": (
        pgettext_lazy("one", "Blattschuss"),
        Q(lost_game=True, result__ended_by="sweep"),
    ),
    "otherwise": (_("lost otherwise"), Q(lost_game=True) & ~Q(result__ended_by__in=PLAYED_OUT)),
    "next_to_last": (
        _("Next to last"),
        Q(lost_game=False, result__ended_by="final") & (Q(lost_first=True) | Q(lost_second=True)),
    ),
    "schock_aus": (_("with a Schock-Aus"), Q(schock_aus__gte=1)),
    "jule": (_("with a Jule"), Q(jule__gte=1)),
}
STREAKS = {
    "got_away": _("longest without losing"),
    "lost": _("longest losing"),
    "now": _("the present one"),
}


def outcome(line: ResultLine) -> str:
    """Say in a few words how a game went for a person."""
    if line.lost_game:
        return str(OUTCOMES["blattschuss" if line.result.ended_by == "sweep" else "lost"][0])
    if line.lost_first or line.lost_second:
        saved = line.result.ended_by == Result.EndedBy.FINAL
        return str(_("Lost a half, next to last") if saved else _("Lost a half"))
    return str(_("got away"))


def streak(runs: Runs | None, which: str) -> Run | None:
    if runs is None:
        return None
    return {"got_away": runs.kept, "lost": runs.lost, "now": runs.last}[which]


def between(first: Key, last: Key) -> Q:
    """Return the games from one to another, in the order of time."""
    return _beyond(first, "gt") & _beyond(last, "lt")


def _beyond(key: Key, way: str) -> Q:
    condition = Q()
    for name, value in reversed(list(zip(IN_TIME, key, strict=True))):
        further = Q(**{f"{name}__{way}": value})
        # From the last part on: the game itself is one of them.
        condition = (
            further | Q(**{name: value}) & condition if condition else further | Q(**{name: value})
        )
    return condition


def listing(seasons: Iterable[Season], company: dict[int, str], runs: Runs | None) -> Listing[Any]:
    """Return the list of a person's games, to be narrowed by company and streaks."""
    words = depth_words()

    def people() -> list[tuple[str, str]]:
        return [(str(pk), name) for pk, name in company.items()]

    def sat(value: str) -> Q:
        return Q(Exists(lines_beside(int(value))))

    def of_streak(value: str) -> Q:
        run = streak(runs, value)
        return between(run.start, run.end) if run else Q(pk=None)

    return Listing(
        title=_("Games"),
        filters=(
            choice(
                "season",
                _("Season"),
                lambda: [(str(season.pk), season.name) for season in seasons],
                f"{EVENT}__season",
            ),
            choice(
                "occasion",
                _("On what occasion"),
                lambda: [("evenings", _("Evenings")), ("tournaments", _("Tournaments"))],
                where=_at,
            ),
            choice(
                "rulebook",
                _("Rulebook"),
                lambda: [(slug, rulebook_name(slug)) for slug in words_of_scopes().rulebooks],
                "result__rulebook",
            ),
            choice(
                "depth",
                _("How it was scored"),
                lambda: [(depth, words[depth]) for depth in DEPTHS],
                "result__depth",
            ),
            choice(
                "outcome",
                _("How it ended"),
                lambda: [(name, label) for name, (label, _where) in OUTCOMES.items()],
                where=lambda value: OUTCOMES[value][1],
            ),
            choice("beside", _("Who else sat at the table"), people, where=sat),
            choice(
                "loser",
                _("Who lost the game"),
                people,
                where=lambda value: Q(Exists(lines_beside(int(value)).filter(lost_game=True))),
            ),
            choice("streak", _("Streak"), lambda: list(STREAKS.items()), where=of_streak),
            *days(f"{EVENT}__business_date"),
        ),
        orders=(
            Order(
                "newest",
                pgettext_lazy("neuter", "the last one first"),
                tuple(f"-{column}" for column in (*IN_TIME, "pk")),
            ),
            Order("oldest", pgettext_lazy("neuter", "the first one first"), (*IN_TIME, "pk")),
        ),
        columns=COLUMNS,
        annotate=lambda rows: rows.select_related(EVENT, "seat__participation"),
    )


def _at(value: str) -> Q:
    of_a_tournament = Q(**{f"{EVENT}__kind": Event.Kind.TOURNAMENT})
    return of_a_tournament if value == "tournaments" else ~of_a_tournament


def _mark(value: bool | None) -> str:
    return "" if value is None else str(_("lost")) if value else str(_("no"))


COLUMNS: tuple[Column[ResultLine], ...] = (
    Column(_("Date"), lambda row: row.result.table.block.event.business_date, "day"),
    Column(_("Evening"), lambda row: row.result.table.block.event.name),
    Column(_("Table"), lambda row: row.result.table.number, "number"),
    Column(_("Game"), lambda row: row.result.number, "number"),
    Column(_("Rulebook"), lambda row: rulebook_name(row.result.rulebook)),
    Column(_("Scored"), lambda row: row.result.get_depth_display()),
    Column(_("Outcome"), outcome),
    Column(_("First half"), lambda row: _mark(row.lost_first)),
    Column(_("Second half"), lambda row: _mark(row.lost_second)),
    Column(_("Schock-Aus"), lambda row: row.schock_aus, "number"),
    Column(_("Jule"), lambda row: row.jule, "number"),
)


def of_club(naming: Naming) -> tuple[Column[Any], ...]:
    """Return the columns of all figures, by the names that may be said."""
    return (
        Column(_("Name"), lambda row: naming.of(row[0])),
        Column(_("Evenings"), lambda row: row[1].evenings, "number"),
        Column(_("Games"), lambda row: row[1].games, "number"),
        Column(_("lost"), lambda row: row[1].lost, "number"),
        Column(_("Share"), lambda row: round(row[1].share, 4), "number"),
        Column(_("First half"), lambda row: row[1].lost_first, "number"),
        Column(_("Second half"), lambda row: row[1].lost_second, "number"),
        Column(_("Final"), lambda row: row[1].lost_final, "number"),
        Column(_("Blattschuss"), lambda row: row[1].swept, "number"),
        Column(_("Next to last"), lambda row: row[1].next_to_last, "number"),
        Column(_("Schock-Aus"), lambda row: row[1].schock_aus, "number"),
        Column(_("Rating"), lambda row: round(row[1].rating.mean, 2), "number"),
        Column("±", lambda row: round(row[1].rating.uncertainty, 2), "number"),
    )
