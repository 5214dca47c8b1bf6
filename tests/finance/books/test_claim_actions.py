"""The actions open to a claim, for each state, unit and office: decided without a page."""

import pytest
from django.db import transaction
from django.urls import reverse as reverse_url

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.rounds import RoundMove
from finance.books.queries.access import get_claim_for
from finance.books.queries.claim_actions import ClaimAction, claim_actions, possible_actions
from finance.books.services.claims import confirm_claim, propose_again, refuse_claim
from finance.books.services.discharge import waive_claim
from finance.books.services.objections import object_to
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.errors import FinanceError
from tests.finance.club import NOW, TODAY, client_id
from tests.finance.rounds import give, in_euros, lost, moved

pytestmark = pytest.mark.rules

OFFERED = {
    ("proposed", "EUR"): ["confirm", "refuse"],
    ("proposed", "RUNDE"): ["confirm", "refuse"],
    ("objected", "EUR"): [],
    ("objected", "RUNDE"): [],
    ("confirmed", "EUR"): ["waive", "reverse"],
    ("confirmed", "RUNDE"): ["give", "note_drink", "move", "convert", "waive", "reverse"],
    ("settled", "EUR"): ["reverse"],
    ("settled", "RUNDE"): ["reverse"],
    ("waived", "EUR"): ["reverse"],
    ("waived", "RUNDE"): ["reverse"],
    ("refused", "EUR"): ["propose_again"],
    ("refused", "RUNDE"): ["propose_again"],
    ("reversed", "EUR"): ["propose_again"],
    ("reversed", "RUNDE"): ["propose_again"],
    ("superseded", "EUR"): [],
    ("superseded", "RUNDE"): [],
}
STATES_AND_UNITS = [(state, unit) for state in Claim.State.values for unit in ("EUR", "RUNDE")]


def claim(state="proposed", unit="EUR", **more):
    return Claim(state=state, unit=unit, kind="fine" if unit == "EUR" else "drinks_round", **more)


@pytest.mark.parametrize(("state", "unit"), STATES_AND_UNITS)
def test_the_treasurer_is_offered_what_the_state_and_the_unit_allow(state, unit):
    assert (
        possible_actions(claim(state, unit), posts=True, waits_for_result=False)
        == OFFERED[state, unit]
    )


@pytest.mark.parametrize(("state", "unit"), STATES_AND_UNITS)
def test_who_only_reads_is_offered_nothing(state, unit):
    assert possible_actions(claim(state, unit), posts=False, waits_for_result=False) == []


@pytest.mark.parametrize(("state", "unit"), STATES_AND_UNITS)
def test_nothing_is_done_about_what_another_claim_replaced(state, unit):
    assert (
        possible_actions(claim(state, unit, is_current=False), posts=True, waits_for_result=False)
        == []
    )


@pytest.mark.parametrize(("state", "unit"), STATES_AND_UNITS)
def test_of_a_held_claim_only_the_confirmation_waits(state, unit):
    offered = possible_actions(claim(state, unit), posts=True, waits_for_result=True)
    assert offered == [code for code in OFFERED[state, unit] if code != "confirm"]


@pytest.mark.parametrize("reason", Claim.OpenReason.values)
def test_only_a_guest_without_agreement_cannot_be_confirmed(reason):
    offered = possible_actions(claim(open_reason=reason), posts=True, waits_for_result=False)
    assert ("confirm" in offered) == (reason != "guest")
    assert "refuse" in offered


@pytest.mark.parametrize("state", ["refused", "reversed"])
def test_what_was_taken_over_is_not_proposed_again(state):
    taken_over = Claim(state=state, unit="EUR", kind="transfer")
    assert possible_actions(taken_over, posts=True, waits_for_result=False) == []


def offered(club, claim, name="kim"):
    user = club.user(name)
    return claim_actions(get_claim_for(user, claim.pk, TODAY), user, TODAY)


