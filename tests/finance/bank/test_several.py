"""„Das Sparbuch schickt auch einen Auszug“: statements of more than one account at a bank."""

from datetime import date
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from finance.bank.models.bank import BankLine
from finance.bank.queries.bank import bank_accounts, could_confirm, proposals, stated_on
from finance.bank.services.account import set_club_account
from finance.bank.services.imports import import_file
from finance.bank.services.lines import tie_line
from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.ledger import balance
from finance.books.services.own_accounts import add_account, change_account
from finance.checks.books import check_books
from finance.errors import InvalidError
from finance.years.queries.year_figures import agreed
from tests.finance.bank_club import CLUB, HEADING, ROBINS, SASCHAS, Bank, row
from tests.finance.club import NOW, TODAY
from tests.finance.pages import hidden, text, url

SAVINGS = "DE02300209000106531065"

pytestmark = [pytest.mark.once, pytest.mark.usefixtures("at_night")]


@pytest.fixture
def savings(bank: Bank) -> OwnAccount:
    by = bank.club.user("kim")
    savings = add_account(kind="giro", name="Sparbuch", by=by, now=NOW)
    set_club_account(holder="Club", iban=SAVINGS, money=savings.code, by=by, now=NOW)
    return savings


def comes(bank: Bank, *rows: str) -> BankLine:
    """Import a file of the savings account; return its one line."""
    content = "\r\n".join([HEADING, *rows, ""]).replace(CLUB, SAVINGS).encode()
    return bank.imports_(content).bank_import.lines.get()


def test_the_iban_in_a_file_says_whose_it_is(bank: Bank, savings: OwnAccount) -> None:
    assert comes(bank, row("2,50", "Zinsen")).money == savings.code
    (line,) = bank.sends(row("5,00", bank.ref("robin"), "Robin", ROBINS)).lines.all()
    assert line.money == "bank"
    bank.books(line, robin=500)
    assert (balance("bank"), balance(savings.code)) == (500, 0)


def test_a_payment_lies_on_the_account_it_came_to(bank: Bank, savings: OwnAccount) -> None:
    line = comes(bank, row("7,00", "Spende", "Sascha", SASCHAS))
    (payment,) = bank.books(line, sascha=700)
    assert (payment.method, payment.transaction.head.journal) == ("bank", savings.code)
    assert (balance("bank"), balance(savings.code)) == (0, 700)
    assert check_books().wrong == []


def test_what_goes_from_one_to_the_other_is_on_both_statements(
    kim: Any, bank: Bank, savings: OwnAccount
) -> None:
    (out,) = bank.sends(row("-50,00", "Umbuchung", "Club", SAVINGS)).lines.all()
    assert "Die andere Kasse oder das andere Konto" in text(kim.get(url("bank_line", out.pk)))
    sent = {"carried-client_id": "c", "carried-cash_day": out.day.isoformat()}
    answer = kim.post(url("transfer_line", out.pk), {**sent, "carried-other": savings.code})
    assert answer.status_code == 302
    assert (balance("bank"), balance(savings.code), balance("transit")) == (-5_000, 5_000, 0)
    # The line on the other statement is known as that booking.
    came = comes(bank, row("50,00", "Umbuchung", "Club", CLUB))
    assert proposals([came])[came.pk].transaction == could_confirm(came).get().pk
    tie_line(by=None, line=came, booking=could_confirm(came).get())
    came.refresh_from_db()
    assert (came.left, balance(savings.code)) == (0, 5_000)
    assert check_books().wrong == []


def test_each_is_compared_with_its_own_bank(bank: Bank, savings: OwnAccount) -> None:
    bank_import = comes(bank, row("2,50", "Zinsen")).bank_import
    bank_import.balances.create(iban=SAVINGS, day=TODAY, moment="closing", cents=250)
    stated = stated_on(TODAY, savings.code)
    assert stated is not None
    assert (stated.cents, stated.booked) == (250, 0)
    assert stated_on(TODAY) is None
    assert {agreement.account.code: agreement.actual for agreement in agreed(2026, TODAY)} == {
        "cash": None,
        "bank": None,
    }  # until something is booked on it
    assert [account.money for account in bank_accounts()] == ["bank", savings.code]


def test_no_two_accounts_have_one_iban(bank: Bank, savings: OwnAccount) -> None:
    with pytest.raises(InvalidError) as refused:
        bank.sets_account(iban=SAVINGS)
    assert refused.value.code == "iban_taken"
    with pytest.raises(InvalidError) as wrong:
        set_club_account(holder="Club", iban=ROBINS, money="cash", by=None, now=NOW)
    assert wrong.value.code == "choice_unknown"


def test_a_file_about_two_accounts_is_refused(bank: Bank, savings: OwnAccount) -> None:
    both = "\r\n".join([HEADING, row("1,00"), row("2,00").replace(CLUB, SAVINGS), ""])
    with pytest.raises(InvalidError) as refused:
        import_file(content=both.encode(), name="beide.csv", by=None, now=NOW)
    assert refused.value.code == "several_accounts"


def test_a_file_without_an_iban_is_asked_about(kim: Any, bank: Bank, savings: OwnAccount) -> None:
    page = kim.get(url("bank_imports"))
    assert "Sparbuch" in text(page)
    content = b"Tag;Wozu;Euro\r\n07.03.2026;Zinsen;2,50\r\n08.03.2026;Rest;1,00\r\n"
    sent = {"file": SimpleUploadedFile("zinsen.csv", content), "money": savings.code}
    asked = kim.post(url("import_bank"), sent, follow=True)
    assert hidden(asked, "money") == savings.code
    done = {"file": hidden(asked, "file"), "money": savings.code, "amounts": "in"}
    done |= {"column_0": "booked", "column_1": "text", "column_2": "amount"}
    answer = kim.post(url("bank_columns"), done)
    assert answer.status_code == 302, text(answer)
    assert {line.money for line in BankLine.objects.all()} == {savings.code}


def test_a_refused_line_is_named_and_nothing_is_booked(
    kim: Any, bank: Bank, savings: OwnAccount
) -> None:
    """The savings account was closed on the first; its last statement has a charge of the third."""
    change_account(
        account=savings,
        name=savings.name,
        sphere=0,
        ended=date(2026, 3, 1),
        by=bank.club.user("kim"),
        now=NOW,
    )
    line = comes(bank, row("-2,50", "Entgelt", "Bank").replace("Überweisung", "Entgelt"))
    proposal = proposals([line])[line.pk]
    assert (proposal.confidence, proposal.codes) == ("likely", ["fee"])
    sent = {f"line-{line.pk}": "on", f"proposal-{line.pk}": proposal.stamp}
    page = text(kim.post(url("book_likely", line.bank_import_id), sent, follow=True))
    assert "07.03.2026, −2,50 €: „Sparbuch“ war an dem Tag schon aufgelöst." in page
    assert "Gebucht ist nichts. Streich diese Zeile." in page
    assert (balance(savings.code), line.bookings.count()) == (0, 0)
