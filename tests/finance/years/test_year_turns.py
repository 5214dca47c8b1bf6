"""The turns with a year, for each step and office: decided without a page."""

from types import SimpleNamespace

import pytest
from django.utils import translation

from finance.years import labels
from finance.years.steps import STATES, Reader, Standing, offers_signing, turn_of

KIM, CHRIS, ALEX, UTE = 1, 2, 3, 4
TREASURER = Reader(KIM, posts=True)
CHAIR = Reader(CHRIS, presides=True)
AUDITOR = Reader(ALEX, audits=True)
ONLOOKER = Reader(UTE)
READERS = {"treasurer": TREASURER, "chair": CHAIR, "auditor": AUDITOR, "onlooker": ONLOOKER}


def standing(state="draft", signed=()):
    drafted_by = None if state == "open" else KIM
    return Standing(state, "seal", drafted_by, frozenset(signed))


def turn(reader, now, *, changed=False, is_over=True, is_sampled=True, is_settled=True):
    return turn_of(
        reader,
        now,
        changed=changed,
        is_over=is_over,
        is_sampled=is_sampled,
        is_settled=is_settled,
    )


TURNS = {
    "open": {"treasurer": "draft", "chair": "not_drafted", "auditor": "not_drafted"},
    "draft": {"treasurer": "", "chair": "confirm", "auditor": ""},
    "board": {"treasurer": "", "chair": "", "auditor": "sign"},
    "audited": {"treasurer": "", "chair": "discharge", "auditor": ""},
    "discharged": {"treasurer": "", "chair": "", "auditor": ""},
}


@pytest.mark.parametrize("state", ["open", *STATES])
@pytest.mark.parametrize("office", ["treasurer", "chair", "auditor"])
def test_each_step_is_one_offices_turn(state, office):
    assert turn(READERS[office], standing(state)) == TURNS[state][office]


@pytest.mark.parametrize("state", STATES)
def test_without_an_office_it_is_never_ones_turn(state):
    assert turn(ONLOOKER, standing(state)) == ""


@pytest.mark.parametrize("state", ["draft", "board"])
@pytest.mark.parametrize(
    ("office", "what"), [("treasurer", "draft"), ("chair", ""), ("auditor", "")]
)
def test_a_booking_since_the_draft_gives_it_back_to_the_treasurer(state, office, what):
    assert turn(READERS[office], standing(state), changed=True) == what


@pytest.mark.parametrize("state", ["audited", "discharged"])
def test_what_is_booked_after_the_audit_asks_for_no_new_draft(state):
    assert turn(TREASURER, standing(state), changed=True) == ""


def test_a_year_that_is_not_over_is_not_drafted():
    assert turn(TREASURER, standing("open"), is_over=False) == "not_over"


def test_who_drafted_does_not_confirm():
    assert turn(Reader(KIM, posts=True, presides=True), standing("draft")) == "drafted_oneself"


def test_who_was_on_the_board_does_not_audit():
    auditor = Reader(ALEX, audits=True, is_independent=False)
    assert turn(auditor, standing("board"), is_sampled=False) == "not_independent"


def test_who_signed_waits_for_the_others():
    assert turn(AUDITOR, standing("board", signed=[ALEX])) == "signed_oneself"
    assert turn(AUDITOR, standing("board", signed=[UTE])) == "sign"


def test_nobody_signs_without_a_sample_that_is_looked_through():
    nothing_drawn = turn(AUDITOR, standing("board"), is_sampled=False, is_settled=True)
    assert nothing_drawn == "not_sampled"
    assert turn(AUDITOR, standing("board"), is_settled=False) == "unsettled"


def test_a_year_is_given_back_until_it_is_audited():
    given_back = [state for state in ("open", *STATES) if standing(state).can_be_given_back]
    assert given_back == ["draft", "board"]


@pytest.mark.parametrize("turn", ["not_sampled", "unsettled"])
def test_the_form_to_sign_stays_after_a_refusal_that_came_meanwhile(turn):
    assert offers_signing("sign", tried=False)
    assert offers_signing(turn, tried=True)
    assert not offers_signing(turn, tried=False)
    assert not offers_signing("signed_oneself", tried=True)


def test_the_page_says_what_a_turn_asks_for_in_one_sentence_or_has_a_form():
    with translation.override("en"):
        assert labels.turn("not_independent", 2025) == (
            "You were on the board yourself in 2025 and cannot audit that year."
        )
        assert labels.turn("not_drafted", 2025).startswith("The treasurer has not")
        assert labels.turn("sign", 2025) == labels.turn("draft", 2025) == ""


def test_below_the_auditors_step_stands_who_has_signed():
    auditors = [(SimpleNamespace(name="Anke"), True), (SimpleNamespace(name="Bernd"), False)]
    names, last = labels.audit_notes(auditors)
    assert names == "Anke ✓, Bernd"
    assert labels.audit_notes([]) == [last]
