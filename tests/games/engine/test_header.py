"""Headers: what a table agrees on beforehand, and what is refused at the door."""

from __future__ import annotations

import itertools

import pytest

from games.engine import EngineError, house_rules, load, start
from tests.games.engine.scoring import Scorer

BOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")
GOOD = {"format": 1, "rulebook": "dortmund", "players": ["a", "b"]}


def refused(header):
    with pytest.raises(EngineError) as error:
        start(header)
    assert error.value.event is None
    assert error.value.sentence("de")
    return error.value


def without(key):
    return {k: v for k, v in GOOD.items() if k != key}


@pytest.mark.parametrize("header", [None, [], "x", 1, True, [GOOD]])
def test_a_header_is_an_object(header):
    assert refused(header).code == "not_a_header"


@pytest.mark.parametrize("key", ["format", "rulebook", "players"])
def test_three_keys_are_required(key):
    error = refused(without(key))
    assert (error.code, error.data) == ("missing_key", {"key": key})


@pytest.mark.parametrize("value", [0, 2, True, 1.0, "1", None, [1]])
def test_the_format_is_the_integer_1(value):
    assert refused({**GOOD, "format": value}).code == "bad_format"


@pytest.mark.parametrize("value", ["", "x", "Dortmund", "../dortmund", None, 1, ["dortmund"], {}])
def test_there_are_five_rulebooks(value):
    assert refused({**GOOD, "rulebook": value}).code == "unknown_rulebook"


@pytest.mark.parametrize(
    ("players", "code"),
    [
        (["a"], "too_few_players"),
        ([], "too_few_players"),
        (["a", "a"], "bad_players"),
        (["a", ""], "bad_players"),
        (["a", 1], "bad_players"),
        (["a", None], "bad_players"),
        (["a", ["b"]], "bad_players"),
        (["a", "\ud800"], "bad_players"),
        ("ab", "bad_players"),
        ({"a": 1, "b": 2}, "bad_players"),
        (None, "bad_players"),
    ],
)
def test_players_are_two_or_more_different_ids(players, code):
    assert refused({**GOOD, "players": players}).code == code


def test_many_players_are_no_reason_to_refuse():
    players = [str(number) for number in range(40)]
    assert start({**GOOD, "players": players}).turn == "0"
    assert load("schock4life").many_players == 9


@pytest.mark.parametrize("starter", ["x", "", None, 1, ["a"]])
def test_the_starter_is_one_of_the_players(starter):
    assert refused({**GOOD, "starter": starter}).code == "unknown_player"


@pytest.mark.parametrize("venue", ["bar", "", None, 1, [], {}])
def test_there_are_three_venues(venue):
    assert refused({**GOOD, "venue": venue}).code == "unknown_venue"


def test_an_unknown_key_of_the_header_is_refused():
    error = refused({**GOOD, "startr": "a"})
    assert (error.code, error.data) == ("unknown_key", {"key": "startr"})


@pytest.mark.parametrize("rules", [None, [], "deckel", 1])
def test_house_rules_are_an_object(rules):
    assert refused({**GOOD, "house_rules": rules}).code == "bad_house_rules"


def test_an_unknown_house_rule_is_refused():
    assert refused({**GOOD, "house_rules": {"lives": 3}}).code == "unknown_house_rule"


ALLOWED = {
    "deckel": [5, 13, 30],
    "general_over_schock2": [True, False],
    "one_throw_only": [True, False],
    "fewer_throws_first": [True, False],
    "after_turning": ["rest", "sixes"],
    "reenter": ["take_one", "join", "none"],
    "final_start": ["first_half_loser", "last_loser"],
    "opening_each_half": [True, False],
    "later_direct_aus": [True, False],
    "reenter_in_final": [True, False],
}
LOCKED = {("schock4life", rule) for rule in ("one_throw_only", "after_turning", "reenter")}
REFUSED = {
    ("rsc2003", "general_over_schock2"),
    ("rsc2003", "opening_each_half"),
    ("dortmund", "opening_each_half"),
    *((book, "later_direct_aus") for book in ("schockfreunde", "rsc2003", "dortmund")),
}


@pytest.mark.parametrize(("book", "rule"), list(itertools.product(BOOKS, ALLOWED)))
def test_each_house_rule_in_each_rulebook(book, rule):
    for value in ALLOWED[rule]:
        header = {**GOOD, "rulebook": book, "house_rules": {rule: value}}
        if (book, rule) in LOCKED:
            error = refused(header)
            assert (error.code, error.clause[:5]) == ("locked_house_rule", "Z. 39")
        elif (book, rule) in REFUSED:
            error = refused(header)
            assert error.code == "refused_house_rule"
            assert error.clause
        else:
            start(header)


