"""Writes about a block in play: its clock, its cards, the lock, the release of its ranking."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import formats
from league.access.queries.tables import forget_locked
from league.errors import IllegalError, InvalidError
from league.events.models import Block, Table
from league.results.models.second_look import Objection
from league.standings.services import mark_stale
from league.tournaments.core.labels.formats import block_name
from league.tournaments.core.queries.state import TournamentState, format_of
from league.tournaments.core.services.locking import locked
from league.tournaments.core.services.revising import decided
from league.tournaments.direction.services.setting_up import play_again
from league.tournaments.ranking.services.crediting import withdraw_credits

# More is a typing mistake: no pub is open that long.
MOST_EXTRA = 180


def start_block(*, block: Block, seen: int, now: datetime) -> None:
    """Start the clock. Repeatable. Locks the tournament.

    Raise IllegalError before the draw is released.
    """
    minutes = formats.Block.from_dict(block.settings).minutes
    _step(
        block,
        seen,
        "started_at",
        now,
        needs="released_at",
        sentence=_DRAW_FIRST,
        ends_at=None if minutes is None else now + timedelta(minutes=minutes),
    )


def add_minutes(*, block: Block, minutes: int, seen: int, now: datetime) -> None:
    """Extend the clock, or shorten it with a negative number. Locks the tournament.

    If the time is up or „scharf“ was called, it counts from now on and „scharf“ is taken back.
    Raise IllegalError if no clock runs, or less time than that is left.
    """
    if minutes == 0 or abs(minutes) > MOST_EXTRA:
        raise InvalidError(
            "minutes_out_of_range",
            _("Add 1 to %(most)s minutes.") % {"most": MOST_EXTRA},
            field="minutes",
        )
    with transaction.atomic():
        decided(block.event, seen)
        block = Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        _check_open(block)
        if block.ends_at is None:
            raise IllegalError("clock_stands", _("The clock is not running yet. Start it first."))
        ends_at = now if block.sharp_at is not None else max(now, block.ends_at)
        ends_at += timedelta(minutes=minutes)
        if ends_at <= now:
            raise IllegalError(
                "no_time_left",
                _("There is not so much time left. If it is to end, call sudden death."),
            )
        block.ends_at, block.sharp_at = ends_at, None
        block.save(update_fields=["ends_at", "sharp_at"])


def call_sharp(*, block: Block, seen: int, now: datetime) -> None:
    """Call „scharf“, as the block defines it. Repeatable. Locks the tournament."""
    _step(
        block,
        seen,
        "sharp_at",
        now,
        needs="started_at",
        sentence=_("The clock is not running yet. Start it first."),
    )


def take_sharp_back(*, block: Block, seen: int) -> None:
    """Take back a mistaken „scharf“: the clock runs on as before. Repeatable.

    Locks the tournament and the block. Raise IllegalError once the block is locked.
    """
    with transaction.atomic():
        locked(block.event)
        there = Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        if there.sharp_at is None:
            return
        decided(block.event, seen)
        _check_open(there)
        there.sharp_at = None
        there.save(update_fields=["sharp_at"])


def _check_open(block: Block) -> None:
    if block.locked_at is not None:
        raise IllegalError("block_locked", _("This round is locked."))


def lock_block(*, block: Block, seen: int, now: datetime) -> None:
    """Lock the block: tables can write no more, phones notice within a second. Repeatable.

    Locks the tournament. Raise IllegalError while a card is out: it has to be entered, handed in as
    it is, or given up with a reason.
    """
    state = TournamentState(block.event)
    out = state.blocks[block.number].outstanding
    if block.released_at is not None and out:
        names = ", ".join(str(table.table.number) for table in out)
        raise IllegalError(
            "cards_out",
            _(
                "The card is still missing from these tables: %(tables)s. Enter it, or say "
                "why it goes on without it."
            )
            % {"tables": names},
            tables=[table.table.number for table in out],
        )
    _step(block, seen, "locked_at", now, needs="released_at", sentence=_DRAW_FIRST)
    transaction.on_commit(forget_locked)


def unlock_block(*, block: Block, seen: int) -> None:
    """Let tables write again. Locks the tournament.

    Raise IllegalError once its ranking is released.
    """
    with transaction.atomic():
        decided(block.event, seen)
        block = Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        if block.ranked_at is not None:
            raise IllegalError(
                "block_ranked",
                _("The result is released already. Take that back first, or correct the card."),
            )
        block.locked_at = None
        block.save(update_fields=["locked_at"])
        mark_stale(event=block.event)
        transaction.on_commit(forget_locked)


def release_ranking(*, block: Block, seen: int, now: datetime) -> None:
    """Make the block's ranking final. Repeatable. Locks the tournament.

    A block that is played again until only one has a life gets its next block while several have.
    Raise IllegalError while a tie about who goes on is open, or a reported problem is not ruled on.
    """
    disputed = Objection.objects.filter(result__table__block=block, ruled_at=None)
    if table := disputed.values_list("result__table__number", flat=True).first():
        raise IllegalError(
            "problem_open",
            _("A problem is reported at table %(table)s. Rule on it first.") % {"table": table},
        )
    state = TournamentState(block.event)
    goes_on = state.blocks[block.number].advancing
    if goes_on is not None and goes_on.ties:
        raise IllegalError(
            "ties_open",
            _("A tie still decides who advances. Have it played off first."),
        )
    with transaction.atomic():
        _step(
            block,
            seen,
            "ranked_at",
            now,
            needs="locked_at",
            sentence=_("Lock the round first, then release the result."),
        )
        if state.is_played_again(block.number):
            play_again(event=block.event, chain=state.format)


def take_ranking_back(*, block: Block, seen: int) -> None:
    """Make the block's ranking provisional again; its cards stay locked. Repeatable.

    A block that only this ranking added, to play it again, is deleted. Locks the tournament and the
    block. Raise IllegalError once a block is drawn that takes people out of this one.
    """
    with transaction.atomic():
        locked(block.event)
        there = Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        if there.ranked_at is None:
            return
        decided(block.event, seen)
        chain = format_of(block.event)
        takers = block.event.blocks.filter(
            number__in=[number for number, _source in chain.taken_from(block.number)]
        )
        drawn = takers.filter(draws__superseded_at=None, draws__isnull=False).first()
        if drawn is not None:
            raise IllegalError(
                "next_is_drawn",
                _("“%(name)s” is drawn out of this result. Correct the card, that still works.")
                % {"name": block_name(drawn.settings["name"])},
            )
        there.ranked_at = None
        there.save(update_fields=["ranked_at"])
        if chain.block(block.number).again and block.number == len(chain.blocks) - 1:
            takers.filter(draws=None).delete()
        mark_stale(event=block.event)


_DRAW_FIRST = _("Release the draw first.")


def _step(
    block: Block,
    seen: int,
    field: str,
    now: datetime,
    *,
    needs: str,
    sentence: object,
    **more: object,
) -> None:
    """Take a step of a block; `more` is set besides its time.

    Locks the tournament and the block.
    """
    with transaction.atomic():
        locked(block.event)
        there = Block.objects.select_for_update(no_key=True).get(pk=block.pk)
        if getattr(there, field) is not None:
            return
        decided(block.event, seen)
        if getattr(there, needs) is None:
            raise IllegalError("step_too_early", str(sentence))
        values = {field: now, **more}
        for name, value in values.items():
            setattr(there, name, value)
        there.save(update_fields=values)
        if field == "locked_at":
            mark_stale(event=block.event)


def hand_in_card(*, table: Table, now: datetime) -> None:
    """Take in the card as it is, with fewer games than planned: the time was up. Repeatable.

    Locks the table. Raise IllegalError if nothing was played.
    """
    with transaction.atomic():
        table = _locked(table)
        if not table.results.filter(is_current=True).exists():
            raise IllegalError(
                "card_is_empty", _("There is no game on this card. Enter one first.")
            )
        if table.card_in_at is None:
            if table.card_missing:
                withdraw_credits(table=table, now=now)
            table.card_in_at, table.card_missing = now, ""
            table.save(update_fields=["card_in_at", "card_missing"])


def take_card_back(*, table: Table, now: datetime) -> None:
    """Mark the card as out again, also after it was given up. Repeatable. Locks the table."""
    with transaction.atomic():
        table = (
            Table.objects.select_for_update(no_key=True, of=("self",))
            .select_related("block__event")
            .get(pk=table.pk)
        )
        _check_open(table.block)
        withdraw_credits(table=table, now=now)
        table.card_in_at, table.card_missing = None, ""
        table.save(update_fields=["card_in_at", "card_missing"])


def _locked(table: Table) -> Table:
    """Return the table as it is now, locked until the end of the transaction."""
    tables = Table.objects.select_for_update(no_key=True, of=("self",)).select_related(
        "block__event"
    )
    return tables.get(pk=table.pk)
