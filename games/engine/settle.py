"""Settle a round: find the best and the worst, and how many Deckel move, and from where.

The rest of the engine hands over a round in which all turns are over; what comes back is the next
one, or what follows a half that is lost. Units are Deckel.
"""

from __future__ import annotations

from collections.abc import Container, Sequence

from .dice import COVERED, MOST_THROWS, STILL, Cup, Hand
from .hands import ALL
from .parts import circle, lose_part
from .state import Charge, Hands, Round, State, Table

_new = tuple.__new__
SUDDEN = "sudden_round"


def weigh(hands: Sequence[Hand | Cup]) -> tuple[int, int]:
    """Return the places of the best and the worst hand; of equal ones the earlier is the better,
    unless they yield to a later one.

    A covered one is the worst of all, so that the caller sees at once whether one is left.
    """
    best = worst = place = 0
    top = low = hands[0].rank
    for hand in hands:
        rank = hand.rank
        if rank > top:
            top, best = rank, place
        elif rank <= low:
            low, worst = rank, place
        place += 1  # noqa: SIM113 - this is the inner loop of every round
    if hands[best].yields:
        best = max(place for place, hand in enumerate(hands) if hand.rank == top)
        if low == top:
            worst = 0
    return best, worst


def weigh_forfeits(
    hands: Sequence[Hand], order: Sequence[str], forfeits: Container[str]
) -> tuple[int, int]:
    """Return the places of best and worst: a player who forfeits is the worst, of several the
    lowest, and best only if all have forfeited.
    """
    out = [place for place, player in enumerate(order) if player in forfeits]
    fair = [place for place in range(len(order)) if place not in out] or out
    best = fair[weigh([hands[place] for place in fair])[0]]
    worst = out[weigh([hands[place] for place in out])[1]]
    return best, worst


def flow(
    penalty: int, total: int, middle: int, deckel: tuple[int, ...], giver: int, taker: int
) -> tuple[int, int, str, int, tuple[int, ...]]:
    """Return Deckel asked for, Deckel moved, their source, the middle and the Deckel by seat
    afterwards.

    `penalty` is that of the best hand, `giver` and `taker` are the seats of best and worst.
    """
    if penalty == ALL:
        after = [0] * len(deckel)
        after[taker] = total
        return total, total - deckel[taker], "all", 0, tuple(after)
    after = list(deckel)
    if middle:
        moved = penalty if penalty < middle else middle
        after[taker] += moved
        return penalty, moved, "middle", middle - moved, tuple(after)
    moved = penalty if penalty < deckel[giver] else deckel[giver]
    after[taker] += moved
    after[giver] -= moved
    return penalty, moved, "giver", 0, tuple(after)


def end_turn(table: Table, hands: Hands, events: int, before: State) -> State:
    """Go on after a turn or a reveal: the next turn, the reveal of covered cups, or the
    settlement.
    """
    game, _, _, _, order, _, _, _ = table
    if len(hands) < len(order):
        turn, limit = order[len(hands)], hands[0].throws
        return _new(State, (table, turn, hands, game.start, limit, events, before))
    high, low = weigh(hands)
    if hands[low].rank == COVERED:
        return _new(State, (table, None, hands, STILL, 0, events, before))
    return _settle(table, hands, high, low, events, before)  # type: ignore[arg-type]


def _settle(
    table: Table, hands: tuple[Hand, ...], high: int, low: int, events: int, before: State
) -> State:
    order, forfeits = table.order, table.forfeits
    if forfeits:
        high, low = weigh_forfeits(hands, order, dict(forfeits))
    return conclude(table, hands, order[high], order[low], hands[high].penalty, events, before)


def conclude(
    table: Table,
    hands: tuple[Hand, ...],
    best: str | None,
    worst: str,
    penalty: int,
    events: int,
    before: State,
) -> State:
    """Move the Deckel, and go on with the next round, or with what follows a half that is lost.

    `penalty` is that of the best hand; `best` may be missing if none of his own are asked for.
    """
    game, part, middle, deckel, order, rounds, _, forfeits = table
    taker = game.seats[worst]
    giver = taker if best is None else game.seats[best]
    penalty, moved, source, left, after = flow(penalty, game.total, middle, deckel, giver, taker)
    if part.overtime == SUDDEN:
        moved, source, left, after = 0, "none", middle, deckel
    settled = _new(
        Round,
        (game, part.phase, order, hands, best, worst, forfeits, penalty, moved, source, middle,
         left, after, events - 1),
    )  # fmt: skip
    rounds = rounds + (settled,)  # noqa: RUF005 - four times as fast
    if game.aus_round:
        part = part._replace(charges=part.charges + _aus_rounds(settled))
    if source == "none" or after[taker] == game.total:
        lost = Table(game, part, left, after, order, rounds, False, ())
        return lose_part(lost, worst, events, before)
    order = circle(game, part, left, after, taker)
    table = _new(Table, (game, part, left, after, order, rounds, False, ()))
    return _new(State, (table, order[0], (), game.start, MOST_THROWS, events, before))


def _aus_rounds(settled: Round) -> tuple[Charge, ...]:
    """Charge a round of drinks to each player with an Aus in one throw who has not forfeited it."""
    forfeits = dict(settled.forfeits)
    return tuple(
        Charge(player, "drinks_round", None, "aus_round", settled.event)
        for player, hand in settled.shown()
        if hand.category == "schock_aus" and hand.in_one_throw and player not in forfeits
    )
