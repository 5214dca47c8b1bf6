"""The words on the page of a claim, for each of its states: without a page."""

from datetime import date

import pytest
from django.urls import reverse

from finance.books.claim_labels import (
    Fact,
    back_from,
    gone,
    heading_of,
    how_much,
    objection,
    other_side,
    propose_again,
    waits_for,
)
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.models.rounds import Conversion
from finance.books.queries.doubts import Gone, Hold
from league.events.models import Event
from league.people.models.people import Person

pytestmark = pytest.mark.usefixtures("english")

TONI = Person(pk=7, name="Toni")


def test_from_a_claim_of_an_evening_one_goes_back_to_the_evening():
    claim = Claim(event=Event(pk=3), day=date(2026, 11, 6), person=TONI)
    assert back_from(claim) == (reverse("finance:evening", args=[3]), "6 November")


def test_from_a_claim_without_an_evening_one_goes_back_to_the_account():
    assert back_from(Claim(person=TONI)) == (reverse("finance:account", args=[7]), "Toni")


def test_an_amount_that_nobody_has_set_is_called_open():
    assert how_much(Claim(amount=None, unit="EUR")) == "Amount open"
    assert how_much(Claim(amount=2, unit="RUNDE")) == "2 rounds"


@pytest.mark.parametrize(
    ("state", "reason", "is_named"),
    [
        ("proposed", "no_price", True),
        ("proposed", "guest", True),
        ("proposed", "amount_open", False),
        ("proposed", "", False),
        ("confirmed", "guest", False),
    ],
)
def test_only_what_keeps_a_proposal_back_is_named(state, reason, is_named):
    assert bool(waits_for(Claim(state=state, open_reason=reason))) == is_named


def test_a_dispute_has_a_heading_and_a_correction_has_none():
    assert heading_of(Hold("result_frozen", "disputed: miscounted", "")) == "disputed: miscounted"
    assert heading_of(Hold("result_in_correction", "being corrected", "")) == ""


@pytest.mark.parametrize(
    ("state", "sentence"),
    [
        ("reversed", "This claim was reversed, by hand (reason: mistyped)."),
        ("superseded", "This claim is superseded, by hand (reason: mistyped)."),
    ],
)
def test_a_claim_that_is_gone_says_how_it_went(state, sentence):
    assert gone(Gone(Claim(state=state), "by_hand", "mistyped")) == sentence


def test_an_objection_stands_with_its_outcome():
    assert objection(ClaimObjection()) == "Objection, not decided yet"
    decided = ClaimObjection(outcome="waived", ruled_at="2026-11-06T20:00Z")
    assert objection(decided) == "Objection: waived"


def test_a_round_and_the_amount_it_became_lead_to_each_other():
    lost, owed = Claim(pk=1, unit="RUNDE"), Claim(pk=2, unit="EUR", amount=1250)
    conversion = Conversion(round=lost, claim=owed)
    text = other_side(lost, conversion)
    assert (text.address, text.text[:14]) == (
        reverse("finance:claim", args=[2]),
        "Converted into",
    )
    back = Fact("The round that this was", reverse("finance:claim", args=[1]))
    assert other_side(owed, conversion) == back


def test_dues_come_back_with_their_next_run():
    assert propose_again(Claim(kind="dues")) == "Book it again with the next run of the dues"
    assert propose_again(Claim(kind="fine")) == "Propose again"
