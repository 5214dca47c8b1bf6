"""The ways of a line of the bank: booked, shared, tied, given back, left out."""

import pytest

from finance.bank.models.bank import BankLine
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.bank import could_be_returned, proposals, with_words
from finance.bank.services.cash import book_elsewhere
from finance.bank.services.imports import undo_import
from finance.bank.services.lines import ignore_line, take_up_line, tie_line
from finance.bank.services.notices import announce
from finance.bank.services.returned import give_back
from finance.books.models.ledger import Account, Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, open_claims, owing_of
from finance.books.services.closing import close_through
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, StaleError
from tests.finance.bank_club import ROBINS, SASCHAS, row
from tests.finance.club import DAY, NOW, TODAY, client_id

pytestmark = pytest.mark.rules


def proposed(bank_import):
    lines = list(with_words(bank_import.lines.all()))
    return [proposals(lines)[line.pk].confidence for line in lines]


def line_of(bank_import, place=0):
    return list(bank_import.lines.order_by("pk"))[place]


def test_all_sure_lines_are_booked_with_one_tap_and_the_rest_is_left(owing):
    sends = owing.sends(row("12,50", owing.ref("robin")), row("7,00", "irgendwas", "Niemand"))
    assert [line.cents for line in owing.books_all_sure(sends)] == [1250]
    assert list(open_claims(owing.club.robin)) == []
    assert balance("bank") == 1250
    assert check_books().wrong == []


def test_a_double_click_on_all_sure_books_once(owing):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    assert len(owing.books_all_sure(sends)) == 1
    assert owing.books_all_sure(sends) == []
    assert balance("bank") == 1250


def test_what_the_bank_books_tomorrow_waits_and_holds_up_nobody(owing):
    tomorrow = row("15,00", owing.ref("sascha"), day="11.03.2026")
    sends = owing.sends(row("12,50", owing.ref("robin")), tomorrow)
    assert [line.cents for line in owing.books_all_sure(sends)] == [1250]


def test_an_account_is_known_once_somebody_was_paid_for_from_it(owing):
    first = owing.sends(row("5,00", owing.ref("robin"), "R. Beispiel", ROBINS))
    owing.books_all_sure(first)
    later = owing.sends(row("7,50", "Rest", "R. Beispiel", ROBINS, day="08.03.2026"))
    assert proposed(later) == ["sure"]


@pytest.mark.both
def test_two_equal_transfers_are_not_both_sure_because_of_one_open_amount(owing):
    owing.books_all_sure(owing.sends(row("5,00", owing.ref("robin"), "", ROBINS)))
    later = owing.sends(*[row("7,50", "Rest", "", ROBINS, day="08.03.2026")] * 2)
    assert proposed(later) == ["sure", "likely"]


@pytest.mark.both
def test_one_transfer_for_several_is_a_payment_of_each(owing):
    both = f"{owing.ref('robin')} {owing.ref('sascha')}"
    sends = owing.sends(row("27,50", both, "Oma Beispiel"))
    owing.books_all_sure(sends)
    assert sorted(Payment.objects.values_list("amount", flat=True)) == [1250, 1500]
    assert owing_of(owing.club.sascha).cents == 0
    assert line_of(sends).left == 0
    assert check_books().wrong == []


def test_a_line_can_be_booked_in_parts(owing):
    line = line_of(owing.sends(row("20,00", "für alle")))
    owing.books(line, robin=1250)
    line.refresh_from_db()
    assert line.left == 750
    with pytest.raises(InvalidError, match=r"nicht mehr übrig, nur noch 7,50"):
        owing.books(line, sascha=751)
    owing.books(line, sascha=750)
    line.refresh_from_db()
    assert line.left == 0
    assert check_books().wrong == []


