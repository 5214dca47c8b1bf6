"""Writes about the end: the places of the day are fixed, and opened again."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.access.queries.tables import forget_locked
from league.errors import IllegalError, InvalidError
from league.events.models import Event
from league.people.models.people import User
from league.seasons.models import Season
from league.standings.services import mark_stale
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.services.revising import decided
from league.tournaments.models.tournaments import Placing, Tournament
from league.tournaments.ranking.services.ranking import keep_rankings


def finish_tournament(*, event: Event, seen: int, by: User | None, now: datetime) -> None:
    """Fix all places and rankings as they are now. Repeatable. Locks the tournament.

    Raise IllegalError while a block is not over or a tie on the podium is open.
    """
    if Tournament.objects.get(event=event).finished_at is not None:
        return
    with transaction.atomic():
        tournament = decided(event, seen)
        state = TournamentState(event)
        open_block = state.unfinished
        if open_block is not None:
            raise IllegalError(
                "block_open",
                _("“%(block)s” is not finished yet. Lock it and release the result.")
                % {"block": open_block.name},
            )
        if any(block.podium_ties for block in state.blocks.values()):
            raise IllegalError(
                "podium_tied", _("There is a tie on the podium. Have it played off first.")
            )
        _keep_places(tournament, state, by, now)


def end_early(*, event: Event, reason: str, seen: int, by: User | None, now: datetime) -> None:
    """Fix the places by the released rankings; a tie there is a shared place.

    Rounds still being played are locked with it. Repeatable. Locks the tournament and its blocks.
    Raise InvalidError without a reason, IllegalError before the first draw is released (then it is
    called off) and after the last ranking (then it is finished as usual).
    """
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError("reason_missing", _("Say briefly why."), field="reason")
    if Tournament.objects.get(event=event).finished_at is not None:
        return
    with transaction.atomic():
        tournament = decided(event, seen)
        released = event.blocks.filter(released_at__isnull=False)
        if not released.exists():
            raise IllegalError(
                "nothing_drawn", _("Nothing is drawn yet. Call the tournament off instead.")
            )
        if TournamentState(event).unfinished is None:
            raise IllegalError(
                "all_rounds_played", _("All rounds are played. Close the tournament as usual.")
            )
        playing = released.filter(locked_at=None).order_by("pk")
        locked = [block.pk for block in playing.select_for_update(no_key=True)]
        event.blocks.filter(pk__in=locked).update(locked_at=now)
        transaction.on_commit(forget_locked)
        tournament.end_reason = reason
        tournament.event.tournament = tournament
        _keep_places(tournament, TournamentState(tournament.event), by, now)


def _keep_places(
    tournament: Tournament, state: TournamentState, by: User | None, now: datetime
) -> None:
    """Write all places of this state and close the tournament, which the caller has locked."""
    event = tournament.event
    thrown = {own.person: own.value for own in state.honours["schock_aus_king"]}
    Placing.objects.filter(event=event).delete()
    Placing.objects.bulk_create(
        Placing(
            event=event,
            participation_id=placed.person,
            rank=placed.rank,
            position=placed.position,
            team_id=state.people[placed.person].team_id,
            schock_aus=thrown.get(placed.person, 0),
        )
        for placed in state.ranking
    )
    tournament.finished_at, tournament.finished_by = now, by
    tournament.save(update_fields=["finished_at", "finished_by", "end_reason"])
    keep_rankings(state, now)


def reopen_tournament(*, event: Event, now: datetime) -> None:
    """Reopen a tournament for a change; the places hold until it is finished again.

    Repeatable. Locks the tournament. Raise IllegalError if its season is closed: its year would
    move.
    """
    with transaction.atomic():
        if Season.objects.select_for_update(no_key=True).get(pk=event.season_id).is_closed:
            raise IllegalError(
                "season_closed",
                _("This season is closed. Open it first, then the tournament."),
            )
        tournament = Tournament.objects.select_for_update(no_key=True).get(event=event)
        if tournament.end_reason:
            # Only the blocks the early end locked; the others were locked before, or are ranked.
            cut_off = event.blocks.filter(ranked_at=None, locked_at=tournament.finished_at)
            held = [block.pk for block in cut_off.order_by("pk").select_for_update(no_key=True)]
            event.blocks.filter(pk__in=held).update(locked_at=None)
            transaction.on_commit(forget_locked)
        tournament.finished_at, tournament.end_reason = None, ""
        tournament.revision += 1
        tournament.save(update_fields=["finished_at", "end_reason", "revision"])
        mark_stale(event=event)
