"""Queries on play at the tables: whether another game may begin, and which cards are out."""

from collections import Counter
from collections.abc import Callable

from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league import formats
from league.errors import IllegalError
from league.events.models import Block, Event, Seat, Table
from league.events.queries import seats_of
from league.results.models.results import Result, ResultLine
from league.tournaments.core.queries.reading import lives_at_start, lives_lost, out_of_lives

# For tables of a team match: the league sets the price of a set, not the rulebook.
ON_THE_SHEET = _("The sets of a match are entered on its match sheet.")


def against_another_game(table: Table, *, running: Callable[[], int]) -> IllegalError | None:
    """Return why no new game begins at the table, None if one may, as at an evening.

    Like `formats.table_over`, with a few small queries: asked when a game starts or a card brings
    one, never by a tap. `running` counts the games being scored that have no result yet.
    """
    if table.block.event.kind == Event.Kind.MATCH:
        return IllegalError("match_sheet", ON_THE_SHEET)
    if table.block.event.kind != Event.Kind.TOURNAMENT:
        return None
    block = Block.objects.get(pk=table.block_id)
    if block.locked_at is not None:
        return IllegalError(
            "block_locked",
            _("The round is locked, you are done. A new game no longer counts here."),
        )
    setting = formats.Block.from_dict(block.settings)
    seats = set(seats_of(table).values_list("pk", flat=True))
    alive = seats - out_of_lives(table)
    if setting.scoring.lives and seats and len(alive) <= setting.scoring.leave:
        return IllegalError(
            "table_is_over",
            _("It is decided who goes on from this table. You are done."),
        )
    if setting.games is None:
        return None
    played = Result.objects.filter(table=table, is_current=True)
    played = played.exclude(ended_by=Result.EndedBy.ABANDONED)
    expected = setting.games.at(len(seats))
    if played.count() + running() < expected:
        return None
    return IllegalError(
        "table_is_over",
        ngettext(
            "The one game of this table is played and entered. You are done.",
            "All %(number)s games of this table are played and entered. You are done.",
            expected,
        )
        % {"number": expected},
    )


def counts_hands(block: Block) -> bool:
    """Return whether single hands give points, so that each has to be written down."""
    if block.event.kind != Event.Kind.TOURNAMENT:
        return False
    scoring = formats.Block.from_dict(block.settings).scoring
    return bool(scoring.throw_points or scoring.schock_aus)


def cards_out(block: Block) -> list[Table]:
    """Return the tables of a block whose card is still out, like `BlockState.outstanding`.

    It takes a few counts of this block alone: asked after each card, while its ranking is still to
    come.
    """
    setting = formats.Block.from_dict(block.settings)
    there = Result.objects.filter(table__block=block, is_current=True)
    games = Counter(there.values_list("table", flat=True))
    ended = there.exclude(ended_by=Result.EndedBy.ABANDONED)
    played = Counter(ended.values_list("table", flat=True))
    lost = Counter[int]()
    if setting.scoring.lives:
        lines = ResultLine.objects.filter(result__table__block=block)
        lost = lives_lost(lines, setting.scoring.life_per, of="seat__participation")
    begun = lives_at_start(block)
    circles: dict[int, list[formats.Row]] = {}
    for table, person in Seat.objects.filter(table__block=block, active=True).values_list(
        "table", "participation"
    ):
        lives = max(0, begun.get(person, setting.scoring.lives) - lost[person])
        circles.setdefault(table, []).append(formats.Row(person, lives=lives))
    tables = []
    for candidate in block.tables.filter(card_missing="", card_in_at=None).order_by("number"):
        circle = circles.get(candidate.pk, [])
        is_over = bool(circle) and formats.table_over(
            setting, circle, played[candidate.pk], len(circle)
        )
        if (circle or games[candidate.pk]) and not (is_over and games[candidate.pk]):
            tables.append(candidate)
    return tables
