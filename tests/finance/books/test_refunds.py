"""„Guthaben auszahlen“: money goes back to a member who paid too much, in cash or by transfer."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, connection, transaction
from django.test import Client

from finance.books import booking
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.costs import costs_of
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, owing_of
from finance.books.services import storing
from finance.books.services.credits import pay_out_credit
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError
from league.approvals.models import Approval
from league.guards.kinds import triggers_of
from league.guards.triggers import drop_triggers
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.usefixtures("that_day"), pytest.mark.rules]


@pytest.fixture
def gets(club):
    """`gets("robin", 500)`: back in cash, by Kim."""

    def paid_out(name, cents, *, method="cash", day=TODAY, click=None, **more):
        return pay_out_credit(
            person=club.persons[name],
            method=method,
            amount=cents,
            day=day,
            client_id=click or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
            **more,
        )

    return paid_out


@pytest.mark.both
def test_a_credit_is_paid_out_of_the_till(club, pay, gets):
    pay("robin", 2900)
    claim = gets("robin", 1900)
    assert (claim.kind, claim.state, claim.paid) == ("refund", "settled", 1900)
    assert (credit(club.robin), owing_of(club.robin).cents, balance("cash")) == (1000, -1000, 1000)
    assert claim.transaction.kind == "refund"
    assert costs_of(club.robin) == []
    assert check_books().wrong == []


def test_a_credit_is_paid_out_by_transfer(club, pay, gets):
    pay("robin", 2900, method="bank")
    assert gets("robin", 2900, method="bank").transaction.head.journal == "bank"
    assert (credit(club.robin), balance("bank"), balance("cash")) == (0, 0, 0)
    assert check_books().wrong == []


def test_its_storno_brings_the_credit_back(club, pay, gets, storno):
    pay("robin", 2900)
    claim = gets("robin", 1900)
    assert reversal_effects(claim.transaction) == [
        "19,00\u00a0€ kommen wieder in die Kasse.",
        "Robin hat wieder ein Guthaben von 19,00\u00a0€.",
    ]
    storno(claim.transaction)
    assert (credit(club.robin), balance("cash")) == (2900, 2900)
    assert Claim.objects.get(pk=claim.pk).state == "reversed"
    assert check_books().wrong == []


def test_what_was_paid_out_of_a_payment_that_never_came_is_owed(club, pay, gets, storno):
    pay("sascha", 5000)
    paid = pay("robin", 2900)
    gets("robin", 2900)
    storno(paid.transaction)
    assert owing_of(club.robin).cents == 2900
    assert check_books().wrong == []


def test_nobody_gets_more_than_the_credit(club, pay, gets):
    pay("sascha", 5000)
    pay("robin", 500)
    with pytest.raises(IllegalError, match=r"Guthaben von 5,00") as caught:
        gets("robin", 501)
    assert (caught.value.code, caught.value.field) == ("more_than_credit", "amount")
    with pytest.raises(IllegalError, match="kein Guthaben"):
        gets("toni", 1)
    for cents in (0, -1):
        with pytest.raises(InvalidError, match="größer als null"):
            gets("robin", cents)
    with pytest.raises(InvalidError, match="Bar oder"):
        gets("robin", 500, method="given")
    assert not Claim.objects.exists()


@pytest.mark.both
def test_the_database_refuses_more_than_the_credit_as_well(club, pay):
    pay("sascha", 5000)
    pay("robin", 500)
    header = booking.Header(
        journal="cash",
        year=DAY.year,
        number=0,
        date=DAY,
        entered_at=NOW,
        entered_by=None,
        kind="refund",
        reverses=None,
        text_digest="",
    )
    entries = booking.refund("cash", club.robin.pk, 501)
    with pytest.raises(IntegrityError, match="refund_more_than_credit"), transaction.atomic():
        storing.store([storing.Unnumbered(header, entries, ())], None, NOW)


@pytest.mark.both
def test_the_till_holds_enough_now_and_on_that_day(club, pay, gets):
    pay("robin", 2000, method="bank")
    with pytest.raises(IllegalError, match="So viel Geld liegt nicht"):
        gets("robin", 2000)
    pay("sascha", 3000)
    with pytest.raises(IllegalError, match="zu wenig"):
        gets("robin", 2000, day=DAY - timedelta(days=1))
    with pytest.raises(InvalidError, match="noch"):
        gets("robin", 2000, day=TODAY + timedelta(days=1))
    assert balance("cash") == 3000


def test_a_double_click_pays_once(club, pay, gets, storno):
    pay("robin", 2000)
    click = client_id()
    once = gets("robin", 500, click=click)
    assert gets("robin", 500, click=click) == once
    assert balance("cash") == 1500
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        gets("robin", 600, click=click)
    storno(once.transaction)
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        gets("robin", 500, click=click)


@pytest.mark.once
def test_the_treasurer_pays_it_out_on_the_account_page(club, pay, kim):
    pay("robin", 2900)
    page = kim.get(url("account", club.robin.pk))
    assert "Guthaben auszahlen" in text(page)
    assert 'value="29,00"' in page.content.decode()
    sent = {
        "refund-client_id": hidden(page, "refund-client_id"),
        "refund-amount": "19,00",
        "refund-method": "cash",
        "refund-day": TODAY.isoformat(),
        "refund-text": "Zu viel überwiesen",
    }
    path = url("pay_out_credit", club.robin.pk)
    too_much = kim.post(path, sent | {"refund-amount": "29,01"})
    assert too_much.status_code == 422
    assert "Guthaben von 29,00 €" in text(too_much)
    page_text = text(kim.post(path, sent, follow=True))
    assert "19,00 € an Robin ausgezahlt." in page_text
    assert "Guthaben bar ausgezahlt" in page_text
    assert "Zu viel überwiesen" in page_text
    assert balance("cash") == 1000


def test_without_a_credit_there_is_nothing_to_pay_out(club, kim):
    assert "Guthaben auszahlen" not in text(kim.get(url("account", club.robin.pk)))


@pytest.mark.both
def test_the_own_credit_needs_a_second_person(club, pay, gets, kim):
    pay("kim", 1500, method="bank")
    pay("robin", 1500)
    with pytest.raises(NotAllowedError, match="zweite Person"):
        gets("kim", 1500)
    page = kim.get(url("account", club.kim.pk))
    sent = {
        "refund-client_id": hidden(page, "refund-client_id"),
        "refund-amount": "15,00",
        "refund-method": "cash",
        "refund-day": TODAY.isoformat(),
    }
    page_text = text(kim.post(url("pay_out_credit", club.kim.pk), sent, follow=True))
    assert "zahlt sich" in page_text
    assert credit(club.kim) == 1500
    waiting = Approval.objects.get(kind="refund")
    chris = Client()
    chris.force_login(club.user("chris"))
    assert "15,00 € eigenes Guthaben bar aus" in text(chris.get("/"))
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"}, follow=True)
    assert (credit(club.kim), balance("cash")) == (0, 0)
    assert Transaction.objects.get(kind="refund").entered_by == club.user("kim")
    assert check_books().wrong == []


@pytest.mark.both
def test_changed_behind_the_triggers_it_is_found(club, pay, gets):
    pay("robin", 2900)
    claim = gets("robin", 1900)
    with transaction.atomic():
        drop_triggers(connection, triggers_of("finance"))
        Claim._base_manager.filter(pk=claim.pk).update(code="bank")
        assert any("Guthaben" in sentence for sentence in check_books().wrong)
        transaction.set_rollback(True)
