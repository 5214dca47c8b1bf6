"""Lines of the bank that are the club's own money on its way, and credit that went back."""

from datetime import date, timedelta
from typing import Any

import pytest

from finance.bank.models.bank import BankLine
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.services.cashbook import open_book
from finance.checks.books import check_books
from tests.finance.bank_club import Bank, row
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


@pytest.fixture
def rich(bank: Bank) -> Bank:
    """500 € at the bank, 200 € in the till, long before."""
    for money, cents in (("bank", 50_000), ("cash", 20_000)):
        open_book(
            money=money,
            amount=cents,
            day=date(2026, 1, 2),
            client_id=client_id(),
            by=bank.club.user("kim"),
            today=TODAY,
            now=NOW,
        )
    return bank


def line_of(bank: Bank, *message: str) -> BankLine:
    (line,) = bank.sends(row(*message)).lines.all()
    return line


def test_what_was_withdrawn_lies_in_the_till(kim: Any, rich: Bank) -> None:
    line = line_of(rich, "-100,00", "GELDAUTOMAT", "Sparkasse")
    assert "Für die Kasse abgehoben" in text(kim.get(url("bank_line", line.pk)))
    sent = {"carried-client_id": "c", "carried-cash_day": line.day.isoformat()}
    for _click in range(2):
        kim.post(url("transfer_line", line.pk), sent)
    assert (balance("bank"), balance("cash"), balance("transit")) == (40_000, 30_000, 0)
    line.refresh_from_db()
    assert line.left == 0
    assert check_books().wrong == []


def test_what_was_brought_to_the_bank_left_the_till_before(kim: Any, rich: Bank) -> None:
    line = line_of(rich, "150,00", "EINZAHLUNG", "Sparkasse")
    before = line.day - timedelta(days=3)
    sent = {"carried-client_id": "c", "carried-cash_day": before.isoformat()}
    page_text = text(kim.post(url("transfer_line", line.pk), sent, follow=True))
    assert "Als Umbuchung gebucht, in beiden Büchern." in page_text
    assert (balance("bank"), balance("cash")) == (65_000, 5_000)


def test_more_than_lay_in_the_till_was_never_brought_away(kim: Any, rich: Bank) -> None:
    line = line_of(rich, "250,00", "EINZAHLUNG", "Sparkasse")
    sent = {"carried-client_id": "c", "carried-cash_day": line.day.isoformat()}
    refused = kim.post(url("transfer_line", line.pk), sent)
    assert refused.status_code == 422
    assert (balance("bank"), balance("cash")) == (50_000, 20_000)
    line.refresh_from_db()
    assert line.left == 25_000


def test_a_storno_takes_back_both_halves_and_opens_the_line(
    kim: Any, rich: Bank, storno: Any
) -> None:
    line = line_of(rich, "-100,00", "GELDAUTOMAT", "Sparkasse")
    sent = {"carried-client_id": "c", "carried-cash_day": line.day.isoformat()}
    kim.post(url("transfer_line", line.pk), sent)
    storno(line.bookings.get().transaction)
    line.refresh_from_db()
    assert (balance("bank"), balance("cash"), line.left) == (50_000, 20_000, -10_000)


def test_credit_that_went_back_is_offered_only_to_who_has_so_much(
    kim: Any, rich: Bank, pay: Any
) -> None:
    pay("robin", 3_000)
    pay("sascha", 1_000)
    line = line_of(rich, "-25,00", "Rückzahlung Guthaben", "Robin")
    page = text(kim.get(url("bank_line", line.pk)))
    assert "Guthaben zurückgezahlt" in page
    assert "Sascha" not in page.split("Guthaben zurückgezahlt")[1]
    sent = {"refund-client_id": "g", "refund-person": rich.club.robin.pk}
    for _click in range(2):
        kim.post(url("refund_line", line.pk), sent)
    assert owing_of(rich.club.robin).cents == -500
    assert balance("bank") == 47_500
    assert check_books().wrong == []


def test_nobody_gets_back_what_they_do_not_have(kim: Any, rich: Bank, pay: Any) -> None:
    pay("sascha", 1_000, day=DAY)
    line = line_of(rich, "-25,00", "Rückzahlung Guthaben", "Sascha")
    sent = {"refund-client_id": "g", "refund-person": rich.club.sascha.pk}
    assert kim.post(url("refund_line", line.pk), sent).status_code == 422
    assert owing_of(rich.club.sascha).cents == -1_000
