"""The bank's files and lines with several browsers at once: once, or not at all."""

import pytest

from finance.bank.models.bank import BankImport, BankLine
from finance.bank.services.imports import undo_import
from finance.bank.services.notices import announce, confirm_notice
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.services.reversals import reverse
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, StaleError
from tests.finance.bank_club import Bank, file_of, row
from tests.finance.books.test_writers import at_once
from tests.finance.club import DAY, NOW, TODAY, build_club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


@pytest.fixture
def owing():
    evening = build_club().evening("robin", "sascha", "toni")
    for number, name in enumerate(["robin", "sascha", "toni"], start=1):
        evening.card(name, number=number, cents=1000)
    evening.confirm()
    return Bank(evening.club)


def content(bank):
    return file_of(*[row("10,00", bank.ref(name)) for name in ("robin", "sascha", "toni")])


def tried(job):
    def run():
        try:
            return job()
        except StaleError as refused:
            return refused

    return run


def test_the_same_file_from_everywhere_is_imported_once(owing):
    sent = content(owing)
    done = at_once(*[lambda: owing.imports_(sent)] * 8)
    assert len({outcome.bank_import.pk for outcome in done}) == 1
    assert sum(outcome.new for outcome in done) == 3
    assert (BankImport.objects.count(), BankLine.objects.count()) == (1, 3)


def test_two_files_with_the_same_lines_bring_each_once(owing):
    first, second = content(owing), content(owing) + b"\r\n"
    at_once(lambda: _known(owing, first), lambda: _known(owing, second))
    assert BankLine.objects.count() == 3


def _known(bank, sent):
    try:
        return bank.imports_(sent)
    except InvalidError as refused:
        return refused


def test_all_sure_tapped_from_everywhere_is_booked_once(owing):
    bank_import = owing.imports_(content(owing)).bank_import
    done = at_once(*[lambda: owing.books_all_sure(bank_import)] * 8)
    assert sum(len(booked) for booked in done) == 3
    assert (balance("bank"), Payment.objects.count()) == (3000, 3)
    assert check_books().wrong == []


def test_one_line_booked_from_everywhere_is_booked_once(owing):
    line = owing.imports_(content(owing)).bank_import.lines.order_by("pk").first()
    same = at_once(*[lambda: owing.books(line, "click", robin=1000)] * 4)
    assert len({payment.pk for (payment,) in same}) == 1
    assert balance("bank") == 1000


def test_undoing_while_somebody_books_does_one_of_both(owing):
    bank_import = owing.imports_(content(owing)).bank_import

    def undo():
        return undo_import(bank_import=bank_import, by=None, now=NOW)

    at_once(*[tried(lambda: owing.books_all_sure(bank_import)), undo] * 4)
    undone = BankImport.objects.get().undone_at is not None
    assert (BankLine.objects.count(), balance("bank")) == ((0, 0) if undone else (3, 3000))
    assert check_books().wrong == []


def test_a_storno_and_a_new_booking_of_a_line_do_not_wait_for_ever(owing):
    bank_import = owing.imports_(content(owing)).bank_import
    originals = [line.bookings.get().transaction for line in owing.books_all_sure(bank_import)]

    def storno(original):
        return lambda: reverse(original=original, reason="x", by=None, today=TODAY, now=NOW)

    at_once(*map(storno, originals), *[lambda: owing.books_all_sure(bank_import)] * 3)
    owing.books_all_sure(bank_import)
    assert balance("bank") == 3000
    assert check_books().wrong == []


def test_what_was_announced_is_confirmed_once(owing):
    notice = announce(
        person=owing.club.robin, cents=1000, day=DAY, client_id="a", today=TODAY, now=NOW
    )

    def confirm():
        return confirm_notice(notice=notice, day=DAY, by=None, today=TODAY, now=NOW)

    done = at_once(*[confirm] * 8)
    assert len({payment.pk for payment in done}) == 1
    assert not any(isinstance(outcome, IllegalError) for outcome in done)
    assert balance("bank") == 1000
