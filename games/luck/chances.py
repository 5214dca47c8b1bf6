"""The categories that the dice of a rulebook bring: exact, and computed once. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise

from games.engine import load
from games.engine.dice import MOST_THROWS, Hand
from games.luck.throws import CATEGORIES
from games.odds import chance, odds
from games.odds.graph import ONE


@dataclass(frozen=True)
class Chances:
    """A category: how often it can be had at best in one, two and three throws."""

    code: str
    name: str
    wanted: tuple[Fraction, ...]


@lru_cache(maxsize=32)
def chances(slug: str, lang: str) -> tuple[Chances, ...]:
    """Return for each category of a rulebook how often a player who wants nothing else has it; the
    best first.
    """
    book = load(slug)
    names = {category.code: getattr(category.name, lang) for category in reversed(book.categories)}
    return tuple(
        Chances(
            code,
            names[code],
            tuple(chance(book, throws, _is(code)) for throws in range(1, MOST_THROWS + 1)),
        )
        for code in CATEGORIES
        if code in names
    )


@lru_cache(maxsize=32)
def ends(slug: str, throws: int) -> Mapping[str, Fraction]:
    """Return how often each category ends a turn of up to so many throws, for a player who tries to
    be above another with as many, and knows nothing of him.
    """
    odds_of_book = odds(load(slug))
    below = odds_of_book.striving(throws, None)
    shares: dict[str, Fraction] = {}
    for hand, (low, high) in zip(odds_of_book.scale.shown, pairwise(below), strict=True):
        shares[hand.category] = shares.get(hand.category, Fraction(0)) + Fraction(high - low, ONE)
    return shares


def expected(slug: str, turns: Mapping[int, int]) -> dict[str, Fraction]:
    """Return how many hands of each category so many turns bring on average; `turns` by their
    limit.
    """
    shares: dict[str, Fraction] = {}
    for throws, number in turns.items():
        for code, share in ends(slug, throws).items():
            shares[code] = shares.get(code, Fraction(0)) + share * number
    return shares


def _is(code: str) -> Callable[[Hand], bool]:
    return lambda hand: hand.category == code
