"""Infractions and rulings: what they cost, and what they change in the game."""

from __future__ import annotations

import pytest

from games.engine import legal_actions
from tests.games.engine.scoring import Scorer

KNOWN = {
    "schock4life": {"spinksen"},
    "schockfreunde": {"invalid_throw"},
    "rsc2003": {
        "early_lift", "dice_off_table", "cup_off_table", "played_while_out", "too_many_throws",
        "left_table",
    },
    "dortmund": set(),
    "jule": {"too_many_throws", "dropped_dice", "early_lift", "invalid_throw"},
}  # fmt: skip
ALL_CODES = set().union(*KNOWN.values()) | {"no_show", "x", "", None, 1, ("a",)}


def table(rulebook, players="abc", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def votes(for_, against):
    return {"votes_for": for_, "votes_against": against}


@pytest.mark.parametrize("book", KNOWN)
def test_each_rulebook_knows_its_own_infractions(book):
    for code in ALL_CODES:
        game = table(book)
        if code in KNOWN[book]:
            game.breach("b", code, **votes(0, 0))
        else:
            assert game.refused("infraction", "b", code=code).code == "unknown_infraction"
    assert table(book).refused("infraction", "b").code == "missing_key"
    assert table(book).refused("infraction", "x", code="early_lift").code == "unknown_player"


def test_spinksen_excludes_by_majority_and_loses_the_game():
    game = table("schock4life", "abcd").breach("c", "spinksen", **votes(2, 1))
    assert (game.ended_by, game.loser, game.phase) == ("exclusion", "c", "over")
    assert game.charges == [
        {"player": "c", "kind": "stake", "cents": 500, "code": "stake", "event": 0}
    ]
    assert game.first_half_loser is None


@pytest.mark.parametrize("cast", [(0, 0), (1, 1), (0, 3), (1, 2)])
def test_a_tie_or_a_minority_excludes_nobody(cast):
    game = table("schock4life", "abcd").breach("c", "spinksen", **votes(*cast))
    assert (game.ended_by, game.charges, game.turn) == (None, [], "a")


@pytest.mark.parametrize(
    ("cast", "code"),
    [((2, 2), "too_many_votes"), ((4, 0), "too_many_votes"), ((-1, 0), "bad_value"),
     ((True, 0), "bad_value"), ((1.0, 0), "bad_value"), ((None, 0), "bad_value"),
     ((10**40, 0), "too_many_votes")],
)  # fmt: skip
def test_the_accused_does_not_vote(cast, code):
    game = table("schock4life", "abcd")
    error = game.refused("infraction", "c", code="spinksen", **votes(*cast))
    assert error.code == code
    assert game.refused("infraction", "c", code="spinksen", votes_for=1).code == "missing_key"
    assert game.refused("infraction", "c", code="spinksen", votes_against=1).code == "missing_key"


def test_other_codes_do_not_look_at_votes_count_and_cents():
    game = table("rsc2003").breach("b", "early_lift", count="x", cents=-5, **votes(-1, "no"))
    assert game.charges[0]["cents"] == 100


@pytest.mark.parametrize(
    ("code", "cents"),
    [
        ("early_lift", 100),
        ("cup_off_table", 200),
        ("played_while_out", 100),
        ("dice_off_table", 100),
    ],
)
def test_rsc2003_fines(code, cents):
    game = table("rsc2003").breach("b", code)
    assert game.charges == [
        {"player": "b", "kind": "fine", "cents": cents, "code": code, "event": 0}
    ]


def test_dice_off_the_table_cost_a_euro_each():
    game = table("rsc2003").breach("b", "dice_off_table", count=3, cents="ignored")
    assert game.charges[0]["cents"] == 300
    for count in (0, 4, True, 1.0, None, "2"):
        assert (
            game.refused("infraction", "b", code="dice_off_table", count=count).code == "bad_value"
        )


def test_leaving_the_table_costs_a_donation_that_may_be_open():
    game = table("rsc2003").breach("b", "left_table").breach("c", "left_table", cents=250)
    game.breach("a", "left_table", cents=None)
    assert [(c["kind"], c["cents"]) for c in game.charges] == [
        ("donation", None), ("donation", 250), ("donation", None),
    ]  # fmt: skip
    for cents in (0, -1, True, 2.5, "1"):
        assert game.refused("infraction", "b", code="left_table", cents=cents).code == "bad_value"


def test_example_2_9_an_expensive_evening():
    game = table("rsc2003").breach("a", "dice_off_table", count=2).breach("a", "cup_off_table")
    game.breach("a", "early_lift").rule(lose_game="a")
    assert sum(charge["cents"] for charge in game.charges) == 200 + 200 + 100 + 100


def test_example_2_8_too_many_throws_cost_a_euro_and_the_round():
    game = table("rsc2003", "abcd").hand("a", "115").hand("b", "631").hand("c", "652")
    game.breach("d", "too_many_throws").hand("d", "111")
    assert (game.last["best"], game.last["worst"], game.last["moved"]) == ("a", "d", 5)
    assert game.deckel["d"] == 5
    assert [(c["code"], c["cents"]) for c in game.charges] == [("too_many_throws", 100)]


def test_with_rules_2_only_who_is_out_can_have_played_while_out():
    game = table("rsc2003", "abc", rules=2, house_rules={"deckel": 7})
    error = game.refused("infraction", "b", code="played_while_out")
    assert (error.code, error.clause) == ("not_out", "§ 23")
    game.round(a="221", b="641", c="116").round(a="641", b="221", c="651")
    assert game.order == ["b", "a"]
    game.breach("c", "played_while_out")
    assert [(c["player"], c["cents"]) for c in game.charges] == [("c", 100)]
    offered = {
        legal_action["player"]: {code["code"] for code in legal_action["codes"]}
        for legal_action in legal_actions(game.state)
        if legal_action["type"] == "infraction"
    }
    assert [who for who, codes in offered.items() if "played_while_out" in codes] == ["c"]


def test_example_2_10_whoever_plays_while_out_pays_and_changes_nothing():
    game = table("rsc2003", "abc", house_rules={"deckel": 7})
    game.round(a="221", b="641", c="116").round(a="641", b="221", c="651")
    assert game.order == ["b", "a"]
    before = game.deckel
    game.breach("c", "played_while_out")
    assert (game.deckel, game.order) == (before, ["b", "a"])
    error = game.refused("infraction", "c", code="too_many_throws")
    assert (error.code, error.clause) == ("not_in_round", "§ 22")


def test_example_4_9_in_jule_too_many_throws_lose_the_round():
    game = table("jule").hand("a", "113").breach("b", "too_many_throws").hand("b", "116")
    game.hand("c", "221")
    assert (game.last["best"], game.last["worst"], game.last["moved"]) == ("a", "b", 3)
    assert game.charges == []


def test_a_forfeit_is_for_the_round_being_thrown_or_revealed():
    game = Scorer("jule")
    assert game.refused("infraction", "a", code="too_many_throws").code == "no_round"
    game = table("jule", "ab").throw("a", None).throw("b", None).breach("a", "too_many_throws")
    game.reveal("b", "221").reveal("a", "116")
    assert (game.last["best"], game.last["worst"]) == ("b", "a")
    # It does not last longer than the round.
    game.round(a="116", b="221")
    assert game.last["worst"] == "b"


def test_forfeiting_twice_is_forfeiting_once_but_pays_twice():
    game = table("rsc2003").breach("a", "too_many_throws").breach("a", "too_many_throws")
    game.round(a="111", b="641", c="221")
    assert (game.last["worst"], len(game.charges)) == ("a", 2)


def test_of_several_who_forfeit_the_lowest_hand_is_the_worst():
    game = table("dortmund", "abcd").rule(lose_round="a").rule(lose_round="c")
    game.round(a="651", b="116", c="641", d="221")
    assert (game.last["best"], game.last["worst"]) == ("b", "c")


def test_a_schock_aus_of_one_who_forfeits_is_not_the_best():
    game = table("dortmund").rule(lose_round="b").round(a="641", b="111", c="221")
    assert (game.last["best"], game.last["worst"], game.last["penalty"]) == ("a", "b", 1)


def test_where_all_have_forfeited_the_highest_hand_is_the_best_all_the_same():
    game = table("dortmund").rule(lose_round="a").rule(lose_round="b").rule(lose_round="c")
    game.round(a="641", b="116", c="221")
    assert (game.last["best"], game.last["worst"]) == ("b", "c")


def test_example_4_10_dropping_dice_costs_drinks_and_the_second_time_the_half():
    game = table("jule", "abcd").breach("d", "dropped_dice")
    assert game.charges == [
        {"player": "d", "kind": "drinks_round", "cents": None, "code": "dropped_dice", "event": 0}
    ]
    game.breach("c", "dropped_dice").breach("d", "dropped_dice")
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "d", "d")
    assert len(game.charges) == 2
    # A new half counts from nothing.
    game.breach("d", "dropped_dice")
    assert (game.phase, len(game.charges)) == ("second_half", 3)
    game.breach("d", "dropped_dice")
    assert (game.ended_by, game.loser) == ("sweep", "d")


