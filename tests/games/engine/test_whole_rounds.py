"""„B verliert mit drei, A war am besten“: a round in one entry, as a table says it aloud."""

from __future__ import annotations

import pytest

from games.engine import card, explain, legal_actions
from tests.games.engine.scoring import Scorer


def table(rulebook="dortmund", players="abc", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def seats(game, key):
    return {player: seat[key] for player, seat in card(game.state)["seats"].items()}


def offered(game):
    return next(
        (
            legal_action
            for legal_action in legal_actions(game.state)
            if legal_action["type"] == "round"
        ),
        None,
    )


@pytest.mark.parametrize(
    ("hand", "penalty"), [("666", 3), ("654", 2), ("643", 1), ("611", 6), ("111", "all")]
)
def test_a_round_in_one_entry_moves_what_its_hands_would_have_moved(hand, penalty):
    by_hands = table().round(a=hand, b="221", c="641")
    in_one = table().whole("b", penalty, "a")
    for key in ("phase", "turn", "order", "middle", "deckel", "first_half_loser"):
        assert in_one.json[key] == by_hands.json[key]
    for key in ("best", "worst", "penalty", "moved", "source", "middle", "deckel", "order"):
        assert in_one.last[key] == by_hands.last[key]
    assert (in_one.last["hands"], in_one.last["limit"]) == ({}, None)


def test_a_game_in_seven_entries():
    game = table().whole("b", 6).whole("c", 6).whole("b", 5).whole("c", 5, "b")
    assert game.json["deckel"] == {"a": 0, "b": 2, "c": 11}
    game.whole("c", 2, "b")
    assert (game.json["first_half_loser"], game.phase) == ("c", "second_half")
    game.whole("a", "all").whole("c", "all", "a")
    assert (game.phase, game.json["loser"], game.json["ended_by"]) == ("over", "c", "final")


def test_who_was_best_is_asked_where_the_deckel_are_his():
    game = table().whole("b", 6).whole("c", 6).whole("c", 2)
    assert offered(game)["best"] == "required"
    assert game.refused("round", loser="b", penalty=3).code == "best_missing"
    game.whole("b", "all")
    assert game.phase == "second_half"


def test_playing_sharp_needs_no_best_and_moves_nothing():
    game = table().whole("b", 6).whole("c", 6).whole("c", 2).overtime("sudden_round")
    assert offered(game)["best"] == "optional"
    game.whole("b", "all")
    assert (game.settled.penalty, game.settled.moved, game.settled.source) == (13, 0, "none")
    assert game.json["first_half_loser"] == "b"


def test_the_opening_in_one_entry():
    game = Scorer("schock4life", "abc").whole("c", 3)
    assert (game.json["turn"], game.json["deckel"]) == ("c", {"a": 0, "b": 0, "c": 3})
    assert game.json["rounds"] == []
    lost = Scorer("schockfreunde", "abc").whole("c", "all", "a")
    assert (lost.json["first_half_loser"], seats(lost, "schock_aus")) == (
        "c",
        {"a": 1, "b": None, "c": None},
    )


def test_the_opening_stays_as_it_is_where_it_deals_nothing_or_has_begun():
    assert Scorer("jule", "abc").refused("round", loser="a", penalty=1).code == (
        "opening_deals_nothing"
    )
    begun = Scorer("schock4life", "abc").opening(b="643")
    assert offered(begun) is None
    assert begun.refused("round", loser="a", penalty=1).code == "round_begun"


def test_once_somebody_has_thrown_the_round_goes_on_by_throws():
    game = table().throw("a", "643")
    assert offered(game) is None
    assert game.refused("round", loser="a", penalty=1).code == "round_begun"


def test_what_is_no_round_is_refused_with_its_reason():
    game = table()
    assert game.refused("round", loser="a", penalty=7).code == "bad_penalty"
    assert game.refused("round", loser="a", penalty=True).code == "bad_penalty"
    assert game.refused("round", loser="a", penalty=1, best="a").code == "best_has_lost"
    assert game.refused("round", loser="d", penalty=1).code == "unknown_player"
    game.whole("b", 6).whole("c", 6).whole("c", 2)
    assert game.refused("round", loser="a", penalty=1, best="b").code == "not_in_round"
    assert table("jule").whole("a", 7).json["deckel"]["a"] == 7


def test_who_has_forfeited_the_round_has_lost_it():
    game = table("rsc2003").breach("b", "too_many_throws")
    assert (offered(game)["losers"], offered(game)["bests"]) == (["b"], ["a", "c"])
    assert game.refused("round", loser="a", penalty=1).code == "forfeiter_loses"
    both = table("rsc2003").breach("b", "too_many_throws").breach("c", "too_many_throws")
    assert both.refused("round", loser="b", penalty=1, best="c").code == "forfeiter_is_not_best"
    game.whole("b", 3, "a")
    assert game.settled.worst == "b"


def test_who_throws_along_stays_in_a_round_that_is_one_entry():
    game = table("schock4life", "abcd").whole("b", 6).whole("c", 6).whole("b", 1)
    game.reenter("d").whole("d", 2, "b")
    assert game.json["deckel"] == {"a": 0, "b": 4, "c": 5, "d": 4}


def test_the_card_says_what_it_knows_and_leaves_open_what_nobody_wrote_down():
    game = table("jule").round(a="421", b="221", c="664")
    assert seats(game, "jule") == {"a": 1, "b": 0, "c": 0}
    game.whole("c", 2, "a")
    assert set(seats(game, "jule").values()) == {None}
    assert set(seats(game, "throw_points").values()) == {None}
    assert seats(game, "deckel_given") == {"a": 9, "b": 0, "c": 0}
    assert seats(game, "deckel_taken") == {"a": 0, "b": 7, "c": 2}
    assert seats(game, "schock_aus") == {"a": 0, "b": 0, "c": 0}
    game.whole("b", 1)
    assert set(seats(game, "deckel_given").values()) == {None}
    game.whole("c", "all", "b")
    assert seats(game, "schock_aus") == {"a": None, "b": 1, "c": None}


def test_what_is_said_of_it_is_one_sentence_without_a_clause():
    game = table("schock4life").whole("b", 3, "a")
    assert explain(game.settled) == "b bekommt 3 Deckel; am besten war a."
    names = {"a": "Anna", "b": "Bodo"}
    assert explain(game.settled, "en", names) == "Bodo gets 3 Deckel; Anna was best."
    assert explain(game.whole("c", 1).settled) == "c bekommt 1 Deckel."
    lost = explain(game.whole("c", "all").settled)
    assert lost == "c bekommt alle Deckel; Hinrunde verloren für c."
    sharp = table().overtime("sudden_round").whole("c", 1, "b").settled
    assert explain(sharp).startswith("c verliert die Runde; am besten war b;")
