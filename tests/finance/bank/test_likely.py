"""All that is likely, booked together after what is wrong was struck out."""

import re
from typing import Any

import pytest

from finance.bank.models.bank import BankImport
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.checks.books import check_books
from tests.finance.bank_club import Bank, row
from tests.finance.pages import text, url

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


@pytest.fixture
def statement(evening: Any, bank: Bank) -> BankImport:
    """Import a statement: Robin and Sascha pay under their names, Oma under an unknown one."""
    evening.card("robin", number=1, cents=1250)
    evening.card("sascha", number=2, cents=1500)
    evening.confirm()
    return bank.sends(
        row("12,50", "Einsatz", "Robin"),
        row("15,00", "Einsatz", "Sascha"),
        row("3,33", "Danke", "Oma Beispiel"),
    )


def _shown(kim: Any, statement: BankImport) -> dict[str, str]:
    """Return the fields of the form as the page shows it."""
    page = kim.get(url("bank_import", statement.pk)).content.decode()
    ticks = re.findall(r'name="(line-\d+)" checked', page)
    return dict.fromkeys(ticks, "on") | dict(
        re.findall(r'name="(proposal-\d+)" value="([^"]+)"', page)
    )


def test_two_taps_book_all_that_is_likely_and_the_rest_says_why_not(
    kim: Any, statement: BankImport
) -> None:
    page_text = text(kim.get(url("bank_import", statement.pk)))
    assert "Im Verwendungszweck steht kein Code." in page_text
    assert "Niemand schuldet genau 3,33 €." in page_text
    for _click in range(2):
        kim.post(url("book_likely", statement.pk), _shown(kim, statement))
    assert balance("bank") == 2750
    assert statement.lines.get(cents=333).left == 333
    assert check_books().wrong == []


def test_what_is_struck_out_stays(kim: Any, bank: Bank, statement: BankImport) -> None:
    form = _shown(kim, statement)
    sascha = statement.lines.get(cents=1500)
    del form[f"line-{sascha.pk}"]
    page = kim.post(url("book_likely", statement.pk), form, follow=True)
    assert "1 Zeile gebucht" in text(page)
    assert owing_of(bank.club.sascha).cents == 1500
    none = kim.post(url("book_likely", statement.pk), {}, follow=True)
    assert "Keine Zeile war angekreuzt" in text(none)


def test_only_what_was_seen_is_booked(
    kim: Any, bank: Bank, statement: BankImport, pay: Any
) -> None:
    """The treasurer books Robin's transfer by hand after the page was opened."""
    form = _shown(kim, statement)
    pay("robin", 1250, method="bank")
    page = kim.post(url("book_likely", statement.pk), form, follow=True)
    assert "Eine Zeile wurde nicht gebucht" in text(page)
    assert (balance("bank"), owing_of(bank.club.robin).cents) == (2750, 0)
    again = _shown(kim, statement)  # now the line is proposed as that booking
    assert "by-hand:" in str(again)
    kim.post(url("book_likely", statement.pk), again)
    assert balance("bank") == 2750
    assert statement.lines.get(cents=1250).left == 0
    assert check_books().wrong == []
