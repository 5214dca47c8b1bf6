"""Rounds and how they settle: Deckel from the middle, from the best, or all; the next beginner."""

from __future__ import annotations

import pytest

from games.engine import IllegalError
from tests.games.engine.scoring import Scorer

BOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")


def table(rulebook="dortmund", players="abc", deckel=13, **rules):
    rules = {**rules, "deckel": deckel}
    return Scorer(rulebook, players, starter=players[0], house_rules=rules)


def test_the_worst_takes_the_bests_penalty_from_the_middle_and_begins():
    game = table().round(a="641", b="116", c="221")
    assert game.last == {
        "phase": "first_half",
        "order": ["a", "b", "c"],
        "limit": 1,
        "hands": {
            player: {"dice": dice, "throws": 1, "in_one_throw": True, "category": category}
            for player, dice, category in (
                ("a", [6, 4, 1], "zahl"),
                ("b", [6, 1, 1], "schock"),
                ("c", [2, 2, 1], "zahl"),
            )
        },
        "best": "b",
        "worst": "c",
        "penalty": 6,
        "moved": 6,
        "source": "middle",
        "deckel": {"a": 0, "b": 0, "c": 6},
        "middle": 7,
        "event": 2,
    }
    assert game.order == ["c", "a", "b"]


def test_only_what_is_left_in_the_middle_moves():
    game = table(deckel=8).round(a="641", b="116", c="221").round(c="115", a="221", b="641")
    assert (game.last["penalty"], game.last["moved"], game.last["source"]) == (5, 2, "middle")
    assert (game.middle, game.deckel) == (0, {"a": 2, "b": 0, "c": 6})


def test_when_the_middle_is_empty_only_players_with_deckel_go_on():
    game = table(deckel=8).round(a="641", b="116", c="221").round(c="115", a="221", b="641")
    assert game.order == ["a", "c"]


def test_then_the_best_gives_his_own_and_only_what_he_has():
    game = table(deckel=8).round(a="641", b="116", c="221").round(c="115", a="221", b="641")
    game.round(a="115", c="221")
    assert (game.last["penalty"], game.last["moved"], game.last["source"]) == (5, 2, "giver")
    assert (game.phase, game.first_half_loser) == ("second_half", "c")
    assert game.last["deckel"] == {"a": 0, "b": 0, "c": 8}


@pytest.mark.parametrize("book", BOOKS)
def test_a_schock_aus_ends_the_half_at_once(book):
    game = Scorer(book, starter="a").round(a="116", b="641", c="221")
    assert game.deckel == {"a": 0, "b": 0, "c": 6}
    game.round(c="116", a="111", b="641")
    assert (game.last["penalty"], game.last["moved"], game.last["source"]) == (13, 13, "all")
    assert game.last["deckel"] == {"a": 0, "b": 13, "c": 0}
    assert (game.phase, game.first_half_loser) == ("second_half", "b")


def test_what_the_loser_of_a_schock_aus_has_already_does_not_change_hands():
    game = table().round(a="116", b="641", c="221").round(c="221", a="111", b="641")
    assert (game.last["penalty"], game.last["moved"]) == (13, 7)


def test_all_turns_are_played_out_after_a_schock_aus():
    game = table().hand("a", "111", 2, False)
    assert game.turn == "b"
    game.hand("b", "111", 1).hand("c", "221", 1)
    # dortmund: the earlier Aus is the better, and the third player loses anyway.
    assert (game.last["best"], game.last["worst"]) == ("a", "c")


def test_example_0_7_an_aus_in_one_throw_beats_an_earlier_built_one():
    game = Scorer("schock4life", "ab", starter="a")
    game.throw("a", "126").throw("a", "16", "1").throw("a", "1", "11")
    game.throw("b", "123").throw("b", "123").throw("b", "111")
    assert (game.last["best"], game.last["worst"]) == ("b", "a")


def test_of_equal_hands_the_later_is_the_worse_and_the_earlier_the_better():
    game = table(players="abcd").round(a="641", b="653", c="653", d="641")
    assert (game.last["best"], game.last["worst"]) == ("b", "d")


