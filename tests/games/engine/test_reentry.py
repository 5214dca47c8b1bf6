"""Throwing along when out: Einwürfeln takes Deckel, Einkaufen only joins; where one sits then."""

from __future__ import annotations

import pytest

from games.engine import legal_actions
from tests.games.engine.scoring import Scorer


def emptied(rulebook, players="abcd", deckel=8, **rules):
    """Return a game whose middle is empty: the first holds 6, the second the rest, and begins."""
    game = Scorer(rulebook, players, starter=players[0], house_rules={**rules, "deckel": deckel})
    first, second, *others = players
    hands = {**dict.fromkeys(players, "641"), first: "221", others[0]: "116"}
    game.round(**hands)
    hands = {**dict.fromkeys(players, "641"), second: "221", others[0]: "116"}
    game.round(**{player: hands[player] for player in game.order})
    assert (game.middle, game.deckel[first]) == (0, 6)
    return game


def test_example_0_11_whoever_rolls_back_in_takes_one_from_everybody_who_has_one():
    game = emptied("schock4life", deckel=7)
    assert (game.order, game.deckel) == (["b", "a"], {"a": 6, "b": 1, "c": 0, "d": 0})
    game.reenter("d")
    assert game.deckel == {"a": 5, "b": 0, "c": 0, "d": 2}
    assert game.order == ["b", "d", "a"]


def test_a_table_may_keep_everybody_else_out_of_the_final():
    for allowed in (True, False):
        rules = {"house_rules": {"reenter_in_final": allowed}}
        game = Scorer("schock4life", "abc", starter="a", rules=2, **rules)
        game.lose_half("a", "b").lose_half("b", "c")
        assert (game.phase, game.order) == ("final", ["a", "b"])
        offered = [
            legal_action
            for legal_action in legal_actions(game.state)
            if legal_action["type"] == "reenter"
        ]
        if allowed:
            assert offered == [{"type": "reenter", "player": "c"}]
            assert game.reenter("c").order == ["a", "b", "c"]
        else:
            assert offered == []
            assert game.refused("reenter", "c").code == "no_reentry_in_final"


def test_whoever_gave_away_his_last_deckel_still_plays_this_round_and_is_then_out():
    game = emptied("schock4life", deckel=7).reenter("d")
    game.round(b="116", d="641", a="221")
    assert (game.last["best"], game.last["moved"], game.last["source"]) == ("b", 0, "giver")
    assert game.order == ["a", "d"]


def test_whoever_gets_one_back_in_it_stays():
    game = emptied("schock4life", deckel=7).reenter("d").round(b="221", d="641", a="116")
    assert game.deckel == {"a": 0, "b": 5, "c": 0, "d": 2}
    assert game.order == ["b", "d"]


def test_in_the_final_others_can_roll_in_and_take_one_from_the_middle():
    game = Scorer("schock4life", "abcd", starter="a").lose_half("a", "b").lose_half("b", "c")
    assert (game.phase, game.order) == ("final", ["a", "b"])
    game.reenter("d")
    assert (game.middle, game.deckel["d"], game.order) == (12, 1, ["a", "b", "d"])
    game.reenter("c")
    assert (game.middle, game.deckel) == (12, {"a": 0, "b": 0, "c": 1, "d": 0})
    assert game.order == ["a", "b", "c", "d"]
    game.round(a="641", b="116", c="651", d="221")
    # While Deckel lie in the middle all four are in it, with or without.
    assert game.order == ["d", "a", "b", "c"]
    game.round(d="111", a="651", b="651", c="221")
    assert (game.ended_by, game.loser) == ("final", "c")
    assert game.charges[-1]["player"] == "c"


def test_schockfreunde_join_the_round_with_none():
    game = emptied("schockfreunde").reenter("c")
    assert game.deckel["c"] == 0
    assert game.order == ["b", "c", "a"]
    game.round(b="116", c="221", a="641")
    assert (game.deckel, game.order) == ({"a": 6, "b": 0, "c": 2, "d": 0}, ["c", "a"])


def test_example_1_10_the_best_who_joined_has_nothing_to_give():
    game = emptied("schockfreunde").reenter("c").round(b="651", c="116", a="641")
    assert (game.last["best"], game.last["moved"], game.last["source"]) == ("c", 0, "giver")
    assert game.order == ["a", "b"]


def test_nobody_buys_into_the_final_of_the_schockfreunde():
    game = Scorer("schockfreunde", "abcd", starter="a").lose_half("a", "b").lose_half("b", "c")
    error = game.refused("reenter", "c")
    assert (error.code, error.clause) == ("no_reentry_in_final", "Z. 74")