def test_a_double_click_on_a_line_books_once(owing):
    line, click = line_of(owing.sends(row("20,00"))), client_id()
    first = owing.books(line, click, robin=1000)
    assert owing.books(line, click, robin=1000) == first
    for other in ({"robin": 900}, {"sascha": 1000}):
        with pytest.raises(InvalidError) as refused:
            owing.books(line, click, **other)
        assert refused.value.code == "form_used_before"
    assert balance("bank") == 1000


def test_what_is_too_much_is_a_credit(owing):
    owing.books_all_sure(owing.sends(row("20,00", owing.ref("robin"))))
    assert credit(owing.club.robin) == 750


@pytest.mark.both
def test_nonsense_is_refused(owing):
    line = line_of(owing.sends(row("20,00"), row("-3,00", "Entgelt")))
    for shares in ({}, {"robin": 0}, {"robin": -5}):
        with pytest.raises(InvalidError):
            owing.books(line, **shares)
    with pytest.raises(IllegalError, match="abgegangen"):
        owing.books(BankLine.objects.get(cents=-300), robin=1)


def test_a_storno_opens_the_line_again(owing, storno):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    (line,) = owing.books_all_sure(sends)
    storno(line.bookings.get().transaction)
    line.refresh_from_db()
    assert (line.left, owing_of(owing.club.robin).cents) == (1250, 1250)
    assert len(owing.books_all_sure(sends)) == 1
    assert check_books().wrong == []


@pytest.mark.both
def test_what_was_booked_by_hand_is_tied_and_not_booked_again(owing, pay):
    typed = pay("robin", 1250, method="bank")
    line = line_of(owing.sends(row("12,50", owing.ref("robin"))))
    proposal = proposals([line])[line.pk]
    assert proposal.transaction == typed.transaction_id
    for _click in range(2):
        assert tie_line(by=None, line=line, booking=typed.transaction) == line
    line.refresh_from_db()
    assert (line.left, balance("bank")) == (0, 1250)
    assert check_books().wrong == []


def test_a_booking_is_tied_to_one_line_and_only_with_its_amount(owing, pay):
    typed = pay("robin", 1250, method="bank")
    sends = owing.sends(row("12,50", "a"), row("12,50", "b"), row("3,00", "c"))
    first, second, other = sends.lines.order_by("pk")
    tie_line(by=None, line=first, booking=typed.transaction)
    for line in (second, other):
        with pytest.raises(IllegalError, match="passt nicht"):
            tie_line(by=None, line=line, booking=typed.transaction)


def test_a_payment_the_bank_takes_back_is_owed_again(owing):
    came = owing.sends(row("12,50", owing.ref("robin"), "", ROBINS))
    owing.books_all_sure(came)
    back = line_of(owing.sends(row("-12,50", "Rückgabe", "", ROBINS, day="09.03.2026")))
    booking = line_of(came).bookings.get()
    done = [
        give_back(line=back, booking=booking, by=None, today=TODAY, now=NOW) for _click in range(2)
    ]
    assert done[0] == done[1]
    assert (owing_of(owing.club.robin).cents, balance("bank")) == (1250, 0)
    assert [line_of(came).left, BankLine.objects.get(pk=back.pk).left] == [0, 0]
    assert check_books().wrong == []


def test_the_storno_of_what_came_back_is_dated_as_the_bank_says(owing):
    came = owing.sends(row("12,50", owing.ref("robin")))
    owing.books_all_sure(came)
    back = line_of(owing.sends(row("-15,00", f"Rückgabe {owing.ref('robin')}", day="09.03.2026")))
    storno = give_back(
        line=back, booking=line_of(came).bookings.get(), by=None, today=TODAY, now=NOW
    )
    assert storno.date.isoformat() == "2026-03-09"
    assert BankLine.objects.get(pk=back.pk).left == -250
    assert check_books().wrong == []


