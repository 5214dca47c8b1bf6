"""`check_books` finds every changed byte of vouchers, their links and closed names."""

import pytest

from finance.books import voucher_files
from finance.books.models.vouchers import Voucher, VoucherLink
from finance.books.services import cashbook
from finance.books.services.closing import close_through
from finance.books.services.vouchers import SelfMade, Upload
from finance.checks.books import check_books
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.files import PDF
from tests.finance.tampering import tampered
from tests.plugins.built import built_once

OWN = SelfMade(payee="Markthalle", what="Blumen", why="Der Stand gibt keine Belege")


@built_once
def books(club):
    """Book two expenses with a voucher each, money carried to the till, and a closed day."""
    who = {"by": club.user("kim"), "today": TODAY, "now": NOW}

    def spend(voucher):
        return cashbook.record_expense(
            account="drinks",
            amount=1250,
            paid_from="bank",
            day=DAY,
            text="Kölsch",
            voucher=voucher,
            client_id=client_id(),
            **who,
        )

    spend(Upload("bon.pdf", PDF))
    spend(OWN)
    cashbook.move_money(
        amount=500, source="bank", target="cash", day=DAY, client_id=client_id(), **who
    )
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    return club


def broken(statement):
    with tampered(statement):
        return " ".join(check_books().wrong)


def test_all_is_well(books):
    assert check_books().wrong == []


@pytest.mark.rules
@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("UPDATE finance_voucher SET cents = 990 WHERE kind = 'own'", "Beleg 2026/2: Er wurde"),
        ("UPDATE finance_voucher SET size = 1 WHERE kind = 'file'", "Beleg 2026/1: Er wurde"),
        ("UPDATE finance_voucher SET hash = '{x}' WHERE number = 1", "2026/2: Er hängt nicht"),
        ("UPDATE finance_voucher SET previous_hash = '{x}' WHERE number = 1", "2026/1: Er hängt"),
        ("UPDATE finance_voucher SET number = 7 WHERE number = 2", "2026/7: Er hängt nicht"),
        ("UPDATE finance_voucher SET entered_by_id = NULL WHERE number = 1", "2026/1: Er wurde"),
        ("UPDATE finance_voucheryear SET last_number = 9", "Der Kopf nennt Nummer 9"),
        ("UPDATE finance_vouchertext SET payee = 'Kim' WHERE payee <> ''", "2026/2: Der Text"),
        ("UPDATE finance_vouchertext SET name = 'x.pdf' WHERE name <> ''", "2026/1: Der Text"),
        ("DELETE FROM finance_vouchertext", "Der Text fehlt"),
        ("UPDATE finance_voucherlink SET digest = '{x}'", "ein anderer Beleg"),
        ("DELETE FROM finance_voucherlink", "Bank 2026/1: Eine Ausgabe ohne Beleg."),
        ("DELETE FROM finance_cashbookentry WHERE part = 2", "Die andere Hälfte"),
        ("DELETE FROM finance_periodname WHERE account = 'drinks'", "Abschluss bis 06.03.2026"),
    ],
)
def test_a_single_changed_value_is_found(books, statement, sentence):
    assert sentence in broken(statement.format(x="0" * 64))


def test_a_login_that_changes_hands_later_is_no_fault(books):
    books.kim.user = None
    books.kim.save()
    assert check_books().wrong == []


def test_vouchers_that_changed_places_are_found(books):
    first, second = VoucherLink.objects.order_by("pk")
    assert "ein anderer Beleg" in broken(
        f"UPDATE finance_voucherlink SET voucher_id = {second.voucher_id} WHERE id = {first.pk}"
    )


@pytest.mark.parametrize("content", [PDF + b" ", None])
def test_a_file_that_changed_or_is_gone_is_found(books, content):
    path = voucher_files.path_of(Voucher.objects.get(kind="file").sha256)
    if content is None:
        path.unlink()
    else:
        path.write_bytes(content)
    wrong = check_books().wrong
    path.write_bytes(PDF)
    assert wrong == ["Beleg 2026/1: Die Datei fehlt oder ist nicht mehr dieselbe."]
