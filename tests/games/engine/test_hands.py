"""The order of hands, rulebook by rulebook, and what each is worth."""

from __future__ import annotations

import itertools

import pytest

from games.engine import load, slugs
from games.engine.dice import ALL_HANDS
from games.engine.hands import ALL, TURNS, equal_but_for_ties
from games.engine.houserules import agreed

ORDER = {
    "schock4life": "111 116 115 114 113 112 666 222 654 321 665 221",
    "schockfreunde": "111 116 115 114 113 666 222 112 654 321 665 221",
    "rsc2003": "111 116 115 114 113 112 654 321 666 222 665 221",
    "dortmund": "111 116 115 114 113 666 222 112 654 321 665 221",
    "jule": "111 421 116 115 114 113 666 222 112 654 321 665 221",
}
PENALTY = {
    "schock4life": {"666": 3, "654": 2, "665": 1, "421": 1},
    "schockfreunde": {"666": 3, "654": 2, "665": 1, "421": 1},
    "rsc2003": {"666": 2, "654": 3, "665": 1, "421": 1},
    "dortmund": {"666": 3, "654": 2, "665": 1, "421": 1},
    "jule": {"666": 3, "654": 2, "665": 1, "421": 7},
}


def hand(book, text, throws=1, whole=None):
    dice = tuple(int(face) for face in text)
    return book.ranking.hands[dice, throws, throws == 1 if whole is None else whole]


def falling(book, *hands):
    ranks = [hand(book, *h).rank for h in hands]
    return all(a > b for a, b in itertools.pairwise(ranks))


@pytest.mark.parametrize("slug", slugs())
def test_the_order_of_the_text(slug):
    book = load(slug)
    assert falling(book, *((text,) for text in ORDER[slug].split()))


@pytest.mark.parametrize("slug", slugs())
def test_what_a_hand_costs_the_worst(slug):
    book = load(slug)
    by_key = {text: hand(book, text).penalty for text in PENALTY[slug]}
    assert by_key == PENALTY[slug]
    assert [hand(book, f"11{n}").penalty for n in (6, 5, 4, 3, 2)] == [6, 5, 4, 3, 2]
    assert hand(book, "111").penalty == ALL


@pytest.mark.parametrize("slug", slugs())
def test_numbers_are_compared_by_their_falling_digits(slug):
    assert falling(load(slug), ("665",), ("664",), ("655",), ("632",), ("543"[:2] + "1",), ("221",))


@pytest.mark.parametrize("slug", slugs())
def test_every_throw_has_one_hand_and_no_two_hands_share_a_place(slug):
    book = load(slug)
    ranks = {}
    for dice in ALL_HANDS:
        for throws, whole in TURNS:
            hands = book.ranking.hands[dice, throws, whole]
            ranks.setdefault(hands.rank, []).append(hands)
            assert hands.dice == dice
    for equal in ranks.values():
        assert len({actual.dice for actual in equal}) == 1


@pytest.mark.parametrize("slug", ["schockfreunde", "rsc2003"])
def test_general_and_strasse_must_fall_in_one_throw_or_count_as_numbers(slug):
    book = load(slug)
    assert hand(book, "333", 3, True).category == "general"
    assert hand(book, "333", 3, False).category == "zahl"
    assert hand(book, "654", 2, False).penalty == 1
    assert falling(book, ("665", 2, False), ("654", 2, False), ("653", 2, False))
    assert falling(book, ("666", 2, False), ("665", 2, True))
    assert falling(book, ("421", 2, False), ("333", 2, False), ("321", 2, True)) is False
    assert hand(book, "116", 3, False).category == "schock"


@pytest.mark.parametrize("slug", ["schock4life", "dortmund", "jule"])
def test_elsewhere_they_may_be_built(slug):
    book = load(slug)
    assert hand(book, "333", 3, False).category == "general"
    assert hand(book, "654", 2, False).category == "strasse"


def test_fewer_throws_win_a_tie_but_not_in_rsc2003_and_dortmund():
    for slug in ("schock4life", "schockfreunde", "jule"):
        assert falling(load(slug), ("114", 1), ("114", 2, False), ("114", 3, False))
    for slug in ("rsc2003", "dortmund"):
        assert hand(load(slug), "114", 1).rank == hand(load(slug), "114", 3, False).rank


