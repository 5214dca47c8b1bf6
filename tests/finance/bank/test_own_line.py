"""A line of the bank with another's name on the own account: a second person says yes first."""

from typing import Any

import pytest
from django.utils import timezone

from finance.books.queries.people import credit, owing_of
from finance.checks.books import check_books
from league.approvals.models import Approval
from league.approvals.queries import to_audit
from league.approvals.services import confirm
from tests.finance.bank_club import ROBINS, Bank, row
from tests.finance.club import TODAY
from tests.finance.pages import hidden, text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]
KIMS, STRANGE = "DE02100100100006820101", "DE02300209000106531065"


def _books_for_kim(kim: Any, bank: Bank, line: Any) -> str:
    page = kim.get(url("bank_line", line.pk))
    sent = {"client_id": hidden(page), "person_1": bank.club.kim.pk, "amount_1": "42,00"}
    return text(kim.post(url("book_line", line.pk), sent, follow=True))


def test_a_strangers_transfer_waits_before_it_is_the_treasurers(kim: Any, bank: Bank) -> None:
    line = bank.sends(row("42,00", "Danke", "Unbekannt und Söhne", STRANGE)).lines.get()
    assert "zweite Person" in _books_for_kim(kim, bank, line)
    assert credit(bank.club.kim) == 0
    waiting = Approval.objects.get(kind="bank_line")
    assert waiting.pk in [shown.approval.pk for shown in to_audit(TODAY.year)]
    assert "Unbekannt und Söhne" in text(kim.get(url("bank_line", line.pk)))
    for _tap in range(2):
        confirm(approval=waiting, by=bank.club.chris, now=timezone.now())
    assert credit(bank.club.kim) == 4200
    assert check_books().wrong == []


@pytest.mark.parametrize("name", ["Kim", "KIM", "Herr Kim"])
def test_what_has_the_own_name_is_booked_at_once(kim: Any, bank: Bank, name: str) -> None:
    line = bank.sends(row("42,00", "Danke", name, KIMS)).lines.get()
    assert "Gebucht." in _books_for_kim(kim, bank, line)
    assert credit(bank.club.kim) == 4200


def test_the_own_code_and_the_own_account_of_before_are_papers(kim: Any, bank: Bank) -> None:
    first = bank.sends(row("42,00", "Danke", "Kim", KIMS)).lines.get()
    _books_for_kim(kim, bank, first)
    for message in (row("42,00", "x", "K. Probe", KIMS), row("42,00", bank.ref("kim"), "Oma")):
        _books_for_kim(kim, bank, bank.sends(message).lines.get())
    assert credit(bank.club.kim) == 3 * 4200
    assert not Approval.objects.exists()


def test_an_account_that_pays_for_another_too_is_no_paper(kim: Any, bank: Bank) -> None:
    robins = bank.sends(row("10,00", bank.ref("robin"), "Robin", ROBINS)).lines.get()
    bank.books(robins, robin=1000)
    lent = bank.sends(row("42,00", "für Kim", "Robin", ROBINS)).lines.get()
    _books_for_kim(kim, bank, lent)
    confirm(approval=Approval.objects.get(), by=bank.club.chris, now=timezone.now())
    assert credit(bank.club.kim) == 4200
    later = bank.sends(row("42,00", "Danke", "Robin", ROBINS)).lines.get()
    assert "zweite Person" in _books_for_kim(kim, bank, later)
    assert credit(bank.club.kim) == 4200


def test_a_booking_by_hand_is_not_tied_to_a_strangers_line(kim: Any, bank: Bank, pay: Any) -> None:
    typed = pay("kim", 4200, method="bank")
    assert Approval.objects.get(kind="bank").state == "done"
    line = bank.sends(row("42,00", "Danke", "Unbekannt und Söhne", STRANGE)).lines.get()
    kim.post(url("tie_line", line.pk), {"booking": typed.transaction_id})
    kim.post(
        url("book_likely", line.bank_import_id),
        {f"line-{line.pk}": "on", f"proposal-{line.pk}": f"by-hand:{typed.transaction_id}"},
    )
    line.refresh_from_db()
    assert (line.left, owing_of(bank.club.kim).cents) == (4200, -4200)