def test_dropping_dice_in_the_final_counts_only_for_who_plays_it():
    game = table("jule").lose_half("a", "b").breach("c", "dropped_dice").lose_half("b", "c")
    assert game.phase == "final"
    game.breach("c", "dropped_dice")
    error = game.refused("infraction", "c", code="dropped_dice")
    assert (error.code, error.clause) == ("not_in_part", "2.3")
    game.breach("a", "dropped_dice").breach("a", "dropped_dice")
    assert (game.ended_by, game.loser) == ("final", "a")


def test_dropping_dice_twice_during_the_opening():
    game = Scorer("jule").breach("a", "dropped_dice").breach("a", "dropped_dice")
    assert (game.phase, game.turn) == ("second_half", "a")


@pytest.mark.parametrize(
    ("book", "code"),
    [("jule", "early_lift"), ("jule", "invalid_throw"), ("schockfreunde", "invalid_throw")],
)
def test_some_breaches_are_only_written_down(book, code):
    game = table(book)
    before = {**game.json}
    assert game.breach("b", code).json == before
    assert game.retract().json == before


def test_a_ruling_can_be_a_note():
    game = table("jule").log("ruling", by="Schiri", text="gültig", effect={})
    assert game.turn == "a"
    assert game.log("ruling", effect={}, by=None, text=None).turn == "a"
    assert game.log("ruling", effect={}, by=5, text=["x"]).turn == "a"
    assert game.refused("ruling", text="x").code == "missing_key"


