"""The cost of a hand, held against every possible round, settled by the engine."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from games.odds import odds
from games.odds.graph import ONE
from games.odds.situation import Seen, Situation, Weighed, weigh
from tests.games.odds.dice import BOOKS, average, book_id, named, open_hand, single

BY_SLUG = {book.slug: book for book in BOOKS}


def situation(book, earlier=(), later=(0,), mine=0, middle=13, limit=1):
    must = book.last_throw == "must"
    covers = (True,) if must else (False, True)
    return Situation(tuple(earlier), tuple(later), mine, middle, 13, limit, covers)


def seen(book, dice, throws=1, whole=None):
    return Seen(odds(book).scale.place[named(book, dice, throws, whole).rank])


def cost(book, table, dice, throws=1, covered=False, whole=None):
    what = weigh(odds(book), table)
    place = odds(book).scale.place[named(book, dice, throws, whole).rank]
    return Fraction(what.cost(place, throws, covered), what.unit)


def striving(book, throws, lowest):
    """Return the hands of a player still to throw, one for each place, with their ways."""
    odds_of_book = odds(book)
    spread = odds_of_book.striving(throws, lowest)
    return Counter(
        {
            odds_of_book.scale.shown[place]: spread[place + 1] - spread[place]
            for place in range(len(odds_of_book.scale.shown))
            if spread[place + 1] > spread[place]
        }
    )


def test_straight_in_one_throw_against_one_other_as_worked_by_hand():
    """Dortmund, two players, 13 in the middle: 21 of 216 throws beat 6-5-4 of the first."""
    book = BY_SLUG["dortmund"]
    worked = 1 * 13 + 3 * (6 + 5 + 4 + 3 + 2) + 5 * 3
    assert cost(book, situation(book), "654") == Fraction(worked, 216) == Fraction(11, 27)


def test_only_what_lies_in_the_middle_can_come():
    """The same with one Deckel left there; a Schock-Aus gives all 13 all the same."""
    book = BY_SLUG["dortmund"]
    assert cost(book, situation(book, middle=1), "654") == Fraction(13 + 3 * 5 + 5, 216)


def test_who_has_deckel_and_the_best_hand_gives_them_away():
    """Jule, the middle is empty, the last to throw has 3 and the Jule, the other 6-6-5."""
    book = BY_SLUG["jule"]
    table = situation(book, [(seen(book, "665"), 10)], (), mine=3, middle=0)
    assert cost(book, table, "421") == -3
    assert cost(book, table, "665") == 1
    assert cost(book, table, "642") == 1
    assert cost(book, table, "654") == -2


def test_with_an_aus_all_deckel_leave_even_those_of_who_was_neither():
    book = BY_SLUG["rsc2003"]
    earlier = [(seen(book, "111"), 4), (seen(book, "643"), 4)]
    table = situation(book, earlier, (), mine=5, middle=0)
    assert cost(book, table, "665") == -5
    assert cost(book, table, "642") == 13 - 5


@pytest.mark.parametrize("middle", [13, 2, 0])
@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_first_of_two_with_one_throw_for_every_hand(book, middle):
    deckel = [4, 9] if not middle else [1, 0]
    table = situation(book, (), deckel[1:], deckel[0], middle)
    for hand in single(book):
        expected = average(hand, [single(book)], deckel, middle, 13, 0)
        assert cost(book, table, hand.dice) == expected


@pytest.mark.parametrize("deckel", [(2, 5, 6), (6, 1, 6), (1, 11, 1), (0, 4, 9)])
@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_second_of_three_and_who_gives_matters(book, deckel):
    """An open hand before him, one throw behind him, and nothing in the middle."""
    first = named(book, "322")
    table = situation(book, [(seen(book, "322"), deckel[0])], deckel[2:], deckel[1], 0)
    spreads = [open_hand(first), single(book)]
    for dice in ("322", "221", "321", "611", "222", "111", "643"):
        hand = named(book, dice)
        assert cost(book, table, dice) == average(hand, spreads, list(deckel), 0, 13, 1)


@pytest.mark.parametrize("deckel", [(2, 5, 6), (6, 1, 6)])
@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_first_of_three_and_who_gives_matters(book, deckel):
    table = situation(book, (), deckel[1:], deckel[0], 0)
    spreads = [single(book), single(book)]
    for dice in ("322", "611", "654"):
        hand = named(book, dice)
        assert cost(book, table, dice) == average(hand, spreads, list(deckel), 0, 13, 0)


@pytest.mark.parametrize("middle", [13, 0])
@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_a_covered_hand_is_what_can_lie_under_the_cup(book, middle):
    """The first covers his third throw beside two ones, the second a whole one; the third looks."""
    deckel = [3, 4, 6] if not middle else [0, 0, 0]
    earlier = [(Seen(None, (1, 1), 3), deckel[0]), (Seen(None, (), 3), deckel[1])]
    table = situation(book, earlier, (), deckel[2], middle, limit=3)
    spreads = [single(book, (1, 1), 3), single(book, (), 3)]
    for dice, throws, whole in (("665", 1, True), ("321", 2, False), ("411", 3, True)):
        hand = named(book, dice, throws, whole)
        expected = average(hand, spreads, deckel, middle, 13, 2)
        assert cost(book, table, dice, throws, throws == 3, whole) == expected


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_those_behind_strive_to_be_above_what_lies_open(book):
    """Two throws for all: what the first leaves open tells the second what he needs."""
    table = situation(book, (), (0,), limit=3)
    place = odds(book).scale.place
    for dice in ("221", "542", "665", "211"):
        hand = named(book, dice, 2, True)
        expected = average(hand, [striving(book, 2, place[hand.rank])], [0, 0], 13, 13, 0)
        assert cost(book, table, dice, 2, whole=True) == expected
    hand = named(book, "542", 3, True)
    expected = average(hand, [striving(book, 3, None)], [0, 0], 13, 13, 0)
    assert cost(book, table, "542", 3, covered=True, whole=True) == expected


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_what_all_get_is_what_leaves_the_middle(book):
    """One throw each: over the whole table the costs are what the best hand gives on average."""
    for number in (2, 3):
        whole = Fraction(0)
        for place in range(number):
            earlier = [(Seen(None, (), 1), 0)] * place
            table = situation(book, earlier, (0,) * (number - place - 1))
            what = weigh(odds(book), table)
            whole += Fraction(what.last[True][0], what.unit)
        assert whole == _given(book, number)


def _given(book, number):
    """Return what the best of so many single throws gives on average, 13 for an Aus."""
    below = Fraction(0)
    given = Fraction(0)
    for hand, ways in sorted(single(book).items(), key=lambda pair: pair[0].rank):
        upto = below + Fraction(ways, 216)
        given += (upto**number - below**number) * (hand.penalty or 13)
        below = upto
    return given


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_throwing_on_is_the_average_of_what_it_leads_to(book):
    """A throw is worth exactly the mean over its dice: on average dice bring no luck."""
    rng = random.Random(7)
    odds_of_book = odds(book)
    for _ in range(3):
        table = random_situation(book, rng)
        what = weigh(odds_of_book, table)
        for throws in range(1, table.limit):
            for left, falls in enumerate(odds_of_book.turns.falls):
                # A die that lies there has been put aside after a throw.
                if throws > 1 or left == 0:
                    ahead = [(ways, what.play.lying[throws][number]) for ways, number in falls]
                    mean = Fraction(sum(ways * value for ways, value in ahead), 216)
                    assert what.play.throwing[throws - 1][left] == mean


@pytest.mark.parametrize("book", BOOKS, ids=book_id)
def test_the_worst_and_the_best_of_a_round_are_somebody(book):
    """Two players: the one who is not the worst is the best."""
    what = Weighed(odds(book), situation(book, (), (0,), limit=3))
    for place in set(odds(book).scale.places[1]) - {-1}:
        assert sum(what.extremes(place, 2, covered=False)) == ONE == what.whole


def random_situation(book, rng):
    places = range(len(odds(book).scale.shown))
    earlier = []
    limit = rng.choice((2, 3))
    for _ in range(rng.randint(0, 2)):
        covered = Seen(None, rng.choice(odds(book).turns.lefts), limit)
        earlier.append((rng.choice((covered, Seen(rng.choice(places)))), rng.randint(0, 4)))
    later = [rng.randint(0, 4) for _ in range(rng.randint(1, 2))]
    return situation(book, earlier, later, rng.randint(0, 5), rng.choice((0, 0, 1, 13)), limit)
