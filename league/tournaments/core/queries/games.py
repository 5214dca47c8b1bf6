"""Queries for the games and decisions of a tournament, as `league.formats` counts them."""

from datetime import datetime
from fractions import Fraction
from itertools import groupby

from django.db.models import Q, QuerySet

from league import formats
from league.events.models import Event
from league.results.models.results import Result, ResultLine
from league.standings.queries.tallies import counted_lines
from league.tournaments.models.tournaments import Credit, TieDecision


def games_of(
    event: Event, person: int | None = None, instead: Result | None = None
) -> dict[int, list[formats.Game]]:
    """Return the games by block, or those of one `person`.

    Plain values: a big day has ten thousand lines. `instead` is a version of a result that is to
    count in place of the current one.
    """
    counts = Q(result__is_current=True)
    if instead is not None:
        same = Q(result__table=instead.table_id, result__number=instead.number)
        counts = (counts & ~same) | Q(result=instead)
    result_lines = ResultLine.objects.filter(counts)
    if person is not None:
        result_lines = result_lines.filter(result__lines__seat__participation=person)
    return _games(result_lines, event)


def games_until(event: Event, until: datetime) -> dict[int, list[formats.Game]]:
    """Return the games by block, in the versions that counted at that moment."""
    return _games(counted_lines(until), event)


def _games(result_lines: QuerySet[ResultLine], event: Event) -> dict[int, list[formats.Game]]:
    lines = (
        # Each game's lines together: tables and games have the same numbers in every block.
        result_lines.filter(result__table__block__event=event)
        .order_by(
            "result__table__block__number",
            "result__table__number",
            "result__number",
            "seat__position",
            "pk",
        )
        .values_list(
            "result_id",
            "result__number",
            "result__ended_by",
            "result__table_id",
            "result__table__block_id",
            "result__table__block__number",
            "seat__participation_id",
            "seat__position",
            "lost_first",
            "lost_second",
            "lost_game",
            "exit_first",
            "exit_second",
            "schock_aus",
            "throw_points",
            "jule",
        )
    )
    games: dict[int, list[formats.Game]] = {}
    for head, of_game in groupby(lines, key=lambda line: line[:6]):
        _result, number, ended_by, table, block, block_number = head
        own = tuple(formats.Line(*line[6:]) for line in of_game)
        games.setdefault(block, []).append(
            formats.Game(table, number, len(own), ended_by, own, block_number)
        )
    return games


def decisions_of(event: Event, until: datetime | None = None) -> dict[int, list[formats.Decision]]:
    """Return the decisions on ties by block: those in force now, or at the moment `until`."""
    decisions_of: dict[int, list[formats.Decision]] = {}
    for tie_decision in TieDecision.objects.filter(block__event=event).order_by("pk"):
        if _holds(tie_decision, until):
            decisions_of.setdefault(tie_decision.block_id, []).append(
                formats.Decision(
                    "lot" if tie_decision.kind == "lot" else "playoff", tuple(tie_decision.order)
                )
            )
    return decisions_of


def credits_of(event: Event, until: datetime | None = None) -> dict[int, dict[int, formats.Credit]]:
    """Return the credits that count instead of games, by number of the block and participation.

    They are those in force now, or at the moment `until`. A credit for a lost card rests as soon as
    the card is no longer missing.
    """
    credits_of: dict[int, dict[int, formats.Credit]] = {}
    rows = Credit.objects.filter(block__event=event).exclude(kind=Credit.Kind.NOTHING)
    for credit in rows.select_related("block", "table").order_by("pk"):
        if not _holds(credit, until) or (
            credit.table is not None and not credit.table.card_missing
        ):
            continue
        credits_of.setdefault(credit.block.number, {})[credit.participation_id] = formats.Credit(
            _KINDS[credit.kind], _sums(credit), for_card=credit.table_id is not None
        )
    return credits_of


_KINDS: dict[str, formats.CreditKind] = {"own": "own", "table": "table", "sums": "sums"}


def _sums(credit: Credit) -> formats.Tally:
    """Return the sums entered by hand; in a block played for lives, losses are lives."""
    lost = credit.lost or 0
    lives = credit.block.settings.get("scoring", {}).get("lives", 0)
    return formats.Tally(
        points=Fraction(credit.points or 0),
        games_lost=lost,
        schock_aus=credit.schock_aus or 0,
        lives_lost=min(lost, lives),
    )


def _holds(ruling: TieDecision | Credit, until: datetime | None) -> bool:
    if until is None:
        return ruling.withdrawn_at is None
    return ruling.decided_at <= until and (
        ruling.withdrawn_at is None or ruling.withdrawn_at > until
    )
