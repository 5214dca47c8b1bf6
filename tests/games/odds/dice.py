"""The dice counted out one by one, for the tests to hold the odds against."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

from games.engine import load, slugs
from games.engine.dice import Hand
from games.engine.settle import flow, weigh

BOOKS = [load(slug) for slug in slugs()]


def book_id(book):
    return book.slug


def named(book, dice, throws=1, whole=None):
    """Return the hand of some dice, „641“."""
    whole = throws == 1 if whole is None else whole
    return book.ranking.hands[tuple(map(int, dice)), throws, whole]


def single(book, kept=(), throws=1):
    """Return the hands of one throw beside the kept dice, with the number of ways each can fall."""
    single = Counter()
    for fallen in product(range(1, 7), repeat=3 - len(kept)):
        single[book.ranking.hands[(*kept, *fallen), throws, not kept]] += 1
    return single


def counted_out(book, throws, worth):
    """Return the most that `worth` can be on average in so many throws, by plain recursion."""

    @cache
    def lying(node, made):
        stand = Fraction(worth(book.ranking.hands[node.dice, made, made == 1 or not node.kept]))
        if made == throws:
            return stand
        return max(stand, *(thrown(node, way, made) for way in node.ways))

    def thrown(node, way, made):
        turned, kept = way
        number = 3 - len(kept)
        falls = node.lefts[(turned, *kept)].falls
        total = Fraction(0)
        for fallen in product(range(1, 7), repeat=number):
            total += lying(falls[fallen if number > 1 else fallen[0]], made + 1)
        return total / 6**number

    return thrown(book.turns[0], (0, ()), 0)


def net(hands, deckel, middle, total, who):
    """Return what a settled round changes in a player's Deckel, as the engine says."""
    best, worst = weigh(hands)
    after = flow(hands[best].penalty, total, middle, tuple(deckel), best, worst)[4]
    return after[who] - deckel[who]


def average(hands, spreads, deckel, middle, total, who):
    """`hands[who]` is known; each of the others comes out of a Counter of hands."""
    weighted = ways_of_all = 0
    for others in product(*(spread.items() for spread in spreads)):
        ways = 1
        for _, number in others:
            ways *= number
        row = [hand for hand, _ in others]
        row.insert(who, hands)
        weighted += ways * net(row, deckel, middle, total, who)
        ways_of_all += ways
    return Fraction(weighted, ways_of_all)


def open_hand(hand: Hand):
    return Counter({hand: 1})
