"""The order of hands: categories and ties of a rulebook turned into one number per hand.

The table is built once per rulebook; afterwards two hands are compared as two integers. „Earlier“
is the last tie of every chain and is not in the number: the order of the round decides it. So does
„later“, which takes the place of all that follow where a direct hand yields to a later one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from .dice import ALL_HANDS, MOST_THROWS, Dice, Hand, dashed
from .errors import RulebookError
from .sentences import Text

ALL = 0
"""The penalty of a category that gives the loser all Deckel."""
ALL_HANDS_BY_DIGITS = tuple(sorted(ALL_HANDS, reverse=True))
TIE_STEPS = MOST_THROWS * MOST_THROWS
TURNS = ((1, True), (2, True), (2, False), (3, True), (3, False))
"""Throws of a turn, and whether its hand fell in one throw: a single throw always does."""
TIES = ("fewer_throws", "one_throw", "earlier")


@dataclass(frozen=True, slots=True)
class Category:
    """Hands of one kind, best first. `hands` None takes whatever no other category names.

    `penalty` is one number of Deckel per hand, or a single one for all; `ALL` gives all. Where
    `one_throw` is set, a hand made in several throws counts in the category `otherwise`. Where
    `later_direct` is set, a hand in one throw yields to an equal one that comes later, whatever
    the throws.
    """

    key: str
    code: str
    name: Text
    shown: Text
    hands: tuple[Dice, ...] | None
    penalty: tuple[int, ...]
    one_throw: bool
    otherwise: str | None
    ties: tuple[str, ...] | None
    clause: str
    later_direct: bool = False

    def penalty_of(self, dice: Dice) -> int:
        if len(self.penalty) == 1 or self.hands is None:
            return self.penalty[0]
        return self.penalty[self.hands.index(dice)]

    def name_of(self, dice: Dice, lang: str) -> str:
        """Name a hand of the category: „Schock 6“, „Jenny 4“, „6-4-3“."""
        template: str = getattr(self.shown, lang)
        return template.format(*dice)


def categorize(categories: Sequence[Category]) -> dict[Dice, Category]:
    """Return the category of each of the 56 hands. Raises `RulebookError` at a hole or a double
    claim.
    """
    category_of: dict[Dice, Category] = {}
    rest: Category | None = None
    for category in categories:
        if category.hands is None:
            if rest is not None:
                raise RulebookError("rulebook_order", what=f"{rest.key}, {category.key}")
            rest = category
        for dice in category.hands or ():
            if dice in category_of:
                raise RulebookError(
                    "rulebook_order", what=f"{category_of[dice].key}, {category.key}"
                )
            category_of[dice] = category
    for dice in ALL_HANDS:
        if dice not in category_of:
            if rest is None:
                raise RulebookError("rulebook_hole", hand=dashed(dice))
            category_of[dice] = rest
    return category_of


def check_substitutes(categories: Iterable[Category]) -> None:
    """Check that a substitute exists, takes any hand and needs no throw of its own."""
    takes_any = {c.key for c in categories if c.hands is None and not c.one_throw}
    for category in categories:
        if category.otherwise is None:
            if category.one_throw:
                raise RulebookError("rulebook_substitute", category=category.key)
        elif category.otherwise not in takes_any:
            raise RulebookError("rulebook_substitute", category=category.key)


def check_later(category: Category, ties: Sequence[str]) -> None:
    """Check that „later“ decides only between hands in one throw, which come before all
    built ones.
    """
    if category.later_direct and (category.ties or ties)[0] != "one_throw":
        raise RulebookError("rulebook_order", what=category.key)


def check_ties(chain: Sequence[str]) -> None:
    """Check that a chain is total: it ends with „earlier“, as no two of a round are
    equally early.
    """
    if chain[-1:] != ("earlier",) or len(set(chain)) != len(chain):
        raise RulebookError("rulebook_order", what=", ".join(chain) or "ties")


class Ranking:
    """All hands of one rulebook, ranked. Higher is better; equal ranks are decided by „earlier“."""

    def __init__(self, categories: Sequence[Category], ties: tuple[str, ...]) -> None:
        self.ties = ties
        self.categories = {category.key: category for category in categories}
        self._category = categorize(categories)
        self._base = _places(categories)
        self.hands: Mapping[tuple[Dice, int, bool], Hand] = {
            (order, throws, in_one_throw): hand
            for dice in ALL_HANDS
            for throws, in_one_throw in TURNS
            for hand in [self._rank(dice, throws, in_one_throw)]
            for order in permutations(dice)
        }
        """(dice in any order, throws, in one throw) -> hand, for every turn there can be."""

    def hands_of(self, category: Category) -> tuple[Dice, ...]:
        """Return the hands that belong to a category without being laid there, best first."""
        return category.hands or tuple(
            dice for dice in ALL_HANDS_BY_DIGITS if self._category[dice] is category
        )

    def chain(self, hand: Hand) -> tuple[str, ...]:
        """Return the ties that decide between this hand and an equal one."""
        own = self.categories[hand.key].ties
        chain = self.ties if own is None else own
        return ("one_throw", "later") if hand.yields else chain

    def _rank(self, dice: Dice, throws: int, in_one_throw: bool) -> Hand:
        category = self._category[dice]
        if category.one_throw and not in_one_throw and category.otherwise is not None:
            category = self.categories[category.otherwise]
        rank = self._base[category.key, dice]
        yields = category.later_direct and in_one_throw
        fewer = 0 if yields else MOST_THROWS - throws
        worth = {"fewer_throws": fewer, "one_throw": int(in_one_throw)}
        chain = self.ties if category.ties is None else category.ties
        # Two digits to base three below the place; „earlier“ has none.
        first, second = (*(worth[criterion] for criterion in chain[:-1]), 0, 0)[:2]
        rank = rank * TIE_STEPS + first * MOST_THROWS + second
        penalty = category.penalty_of(dice)
        return Hand(dice, throws, in_one_throw, category.code, category.key, rank, penalty, yields)


def equal_but_for_ties(hand: Hand, other: Hand) -> bool:
    """Tell if two hands are equal in the order of categories, before any tie is broken."""
    return hand.rank // TIE_STEPS == other.rank // TIE_STEPS


def _places(categories: Sequence[Category]) -> dict[tuple[str, Dice], int]:
    """Return each hand's place in its category and each category's place among the others."""
    best_first = [
        (category.key, dice)
        for category in categories
        for dice in (ALL_HANDS_BY_DIGITS if category.hands is None else category.hands)
    ]
    return {entry: place for place, entry in enumerate(reversed(best_first))}
