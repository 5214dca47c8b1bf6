"""Undo: a retract withdraws the last event still in force, as often as one likes."""

from __future__ import annotations

from tests.games.engine.scoring import Scorer


def table(rulebook="dortmund", players="abc", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def test_a_retract_takes_back_one_throw():
    game = table().throw("a", "643").throw("a", "52", "6").retract()
    assert game.turn == "a"
    game.throw("a", "11", "6").stand("a")
    assert game.limit == 2


def test_a_retract_brings_back_a_round_that_was_settled():
    game = table().round(a="641", b="116", c="221").retract()
    assert (game.rounds, game.turn, game.middle) == ([], "c", 13)


def test_retracts_can_be_repeated_and_are_not_events_themselves():
    game = table().hand("a", "641").hand("b", "651").retract(2)
    assert game.turn == "a"
    assert game.refused("retract").code == "nothing_to_retract"
    game.hand("a", "116").retract().hand("a", "221")
    assert game.turn == "b"


def test_nothing_can_be_taken_back_before_the_first_event():
    assert table().refused("retract").code == "nothing_to_retract"


def test_a_retract_reopens_a_game_that_was_over_and_withdraws_its_charges():
    game = table("rsc2003").breach("b", "early_lift").rule(lose_game="a").retract()
    assert (game.phase, game.ended_by, game.turn) == ("first_half", None, "a")
    assert [charge["code"] for charge in game.charges] == ["early_lift"]
    assert game.abandon().retract(2).charges == []


def test_the_index_of_an_event_is_its_place_in_the_log_as_given():
    game = table("rsc2003").breach("b", "early_lift").hand("a", "641").retract()
    game.breach("b", "early_lift").round(a="641", b="651", c="221")
    assert [charge["event"] for charge in game.charges] == [0, 3]
    assert game.last["event"] == 6


def test_a_refused_event_after_retracts_has_the_index_of_the_log():
    game = table().hand("a", "641").retract()
    assert game.refused("stand", "a").code == "no_throw_yet"
    assert game.state.events == 2


def test_a_retract_looks_at_no_other_key():
    game = table().hand("a", "641").log("retract", player="nobody", id=5)
    assert game.turn == "a"


def test_a_retracted_breach_no_longer_counts():
    game = table("jule").breach("a", "dropped_dice").retract().breach("a", "dropped_dice")
    assert game.phase == "first_half"


def test_overtime_can_be_taken_back():
    game = table().overtime("sudden_round").retract().round(a="116", b="641", c="221")
    assert game.phase == "first_half"
