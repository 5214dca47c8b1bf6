"""The words about the signatures of an evening's close, without a page."""

from dataclasses import fields
from types import SimpleNamespace

import pytest
from django.utils import translation

from finance.books.models.catalogue import Tariff
from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.cash.models import CashCount
from finance.catalogue.queries.averages import Average
from finance.close import step_labels
from finance.close.labels import before_signing, changed, closed, nobody_pays
from finance.close.queries import Overview, Payer
from league.events.models import Table
from league.people.models.people import Person
from tests.finance.club import NOW

TONI = Person(name="Toni")


@pytest.mark.parametrize(
    ("needed", "who"), [(1, "signed by Kim."), (2, "signed by Kim and Robin.")]
)
def test_a_close_names_who_signed_it(needed, who):
    signed = [SimpleNamespace(name=name, signed_at=NOW) for name in ("Kim", "Robin")]
    close = SimpleNamespace(signatures_needed=needed, signed=signed[:needed])
    with translation.override("en"):
        assert closed(close).endswith(who)


@pytest.mark.parametrize(
    ("is_ready", "simple", "end"),
    [
        (False, False, "the cash is counted."),
        (False, True, "the cash is counted."),
        (True, True, "That closes it."),
        (True, False, "somebody who was there signs."),
    ],
)
def test_before_the_signature_it_says_what_comes_of_it(is_ready, simple, end):
    with translation.override("en"):
        assert before_signing(is_ready=is_ready, simple=simple).endswith(end)


def test_a_change_is_called_by_the_signatures_that_stand():
    with translation.override("en"):
        assert changed(is_closed=True) == "Changed after the close"
        assert changed(is_closed=False) == "Changed since the first signature"


def claim(**more):
    return Claim(pk=1, person=TONI, note="Set", **more)


def overview(**seen):
    """Return the overview of an evening that has only to be counted and signed, but for `seen`."""
    nothing = {field.name: () for field in fields(Overview)}
    known = {"average": average(), "count": None, "close": None, "cash": 0, "changes": ()}
    return Overview(**nothing | known | seen)


def test_what_keeps_a_proposal_back_stands_beside_it():
    guest = claim(state="proposed", open_reason="guest")
    objected, held = claim(state="objected"), claim(state="proposed")
    with translation.override("en"):
        lines = step_labels.undecided(overview(waiting=[guest, objected], held_back=[held]))
    assert [(line.tag, line.tone) for line in lines] == [
        ("Guest", "warn"),
        ("disputed", "warn"),
        ("held back", ""),
    ]


OWED = claim(state="proposed", unit="EUR", amount=500)


@pytest.mark.parametrize(
    ("seen", "left", "figures"),
    [
        ({}, ["counting"], {}),
        ({"count": CashCount(counted=0)}, [], {"counting": "€0.00"}),
        ({"count": CashCount(counted=7), "cash": 9}, ["counting"], {"counting": "€0.07"}),
        ({"ready": [OWED]}, ["proposals", "counting"], {"proposals": "€5.00"}),
        ({"waiting": [OWED]}, ["proposals", "counting"], {}),
        ({"held_back": [OWED]}, ["counting"], {}),
        ({"payers": [Payer(TONI, 450)]}, ["paying", "counting"], {"paying": "€4.50"}),
        ({"payers": [Payer(TONI, -450)]}, ["counting"], {}),
    ],
)
def test_the_steps_say_what_is_left_and_how_much(seen, left, figures):
    with translation.override("en"):
        steps = step_labels.steps(overview(**seen))
    assert [step.part for step in steps if not step.done] == [*left, "signing"]
    assert [step.part for step in steps if step.is_next] == [*left, "signing"][:1]
    assert {step.part: step.figure for step in steps if step.figure} == figures


@pytest.mark.parametrize(
    ("seen", "open_parts"),
    [
        ({}, ["counting"]),
        ({"ready": [OWED], "payers": [Payer(TONI, 450)]}, ["proposals", "paying"]),
        ({"payers": [Payer(TONI, 450)], "playing": [Table(number=1)]}, ["paying"]),
        ({"count": CashCount(counted=0)}, ["signing"]),
    ],
)
def test_only_the_steps_whose_turn_it_is_are_unfolded(seen, open_parts):
    steps = step_labels.steps(overview(**seen))
    assert [step.part for step in steps if step.opens] == open_parts


def test_the_absent_pay_once_the_proposals_are_confirmed():
    missing = average(450, absent=(TONI,), tariff=Tariff(code="absent"))
    for ready, opens in (([OWED], False), ([], True)):
        steps = step_labels.steps(overview(average=missing, ready=ready))
        assert next(step.opens for step in steps if step.part == "absent") is opens


def test_the_average_is_a_step_only_where_the_catalogue_knows_it():
    tariff = Tariff(code="absent")
    with translation.override("en"):
        steps = step_labels.steps(overview(average=average(450, absent=(TONI,), tariff=tariff)))
    assert [(step.part, step.figure) for step in steps][2] == ("absent", "€4.50")


@pytest.mark.parametrize("posts", [True, False])
def test_only_whoever_posts_is_led_to_the_reversal_of_a_payment(posts):
    payment = Payment(person=TONI, amount=450, transaction_id=7)
    with translation.override("en"):
        (line,) = step_labels.paid(overview(paid=[payment]), posts=posts)
    assert (line.text, line.amount, bool(line.address)) == ("Toni", "€4.50", posts)


def average(cents=0, **people):
    nobody = {"absent": (), "excused": (), "declined": (), "charged": (), "unknown": ()}
    more = {"event": None, "tariff": None, "total": 0, "heads": 0, "open_claims": 0}
    return Average(cents=cents, **more | nobody | people)


@pytest.mark.parametrize(
    ("evening", "sentence"),
    [
        (average(450, absent=(TONI,)), ""),
        (average(0, absent=(TONI,)), "Absent, but nothing to pay: Toni"),
        (average(450), "Nobody was absent."),
        (average(450, charged=((TONI, 450),)), ""),
        (average(450, excused=(TONI,)), ""),
        (average(450, declined=(TONI,)), ""),
    ],
)
def test_where_nobody_pays_for_being_absent_it_says_why(evening, sentence):
    with translation.override("en"):
        assert nobody_pays(evening) == sentence
