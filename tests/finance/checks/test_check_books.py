"""`check_books` finds every changed byte and says in words where."""

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction

from finance.books.models.ledger import Posting, Transaction
from finance.checks.books import check_books
from tests.finance.club import payer, reverser
from tests.finance.pages import NBSP
from tests.finance.tampering import tampered
from tests.plugins.built import built_once

pytestmark = pytest.mark.slow


@built_once
def books(evening):
    """Book an evening with a card corrected, a payment taken back, a round and a credit."""
    pay, storno = payer(evening.club), reverser(evening.club)
    evening.card("robin", cents=500)
    evening.card("sascha", number=2, kind="drinks_round", cents=None)
    evening.charge("toni", "early_lift", "fine", 100)
    evening.confirm()
    storno(pay("robin", 300).transaction)
    pay("robin", 500)
    pay("toni", 150, text="Stimmt so")
    evening.card("sascha", cents=500)
    evening.confirm()
    return evening


def test_all_is_well_and_it_says_what_it_looked_at(books, capsys):
    call_command("check_books")
    out = capsys.readouterr().out
    assert out.startswith("Alles stimmt: ")
    assert "9 Buchungen" in out
    assert "4 Forderungen" in out


def test_empty_books_are_right_as_well(db, capsys):
    call_command("check_books")
    assert "0 Buchungen" in capsys.readouterr().out


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_posting SET amount = amount + 1 WHERE id = {posting}", "Soll und Haben"),
        (
            "UPDATE finance_transaction SET date = '2026-03-07' WHERE id = {first}",
            "Forderungen 2026/1: Die Buchung wurde nachträglich verändert",
        ),
        ("UPDATE finance_transaction SET kind = 'other' WHERE id = {first}", "verändert"),
        ("UPDATE finance_transaction SET entered_by_id = NULL WHERE id = {first}", "verändert"),
        ("UPDATE finance_transaction SET hash = '{x}' WHERE id = {first}", "Prüfsumme"),
        ("UPDATE finance_transaction SET previous_hash = '{x}' WHERE id = {first}", "vorigen"),
        ("UPDATE finance_journalyear SET last_number = 99", "Kopf nennt Nummer 99"),
        ("UPDATE finance_journalyear SET balance = balance + 1", "Der Kopf nennt"),
        ("UPDATE finance_journalyear SET last_hash = '{x}'", "Der Kopf nennt"),
        ("UPDATE finance_account SET balance = balance + 100 WHERE code = 'cash'", "Konto Kasse"),
        ("UPDATE finance_transactiontext SET text = 'anders'", "Text wurde nachträglich"),
        ("DELETE FROM finance_transactiontext", "Der Text fehlt"),
        ("UPDATE finance_claim SET state = 'confirmed', paid = 0 WHERE state = 'settled'", "Bezah"),
        ("UPDATE finance_claim SET amount = 700, paid = 700 WHERE state = 'settled'", "etwas ande"),
        ("UPDATE finance_payment SET allocated = 0", "verbraucht"),
        ("UPDATE finance_payment SET is_reversed = {no}", "Gebucht ist etwas anderes"),
        ("UPDATE finance_claim SET is_current = {no}", "manage.py reconcile"),
        ("UPDATE finance_account SET code = 'casch' WHERE code = 'cash'", "„casch“ steht so nicht"),
        ("UPDATE finance_account SET unit = 'RUNDE' WHERE code = 'cash'", "„cash“ steht so nicht"),
        (
            "UPDATE finance_journalyear SET journal = 'casch' WHERE journal = 'cash'",
            "„casch 2026“ steht so nicht",
        ),
        ("UPDATE finance_journalyear SET journal = 'casch' WHERE journal = 'cash'", "casch 2026/1"),
        ("UPDATE finance_journalyear SET unit = 'RUNDE' WHERE journal = 'cash'", "Kontenplan"),
    ],
)
def test_a_single_changed_value_is_found(books, statement, sentence):
    first = Transaction.objects.filter(head__journal="claims").first()
    names = {
        "first": first.pk,
        "posting": Posting.objects.filter(transaction=first).first().pk,
        "x": "0" * 64,
        "no": "FALSE",
    }
    with tampered(statement.format(**names)):
        wrong = check_books().wrong
    assert any(sentence in problem for problem in wrong), wrong


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_payout SET cents = 999", "Preisgeld für Gabi über 9,99"),
        ("DELETE FROM finance_payout", "weder Forderung noch Zahlung noch Preisgeld"),
        ("DELETE FROM finance_payout", "Preistöpfe: Gebucht sind 5,00"),
        ("UPDATE finance_claim SET kind = 'stake' WHERE kind = 'prize_pot'", "Preistöpfe"),
    ],
)
def test_a_pot_that_is_not_what_was_paid_in_and_out_is_found(all_paid, statement, sentence):
    all_paid.wins("gabi", 1000)
    with tampered(statement):
        wrong = [problem.replace(NBSP, " ") for problem in check_books().wrong]
    assert any(sentence in problem for problem in wrong), wrong


def test_a_payout_is_not_changed_in_the_database(all_paid):
    payout = all_paid.wins("gabi", 1000)
    payout.cents = 1
    with pytest.raises(IntegrityError, match="finance_payout_append_only"), transaction.atomic():
        payout.save()
    with pytest.raises(IntegrityError, match="finance_payout_append_only"), transaction.atomic():
        payout.delete()


@pytest.mark.sqlite
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_claim SET person_id = 99999 WHERE state = 'settled'", "finance_claim"),
        ("UPDATE finance_transaction SET date = 'gestern'", "lässt sich nicht lesen"),
    ],
)
def test_a_value_that_nothing_can_read_is_said_as_well(books, statement, sentence):
    """SQLite takes both where foreign keys are off; PostgreSQL takes neither."""
    with tampered(statement):
        wrong = check_books().wrong
    assert any(sentence in problem for problem in wrong), wrong


def test_a_missing_number_is_found(books):
    gone = Transaction.objects.get(head__journal="cash", number=2)
    places = [
        ("allocation", "reversal_id"),
        ("posting", "transaction_id"),
        ("transactiontext", "transaction_id"),
        ("transaction", "id"),
    ]
    with tampered(*(f"DELETE FROM finance_{table} WHERE {by} = {gone.pk}" for table, by in places)):
        wrong = check_books().wrong
    assert any("Kasse 2026/3: Davor fehlt die Nummer 2" in problem for problem in wrong), wrong


def test_what_is_wrong_ends_the_command_with_an_error(books):
    twice = tampered("UPDATE finance_posting SET amount = amount * 2")
    with twice, pytest.raises(CommandError, match="nachträglich verändert") as failed:
        call_command("check_books")
    assert failed.value.returncode == 1
    assert "weitere Stellen" in str(failed.value)
