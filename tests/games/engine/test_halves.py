"""Two halves, a sweep or a final, „scharf“, abandoned games, and the stake at the end."""

from __future__ import annotations

import pytest

from tests.games.engine.scoring import Scorer

BOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")


def table(rulebook="dortmund", players="abc", **header):
    return Scorer(rulebook, players, starter=players[0], **header)


def test_the_second_half_starts_afresh_with_the_loser_of_the_first():
    game = table().lose_half("b", "c")
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "b", "b")
    assert (game.middle, game.deckel) == (13, {"a": 0, "b": 0, "c": 0})
    assert game.order == ["b", "c", "a"]


@pytest.mark.parametrize("book", BOOKS)
def test_losing_both_halves_loses_the_game_without_a_final(book):
    game = table(book).lose_half("b", "c").lose_half("b", "a")
    assert (game.ended_by, game.loser, game.phase, game.step) == ("sweep", "b", "over", "over")
    assert (game.first_half_loser, game.second_half_loser) == ("b", "b")
    assert (game.turn, game.limit, game.order) == (None, None, [])
    assert (game.middle, game.deckel["b"]) == (0, 13)


@pytest.mark.parametrize(
    ("book", "starter"),
    [
        ("schock4life", "b"),
        ("schockfreunde", "b"),
        ("rsc2003", "b"),
        ("dortmund", "a"),
        ("jule", "a"),
    ],
)
def test_the_final_is_between_the_two_losers(book, starter):
    game = table(book).lose_half("b", "c").lose_half("a", "c")
    assert (game.phase, game.turn) == ("final", starter)
    assert sorted(game.order) == ["a", "b"]
    assert (game.middle, sum(game.deckel.values())) == (13, 0)
    game.lose_half("b", "a")
    assert (game.ended_by, game.loser, game.second_half_loser) == ("final", "b", "a")


def test_the_start_of_the_final_can_be_agreed_on():
    game = table(house_rules={"final_start": "first_half_loser"})
    assert game.lose_half("b", "c").lose_half("a", "c").turn == "b"
    game = table("schock4life", house_rules={"final_start": "last_loser"})
    assert game.lose_half("b", "c").lose_half("a", "c").turn == "a"


def test_in_the_final_both_stay_in_while_deckel_lie_in_the_middle():
    game = table(players="abcd").lose_half("b", "c").lose_half("d", "c")
    game.round(d="643", b="116")
    assert (game.order, game.deckel["d"]) == (["d", "b"], 6)
    game.round(d="221", b="116")
    assert (game.middle, game.deckel) == (1, {"a": 0, "b": 0, "c": 0, "d": 12})
    game.round(d="221", b="641")
    assert (game.ended_by, game.loser) == ("final", "d")


def test_sudden_round_the_loser_of_one_round_has_lost_the_half():
    game = table().round(a="641", b="116", c="221").overtime("sudden_round")
    game.round(c="641", a="111", b="221")
    assert (game.last["penalty"], game.last["moved"], game.last["source"]) == (13, 0, "none")
    assert (game.last["middle"], game.last["deckel"]) == (7, {"a": 0, "b": 0, "c": 6})
    assert (game.phase, game.first_half_loser, game.turn) == ("second_half", "b", "b")


def test_sudden_round_lasts_through_the_second_half_and_the_final():
    game = table().overtime("sudden_round").round(a="641", b="116", c="221")
    game.round(c="651", a="641", b="221")
    assert (game.phase, game.second_half_loser, game.turn) == ("final", "b", "b")
    game.round(b="651", c="641")
    assert (game.ended_by, game.loser) == ("final", "c")
    assert (game.middle, game.last["source"]) == (13, "none")


def test_sudden_round_can_be_called_while_cups_stay_down():
    game = table(players="ab").throw("a", None).throw("b", None).overtime("sudden_round")
    game.reveal("a", "641").reveal("b", "221")
    assert (game.first_half_loser, game.last["source"]) == ("b", "none")


def test_one_half_decides_the_game():
    game = table().overtime("one_half").lose_half("b", "c")
    assert (game.ended_by, game.loser, game.first_half_loser) == ("overtime", "b", "b")
    assert game.second_half_loser is None
    game = table().lose_half("b", "c").overtime("one_half").lose_half("a", "c")
    assert (game.ended_by, game.loser, game.second_half_loser) == ("overtime", "a", "a")


def test_one_half_also_where_he_lost_the_first_half_too():
    game = table().lose_half("b", "c").overtime("one_half").lose_half("b", "c")
    assert (game.ended_by, game.loser) == ("overtime", "b")