def test_earlier_is_earlier_in_the_round_and_not_at_the_table():
    game = table().round(a="641", b="641", c="221")
    assert game.order == ["c", "a", "b"]
    game.round(c="641", a="221", b="641")
    assert game.last["best"] == "c"


def test_a_schock_aus_in_one_throw_beats_every_earlier_one_also_a_direct_one():
    """Z. 154 excepts none; with the rules of before the earlier one won, and still does."""
    for rules, best, worst in ((2, "c", "a"), (1, "a", "c")):
        game = Scorer("schock4life", "abc", starter="a", rules=rules)
        game.round(a="111", b="111", c="111")
        assert (game.last["best"], game.last["worst"]) == (best, worst)
    game = Scorer("schock4life", "ab", starter="a", rules=2)
    game.hand("a", "111", 2, True).hand("b", "111", 2, True)
    assert (game.last["best"], game.last["worst"]) == ("b", "a")
    game = Scorer("schock4life", "abc", starter="a", rules=2)
    game.hand("a", "111", 2, True).hand("b", "111", 2, False).hand("c", "111", 2, False)
    assert (game.last["best"], game.last["worst"]) == ("a", "c")
    game = Scorer("schock4life", "abc", starter="a", rules=2)
    game.hand("a", "111", 2, True).hand("b", "221", 1).hand("c", "111", 2, True)
    assert (game.last["best"], game.last["worst"]) == ("c", "b")


def test_whether_the_later_direct_aus_wins_is_for_the_table_to_say():
    for book, later, best in (
        ("schock4life", False, "a"),
        ("schock4life", True, "b"),
        ("jule", True, "b"),
        ("jule", False, "a"),
    ):
        rules = {"later_direct_aus": later}
        game = Scorer(book, "abc", starter="a", rules=2, house_rules=rules)
        assert game.hand("a", "111").hand("b", "111").hand("c", "221").last["best"] == best
    for book in ("schockfreunde", "rsc2003", "dortmund"):
        with pytest.raises(IllegalError) as refused:
            Scorer(book, rules=2, house_rules={"later_direct_aus": True})
        assert refused.value.code == "refused_house_rule"


def test_a_forfeited_direct_aus_beats_nothing_though_it_came_later():
    game = Scorer("schock4life", "abc", starter="a", rules=2).hand("a", "111")
    game.rule(lose_round="c").hand("b", "221").hand("c", "111")
    assert (game.last["best"], game.last["worst"]) == ("a", "c")


def test_example_2_13_schock_2_beats_a_strasse_but_costs_less():
    game = Scorer("rsc2003", "abcd").round(a="211", b="654", c="555", d="521")
    assert (game.last["best"], game.last["worst"], game.last["moved"]) == ("a", "d", 2)


def test_a_jule_costs_seven():
    game = Scorer("jule", "ab", starter="a").round(a="124", b="116")
    assert (game.last["penalty"], game.last["hands"]["a"]["category"]) == (7, "jule")


def test_the_loser_of_the_round_begins_or_the_next_clockwise_who_is_in_it():
    """He joined with none, the best had none to give: he is out again."""
    game = table("schockfreunde", "abcd", 8).round(a="641", b="116", c="221", d="631")
    game.round(c="641", d="221", a="116", b="651")
    assert (game.order, game.deckel) == (["d", "c"], {"a": 0, "b": 0, "c": 6, "d": 2})
    game.reenter("a").reenter("b")
    assert game.order == ["d", "a", "b", "c"]
    game.round(d="641", a="116", b="221", c="651")
    assert (game.last["worst"], game.last["moved"], game.last["source"]) == ("b", 0, "giver")
    assert game.order == ["c", "d"]


def test_a_round_of_two_and_the_smallest_number_of_deckel():
    game = table(players="ab", deckel=5).round(a="116", b="221")
    assert (game.last["penalty"], game.last["moved"], game.first_half_loser) == (6, 5, "b")


def test_thirty_deckel():
    game = table(players="ab", deckel=30).round(a="111", b="221")
    assert (game.last["penalty"], game.last["moved"]) == (30, 30)
