"""The actions open to a result, for each state and right: decided without a page."""

import pytest
from django.utils import translation

from league.access.queries.tables import TableRights
from league.errors import IllegalError, NotAllowedError
from league.results.labels import STANDING, heading
from league.results.queries.actions import is_own_hand, result_actions

LOOKS = TableRights(see=True, inside=True)
PLAYS = TableRights(see=True, inside=True, score=True, confirm=True, object=True)
RULES = TableRights(see=True, inside=True, score=True, rule=True, confirm=True, object=True)
OWN = NotAllowedError("same_user", "Das hast du selbst eingetragen.")
RIGHTS = {"looks": LOOKS, "plays": PLAYS, "rules": RULES}
# By state and right, of a card that another entered and that may be corrected by those who score.
OFFERED = {
    ("entered", "looks"): [],
    ("entered", "plays"): ["confirm", "object", "correct"],
    ("entered", "rules"): ["confirm", "object", "correct"],
    ("disputed", "looks"): [],
    ("disputed", "plays"): [],
    ("disputed", "rules"): ["rule"],
    ("correcting", "looks"): [],
    ("correcting", "plays"): ["correct"],
    ("correcting", "rules"): ["correct"],
    ("confirmed", "looks"): [],
    ("confirmed", "plays"): ["object"],
    ("confirmed", "rules"): ["object", "correct"],
}


def actions(state="entered", right="plays", **more):
    rights = RIGHTS[right]
    corrects = rights.rule or (rights.score and state != "confirmed")
    given = {"against": None, "may_correct": corrects, "by_link": False, "source": "card"}
    return result_actions(state=state, rights=rights, **{**given, **more})


@pytest.mark.parametrize(("state", "right"), OFFERED)
def test_each_state_offers_what_the_right_allows(state, right):
    assert actions(state, right) == OFFERED[state, right]


@pytest.mark.parametrize(("state", "right"), OFFERED)
def test_who_entered_it_does_everything_but_confirm(state, right):
    left = [code for code in OFFERED[state, right] if code != "confirm"]
    assert actions(state, right, against=OWN) == left


@pytest.mark.parametrize(("state", "right"), OFFERED)
def test_a_phone_on_the_link_does_not_correct_a_card_here(state, right):
    left = [code for code in OFFERED[state, right] if code != "correct"]
    assert actions(state, right, by_link=True) == left


@pytest.mark.parametrize("by_link", [True, False])
def test_a_scored_game_is_opened_again_where_it_was_scored(by_link):
    offered = actions(source="game", by_link=by_link)
    assert offered == ["confirm", "object", "reopen"]
    assert actions("correcting", source="game", by_link=by_link) == []


def test_the_own_hand_is_told_from_what_the_game_forbids():
    assert is_own_hand(OWN)
    assert is_own_hand(IllegalError("device_unknown", "Keine Cookies."))
    assert not is_own_hand(NotAllowedError("not_at_this_table", "Nicht am Tisch."))
    assert not is_own_hand(None)


def test_each_state_says_what_holds_and_asks_only_what_is_open():
    assert set(STANDING) == {state for state, _right in OFFERED}
    with translation.override("en"):
        assert heading("disputed") == "What now?"
        assert heading("confirmed") == "It is settled"
        assert heading("entered") == heading("correcting") == "Is that right?"
