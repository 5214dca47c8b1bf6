"""Other ends of a round: moved, given with another, waived, turned into money."""

from datetime import date

import pytest

from finance.books.models.ledger import Account, Transaction
from finance.books.models.payments import Payment
from finance.books.models.rounds import Conversion, GivenRound, RoundMove
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, owing_of
from finance.books.queries.rounds import rounds_due
from finance.books.services.discharge import waive_claim
from finance.books.services.rounds import give_together
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, client_id
from tests.finance.rounds import (
    LATER,
    NEXT,
    due,
    give,
    in_euros,
    lost,
    moved,
)

pytestmark = pytest.mark.rules


# --- moved -----------------------------------------------------------------------------------
def test_a_round_moved_to_a_later_evening_is_not_due_before(tonight, owed):
    for _tap in range(2):
        moved(owed.claim())
    assert RoundMove.objects.get().reason == "Robin fährt heute"
    robin = due(tonight)["Robin"]
    assert (robin.count, robin.rounds[0].is_later, robin.first) == (0, True, None)
    third = owed.club.evening("robin", "sascha", day=LATER)
    assert due(third)["Robin"].count == 1


def test_a_moved_round_lets_the_younger_one_go_first_and_may_still_come_early(tonight, owed):
    lost(tonight, "robin")
    tonight.confirm()
    moved(owed.claim())
    with pytest.raises(IllegalError, match="Zuerst kommt"):
        give(tonight, owed.claim())
    give(tonight, tonight.claim())
    assert give(tonight, owed.claim()).state == "settled"


def test_moving_needs_a_reason_and_a_later_day(tonight, owed):
    with pytest.raises(InvalidError, match="warum"):
        moved(owed.claim(), reason=" ")
    for day in (NEXT, DAY, date(2028, 1, 1)):
        with pytest.raises(InvalidError, match="späteren Tag"):
            moved(owed.claim(), until=day)
    give(tonight, owed.claim())
    with pytest.raises(IllegalError, match="nicht mehr offen"):
        moved(owed.claim())


# --- merged ----------------------------------------------------------------------------------
@pytest.mark.both
def test_two_rounds_given_as_one_are_one_payment_that_names_both(tonight, owed, storno):
    lost(tonight, "robin")
    tonight.confirm()
    both, click = [owed.claim(), tonight.claim()], client_id()
    for _tap in range(2):
        assert {claim.state for claim in give(tonight, *both, click=click)} == {"settled"}
    payment = Payment.objects.get()
    assert payment.amount == 2
    assert {given_round.claim for given_round in payment.given_rounds.all()} == {*both}
    assert owing_of(owed.club.robin).rounds == 0
    assert check_books().wrong == []
    storno(payment.transaction)
    assert owing_of(owed.club.robin).rounds == 2
    assert not GivenRound.objects.filter(is_taken_back=False).exists()
    assert check_books().wrong == []


def test_only_the_oldest_rounds_of_one_person_go_together(tonight, owed):
    lost(tonight, "robin")
    lost(tonight, "robin", number=2)
    lost(tonight, "toni", number=3)
    tonight.confirm()
    _first, second = tonight.claims("robin")
    with pytest.raises(IllegalError, match="Zuerst kommt"):
        give(tonight, *tonight.claims("robin"))
    with pytest.raises(InvalidError, match="einer Person"):
        give(tonight, second, tonight.claim("toni"))
    with pytest.raises(InvalidError, match="mehrere Runden"):
        give_together(claims=[second, second], client_id=client_id(), by=None, today=NEXT, now=NOW)


# --- waived, or turned into money ------------------------------------------------------------
def test_a_round_is_waived_by_decision(tonight, owed, storno):
    waive_claim(
        claim=owed.claim(),
        reason="Jubiläum, der Vorstand verzichtet",
        client_id=client_id(),
        by=None,
        today=NEXT,
        now=NOW,
    )
    assert (owed.claim().state, balance("rounds_waived")) == ("waived", 1)
    assert rounds_due(tonight.event) == []
    storno(Payment.objects.get().transaction)
    assert due(tonight)["Robin"].count == 1


def test_a_round_becomes_money_only_by_an_explicit_booking(tonight, owed):
    money = in_euros(owed.claim(), 700)
    assert (money.amount, money.unit, money.state) == (700, "EUR", "confirmed")
    assert (owing_of(owed.club.robin).cents, owing_of(owed.club.robin).rounds) == (700, 0)
    assert (balance("rounds_in_euros"), balance("rounds_waived")) == (-700, 1)
    assert owed.claims(unit="RUNDE")[0].state == "waived"
    assert rounds_due(tonight.event) == []
    assert check_books().wrong == []


def test_a_double_tap_converts_once_and_another_amount_is_told(owed):
    click = client_id()
    assert in_euros(owed.claim(), 700, click) == in_euros(owed.claims()[0], 700, click)
    assert Conversion.objects.count() == 1
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        in_euros(owed.claims()[0], 800, click)
    with pytest.raises(IllegalError, match="nicht mehr offen"):
        in_euros(owed.claims()[0])


def test_what_a_round_was_turned_into_is_paid_like_any_claim(owed, pay):
    pay("robin", 500)
    assert in_euros(owed.claim(), 700).paid == 500
    pay("robin", 200)
    assert owing_of(owed.club.robin).cents == 0
    assert check_books().wrong == []


@pytest.mark.both
@pytest.mark.parametrize("half", ["the waiver", "the claim"])
def test_the_storno_of_either_half_takes_back_both(tonight, owed, pay, storno, half):
    money = in_euros(owed.claim(), 700)
    pay("robin", 300)
    waiver = Conversion.objects.get().waiver
    original = waiver.transaction if half == "the waiver" else money.transaction
    first = storno(original)
    assert storno(original) == first
    assert first.reverses == original
    money.refresh_from_db()
    assert (money.state, money.is_current) == ("reversed", False)
    assert (owing_of(owed.club.robin).rounds, credit(owed.club.robin)) == (1, 300)
    assert due(tonight)["Robin"].count == 1
    assert Transaction.objects.filter(kind="reversal").count() == 2
    assert check_books().wrong == []
    in_euros(owed.claim(), 250)
    assert owing_of(owed.club.robin).cents == -50
    assert check_books().wrong == []


def test_a_corrected_card_takes_the_money_with_the_round(owed, pay):
    in_euros(owed.claim(), 700)
    pay("robin", 700)
    lost(owed, "sascha")
    assert credit(owed.club.robin) == 700
    assert (owing_of(owed.club.robin).rounds, balance("rounds_in_euros")) == (0, 0)
    assert owed.claim("sascha").state == "proposed"
    assert owed.claims("robin") == []
    assert check_books().wrong == []


def test_another_card_of_the_evening_leaves_the_conversion_alone(owed):
    in_euros(owed.claim(), 700)
    lost(owed, "toni", number=2)
    assert owing_of(owed.club.robin).cents == 700
    assert check_books().wrong == []


def test_a_storno_of_the_round_itself_takes_its_money_along(owed, storno):
    in_euros(owed.claim(), 700)
    storno(owed.claims(unit="RUNDE")[0].transaction)
    assert set(Account.objects.exclude(balance=0)) == set()
    assert check_books().wrong == []


def test_money_is_not_turned_into_money(evening):
    evening.card("robin", cents=500)
    evening.confirm()
    with pytest.raises(IllegalError, match="keine Runde"):
        in_euros(evening.claim())
    with pytest.raises(InvalidError, match="größer als null"):
        in_euros(evening.claim(), 0)
