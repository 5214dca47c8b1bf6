"""The beginner of a game: three dice, one die, the first of the players, or a starter agreed on."""

from __future__ import annotations

import pytest

from tests.games.engine.scoring import Scorer


def test_example_0_9_the_lowest_takes_the_highest_throws_deckel_and_begins():
    game = Scorer("schock4life").opening(b="622", a="115")
    assert (game.step, game.turn, game.limit, game.order) == ("opening", None, None, [])
    game.opening(c="442")
    assert (game.middle, game.deckel) == (8, {"a": 0, "b": 0, "c": 5})
    assert (game.turn, game.order, game.rounds) == ("c", ["c", "a", "b"], [])


def test_example_0_10_the_lowest_roll_off_for_the_first_rolls_deckel():
    game = Scorer("schock4life").opening(a="654", b="322", c="322")
    assert game.step == "opening"
    error = game.refused("opening", "a", dice=[1, 2, 3])
    assert (error.code, error.clause) == ("not_in_roll_off", "Z. 49–52")
    game.opening(c="521", b="431")
    assert (game.middle, game.deckel, game.turn) == (11, {"a": 0, "b": 2, "c": 0}, "b")


def test_no_round_is_open_while_it_is_rolled_for_who_begins():
    game = Scorer("schock4life")
    assert not game.state.table.open
    assert not game.opening(b="622", a="115").state.table.open


def test_a_roll_off_goes_on_until_one_is_lowest():
    game = Scorer("schock4life", "abcd").opening(a="666", b="221", c="221", d="221")
    game.opening(b="331", c="331", d="332")
    assert game.refused("opening", "d", dice=[1, 2, 3]).code == "not_in_roll_off"
    game.opening(c="432", b="116")
    assert (game.turn, game.deckel["c"], game.middle) == ("c", 3, 10)


def test_a_tie_at_the_top_does_not_matter():
    game = Scorer("schock4life").opening(a="116", b="611", c="221")
    assert game.deckel == {"a": 0, "b": 0, "c": 6}


def test_a_schock_aus_in_the_opening_loses_the_half_at_once():
    game = Scorer("schock4life").opening(a="111", b="221", c="654")
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "b", "b")
    assert (game.middle, game.rounds, game.step) == (13, [], "throwing")


def test_with_few_deckel_a_schock_6_may_be_all_of_them():
    game = Scorer("schock4life", house_rules={"deckel": 5}).opening(a="116", b="221", c="654")
    assert game.first_half_loser == "b"


def test_overtime_can_be_called_before_anybody_has_rolled():
    game = Scorer("schock4life").overtime("one_half").opening(a="111", b="221", c="654")
    assert (game.ended_by, game.loser) == ("overtime", "b")
    game = Scorer("schock4life").overtime("sudden_round").opening(a="116", b="221", c="654")
    assert (game.phase, game.deckel["b"]) == ("first_half", 6)


def test_example_1_8_schockfreunde_load_once_and_the_later_seat_is_the_lower():
    game = Scorer("schockfreunde", "abcd").opening(a="653", b="555", c="431", d="322")
    assert (game.middle, game.deckel["d"], game.turn) == (10, 3, "d")
    game = Scorer("schockfreunde", "abcd").opening(d="221", c="653", b="221", a="555")
    assert (game.turn, game.deckel["d"]) == ("d", 3)


def test_example_4_11_jule_rolls_one_die_for_the_highest():
    game = Scorer("jule")
    assert game.refused("opening", "a", dice=[1, 2, 3]).code == "bad_dice"
    game.opening(a="5", b="6", c="6").opening(b="2", c="4")
    assert (game.turn, game.middle, game.order) == ("c", 13, ["c", "a", "b"])


@pytest.mark.parametrize("book", ["rsc2003", "dortmund"])
def test_without_an_opening_the_first_of_the_players_begins(book):
    game = Scorer(book, "xyz")
    assert (game.step, game.turn) == ("throwing", "x")
    assert game.refused("opening", "x", dice=[1]).code == "no_opening"


@pytest.mark.parametrize("book", ["schock4life", "schockfreunde", "rsc2003", "dortmund", "jule"])
def test_a_starter_replaces_the_opening(book):
    game = Scorer(book, "xyz", starter="y")
    assert (game.turn, game.order, game.middle) == ("y", ["y", "z", "x"], 13)


def test_each_player_rolls_once_and_nothing_else_happens_meanwhile():
    game = Scorer("schock4life").opening(a="654")
    assert game.refused("opening", "a", dice=[1, 2, 3]).code == "already_rolled"
    assert game.refused("opening", "x", dice=[1, 2, 3]).code == "unknown_player"
    for dice in (None, [1, 2], [1, 2, 7], [1, 2, True], "123", [1, 2, 3.0]):
        assert game.refused("opening", "b", dice=dice).code == "bad_dice"
    assert game.refused("opening", "b").code == "missing_key"
    assert game.refused("throw", "b", kept=[], turned=0, dice=[1, 2, 3]).code == "no_turn"
    assert game.refused("hand", "b", dice=[1, 2, 3], throws=1, in_one_throw=True).code == "no_turn"
    assert game.refused("reveal", "b", dice=[1, 2, 3]).code == "not_revealing"
    assert game.refused("reenter", "b").code == "no_reentry_now"
    assert game.refused("ruling", effect={"void_round": True}).code == "no_round"
    assert game.refused("ruling", effect={"lose_round": "a"}).code == "no_round"


def test_a_half_can_be_lost_during_its_opening_by_a_ruling():
    game = Scorer("schock4life").opening(a="654").rule(lose_half="c")
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "c", "c")


def test_an_opening_for_each_half_also_with_a_starter():
    rules = {"opening_each_half": True}
    game = Scorer("schock4life", starter="a", house_rules=rules)
    game.lose_half("c", "a")
    assert (game.phase, game.step, game.turn) == ("second_half", "opening", None)
    game.opening(a="221", b="654", c="653")
    assert (game.turn, game.deckel) == ("a", {"a": 2, "b": 0, "c": 0})
    game.rule(lose_half="a")
    assert (game.phase, game.step, game.turn) == ("final", "throwing", "c")


def test_an_opening_of_the_second_half_in_jule():
    game = Scorer("jule", "ab", house_rules={"opening_each_half": True}).opening(a="5", b="2")
    game.rule(lose_half="a")
    assert game.step == "opening"
    assert game.opening(b="6", a="1").turn == "b"
