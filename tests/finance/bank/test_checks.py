"""`check_books` finds what was changed of the bank's lines, of announcements and takeovers."""

import pytest

from finance.bank.services.notices import announce
from finance.books.services.transfers import take_over
from finance.checks.books import check_books
from tests.finance.bank_club import row
from tests.finance.club import DAY, NOW, TODAY
from tests.finance.tampering import tampered
from tests.plugins.built import built_once


@built_once
def books(bank, evening):
    """Robin's transfer was announced and has arrived; Toni took something over from Sascha."""
    for number, name in enumerate(("robin", "sascha"), start=1):
        evening.card(name, number=number, cents=1000)
    evening.confirm()
    club = evening.club
    announce(person=club.robin, cents=1000, day=DAY, client_id="a", today=TODAY, now=NOW)
    bank.books_all_sure(bank.sends(row("10,00", bank.ref("robin"))))
    take_over(
        taker=club.toni,
        debtor=club.sascha,
        cents=300,
        reason="Wette",
        day=DAY,
        client_id="b",
        by=None,
        today=TODAY,
        now=NOW,
    )
    assert check_books().wrong == []


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_bankline SET done = 900", "Zeile der Bank vom 07.03.2026"),
        ("DELETE FROM finance_bankbooking", "Zeile der Bank vom 07.03.2026"),
        (
            "UPDATE finance_bankline SET cents = 900, done = 900",
            "Erledigt sein sollen 9,00",
        ),
        ("UPDATE finance_bankbooking SET cents = 900", "nennt einen anderen Betrag"),
        ("UPDATE finance_paymentnotice SET person_id = person_id + 1", "Ankündigung von"),
        (
            "UPDATE finance_claim SET amount = 299, paid = 0 WHERE kind = 'transfer'",
            "Gebucht ist etwas anderes als 2,99",
        ),
        ("UPDATE finance_payment SET amount = 301 WHERE method = 'transfer'", "Zahlung von Sascha"),
    ],
)
def test_what_was_changed_is_found(books, statement, sentence):
    with tampered(statement):
        text = [problem.replace("\u00a0", " ") for problem in check_books().wrong]
    assert any(sentence in text for text in text), text
