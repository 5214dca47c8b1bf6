"""The card of a game: what a scorer's log says about each seat."""

from __future__ import annotations

from games.engine import card
from tests.games.engine.scoring import Scorer


def table(rulebook="dortmund", players="abcd", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def seats(game):
    return card(game.state)["seats"]


def column(game, key):
    return {player: seat[key] for player, seat in seats(game).items()}


def test_before_anything_has_happened():
    actual = card(table().state)
    assert actual["ended_by"] is None
    assert actual["seats"]["a"] == {
        "lost_first": False,
        "lost_second": False,
        "lost_game": False,
        "exit_first": None,
        "exit_second": None,
        "schock_aus": 0,
        "jule": 0,
        "deckel_taken": 0,
        "deckel_given": 0,
        "throw_points": 0,
    }


def test_who_lost_what():
    game = table().lose_half("a", "c").lose_half("b", "c").lose_half("b", "a")
    assert card(game.state)["ended_by"] == "final"
    assert column(game, "lost_first") == {"a": True, "b": False, "c": False, "d": False}
    assert column(game, "lost_second") == {"a": False, "b": True, "c": False, "d": False}
    assert column(game, "lost_game") == {"a": False, "b": True, "c": False, "d": False}
    assert column(game, "schock_aus") == {"a": 1, "b": 0, "c": 2, "d": 0}


def test_those_without_deckel_when_the_middle_empties_leave_together():
    game = table(house_rules={"deckel": 8})
    game.round(a="221", b="116", c="641", d="641").round(a="641", b="221", c="116", d="641")
    assert column(game, "exit_first") == {"a": None, "b": None, "c": 1, "d": 1}
    game.round(b="116", a="221")
    assert game.phase == "second_half"
    assert column(game, "exit_first") == {"a": None, "b": 2, "c": 1, "d": 1}
    assert column(game, "exit_second") == dict.fromkeys("abcd")


def test_after_a_schock_aus_all_others_leave_together():
    assert column(table().lose_half("c", "a"), "exit_first") == {"a": 1, "b": 1, "c": None, "d": 1}


def test_a_half_lost_by_a_ruling_or_a_sudden_round_has_no_order_of_getting_out():
    assert set(column(table().rule(lose_half="c"), "exit_first").values()) == {None}
    game = table().overtime("sudden_round").lose_half("c", "a")
    assert set(column(game, "exit_first").values()) == {None}


def test_whoever_comes_back_counts_when_he_goes_again():
    game = table("schockfreunde", house_rules={"deckel": 8})
    game.round(a="221", b="116", c="641", d="641").round(a="641", b="221", c="116", d="641")
    game.reenter("c").round(b="651", c="641", a="221")
    assert column(game, "exit_first") == {"a": None, "b": None, "c": 2, "d": 1}


def test_whoever_is_back_when_a_ruling_ends_the_half_has_not_got_out():
    game = table("schock4life", house_rules={"deckel": 8})
    game.round(a="221", b="116", c="641", d="641").round(a="641", b="221", c="116", d="641")
    game.reenter("c").rule(lose_half="a")
    assert column(game, "exit_first") == {"a": None, "b": None, "c": None, "d": 1}


def test_an_opening_can_send_everybody_out_at_once():
    game = Scorer("schock4life", "abc").opening(a="111", b="221", c="111")
    assert column(game, "exit_first") == {"a": 1, "b": None, "c": 1}
    assert column(game, "schock_aus") == {"a": 1, "b": 0, "c": 1}
    assert column(game, "deckel_taken") == {"a": 0, "b": 13, "c": 0}
    assert set(column(game, "deckel_given").values()) == {0}


def test_deckel_taken_and_given():
    game = (
        table().round(a="116", b="641", c="641", d="221").round(d="641", a="221", b="115", c="641")
    )
    assert column(game, "deckel_taken") == {"a": 5, "b": 0, "c": 0, "d": 6}
    assert column(game, "deckel_given") == {"a": 6, "b": 5, "c": 0, "d": 0}


def test_deckel_of_a_re_entry():
    game = table("schock4life", house_rules={"deckel": 8})
    game.round(a="221", b="116", c="641", d="641").round(a="641", b="221", c="116", d="641")
    game.reenter("d")
    assert column(game, "deckel_taken") == {"a": 6, "b": 2, "c": 0, "d": 2}
    assert column(game, "deckel_given") == {"a": 1, "b": 7, "c": 2, "d": 0}


def test_points_for_the_best_hand_while_deckel_lie_in_the_middle():
    game = table("jule", house_rules={"deckel": 9})
    game.round(a="116", b="641", c="641", d="221")
    # The Jule asks for seven, though only three lie there.
    game.round(d="641", a="221", b="124", c="641")
    assert column(game, "throw_points") == {"a": 6, "b": 7, "c": 0, "d": 0}
    game.round(a="111", d="221")
    assert column(game, "throw_points")["a"] == 6
    assert column(game, "jule")["b"] == 1


def test_a_schock_aus_is_worth_the_middle_but_at_least_seven():
    game = (
        table().round(a="116", b="641", c="641", d="221").round(d="111", a="221", b="641", c="641")
    )
    assert column(game, "throw_points") == {"a": 6, "b": 0, "c": 0, "d": 7}
    game = table().round(a="111", b="641", c="641", d="221")
    assert column(game, "throw_points")["a"] == 13


def test_a_voided_round_is_on_no_card():
    game = table().hand("a", "111").rule(void_round=True)
    assert column(game, "schock_aus")["a"] == 0