def test_an_open_amount_is_asked_for(club, evening):
    evening.card("toni", cents=None)
    evening.card("sascha", number=2)
    assert offered(club, evening.claim("toni"))[0] == ClaimAction("confirm", needs_amount=True)
    assert offered(club, evening.claim("sascha"))[0] == ClaimAction("confirm")


def test_the_older_round_is_bought_first(club, evening):
    lost(evening, "toni")
    lost(evening, "toni", number=2)
    evening.confirm()
    older, younger = evening.claims("toni")
    assert offered(club, older)[0] == ClaimAction("give")
    assert offered(club, younger)[0] == ClaimAction("give", after=older)


def test_the_auditor_is_offered_nothing(club, evening):
    evening.card("toni")
    assert offered(club, evening.claim(), "alex") == []


DEEDS = {
    "confirm": lambda claim: confirm_claim(claim=claim, by=None, now=NOW),
    "refuse": lambda claim: refuse_claim(claim=claim, reason="Nein", by=None, now=NOW),
    "propose_again": lambda claim: propose_again(claim=claim, now=NOW),
    "give": lambda claim: give(None, claim, today=TODAY),
    "move": moved,
    "convert": in_euros,
    "waive": lambda claim: waive_claim(
        claim=claim, reason="Gut", client_id=client_id(), by=None, today=TODAY, now=NOW
    ),
    "reverse": lambda claim: reverse(
        original=claim.transaction, reason="Falsch", by=None, today=TODAY, now=NOW
    ),
}


def comes_to(state, claim):
    """Bring a proposal into this state by the deeds of the till."""
    if state == "objected":
        object_to(claim=claim, text="Ich war es nicht.", by=claim.person.user, now=NOW)
    elif state == "refused":
        DEEDS["refuse"](claim)
    elif state != "proposed":
        claim = DEEDS["confirm"](claim)
        if state == "settled" and claim.unit == "RUNDE":
            DEEDS["give"](claim)
        elif state == "settled":
            pay_in_cash(claim)
        elif state != "confirmed":
            DEEDS[{"waived": "waive", "reversed": "reverse"}[state]](claim)
    claim.refresh_from_db()
    assert claim.state == state
    return claim


def pay_in_cash(claim):
    take_payment(
        person=claim.person,
        method="cash",
        amount=claim.amount,
        day=TODAY,
        client_id=client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )


def stands(claim):
    """Return all that a deed changes of a claim."""
    return (
        *Claim.objects.values_list("state", "is_current", "paid", "reason").get(pk=claim.pk),
        Transaction.objects.count(),
        RoundMove.objects.count(),
    )


def does_something(code, claim):
    """Return whether the books take the deed; undo it at once."""
    before = stands(claim)
    with transaction.atomic():
        try:
            if code == "reverse" and claim.transaction is None:
                return False
            DEEDS[code](Claim.objects.get(pk=claim.pk))
            return stands(claim) != before
        except FinanceError:
            return False
        finally:
            transaction.set_rollback(True)


@pytest.mark.parametrize(("state", "unit"), [key for key in OFFERED if key[0] != "superseded"])
def test_the_books_take_what_is_offered_and_refuse_the_rest(club, evening, state, unit):
    evening.card("toni") if unit == "EUR" else lost(evening, "toni")
    claim = comes_to(state, evening.claim("toni"))
    codes = {action.code for action in offered(club, claim)} - {"note_drink"}
    assert {code for code in DEEDS if does_something(code, claim)} == codes


@pytest.mark.once
def test_who_refuses_what_was_booked_meanwhile_reads_why_not(club, evening, client):
    evening.card("toni")
    claim = evening.claim()
    DEEDS["confirm"](claim)
    client.force_login(club.user("kim"))
    page = client.post(reverse_url("finance:refuse_claim", args=[claim.pk]), {"refuse-reason": "x"})
    assert page.status_code == 422
    assert "Darüber ist schon entschieden." in page.content.decode()