def test_neither_a_fee_nor_what_fits_nobody_takes_a_payment_back(owing):
    came = owing.sends(row("12,50", owing.ref("robin"), "Robin", ROBINS))
    owing.books_all_sure(came)
    booking = line_of(came).bookings.get()
    later = {"day": "09.03.2026"}
    for line in owing.sends(
        row("-12,50", "Überweisung", "Entgelt", **later),
        row("-20,00", "Würfel", "Laden", SASCHAS, **later),
        row("-20,00", "Zurück", "", ROBINS, **later),
    ).lines.order_by("pk"):
        if line.text.name == "Entgelt":
            line.is_fee = True
        assert bool(could_be_returned(line)) == (line.text.iban == ROBINS)
    with pytest.raises(IllegalError, match="kann es nicht sein"):
        give_back(
            line=BankLine.objects.get(text__name="Laden"),
            booking=booking,
            by=None,
            today=TODAY,
            now=NOW,
        )


@pytest.mark.both
def test_a_fee_is_an_expense_with_a_voucher_of_ones_own(owing, pay):
    pay("robin", 1250, method="bank")
    line = line_of(owing.sends(row("-3,00", "Entgelt")))
    click = client_id()

    def book(voucher):
        return book_elsewhere(
            line=line,
            account="bank_fees",
            text="Kontoführung",
            voucher=voucher,
            client_id=click,
            by=owing.club.user("kim"),
            today=TODAY,
            now=NOW,
        )

    with pytest.raises(InvalidError, match="Beleg"):
        book(None)
    own = SelfMade("Bank", "Kontoführung", "Steht auf dem Kontoauszug")
    assert book(own) == book(own)
    assert (balance("bank"), balance("bank_fees")) == (950, 300)
    line.refresh_from_db()
    assert line.left == 0
    assert check_books().wrong == []


def test_money_that_nobody_owed_is_income(owing):
    line = line_of(owing.sends(row("50,00", "Spende von Oma")))
    book_elsewhere(
        line=line,
        account="gifts",
        text="Spende",
        voucher=None,
        client_id=client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )
    assert Account.objects.get(code="gifts").balance == -5000
    assert check_books().wrong == []


@pytest.mark.both
def test_an_ignored_line_needs_a_reason_and_can_be_taken_up_again(owing):
    line = line_of(owing.sends(row("20,00")))
    with pytest.raises(InvalidError, match="warum"):
        ignore_line(line=line, reason=" ", by=None, now=NOW)
    ignore_line(line=line, reason="Irrläufer", by=None, now=NOW)
    with pytest.raises(IllegalError, match="ignoriert"):
        owing.books(line, robin=100)
    assert owing.sends(row("20,00"), row("1,00")).known == 1
    take_up_line(line=line, by=None, now=NOW)
    assert owing.books(line, robin=100)


def test_a_line_of_a_closed_day_is_booked_on_the_first_open_one(owing):
    sends = owing.sends(row("12,50", owing.ref("robin"), day="06.03.2026"))
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    owing.books_all_sure(sends)
    assert Transaction.objects.get(kind="payment").date.isoformat() == "2026-03-07"


def test_a_line_whose_import_was_undone_meanwhile_is_not_booked(owing):
    sends = owing.sends(row("12,50", owing.ref("robin")))
    line = line_of(sends)
    undo_import(bank_import=sends, by=None, now=NOW)
    with pytest.raises(StaleError, match="rückgängig"):
        owing.books(line, robin=1250)
    with pytest.raises(StaleError):
        owing.books_all_sure(sends)
    assert balance("bank") == 0


@pytest.mark.both
def test_what_was_announced_has_arrived_when_its_line_is_booked(owing, storno):
    sent = announce(
        person=owing.club.robin, cents=1250, day=DAY, client_id="sent", today=TODAY, now=NOW
    )
    sends = owing.sends(row("12,50", owing.ref("robin"), "", SASCHAS))
    (line,) = owing.books_all_sure(sends)
    sent.refresh_from_db()
    assert (sent.state, sent.payment) == ("seen", Payment.objects.get())
    storno(line.bookings.get().transaction)
    assert PaymentNotice.objects.get().state == "pending"
    assert check_books().wrong == []
