"""The rules of a turn: dice left on the table, sixes turned, limits, cups, open rounds."""

from __future__ import annotations

import pytest

from tests.games.engine.scoring import Scorer

BOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")


def table(rulebook, players="abc", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


@pytest.mark.parametrize("book", BOOKS)
def test_a_turn_has_three_throws_and_then_the_next_one_is_on(book):
    game = table(book).throw("a", "643").throw("a", "52", "6").throw("a", "1", "65")
    assert game.turn == "b"
    assert game.limit == 3


def test_whoever_begins_sets_the_limit():
    game = table("dortmund").throw("a", "643").throw("a", "52", "6").stand("a")
    assert game.limit == 2
    game.throw("b", "643").throw("b", "643")
    assert game.turn == "c"
    game.throw("c", "111").stand("c")
    assert game.last["limit"] == 2
    assert game.last["hands"]["c"]["throws"] == 1


def test_a_cup_that_stays_down_ends_the_turn():
    game = table("schock4life").throw("a", "643").throw("a", None, "64")
    assert (game.turn, game.limit) == ("b", 2)


def test_nobody_stands_before_the_first_throw():
    assert table("jule").refused("stand", "a").code == "no_throw_yet"


def test_the_first_throw_takes_all_three_dice():
    game = table("dortmund")
    assert game.refused("throw", "a", kept=[1], turned=0, dice=[2, 3]).code == "kept_too_early"
    assert game.refused("throw", "a", kept=[], turned=1, dice=[2, 3, 4]).code == "no_sixes"


def test_dice_once_left_stay_there():
    game = table("dortmund").throw("a", "611").throw("a", "53", "1")
    error = game.refused("throw", "a", kept=[], turned=0, dice=[1, 2, 3])
    assert (error.code, error.clause) == ("kept_taken_back", "Z. 6")
    assert game.refused("throw", "a", kept=[5], turned=0, dice=[1, 2]).code == "kept_taken_back"
    game.throw("a", "4", "51")
    assert game.turn == "b"


def test_only_dice_of_the_throw_just_made_can_be_left():
    game = table("dortmund").throw("a", "611")
    assert game.refused("throw", "a", kept=[2], turned=0, dice=[1, 2]).code == "kept_not_thrown"
    assert game.refused("throw", "a", kept=[6, 6], turned=0, dice=[1]).code == "kept_not_thrown"


def test_at_least_one_die_is_thrown():
    game = table("dortmund").throw("a", "611")
    assert game.refused("throw", "a", kept=[6, 1, 1], turned=0, dice=[]).code == "bad_kept"


def test_as_many_dice_are_thrown_as_are_not_kept():
    game = table("dortmund").throw("a", "611")
    for dice in ([1], [1, 2, 3], [0, 1], [7, 1], [True, 2], [1.0, 2], "12", 5, {"a": 1, "b": 2}):
        assert game.refused("throw", "a", kept=[1], turned=0, dice=dice).code == "bad_dice"


@pytest.mark.parametrize("kept", [None, 1, "1", {}, [True], [1.0], [[1]], ["1"], [0]])
def test_kept_is_a_list_of_faces(kept):
    game = table("dortmund").throw("a", "611")
    game.refused("throw", "a", kept=kept, turned=0, dice=[1, 2])
    game.refused("throw", "a", kept=kept, turned=0, dice=None)


@pytest.mark.parametrize("turned", [None, True, False, 1.0, 0.0, "0", -1, 3, []])
def test_turned_is_a_small_integer(turned):
    game = table("dortmund").throw("a", "661")
    assert game.refused("throw", "a", kept=[], turned=turned, dice=[1, 2, 3]).code == "bad_value"
    game.refused("throw", "a", kept=[1], turned=turned, dice=[1, 2])
    game.refused("throw", "a", kept=[], turned=turned, dice=None)
    game.refused("throw", "a", kept=[1], turned=turned, dice=None)


def test_kept_dice_may_stand_in_any_order():
    game = table("dortmund").throw("a", "653").throw("a", "2", "35").stand("a")
    game.round(b="221").hand("c", "111", 2)
    assert game.last["hands"]["a"]["dice"] == [5, 3, 2]


@pytest.mark.parametrize("book", BOOKS)
def test_two_sixes_of_one_throw_give_a_one(book):
    game = table(book).throw("a", "662").throw("a", "35", "1", turned=1).throw("a", "4", "15")
    assert game.turn == "b"


def test_example_0_12_turning_needs_a_further_throw():
    """The six is turned in the throw that follows, and there is none after the third."""
    game = table("schock4life").throw("a", "432").throw("a", "662").throw("a", "54", "1", turned=1)
    assert game.turn == "b"
    game.hand("b", "221", 3, False).hand("c", "431", 3, False)
    assert game.last["hands"]["a"]["dice"] == [5, 4, 1]
    game = table("schock4life").throw("a", "432").throw("a", "432").throw("a", "662")
    assert game.turn == "b"


def test_sixes_of_two_throws_are_not_turned():
    game = table("dortmund").throw("a", "612").throw("a", "63", "6")
    error = game.refused("throw", "a", kept=[6, 1], turned=1, dice=[2])
    assert (error.code, error.clause) == ("no_sixes", "Z. 7")
    assert "zwei Sechsen in einem Wurf" in error.sentence()


def test_schock4life_throws_all_the_rest_again():
    game = table("schock4life").throw("a", "661")
    error = game.refused("throw", "a", kept=[1, 1], turned=1, dice=[3])
    assert (error.code, error.clause) == ("rest_kept", "Z. 141–143")
    assert game.throw("a", "32", "1", turned=1).turn == "a"


@pytest.mark.parametrize("book", BOOKS[1:])
def test_elsewhere_only_the_other_sixes_go_back(book):
    game = table(book).throw("a", "661")
    assert game.refused("throw", "a", kept=[1, 6], turned=1, dice=[3]).code == "six_kept"
    assert game.throw("a", "3", "11", turned=1).turn == "a"


def test_a_turned_six_lies_there_as_a_one():
    game = table("dortmund").throw("a", "662")
    assert game.refused("throw", "a", kept=[2], turned=1, dice=[3, 4]).code == "turned_not_kept"
    assert game.refused("throw", "a", kept=[], turned=1, dice=[3, 4, 5]).code == "turned_not_kept"


def test_three_sixes_give_two_ones_or_one():
    game = table("schock4life").throw("a", "666")
    game.throw("a", "6", "11", turned=2).retract()
    game.throw("a", "65", "1", turned=1).retract()
    assert game.refused("throw", "a", kept=[1, 1], turned=1, dice=[2]).code == "kept_not_thrown"
    assert game.refused("throw", "a", kept=[1, 1], turned=3, dice=[2]).code == "bad_value"


def test_example_2_11_in_rsc2003_three_sixes_give_one_one():
    game = table("rsc2003").throw("a", "666")
    error = game.refused("throw", "a", kept=[1, 1], turned=2, dice=[6])
    assert (error.code, error.clause) == ("sixes_not_thrown", "§ 14")
    assert game.throw("a", "65", "1", turned=1).turn == "a"


def test_a_one_kept_before_is_no_turned_six():
    game = table("dortmund").throw("a", "126").throw("a", "66", "1")
    assert game.refused("throw", "a", kept=[1, 6], turned=1, dice=[2]).code == "turned_not_kept"
    assert game.throw("a", "2", "11", turned=1).turn == "b"


def test_after_turning_can_be_agreed_on():
    game = table("dortmund", house_rules={"after_turning": "rest"}).throw("a", "661")
    assert game.refused("throw", "a", kept=[1, 1], turned=1, dice=[3]).clause == "Hausregel"


def test_in_one_throw_means_all_dice_of_the_last_throw():
    game = table("schockfreunde").throw("a", "123").throw("a", "456").stand("a")
    game.throw("b", "345").throw("b", "6", "45")
    game.hand("c", "221", 2)
    hands = game.last["hands"]
    assert (hands["a"]["in_one_throw"], hands["a"]["category"]) == (True, "strasse")
    assert (hands["b"]["in_one_throw"], hands["b"]["category"]) == (False, "zahl")


def test_a_covered_first_throw_is_in_one_throw_when_shown():
    game = table("schockfreunde", "ab").throw("a", None).throw("b", None)
    game.reveal("b", "221").reveal("a", "456")
    assert game.last["hands"]["a"]["category"] == "strasse"


def test_a_whole_turn_can_be_one_entry():
    game = table("dortmund").hand("a", "643", 2, False)
    assert (game.turn, game.limit) == ("b", 2)
    assert game.refused("hand", "b", dice=[1, 2, 3], throws=3, in_one_throw=True).code == (
        "over_the_limit"
    )
    error = game.refused("hand", "b", dice=[1, 2, 3], throws=1, in_one_throw=False)
    assert error.code == "one_throw_is_whole"
    game.throw("b", "123")
    assert game.refused("hand", "b", dice=[1, 2, 3], throws=2, in_one_throw=True).code == (
        "turn_begun"
    )


@pytest.mark.parametrize(
    ("field", "value"),
    [("dice", None), ("dice", [1, 2]), ("throws", 0), ("throws", True), ("throws", "1"),
     ("in_one_throw", 1), ("in_one_throw", None), ("throws", 10**30)],
)  # fmt: skip
def test_a_malformed_hand_is_refused(field, value):
    good = {"dice": [1, 2, 3], "throws": 1, "in_one_throw": True}
    table("dortmund").refused("hand", "a", **{**good, field: value})


def test_who_throws_once_more_hears_that_the_own_throws_are_used_up():
    game = table("rsc2003").throw("a", "641").stand("a").throw("b", "665")
    error = game.refused("throw", "b", kept=[6], turned=0, dice=[2, 3])
    assert (error.code, error.clause) == ("turn_is_over", "§ 6")
    assert error.sentence() == (
        "b hat geworfen, so oft es ging: höchstens 1 in dieser Runde. Am Wurf ist c. (§ 6)"
    )


def test_the_last_player_who_throws_once_more_hears_that_the_round_is_over():
    game = table("rsc2003").round(a="641", b="665", c="221")
    assert game.turn == "c"
    error = game.refused("throw", "c", kept=[2], turned=0, dice=[1, 1])
    assert error.code == "round_is_over"
    assert "Die Runde ist zu Ende" in error.sentence()
    game = table("rsc2003").round(a="641", b="221", c="665")
    assert game.refused("throw", "c", kept=[6], turned=0, dice=[1, 1]).code == "round_is_over"
    assert game.refused("stand", "a").code == "not_your_turn"
    game.throw("b", "641")
    assert game.refused("throw", "c", kept=[6], turned=0, dice=[1, 1]).code == "not_your_turn"


def test_only_the_one_whose_turn_it_is_plays():
    game = table("dortmund")
    for kind, fields in (
        ("throw", {"kept": [], "turned": 0, "dice": [1, 2, 3]}),
        ("throw", {"kept": [], "turned": 0, "dice": None}),
        ("stand", {}),
        ("hand", {"dice": [1, 2, 3], "throws": 1, "in_one_throw": True}),
    ):
        error = game.refused(kind, "b", **fields)
        assert (error.code, error.data) == ("not_your_turn", {"player": "b", "turn": "a"})
        assert game.refused(kind, "nobody", **fields).code == "unknown_player"
        assert game.refused(kind, **fields).code == "missing_key"


def test_rsc2003_7_standing_on_an_open_first_throw_opens_the_round():
    game = table("rsc2003").throw("a", "643").stand("a")
    error = game.refused("throw", "b", kept=[], turned=0, dice=None)
    assert (error.code, error.clause) == ("round_is_open", "§ 7")
    game.throw("b", "652").throw("c", "221")
    assert game.throw("c", None).turn == "a"


def test_rsc2003_7_a_hand_or_a_second_throw_does_not_open_it():
    game = table("rsc2003").hand("a", "643")
    assert game.throw("b", None).turn == "c"
    game = table("rsc2003").throw("a", "643").throw("a", "643").stand("a")
    assert game.throw("b", None).turn == "c"
    game = table("rsc2003").throw("a", None).throw("b", None)
    assert game.turn == "c"


def test_elsewhere_standing_early_opens_nothing():
    for book in ("schock4life", "schockfreunde", "dortmund", "jule"):
        assert table(book).throw("a", "643").stand("a").throw("b", None).turn == "c"


def test_cups_are_lifted_when_all_have_thrown_in_any_order():
    game = table("jule").throw("a", None)
    assert game.refused("reveal", "a", dice=[1, 2, 3]).code == "not_revealing"
    game.throw("b", "652").throw("c", None)
    assert (game.step, game.turn, game.limit) == ("revealing", None, 1)
    assert game.order == ["a", "b", "c"]
    assert game.refused("reveal", "b", dice=[1, 2, 3]).code == "no_cup"
    assert game.refused("reveal", "c", dice=[1, 2]).code == "bad_dice"
    assert game.refused("throw", "a", kept=[], turned=0, dice=[1, 2, 3]).code == "no_turn"
    assert game.refused("stand", "a").code == "no_turn"
    game.reveal("c", "221")
    assert game.refused("reveal", "c", dice=[1, 2, 3]).code == "no_cup"
    game.reveal("a", "643")
    assert (game.last["best"], game.last["worst"], game.last["event"]) == ("b", "c", 4)


def test_under_a_cup_lie_the_dice_that_were_not_kept():
    game = table("dortmund", "ab").throw("a", "643").throw("a", None, "64")
    game.hand("b", "221", 2)
    assert game.refused("reveal", "a", dice=[1, 2, 3]).code == "bad_dice"
    assert game.reveal("a", "5").last["hands"]["a"]["dice"] == [6, 5, 4]


def test_who_is_out_of_the_round_has_no_cup():
    game = table("dortmund", house_rules={"deckel": 7})
    game.round(a="116", b="643", c="221").round(c="651", a="221", b="643")
    assert game.order == ["a", "c"]
    game.throw("a", None).throw("c", None)
    assert game.refused("reveal", "b", dice=[1, 2, 3]).code == "no_cup"


def test_a_last_throw_need_not_be_covered():
    game = table("schock4life", "ab").throw("a", "643").stand("a").throw("b", "221")
    assert game.last["worst"] == "b"
