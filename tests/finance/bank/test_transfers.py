"""„Anna übernimmt 10 € von Ben“: one booking for both, and a Storno for both."""

import pytest

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.queries.people import credit, open_claims, owing_of
from finance.books.services.transfers import take_over
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules


@built_once
def robin_owes(evening):
    for number, cents in enumerate([500, 750], start=1):
        evening.card("robin", number=number, cents=cents)
    evening.confirm()
    return evening


def takes(club, cents, *, taker="sascha", debtor="robin", click=None, reason="Wette verloren"):
    return take_over(
        taker=club.persons[taker],
        debtor=club.persons[debtor],
        cents=cents,
        reason=reason,
        day=DAY,
        client_id=click or client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


def owes(club, *names):
    return [owing_of(club.persons[name]).cents for name in names]


def test_one_owes_it_instead_of_the_other(robin_owes, club):
    claim = takes(club, 1000)
    assert owes(club, "robin", "sascha") == [250, 1000]
    assert [open_claim.open_amount for open_claim in open_claims(club.robin)] == [250]
    assert (claim.kind, claim.person, claim.note) == (
        "transfer",
        club.sascha,
        "Robin: Wette verloren",
    )
    assert claim.transaction == Payment.objects.get(person=club.robin).transaction
    assert check_books().wrong == []


def test_who_takes_it_over_may_have_a_credit_for_it(robin_owes, club, pay):
    pay("sascha", 600)
    assert takes(club, 1000).open_amount == 400
    assert credit(club.sascha) == 0


@pytest.mark.both
def test_a_storno_takes_back_both(robin_owes, club, storno):
    claim = takes(club, 1000)
    storno(claim.transaction)
    assert owes(club, "robin", "sascha") == [1250, 0]
    assert Claim.objects.get(pk=claim.pk).state == "reversed"
    assert Payment.objects.get(person=club.robin).is_reversed
    assert check_books().wrong == []


def test_a_storno_of_what_was_paid_meanwhile_leaves_a_credit(robin_owes, club, pay, storno):
    claim = takes(club, 1000)
    pay("sascha", 1000)
    storno(claim.transaction)
    assert (credit(club.sascha), owes(club, "robin", "sascha")) == (1000, [1250, -1000])
    assert check_books().wrong == []


def test_a_double_click_books_once(robin_owes, club):
    click = client_id()
    assert takes(club, 300, click=click) == takes(club, 300, click=click)
    assert Transaction.objects.filter(kind="transfer").count() == 1
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        takes(club, 400, click=click)


def test_nobody_takes_over_more_than_is_open_or_from_himself(robin_owes, club):
    with pytest.raises(IllegalError, match="nicht offen"):
        takes(club, 1251)
    with pytest.raises(InvalidError, match="eigene"):
        takes(club, 100, taker="robin")
    for cents in (0, -100):
        with pytest.raises(InvalidError, match="größer als null"):
            takes(club, cents)
    with pytest.raises(InvalidError, match="warum"):
        takes(club, 100, reason=" ")