@pytest.mark.parametrize("book", ["rsc2003", "dortmund", "jule"])
def test_elsewhere_whoever_is_out_stays_out(book):
    assert emptied(book).refused("reenter", "c").code == "no_reentry"


def test_a_house_rule_can_let_them_in():
    assert emptied("rsc2003", reenter="take_one").reenter("c").deckel["c"] == 2
    assert emptied("dortmund", reenter="join").reenter("c").deckel["c"] == 0
    assert emptied("schockfreunde", reenter="none").refused("reenter", "c").clause == "Hausregel"
    game = Scorer("schockfreunde", "abc", starter="a", house_rules={"reenter": "take_one"})
    game.lose_half("a", "b").lose_half("b", "c")
    assert game.reenter("c").middle == 12


def test_nobody_reenters_who_is_in_the_round_or_while_cups_are_lifted():
    game = emptied("schockfreunde")
    assert game.refused("reenter", "a").code == "already_in"
    assert game.refused("reenter", "x").code == "unknown_player"
    assert game.refused("reenter").code == "missing_key"
    game.throw("b", None).throw("a", None)
    assert game.refused("reenter", "c").code == "no_reentry_now"
    game = Scorer("schock4life", starter="a")
    assert game.refused("reenter", "b").code == "already_in"


def test_he_sits_before_the_next_one_clockwise():
    game = emptied("schockfreunde", "abcdef", deckel=8)
    assert game.order == ["b", "a"]
    assert game.reenter("e").order == ["b", "e", "a"]
    assert game.reenter("c").order == ["b", "c", "e", "a"]
    assert game.reenter("f").order == ["b", "c", "e", "f", "a"]
    assert game.reenter("d").order == ["b", "c", "d", "e", "f", "a"]


def test_he_throws_next_where_the_one_behind_him_has_not_begun():
    game = emptied("schockfreunde").hand("b", "641")
    assert game.turn == "a"
    assert game.reenter("d").turn == "d"


def test_he_goes_to_the_end_where_one_behind_him_has_thrown():
    game = emptied("schockfreunde", "abcde").hand("b", "641", 2).throw("a", "651")
    assert game.reenter("c").order == ["b", "a", "c"]
    game.throw("a", "641").throw("c", "111")
    # The end of the order is not the end of the table: „a“ sits behind him too, and has thrown.
    assert game.reenter("e").order == ["b", "a", "c", "e"]


def test_he_goes_to_the_end_where_nobody_sits_behind_him():
    game = emptied("schockfreunde", "dabc")
    assert (game.order, game.deckel) == (["a", "d"], {"d": 6, "a": 2, "b": 0, "c": 0})
    game.round(a="221", d="641").round(a="641", d="221")
    assert game.order == ["d", "a"]
    assert game.reenter("c").order == ["d", "a", "c"]
    assert game.reenter("b").order == ["d", "a", "b", "c"]


def test_all_who_sit_behind_him_are_looked_at_and_not_only_those_at_the_end():
    """„e“ has thrown, „a“ has not, „c“ came late: „f“ has only „a“ behind him, „d“ both."""
    game = emptied("schockfreunde", "abcdef").reenter("e").hand("b", "641").throw("e", "651")
    assert game.reenter("c").order == ["b", "e", "a", "c"]
    assert game.reenter("f").order == ["b", "e", "f", "a", "c"]
    assert game.reenter("d").order == ["b", "e", "f", "a", "c", "d"]


def test_the_first_players_limit_holds_for_whoever_comes_in():
    game = emptied("schockfreunde").hand("b", "641", 2).reenter("c").throw("c", "641")
    game.throw("c", "641")
    assert game.turn == "a"


def test_whoever_takes_all_deckel_by_rolling_in_has_lost_the_half():
    """Five hold one each, the sixth takes them all."""
    game = Scorer("schock4life", "abcdef", starter="a", house_rules={"deckel": 5})
    for loser in "abcde":
        order = game.order
        best = next(player for player in order if player not in (loser, "f"))
        hands = {player: {loser: "221", best: "654"}.get(player, "653") for player in order}
        hands[best] = "665"
        game.round(**hands)
    assert game.deckel == {**dict.fromkeys("abcde", 1), "f": 0}
    assert game.middle == 0
    game.reenter("f")
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "f", "f")
    assert len(game.rounds) == 5
