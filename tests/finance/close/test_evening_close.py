"""Closing an evening: two people sign what is in the books, and later changes are seen."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from finance.books.models.payments import Payment
from finance.books.queries.ledger import till_day
from finance.checks.books import check_books
from finance.close.figures import evening_now, paid_at
from finance.close.labels import left_open
from finance.close.models import CloseSignature, EveningClose
from finance.close.queries import changed_since, last_close, waiting_for
from finance.close.statement import evening_of
from finance.errors import IllegalError, NotAllowedError, StaleError
from league.access.actors import Actor
from league.people.services import people
from league.results.queries.results import current_result
from league.results.services.confirming import raise_objection
from league.results.services.results import set_playing
from tests.finance.close.signing import cosigns, counts_all, pays, signs
from tests.finance.club import DAY, NOW, TODAY, client_id

pytestmark = pytest.mark.rules


# --- paying ---------------------------------------------------------------------------------
def test_one_tap_pays_what_is_open_on_the_evenings_day_past_midnight_as_well(evening):
    evening.card("robin")
    evening.confirm()
    payment = pays(evening, "robin", 100, today=DAY + timedelta(days=1))
    assert (payment.amount, payment.transaction.date) == (100, DAY)
    assert evening.claim("robin").state == "settled"


def test_who_closes_days_later_books_on_that_day(evening):
    assert till_day(evening.event, DAY + timedelta(days=2)) == DAY + timedelta(days=2)
    assert till_day(evening.event, DAY - timedelta(days=3)) == DAY - timedelta(days=3)


def test_two_taps_at_once_take_the_money_once(evening):
    evening.card("robin")
    evening.confirm()
    first = pays(evening, "robin", 100, click="tap")
    assert pays(evening, "robin", 100, click="tap") == first
    with pytest.raises(StaleError) as refused:
        pays(evening, "robin", 100)
    assert "Inzwischen sind bei Robin 0,00\u00a0€ offen" in str(refused.value)
    assert Payment.objects.count() == 1


# --- signing --------------------------------------------------------------------------------
def test_two_people_sign_the_figures_of_the_evening(closed):
    close = last_close(closed.event)
    evening = evening_of(close.statement)
    assert close.is_closed
    assert [(signature.role, signature.name) for signature in close.signed] == [
        ("treasurer", "Kim"),
        ("witness", "Sascha"),
    ]
    assert (evening.here, evening.charged, evening.payers) == (4, 350, 1)
    assert [(item.code, item.cents) for item in evening.items] == [
        ("left_table", 250),
        ("stake", 100),
    ]
    assert (evening.cash_before, evening.cash_in, evening.cash_out) == (0, 350, 0)
    assert changed_since(close) == []
    assert not check_books().wrong


def test_no_name_and_no_text_is_signed(closed):
    text = str(last_close(closed.event).statement)
    assert not any(name in text for name in ("Robin", "Sascha", "Kim"))


def test_proposals_come_first(evening):
    evening.card("robin")
    with pytest.raises(IllegalError) as refused:
        signs(evening)
    assert refused.value.code == "proposals_open"


def test_what_waits_for_a_decision_keeps_nobody_from_signing(paid):
    paid.charge("sascha", "dropped_dice", "donation", None)
    assert evening_of(signs(paid).statement).undecided == 1


def test_the_cash_is_counted_before(evening):
    evening.card("robin")
    evening.confirm()
    with pytest.raises(IllegalError) as refused:
        signs(evening)
    assert refused.value.code == "not_counted"


def test_cash_that_came_after_the_count_is_counted_again(paid, pay):
    pay("toni", 500)
    with pytest.raises(IllegalError) as refused:
        signs(paid)
    assert refused.value.code == "counted_before"


def test_who_signs_while_games_run_or_a_result_is_contested_says_so(paid):
    raise_objection(
        result=current_result(paid.table, 1),
        client_id=client_id(),
        text="Das war ein Schock 4",
        actor=Actor(user_id=paid.club.user("sascha").pk),
        now=NOW,
    )
    set_playing(table_id=paid.table.pk, number=2)
    for knew in (0, 1):
        with pytest.raises(IllegalError) as refused:
            signs(paid, although=knew)
        assert refused.value.code == "games_running"
    assert "Es läuft noch ein Spiel, ein Ergebnis ist strittig." in str(refused.value)
    close = signs(paid, although=2)
    assert left_open(close.statement) == [
        "Ein Spiel war noch nicht beendet.",
        "Ein Ergebnis war strittig.",
    ]


def test_signing_twice_is_signing_once(paid):
    assert signs(paid) == signs(paid)
    cosigns(paid, "sascha")
    assert cosigns(paid, "sascha").is_closed
    assert CloseSignature.objects.count() == 2


@pytest.mark.parametrize("name", ["kim", "robin"])
def test_who_signs_second_is_somebody_else_who_was_there(paid, name):
    """Kim signed already, and was not at the table; Robin's membership is over."""
    signs(paid)
    if name == "kim":
        cosigns(paid, "kim")
        assert CloseSignature.objects.count() == 1
    else:
        people.end_membership(person=paid.club.robin, end=DAY)
        with pytest.raises(NotAllowedError):
            cosigns(paid, "robin")


