"""Vouchers: numbered without a gap, checked by content, chained, and none may be missing."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from finance.books import papers, voucher_files
from finance.books.booking import Entry, balanced
from finance.books.models.ledger import Posting, Transaction
from finance.books.models.vouchers import Voucher, VoucherLink, VoucherYear
from finance.books.queries.vouchers import bookings_without_voucher, vouchers_of
from finance.books.services.ledger import Draft, post
from finance.books.services.vouchers import SelfMade, Upload, attach, store_voucher
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, client_id
from tests.finance.files import JPEG, PDF, PNG, WEBP

pytestmark = pytest.mark.django_db

SPENT = balanced([Entry("drinks", 1250), Entry("cash", -1250)])
OWN = SelfMade(payee="Markthalle", what="Blumen", why="Der Stand gibt keine Belege")


def lay(paper, *, day=DAY, click=None, again=False):
    with transaction.atomic():
        return store_voucher(
            paper,
            cents=1250,
            day=day,
            client_id=click or client_id(),
            by=None,
            now=NOW,
            again=again,
        )


def spend(*vouchers, kind="expense", entries=SPENT):
    (made,) = post(
        drafts=[Draft("cash", DAY, kind, entries, "Kölsch", vouchers=vouchers)], by=None, now=NOW
    )
    return made


@pytest.fixture
def money(db):
    entries = balanced([Entry("cash", 10_000), Entry("opening", -10_000)])
    return post(drafts=[Draft("cash", DAY, "opening", entries)], by=None, now=NOW)


# --- what a file is --------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("content", "kind"),
    [
        (PDF, "application/pdf"),
        (JPEG, "image/jpeg"),
        (JPEG + b"what phones append", "image/jpeg"),
        (PNG, "image/png"),
        (WEBP, "image/webp"),
        (WEBP + b"more of the phone", "image/webp"),
        (WEBP[:-4], ""),
        (b"RIFF\x1a\x00\x00\x00WAVEfmt ", ""),
        (b"", ""),
        (b"GIF89a", ""),
        (b"<html><script>alert(1)</script>", ""),
        (PDF[: len(PDF) // 2], ""),
        (PNG[:20], ""),
        (b"PK\x03\x04 no PDF at all", ""),
    ],
)
def test_a_file_is_known_by_its_content(content, kind):
    assert papers.media_type(content) == kind


def test_the_name_of_a_file_makes_nothing_of_it():
    with pytest.raises(InvalidError, match="kein vollständiges PDF") as refused:
        lay(Upload("rechnung.pdf", b"Nur ein Text, der so tut."))
    assert refused.value.code == "voucher_type"
    assert not Voucher.objects.exists()


def test_a_file_of_more_than_ten_megabytes_is_refused():
    with pytest.raises(InvalidError, match="größer als 10 MB"):
        lay(Upload("gross.pdf", PDF + b" " * papers.LARGEST))


def test_the_file_lies_under_its_sha256_and_comes_back_as_it_was():
    voucher = lay(Upload("C:\\Belege\\kölsch.pdf", PDF))
    assert voucher_files.content_of(voucher.sha256) == PDF
    assert voucher.text.name == "kölsch.pdf"
    voucher_files.path_of(voucher.sha256).write_bytes(PDF + b"x")
    assert voucher_files.content_of(voucher.sha256) is None
    voucher_files.path_of(voucher.sha256).unlink()
    assert voucher_files.content_of(voucher.sha256) is None


def test_a_file_that_was_damaged_is_mended_by_the_same_file():
    voucher_files.store(PDF)
    voucher_files.path_of(papers.sha256(PDF)).write_bytes(b"half of it")
    assert voucher_files.content_of(voucher_files.store(PDF)) == PDF


# --- numbers and chain -----------------------------------------------------------------------
def test_vouchers_are_numbered_and_chained_in_each_year():
    first, second = lay(OWN), lay(Upload("foto.jpg", JPEG))
    other = lay(OWN, day=date(2025, 12, 31))
    assert [str(voucher) for voucher in (first, second, other)] == ["2026/1", "2026/2", "2025/1"]
    assert second.previous_hash == first.hash
    head = VoucherYear.objects.get(year=2026)
    assert (head.last_number, head.last_hash) == (2, second.hash)


def test_the_same_form_twice_is_one_voucher():
    assert lay(OWN, click="click") == lay(OWN, click="click")
    photo = Upload("foto.jpg", JPEG)
    assert lay(photo, click="foto") == lay(photo, click="foto")
    assert Voucher.objects.count() == 2


@pytest.mark.parametrize(
    ("first", "then"),
    [
        (OWN, SelfMade(payee="Markthalle", what="Kränze", why=OWN.why)),
        (OWN, Upload("foto.jpg", JPEG)),
        (Upload("foto.jpg", JPEG), Upload("quittung.pdf", PDF)),
        (Upload("foto.jpg", JPEG), OWN),
    ],
)
def test_another_paper_by_the_same_form_is_refused(first, then):
    lay(first, click="click")
    with pytest.raises(InvalidError) as refused:
        lay(then, click="click")
    assert refused.value.code == "form_used_before"


def test_the_database_keeps_the_numbers_without_a_gap_and_the_rows_as_they_are():
    voucher = lay(OWN)
    for change in (
        lambda: Voucher.objects.update(cents=1),
        lambda: Voucher.objects.all()._raw_delete("default"),
        lambda: VoucherYear.objects.update(last_number=5),
        lambda: VoucherYear.objects.update(year=2027),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    voucher.pk, voucher.number, voucher.client_id = None, 3, "another"
    with pytest.raises(IntegrityError, match="voucher_gap"), transaction.atomic():
        voucher.save(force_insert=True)
    voucher.number, voucher.previous_hash = 2, "0" * 64
    with pytest.raises(IntegrityError, match="voucher_gap"), transaction.atomic():
        voucher.save(force_insert=True)


@pytest.mark.parametrize("missing", ["payee", "what", "why"])
def test_a_self_made_voucher_says_who_what_and_why(missing):
    fields = {"payee": "Markthalle", "what": "Blumen", "why": "Kein Beleg", missing: " "}
    with pytest.raises(InvalidError) as refused:
        lay(SelfMade(**fields))
    assert refused.value.field == missing


# --- on bookings -----------------------------------------------------------------------------
def test_an_expense_without_a_voucher_is_refused_by_the_database(money):
    with pytest.raises(IntegrityError, match="expense_without_voucher"):
        spend()
    assert Transaction.objects.count() == len(money)
    assert Posting.objects.count() == 2


def test_a_voucher_hangs_on_its_booking_for_good(money):
    voucher = lay(Upload("foto.jpg", JPEG))
    booking = spend(voucher)
    assert vouchers_of([booking.pk]) == {booking.pk: [voucher]}
    with pytest.raises(IntegrityError), transaction.atomic():
        VoucherLink.objects.all()._raw_delete("default")
    with pytest.raises(IntegrityError), transaction.atomic():
        VoucherLink.objects.update(transaction=money[0])


def test_the_same_receipt_does_not_pay_twice(money):
    booking = spend(lay(Upload("foto.jpg", JPEG)))
    with pytest.raises(IllegalError, match="Beleg 2026/1 gehört zu Kasse 2026/2") as refused:
        lay(Upload("noch einmal.jpg", JPEG))
    assert refused.value.code == "voucher_used"
    assert lay(booking.vouchers.get()).pk == booking.vouchers.get().pk


def test_after_a_storno_the_receipt_serves_again(money, storno):
    voucher = lay(Upload("foto.jpg", JPEG))
    storno(spend(voucher))
    assert lay(Upload("foto.jpg", JPEG)) == voucher


def test_a_voucher_is_added_to_an_older_booking_once(money):
    (opening,) = money
    assert list(bookings_without_voucher(2026)) == [opening]
    click = client_id()
    for _again in range(2):
        attach(booking=opening, paper=Upload("a.png", PNG), client_id=click, by=None, now=NOW)
    assert VoucherLink.objects.count() == 1
    assert list(bookings_without_voucher(2026)) == []


def test_what_was_taken_back_wants_no_voucher(money, storno):
    storno(money[0])
    assert list(bookings_without_voucher(2026)) == []