def test_one_half_leaves_a_final_as_it_is():
    game = table().lose_half("b", "c").lose_half("a", "c").overtime("one_half")
    game.round(a="116", b="221")
    assert (game.phase, game.deckel["b"]) == ("final", 6)
    game.round(b="221", a="111")
    assert (game.ended_by, game.loser) == ("final", "b")


def test_a_later_overtime_replaces_an_earlier_one():
    game = table().overtime("sudden_round").overtime("one_half").round(a="116", b="641", c="221")
    assert (game.phase, game.deckel["c"]) == ("first_half", 6)
    game = table().overtime("one_half").overtime("sudden_round").round(a="116", b="641", c="221")
    assert (game.phase, game.first_half_loser) == ("second_half", "c")
    game.overtime("one_half").round(c="116", a="641", b="221")
    assert (game.phase, game.deckel["b"]) == ("second_half", 6)


@pytest.mark.parametrize("mode", [None, "", "half", 1, ["sudden_round"], {}])
def test_there_are_two_modes_of_overtime(mode):
    assert table().refused("overtime", mode=mode).code == "bad_mode"
    assert table().refused("overtime").code == "missing_key"


def test_an_abandoned_game_has_no_loser_and_no_stake_but_keeps_its_charges():
    game = table("rsc2003").breach("a", "early_lift").abandon()
    assert (game.ended_by, game.loser, game.phase) == ("abandoned", None, "over")
    assert [charge["code"] for charge in game.charges] == ["early_lift"]
    assert table("rsc2003").log("abandon", reason="late").ended_by == "abandoned"


def test_after_the_end_nothing_but_a_retract_is_legal():
    game = table("schock4life").abandon()
    for kind, fields in (
        ("opening", {"dice": [1, 2, 3]}),
        ("throw", {"kept": [], "turned": 0, "dice": [1, 2, 3]}),
        ("throw", {"kept": [], "turned": 0, "dice": None}),
        ("stand", {}),
        ("hand", {"dice": [1, 2, 3], "throws": 1, "in_one_throw": True}),
        ("reveal", {"dice": [1, 2, 3]}),
        ("reenter", {}),
        ("infraction", {"code": "spinksen", "votes_for": 0, "votes_against": 0}),
        ("ruling", {"effect": {}}),
        ("overtime", {"mode": "one_half"}),
        ("abandon", {}),
    ):
        assert game.refused(kind, "a", **fields).code == "game_over"
    assert game.retract().turn == "a"


STAKES = [
    ("schock4life", 5, None, ("stake", 500)),
    ("schock4life", 6, "club_night", ("stake", 1000)),
    ("schock4life", 6, "private", ("stake", 1000)),
    ("schock4life", 2, "private", ("stake", 500)),
    ("schock4life", 6, "pub", ("drinks_round", None)),
    ("schock4life", 2, "pub", ("drinks_round", None)),
    ("rsc2003", 7, "pub", ("stake", 100)),
    ("dortmund", 4, "private", ("drinks_round", None)),
    ("schockfreunde", 4, None, None),
    ("jule", 4, "pub", None),
]


@pytest.mark.parametrize(("book", "number", "venue", "stake"), STAKES)
def test_example_0_13_the_losers_stake(book, number, venue, stake):
    header = {} if venue is None else {"venue": venue}
    game = table(book, "abcdefg"[:number], **header).rule(lose_game="b")
    assert game.header["rulebook"] == book
    expected = (
        []
        if stake is None
        else [{"player": "b", "kind": stake[0], "cents": stake[1], "code": "stake", "event": 0}]
    )
    assert game.charges == expected


def test_the_stake_is_paid_once_also_after_a_sweep():
    game = table("rsc2003").lose_half("b", "c").lose_half("b", "c")
    assert game.charges == [
        {"player": "b", "kind": "stake", "cents": 100, "code": "stake", "event": 5}
    ]


def agreed(players="abc"):
    return {"aus_round": {"drink": "Bier", "agreed": list(players)}}


def test_an_agreed_round_for_each_aus_in_one_throw_in_turn_order():
    game = table("jule", options=agreed())
    game.throw("a", "126").throw("a", "11", "1").stand("a").hand("b", "111", 2, True).hand(
        "c", "111", 1
    )
    assert [(c["player"], c["kind"], c["cents"], c["code"]) for c in game.charges] == [
        ("b", "drinks_round", None, "aus_round"),
        ("c", "drinks_round", None, "aus_round"),
    ]
    assert {charge["event"] for charge in game.charges} == {4}


def test_whoever_forfeited_the_round_gives_none_for_his_aus():
    game = table("jule", options=agreed()).breach("a", "too_many_throws")
    assert game.round(a="111", b="641", c="641").charges == []


def test_without_the_agreement_an_aus_costs_nothing():
    assert table("jule").round(a="111", b="641", c="221").charges == []