def test_neither_a_guest_nor_who_stayed_at_home_nor_the_auditor_signs(paid):
    paid.arrives("alex", sits=False)
    counts_all(paid)
    signs(paid)
    for name in ("gabi", "chris", "alex"):
        with pytest.raises(NotAllowedError):
            cosigns(paid, name)
    assert not last_close(paid.event).is_closed


def test_nobody_signs_third(closed):
    with pytest.raises(IllegalError) as refused:
        cosigns(closed, "toni")
    assert refused.value.code == "already_closed"


@pytest.mark.both
def test_what_changed_between_the_signatures_is_signed_again_by_both(paid, pay):
    first = signs(paid)
    pays_late = pay("toni", 500)
    with pytest.raises(StaleError):
        cosigns(paid, "sascha")
    assert pays_late.amount == 500
    counts_all(paid)
    second = signs(paid)
    assert (first.version, second.version) == (1, 2)
    with pytest.raises(StaleError):
        cosigns(paid, "sascha", seen=first.digest)
    assert cosigns(paid, "sascha").version == 2
    assert last_close(paid.event).is_closed


@pytest.mark.both
def test_what_is_changed_after_the_close_is_seen(closed, storno):
    storno(Payment.objects.get().transaction)
    close = last_close(closed.event)
    assert {change.what: (change.signed, change.now) for change in changed_since(close)} == {
        "payers": (1, 0),
        "cash_out": (0, 350),
    }
    assert evening_now(closed.event).cash_after == 0


def test_a_payment_of_another_day_changes_nothing(closed, pay):
    pay("toni", 500, day=TODAY)
    assert changed_since(last_close(closed.event)) == []


@pytest.mark.both
def test_a_tournament_of_the_same_day_keeps_its_own_payments(paid):
    """Robin plays at both, Gabi and Chris pay only at the door of the tournament."""
    entry_desk = paid.club.tournament("robin", "gabi", "chris")
    for name in ("robin", "gabi", "chris"):
        entry_desk.pays(name)
    assert [(payment.person.name, payment.amount) for payment in paid_at(paid.event)] == [
        ("Robin", 350)
    ]
    assert [payment.amount for payment in paid_at(entry_desk.event)] == [1500, 1500, 1500]
    now = evening_now(paid.event)
    assert (now.payers, now.cash_in) == (1, 350 + 4500)


def test_who_was_not_here_paid_at_the_till_and_not_at_this_evening(paid, pay):
    pay("chris", 500)
    assert evening_now(paid.event).payers == 1
    pay("toni", 500)
    assert evening_now(paid.event).payers == 2


@pytest.mark.both
def test_it_waits_for_those_who_may_sign_until_one_has(paid):
    signs(paid)
    waits = {
        name: len(waiting_for(paid.club.user(name), DAY + timedelta(days=1)))
        for name in ("sascha", "toni", "kim", "chris", "alex", "gabi")
    }
    assert waits == {"sascha": 1, "toni": 1, "kim": 0, "chris": 0, "alex": 0, "gabi": 0}
    cosigns(paid, "sascha")
    assert waiting_for(paid.club.user("toni"), DAY) == []


# --- what the database and the check refuse -------------------------------------------------
@pytest.mark.both
@pytest.mark.parametrize(
    ("model", "changed"),
    [(EveningClose, {"statement": {}}), (CloseSignature, {"digest": "0" * 64})],
)
def test_what_was_signed_stays(closed, model, changed):
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**changed)
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.all().delete()


@pytest.mark.both
def test_nobody_signs_something_else(paid):
    close = signs(paid)
    with pytest.raises(IntegrityError), transaction.atomic():
        CloseSignature.objects.create(
            close=close,
            role="witness",
            person=paid.club.sascha,
            name="Sascha",
            digest="0" * 64,
            signed_at=NOW,
        )


@pytest.mark.both
def test_the_check_finds_a_close_that_pins_other_books(paid):
    close = signs(paid)
    statement = close.statement | {"books": [{**close.statement["books"][0], "hash": "0" * 64}]}
    forged = EveningClose.objects.create(
        event=paid.event,
        version=9,
        count=close.count,
        statement=statement,
        digest=close.digest,
        made_at=NOW,
    )
    assert forged.pk
    wrong = check_books().wrong
    assert any("Unterschrieben ist etwas anderes" in problem for problem in wrong)
    assert any("steht so nicht in den Büchern" in problem for problem in wrong)