@pytest.mark.parametrize("rule", ALLOWED)
def test_other_values_of_a_house_rule_are_refused(rule):
    good = ALLOWED[rule]
    for value in (4, 31, 1, 0, 13.0, "13", "x", None, [], {}, "true", True, False, [good[0]]):
        if not any(
            type(value) is type(allowed) and value == allowed for allowed in [*good, *range(5, 31)]
        ):
            header = {**GOOD, "rulebook": "jule", "house_rules": {rule: value}}
            assert refused(header).code == "bad_house_rule"


def test_the_catalogue_of_house_rules():
    rows = {rule.code: rule for rule in house_rules(load("schock4life"))}
    assert set(rows) == set(ALLOWED)
    assert {code for code, rule in rows.items() if rule.locked} == {
        "one_throw_only", "after_turning", "reenter",
    }  # fmt: skip
    assert {code: rule.default for code, rule in rows.items()} == {
        "deckel": 13,
        "general_over_schock2": False,
        "one_throw_only": False,
        "fewer_throws_first": True,
        "after_turning": "rest",
        "reenter": "take_one",
        "final_start": "first_half_loser",
        "opening_each_half": False,
        "later_direct_aus": True,
        "reenter_in_final": True,
    }
    assert rows["deckel"].allowed == tuple(range(5, 31))
    assert all(rule.label.de and rule.label.en and rule.clause for rule in rows.values())
    assert rows["deckel"].shown(13).de == "13"
    assert rows["after_turning"].shown("sixes").de == "nur die übrigen Sechsen"
    assert rows["one_throw_only"].shown(False).en == "no"
    assert all(rule.shown(value).de for rule in rows.values() for value in rule.allowed)
    rows = {rule.code: rule for rule in house_rules(load("rsc2003"))}
    assert {code for code, rule in rows.items() if rule.refused} == {
        "general_over_schock2", "opening_each_half", "later_direct_aus",
    }  # fmt: skip
    assert {code: rule.default for code, rule in rows.items()} == {
        "deckel": 13,
        "general_over_schock2": False,
        "one_throw_only": True,
        "fewer_throws_first": False,
        "after_turning": "sixes",
        "reenter": "none",
        "final_start": "first_half_loser",
        "opening_each_half": False,
        "later_direct_aus": False,
        "reenter_in_final": True,
    }


def test_a_game_keeps_the_edition_of_the_rules_it_was_begun_with():
    book = {**GOOD, "rulebook": "schock4life"}
    assert start({**book, "rules": 2}).table.game.book is load("schock4life")
    assert start(book).table.game.book is start({**book, "rules": 1}).table.game.book
    assert start(book).table.game.book is not load("schock4life")
    for wrong in (0, 3, True, 2.0, "2", None):
        assert refused({**book, "rules": wrong}).code == "bad_rules"


def test_a_house_rule_with_its_default_changes_nothing():
    for book in BOOKS:
        free = [rule for rule in house_rules(load(book)) if not (rule.locked or rule.refused)]
        rules = {rule.code: rule.default for rule in free}
        state = start({**GOOD, "rules": 2, "rulebook": book, "house_rules": rules})
        assert state.table.game.book is load(book)


def options(**changed):
    return {"aus_round": {"drink": "Bier", "agreed": ["b", "a"], **changed}}


def test_a_round_for_an_aus_is_agreed_by_all_and_only_in_jule():
    assert Scorer("jule", "ab", options=options()).state.table.game.aus_round
    assert not Scorer("jule", "ab", options={}).state.table.game.aus_round
    for book in BOOKS[:4]:
        assert refused({**GOOD, "rulebook": book, "options": options()}).code == "unknown_option"


@pytest.mark.parametrize(
    ("given", "code"),
    [
        (None, "bad_options"),
        ([], "bad_options"),
        ({"lives": 3}, "unknown_option"),
        ({"aus_round": True}, "bad_option"),
        ({"aus_round": {}}, "bad_option"),
        ({"aus_round": {"drink": "Bier"}}, "bad_option"),
        (options(drink=""), "bad_option"),
        (options(drink=None), "bad_option"),
        (options(agreed=None), "bad_option"),
        (options(agreed="ab"), "bad_option"),
        (options(more=1), "bad_option"),
        (options(agreed=["a"]), "not_agreed"),
        (options(agreed=[]), "not_agreed"),
        (options(agreed=["a", "x"]), "unknown_player"),
        (options(agreed=["a", ["b"]]), "unknown_player"),
    ],
)
def test_a_badly_agreed_option_is_refused(given, code):
    error = refused({**GOOD, "rulebook": "jule", "options": given})
    assert error.code == code
    if code == "not_agreed":
        assert error.clause == "2.1"
