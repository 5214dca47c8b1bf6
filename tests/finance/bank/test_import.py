"""Importing a bank's file: new lines once, twins apart, and back again while nothing is booked."""

from pathlib import Path

import pytest
from django.db import IntegrityError, transaction

from finance.bank.models.bank import BankBalance, BankImport, BankLine, ClubAccount
from finance.bank.queries.bank import bank_balance, club_account
from finance.bank.services.imports import undo_import
from finance.books.models.ledger import Transaction
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.bank_club import CLUB, ROBINS, file_of, row
from tests.finance.club import DAY, NOW, TODAY

FILES = Path(__file__).parent / "files"


def undo(bank, bank_import):
    return undo_import(bank_import=bank_import, by=bank.club.user("kim"), now=NOW)


def test_importing_books_nothing(bank):
    done = bank.imports_(file_of(row("12,50", bank.ref("robin")), row("-3,00", "Entgelt")))
    assert (done.new, done.again) == (2, False)
    assert not Transaction.objects.exists()
    assert check_books().wrong == []


def test_the_same_file_again_changes_nothing(bank):
    content = file_of(row("12,50", "Danke"))
    first = bank.imports_(content)
    again = bank.imports_(content, name="umsaetze (1).csv")
    assert (again.bank_import, again.again, again.new) == (first.bank_import, True, 0)
    assert (BankImport.objects.count(), BankLine.objects.count()) == (1, 1)


def test_a_file_that_overlaps_brings_only_what_is_new(bank):
    bank.sends(row("12,50", "Danke"))
    second = bank.sends(row("12,50", "Danke"), row("5,00", "Strafe"))
    assert (second.known, second.lines.get().cents) == (1, 500)


def test_real_twins_are_both_kept_and_come_only_once(bank):
    first = bank.sends(row("5,00", "Runde"), row("5,00", "Runde"))
    assert sorted(first.lines.values_list("occurrence", flat=True)) == [1, 2]
    later = bank.sends(row("5,00", "Runde"), row("5,00", "Runde"), row("1,00", "Rest"))
    assert (later.known, later.lines.count()) == (2, 1)


def test_a_file_with_nothing_new_is_not_kept(bank):
    bank.sends(row("5,00", "Runde"), row("1,00", "Rest"))
    with pytest.raises(InvalidError, match="schon da"):
        bank.sends(row("5,00", "Runde"))


def test_the_balances_of_a_statement_are_kept_for_the_auditors(bank):
    bank.imports_((FILES / "camt053_v2.xml").read_bytes(), "auszug.xml")
    balance = bank_balance(TODAY)
    assert (balance.cents, balance.day, balance.moment) == (44185, DAY, "closing")
    bank.imports_((FILES / "camt053_v8.xml").read_bytes(), "auszug.xml")
    assert bank_balance(TODAY).cents == 44635
    assert bank_balance(DAY).cents == 44185


def test_an_import_can_be_undone_and_the_file_come_again(bank):
    content = (FILES / "camt053_v2.xml").read_bytes()
    first = bank.imports_(content).bank_import
    undone = undo(bank, first)
    assert (undone.undone_by, undone.undone_at) == (bank.club.user("kim"), NOW)
    assert undo(bank, first).undone_at == NOW
    assert (BankLine.objects.count(), BankBalance.objects.count()) == (0, 0)
    again = bank.imports_(content)
    assert (again.new, again.bank_import.pk != first.pk) == (3, True)


def test_an_import_of_which_something_was_booked_stays(bank, storno):
    sends = bank.sends(row("12,50", bank.ref("robin")))
    (line,) = bank.books_all_sure(sends)
    with pytest.raises(IllegalError, match="schon etwas gebucht"):
        undo(bank, sends)
    storno(line.bookings.get().transaction)
    with pytest.raises(IllegalError):
        undo(bank, sends)


def test_the_database_refuses_what_the_pages_never_do(bank):
    sends = bank.sends(row("12,50", bank.ref("robin")))
    bank.books_all_sure(sends)
    line = sends.lines.get()
    with pytest.raises(IntegrityError, match="bank_import_booked"), transaction.atomic():
        BankImport.objects.filter(pk=sends.pk).update(undone_at=NOW)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        BankLine.objects.filter(pk=line.pk).update(cents=99)
    with pytest.raises(IntegrityError, match="done_at_most"), transaction.atomic():
        BankLine.objects.filter(pk=line.pk).update(done=1251)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        line.bookings.update(cents=1)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        ClubAccount.objects.update(iban=ROBINS)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"<Document><Stmt>", "unvollständig oder beschädigt"),
        (b"%PDF-1.4", "Auszug zum Ansehen"),
        (b"Buchungstag;Verwendungszweck;Betrag\r\n1.3.26;x;viel\r\n1.3.26;y;-1\r\n", "Zeile 2: "),
        (b"Buchungstag;Betrag\r\n01.03.2026;5,00\r\n", "um wen oder was es geht"),
        ("Weiß".encode("cp850"), "auf zwei Arten lesen"),
        (b"\x89PNG\r\n\x1a\n\0\0", "keine Textdatei"),
    ],
)
def test_a_broken_file_is_one_clear_sentence_and_nothing_is_kept(bank, content, sentence):
    with pytest.raises(InvalidError, match=sentence):
        bank.imports_(content)
    assert not BankImport.objects.exists()


def test_a_file_of_another_account_is_refused(bank):
    bank.sets_account(iban=ROBINS)
    with pytest.raises(InvalidError, match=CLUB):
        bank.sends(row("5,00"))


def test_without_the_clubs_account_nothing_is_imported(club):
    from finance.bank.services.imports import import_file

    with pytest.raises(InvalidError, match="Konto des Clubs"):
        import_file(content=file_of(row("5,00")), name="", by=None, now=NOW)


def test_the_clubs_account_is_checked_and_every_change_is_kept(bank):
    assert (club_account().iban, club_account().bic) == (CLUB, "BYLADEM1001")
    bank.sets_account(iban="DE02 1203 0000 0000 2020 51")
    assert ClubAccount.objects.count() == 1
    bank.sets_account(iban=ROBINS)
    assert (club_account().iban, ClubAccount.objects.count()) == (ROBINS, 2)
    for iban in ("DE03120300000000202051", "DE02", "", "kein Konto"):
        with pytest.raises(InvalidError, match="keine gültige IBAN"):
            bank.sets_account(iban=iban)
    with pytest.raises(InvalidError, match="kein BIC"):
        bank.sets_account(bic="quatsch")