def test_in_one_throw_wins_a_tie_of_equal_throws_only_in_jule():
    assert falling(load("jule"), ("643", 2, True), ("643", 2, False), ("643", 3, True))
    book = load("schock4life")
    assert hand(book, "643", 2, True).rank == hand(book, "643", 2, False).rank


@pytest.mark.parametrize("slug", ["schock4life", "jule"])
def test_a_schock_aus_in_one_throw_beats_a_built_one_even_with_more_throws(slug):
    chain = [("111", 1), ("111", 2, True), ("111", 3, True), ("111", 2, False), ("111", 3, False)]
    assert falling(load(slug, 1), *chain)
    assert falling(load(slug), *chain[2:])


def test_direct_schock_aus_are_equal_in_schock4life_and_the_later_wins():
    book = load("schock4life")
    direct = {hand(book, "111", throws, True).rank for throws in (1, 2, 3)}
    assert len(direct) == 1
    assert all(hand(book, "111", throws, True).yields for throws in (1, 2, 3))
    assert not hand(book, "111", 2, False).yields


def test_elsewhere_a_built_schock_aus_in_fewer_throws_is_the_better():
    assert falling(load("schockfreunde"), ("111", 2, False), ("111", 3, True))
    book = load("dortmund")
    assert hand(book, "111", 2, False).rank == hand(book, "111", 3, True).rank


def test_equal_hands_are_those_that_only_a_tie_can_tell_apart():
    book = load("jule")
    assert equal_but_for_ties(hand(book, "643", 1), hand(book, "643", 3, False))
    assert not equal_but_for_ties(hand(book, "643", 1), hand(book, "642", 1))


def test_general_over_schock_2_as_a_house_rule():
    book = agreed("schock4life", {"general_over_schock2": True})
    assert falling(book, ("113",), ("666",), ("222",), ("112",), ("654",))
    book = agreed("jule", {"general_over_schock2": False})
    assert falling(book, ("421",), ("113",), ("112",), ("666",), ("222",), ("654",))


def test_one_throw_only_as_a_house_rule_leaves_the_jule_alone():
    book = agreed("jule", {"one_throw_only": True})
    assert hand(book, "421", 3, False).category == "jule"
    assert hand(book, "666", 3, False).category == "zahl"
    book = agreed("rsc2003", {"one_throw_only": False})
    assert hand(book, "654", 3, False).category == "strasse"


def test_fewer_throws_first_as_a_house_rule():
    book = agreed("rsc2003", {"fewer_throws_first": True})
    assert falling(book, ("114", 1), ("114", 2, False))
    assert falling(book, ("111", 2, False), ("111", 3, True))
    book = agreed("jule", {"fewer_throws_first": False})
    assert falling(book, ("643", 3, True), ("643", 1 + 1, False))
    assert hand(book, "643", 2, False).rank == hand(book, "643", 3, False).rank
    book = agreed("schock4life", {"fewer_throws_first": False})
    assert hand(book, "643", 1).rank == hand(book, "643", 3, False).rank
    # Between two Aus „in one throw“ still comes first where it does.
    assert falling(book, ("111", 3, True), ("111", 2, False))
    assert hand(book, "111", 1).rank == hand(book, "111", 3, True).rank
    again = agreed("jule", {"fewer_throws_first": True})
    assert falling(again, ("111", 3, True), ("111", 2, False), ("111", 3, False))
    assert falling(again, ("643", 2, False), ("643", 3, True))


def test_the_table_of_values_reads_best_first():
    rows = load("jule").value_table
    assert [(row.hand, row.penalty) for row in rows] == [
        ("1-1-1", None),
        ("4-2-1", 7),
        ("6-1-1", 6),
        ("5-1-1", 5),
        ("4-1-1", 4),
        ("3-1-1", 3),
        ("6-6-6 … 2-2-2", 3),
        ("2-1-1", 2),
        ("6-5-4 … 3-2-1", 2),
        ("6-6-5 … 2-2-1", 1),
    ]
    assert rows[2].name.de == "Max 6"
    assert rows[6].name.de == "Drei Dicke"
    assert all(row.clause for row in rows)


def test_names_of_hands_and_categories():
    book = load("schockfreunde")
    assert book.category_names["schock"].de == "Schock"
    assert book.ranking.categories["schock_2"].name_of((2, 1, 1), "de") == "Schock doof"
    assert book.ranking.categories["zahl"].name_of((6, 4, 3), "en") == "6-4-3"
