"""How a round settles: who was best and worst, how many Deckel move, and from where.

The rest of the engine hands over a round in which all turns are over; what comes back is the next
one, or whatever follows a half that is lost. Units are Deckel.
"""

from __future__ import annotations

from collections.abc import Sequence

from .dice import COVERED, STILL, Hand
from .hands import ALL
from .parts import lose_part, next_round
from .state import Charge, Hands, Round, State, Table

_new = tuple.__new__
SUDDEN = "sudden_round"


def weigh(ranks: Sequence[int]) -> tuple[int, int]:
    """Places of the best and the worst rank; of equal ones the earlier is the better."""
    best = worst = 0
    top = low = ranks[0]
    for place, rank in enumerate(ranks):
        if rank > top:
            top, best = rank, place
        elif rank <= low:
            low, worst = rank, place
    return best, worst


def weigh_forfeits(
    ranks: Sequence[int], order: Sequence[str], forfeits: Sequence[str]
) -> tuple[int, int]:
    """Whoever forfeits is the worst, of several the lowest, and best only where all have."""
    out = [place for place, player in enumerate(order) if player in forfeits]
    fair = [place for place in range(len(order)) if place not in out] or out
    best = fair[weigh([ranks[place] for place in fair])[0]]
    worst = out[weigh([ranks[place] for place in out])[1]]
    return best, worst


def movement(
    penalty: int, total: int, middle: int, best_has: int, worst_has: int
) -> tuple[int, int, str]:
    """Deckel asked for, Deckel moved, and their source, for a best hand of this penalty."""
    if penalty == ALL:
        return total, total - worst_has, "all"
    if middle:
        return penalty, min(penalty, middle), "middle"
    return penalty, min(penalty, best_has), "giver"


def moved_deckel(
    deckel: tuple[int, ...], best: int, worst: int, moved: int, source: str
) -> tuple[int, ...]:
    """The Deckel by seat afterwards; `best` and `worst` are seats."""
    after = [0] * len(deckel) if source == "all" else list(deckel)
    after[worst] = deckel[worst] + moved
    if source == "giver":
        after[best] -= moved
    return tuple(after)


def end_turn(table: Table, hands: Hands, events: int, before: State) -> State:
    """After a turn or a reveal: the next turn, the reveal of covered cups, or the settlement."""
    game, order = table.game, table.order
    if len(hands) < len(order):
        node = game.starts[hands[0].throws]
        return _new(State, (table, order[len(hands)], hands, node, events, before))
    ranks = [hand.rank for hand in hands]
    if COVERED in ranks:
        return _new(State, (table, None, hands, STILL, events, before))
    return _settle(table, hands, ranks, events, before)  # type: ignore[arg-type]


def _settle(
    table: Table, hands: tuple[Hand, ...], ranks: list[int], events: int, before: State
) -> State:
    game, part, middle, deckel, order, rounds, _, forfeits = table
    if forfeits:
        high, low = weigh_forfeits(ranks, order, forfeits)
    else:
        high, low = weigh(ranks)
    best, worst = order[high], order[low]
    giver, taker = game.seats[best], game.seats[worst]
    penalty, moved, source = movement(
        hands[high].penalty, game.total, middle, deckel[giver], deckel[taker]
    )
    left = middle
    if part.overtime == SUDDEN:
        moved, source = 0, "none"
    else:
        deckel = moved_deckel(deckel, giver, taker, moved, source)
        left = 0 if source == "all" else middle - moved if middle else 0
    settled = _new(
        Round,
        (game, part.phase, order, hands, best, worst, forfeits, penalty, moved, source, middle,
         left, deckel, events - 1),
    )  # fmt: skip
    if game.aus_round:
        part = part._replace(charges=part.charges + _aus_rounds(settled))
    table = _new(Table, (game, part, left, deckel, order, (*rounds, settled), False, ()))
    if source == "none" or deckel[taker] == game.total:
        return lose_part(table, worst, events, before)
    return next_round(table, worst, events, before)


def _aus_rounds(settled: Round) -> tuple[Charge, ...]:
    """A round of drinks from everybody with an Aus in one throw who has not forfeited it."""
    return tuple(
        Charge(player, "drinks_round", None, "aus_round", settled.event)
        for player, hand in zip(settled.order, settled.hands, strict=True)
        if hand.category == "schock_aus" and hand.in_one_throw and player not in settled.forfeits
    )
