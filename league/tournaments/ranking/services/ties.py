"""Writes about ties that the figures leave: played off, or by lot with its seed."""

import random
from collections.abc import Sequence
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.events.models import Block
from league.people.models.people import User
from league.standings.services import mark_stale
from league.tournaments.core.queries.block_state import BlockState
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.services.revising import decided
from league.tournaments.models.tournaments import TieDecision


def enter_playoff(
    *,
    block: Block,
    order: Sequence[int],
    client_id: str,
    seen: int,
    by: User | None,
    now: datetime,
) -> TieDecision:
    """Enter the result of a play-off, best first. A repeat of `client_id` changes nothing.

    Locks the tournament. Raise InvalidError if these people are not an open tie.
    """
    return _decide(block, TieDecision.Kind.PLAYOFF, list(order), "", client_id, seen, by, now)


def draw_lots(
    *,
    block: Block,
    people: Sequence[int],
    seed: str,
    client_id: str,
    seen: int,
    by: User | None,
    now: datetime,
) -> TieDecision:
    """Decide a tie by lot and keep its seed. Else as `enter_playoff`."""
    order = sorted(people)
    random.Random(seed).shuffle(order)  # noqa: S311  # the seed is not guessable, and is kept
    return _decide(block, TieDecision.Kind.LOT, order, seed, client_id, seen, by, now)


def _decide(
    block: Block,
    kind: str,
    order: list[int],
    seed: str,
    client_id: str,
    seen: int,
    by: User | None,
    now: datetime,
) -> TieDecision:
    if known := TieDecision.objects.filter(client_id=client_id).first():
        return known
    if not _is_open(TournamentState(block.event).blocks[block.number], order):
        raise InvalidError(
            "no_such_tie",
            _("There is no open tie among these people. Have a look at the standings."),
        )
    with transaction.atomic():
        decided(block.event, seen)
        decision = TieDecision.objects.create(
            block=block,
            client_id=client_id,
            kind=kind,
            order=order,
            seed=seed,
            decided_by=by,
            decided_at=now,
        )
        mark_stale(event=block.event)
        return decision


def _is_open(block: BlockState, people: Sequence[int]) -> bool:
    open_ties = [*(block.advancing.ties if block.advancing else ()), *block.podium_ties]
    return len(set(people)) == len(people) and any(
        set(tie.people) == set(people) for tie in open_ties
    )


def withdraw_decision(*, decision: TieDecision, seen: int, now: datetime) -> None:
    """Withdraw a wrong decision; the tie is open again. Repeatable. Locks the tournament."""
    with transaction.atomic():
        decided(decision.block.event, seen)
        TieDecision.objects.filter(pk=decision.pk, withdrawn_at=None).update(withdrawn_at=now)
        mark_stale(event=decision.block.event)