@pytest.mark.parametrize(
    "effect",
    [None, [], "void_round", {"x": 1}, {"void_round": False}, {"void_round": 1},
     {"void_round": None}, {"void_round": True, "lose_round": "a"}],
)  # fmt: skip
def test_a_ruling_has_at_most_one_of_four_effects(effect):
    assert table("jule").refused("ruling", effect=effect).code == "bad_effect"


@pytest.mark.parametrize("effect", ["lose_round", "lose_half", "lose_game"])
def test_the_effects_name_a_player(effect):
    for nobody in ("x", None, 1, True, ["a"], {}):
        assert table("jule").refused("ruling", effect={effect: nobody}).code == "unknown_player"


def test_a_voided_round_starts_again():
    game = table("rsc2003").throw("a", "643").stand("a").throw("b", "652")
    game.breach("b", "too_many_throws").rule(void_round=True)
    assert (game.turn, game.limit, game.order) == ("a", 3, ["a", "b", "c"])
    assert len(game.charges) == 1
    game.throw("a", None).throw("b", None).throw("c", None)
    game.reveal("a", "641").reveal("b", "116").reveal("c", "221")
    assert (game.last["best"], len(game.rounds)) == ("b", 1)


def test_a_voided_round_keeps_who_came_in_and_his_deckel():
    game = table("schock4life", house_rules={"deckel": 7})
    game.round(a="221", b="641", c="116").round(a="641", b="221", c="651").reenter("c")
    deckel, order = game.deckel, game.order
    game.hand("b", "641").rule(void_round=True)
    assert (game.deckel, game.order, game.turn) == (deckel, order, "b")


def test_a_round_can_be_voided_while_cups_are_lifted():
    game = table("jule", "ab").throw("a", None).throw("b", None).reveal("a", "641")
    assert game.rule(void_round=True).turn == "a"


def test_a_lost_half_by_ruling_moves_no_deckel_and_drops_the_round():
    game = table("dortmund").round(a="116", b="641", c="221").hand("c", "651")
    game.rule(lose_half="a")
    assert (game.phase, game.first_half_loser, len(game.rounds)) == ("second_half", "a", 1)
    game.rule(lose_half="b")
    assert (game.phase, game.middle) == ("final", 13)
    error = game.refused("ruling", effect={"lose_half": "c"})
    assert error.code == "not_in_part"
    game.round(b="116", a="221").rule(lose_half="a")
    assert (game.ended_by, game.loser, game.deckel["a"]) == ("final", "a", 6)


def test_a_lost_half_by_ruling_after_overtime():
    game = table("dortmund").overtime("one_half").rule(lose_half="b")
    assert (game.ended_by, game.loser, game.first_half_loser) == ("overtime", "b", "b")


def test_a_lost_game_by_ruling_may_hit_anybody():
    game = table("dortmund").lose_half("a", "b").lose_half("b", "c").rule(lose_game="c")
    assert (game.ended_by, game.loser, game.deckel["c"]) == ("ruling", "c", 0)
    assert game.charges[-1]["kind"] == "drinks_round"


def test_a_lost_round_is_for_a_player_in_it():
    game = table("dortmund", house_rules={"deckel": 7})
    game.round(a="221", b="641", c="116").round(a="641", b="221", c="651")
    assert game.refused("ruling", effect={"lose_round": "c"}).code == "not_in_round"
    game.rule(lose_round="b").round(b="116", a="221")
    assert (game.last["best"], game.deckel) == ("a", {"a": 5, "b": 2, "c": 0})
