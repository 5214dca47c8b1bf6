"""The end of a turn: exact, and held against counting and against dice that are really thrown."""

from __future__ import annotations

import math
import random
from fractions import Fraction

import pytest

from games.engine.houserules import agreed
from games.odds import chance, ends_of_turn, odds
from games.odds.graph import ONE, THROW
from tests.games.odds.dice import BOOKS, book_id, counted_out, single

pytestmark = pytest.mark.slow

AIMS = {
    "aus": lambda hand: hand.category == "schock_aus",
    "a schock": lambda hand: hand.category in ("schock", "schock_aus"),
    "a straight or three of a kind": lambda hand: hand.category in ("strasse", "general"),
    "as high as can be": lambda hand: hand.rank,
    "as few throws as can be": lambda hand: 3 - hand.throws,
}
BENT = [
    agreed("dortmund", {"one_throw_only": True}),
    agreed("jule", {"after_turning": "rest"}),
    agreed("rsc2003", {"fewer_throws_first": True}),
]


def aus(hand):
    return hand.category == "schock_aus"


def jule(hand):
    return hand.dice == (4, 2, 1)


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_aus_in_one_throw_is_one_in_216(book):
    assert chance(book, 1, aus) == Fraction(1, 216)


def test_jule_in_one_two_and_three_throws_as_worked_by_hand():
    book = next(book for book in BOOKS if book.slug == "jule")
    assert chance(book, 1, jule) == Fraction(6, 216)
    # 78 throws leave one die to be thrown, 112 two and 20 all three.
    two = (6 + Fraction(78, 6) + Fraction(112 * 2, 36) + Fraction(20 * 6, 216)) / 216
    assert chance(book, 2, jule) == two == Fraction(29, 243)
    # Two throws for one die; for two beside a 4 or a 2; for two beside a one; for all three.
    left = 78 * Fraction(11, 36) + 68 * Fraction(1, 6) + 44 * Fraction(53, 324) + 20 * two
    assert chance(book, 3, jule) == (6 + left) / 216


def test_three_dice_thrown_for_ones_with_and_without_turning_two_sixes():
    """Without turning each die is a one in three throws with the chance 1 - (5/6)³."""
    plain = (1 - Fraction(5, 6) ** 3) ** 3
    for book in BOOKS:
        assert plain < chance(book, 3, aus) < plain * Fraction(3, 2)


@pytest.mark.parametrize("book", BOOKS + BENT, ids=book_id)
@pytest.mark.parametrize("throws", [1, 2, 3])
def test_chances_sum_to_one(book, throws):
    for worth in AIMS.values():
        ends = ends_of_turn(book, throws, worth)
        assert sum(ends.values()) == 1
        assert all(share > 0 and hand.throws <= throws for hand, share in ends.items())


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_whoever_strives_to_be_above_something_ends_somewhere(book):
    odds_of_book = odds(book)
    for throws in (1, 2, 3):
        for lowest in (None, *range(0, len(odds_of_book.scale.penalties), 17)):
            spread = odds_of_book.striving(throws, lowest)
            assert (spread[0], spread[-1]) == (0, ONE)
            assert list(spread) == sorted(spread)


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_a_single_throw_is_counted_out(book):
    ends = {hand.dice: share for hand, share in ends_of_turn(book, 1, lambda hand: 0).items()}
    assert ends == {hand.dice: Fraction(ways, 216) for hand, ways in single(book).items()}


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_a_covered_throw_is_counted_out(book):
    odds_of_book = odds(book)
    for kept in odds_of_book.turns.lefts:
        for throws in (1, 2, 3) if not kept else (2, 3):
            spread = odds_of_book.covered(kept, throws)
            below = 0
            ways = {hand.rank: 0 for hand in book.ranking.hands.values()}
            for hand, number in single(book, kept, throws).items():
                ways[hand.rank] += number
            for place, rank in enumerate(sorted(ways)):
                assert spread[place] == below
                below += ways[rank] * ONE // 6 ** (3 - len(kept))


@pytest.mark.parametrize("book", BOOKS + BENT, ids=book_id)
@pytest.mark.parametrize("aim", AIMS)
def test_plain_recursion_says_the_same(book, aim):
    worth = AIMS[aim]
    for throws in (1, 2, 3):
        ends = ends_of_turn(book, throws, worth)
        got = sum(share * int(worth(hand)) for hand, share in ends.items())
        assert got == counted_out(book, throws, worth)


def test_nobody_loses_a_chance_by_more_throws():
    for book in BOOKS:
        for worth in (aus, jule, AIMS["a schock"]):
            share, two, three = (chance(book, throws, worth) for throws in (1, 2, 3))
            assert share < two < three


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_dice_that_are_really_thrown_agree(book):
    """30,000 turns for a Schock, each hand within five standard deviations of its chance."""
    odds_of_book, rng, number = odds(book), random.Random(2026), 30_000
    worth = AIMS["a schock"]
    plan, ends = odds_of_book.best(3, worth), ends_of_turn(book, 3, worth)
    seen = dict.fromkeys(ends, 0)
    for _ in range(number):
        left, throws = 0, 0
        while left >= 0:
            throws += 1
            lefts = odds_of_book.turns.lefts[left]
            node = _fallen(odds_of_book, lefts, rng)
            left = plan.choice[throws][node.number] if throws < 3 else -1
        hand = odds_of_book.scale.hands[throws - 1][node.number]
        seen[hand] += 1
    for hand, share in ends.items():
        expected = number * float(share)
        assert abs(seen[hand] - expected) < 5 * math.sqrt(expected) + 5


def _fallen(odds_of_book, kept, rng):
    """Return the situation after a throw of real dice beside those kept."""
    dice = tuple(rng.randint(1, 6) for _ in range(3 - len(kept)))
    return next(
        node
        for node in odds_of_book.turns.nodes[1:]
        if node.kept == kept and sorted(node.last) == sorted(dice)
    )


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_every_way_of_the_engine_is_known(book):
    turns = odds(book).turns
    assert all(sum(ways for ways, _ in falls) == THROW for falls in turns.falls)
    for node in turns.nodes:
        assert {turns.lefts[left] for left in turns.ways[node.number]} == {
            kept for _, kept in node.ways
        }


def test_house_rules_that_change_no_dice_share_the_odds():
    assert odds(agreed("jule", {"deckel": 21})) is odds(agreed("jule", {}))
    assert odds(agreed("jule", {"after_turning": "rest"})) is not odds(agreed("jule", {}))
