"""„Die Turnierkasse liegt bei Rolf, das Gesparte auf dem Sparbuch“: more tills, more accounts."""

from datetime import date

import pytest
from django.db import DatabaseError, transaction
from django.utils import timezone

from finance.books.booking_labels import label
from finance.books.labels import cause
from finance.books.models.ledger import Account, JournalYear
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import balance
from finance.books.services import cashbook
from finance.books.services.credits import pay_out_credit
from finance.books.services.ledger import Draft, post
from finance.books.services.own_accounts import add_account, change_account
from finance.books.services.payments import take_payment
from finance.books.services.vouchers import SelfMade
from finance.cash.models import CashCount
from finance.cash.services import count_cash
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from finance.receipts.queries import bridge, report, year_span
from finance.years.queries.adviser import placed
from finance.years.queries.year_figures import agreed
from finance.years.queries.yearfile import check_year
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.rules

OWN = SelfMade(payee="Markthalle", what="Pokal", why="Der Stand gibt keine Belege")
YEAR = year_span(2026)


@pytest.fixture
def how(club):
    def arguments(day=DAY):
        return {
            "day": day,
            "client_id": client_id(),
            "by": club.user("kim"),
            "today": TODAY,
            "now": NOW,
        }

    return arguments


@pytest.fixture
def box(club, how):
    """Return a second till with 80 euro in it."""
    box = add_account(kind="till", name="Turnierkasse", by=club.user("kim"), now=NOW)
    cashbook.open_book(money=box.code, amount=8_000, **how(date(2026, 1, 2)))
    return box


@pytest.fixture
def savings(club):
    return add_account(kind="giro", name="Sparbuch", by=club.user("kim"), now=NOW)


def lies(*codes):
    return [balance(code) for code in codes]


# --- the books --------------------------------------------------------------------------------
@pytest.mark.both
def test_each_is_a_book_of_its_own_with_its_own_numbers(box, savings, how):
    spent = cashbook.record_expense(
        account="prizes", amount=1_250, paid_from=box.code, text="Pokal", voucher=OWN, **how()
    )
    left, came = cashbook.move_money(source=box.code, target=savings.code, amount=5_000, **how())
    assert [label(booked) for booked in (spent, left, came)] == [
        "Kasse 2 2026/2",
        "Kasse 2 2026/3",
        "Bank 2 2026/1",
    ]
    assert lies(box.code, savings.code, "cash", "bank", "transit") == [1_750, 5_000, 0, 0, 0]
    heads = dict(JournalYear.objects.values_list("journal", "balance"))
    assert heads == {box.code: 1_750, savings.code: 5_000}
    assert check_books().wrong == []
    assert check_year(2026, now=NOW)[1] == []


def test_the_report_has_a_column_for_each(box, savings, how):
    cashbook.record_income(
        account="gifts", amount=2_000, paid_into=savings.code, text="Brauerei", **how()
    )
    cashbook.move_money(source=box.code, target="cash", amount=3_000, **how())
    statement = report(YEAR)
    assert {
        column.account: (column.opening, column.transfers, column.closing)
        for column in statement.balances
    } == {
        "cash": (0, 3_000, 3_000),
        "bank": (0, 0, 0),
        "till_1": (8_000, -3_000, 5_000),
        "giro_1": (0, 0, 2_000),
    }
    (gift,) = statement.receipts
    assert dict(gift.money) == {"giro_1": 2_000}
    assert (statement.total.closing, bridge(YEAR).adds_up) == (10_000, True)


@pytest.mark.both
def test_no_till_is_ever_below_zero(box, how):
    with pytest.raises(IllegalError) as refused:
        cashbook.move_money(source=box.code, target="bank", amount=8_001, **how())
    assert refused.value.code == "cash_never_below_zero"
    cashbook.record_income(
        account="gifts", amount=1_000, paid_into=box.code, text="Hut", **how(TODAY)
    )
    with pytest.raises(IllegalError) as refused:
        cashbook.move_money(source=box.code, target="bank", amount=8_500, **how())
    assert refused.value.code == "cash_short_then"
    with pytest.raises(DatabaseError, match="cash_never_below_zero"), transaction.atomic():
        Account.objects.filter(code=box.code).update(balance=-1)


@pytest.mark.both
def test_nothing_of_it_is_booked_in_another_book(box, how):
    message = how()
    draft = Draft("cash", DAY, "income", cashbook.booking.income("gifts", box.code, 100), "Hut")
    with pytest.raises(DatabaseError, match="ledger_journal"), transaction.atomic():
        post(drafts=[draft], by=message["by"], now=NOW)


def test_it_ends_once_it_is_empty(box, club, how):
    end = {"account": box, "name": box.name, "sphere": 0, "ended": date(2026, 3, 15)}
    who = {"by": club.user("kim"), "now": NOW}
    with pytest.raises(IllegalError) as refused:
        change_account(**end, **who)
    assert refused.value.code == "account_not_empty"
    cashbook.move_money(source=box.code, target="cash", amount=8_000, **how())
    change_account(**end, **who)
    with pytest.raises(InvalidError) as wrong:
        cashbook.move_money(source="cash", target=box.code, amount=100, **how(end["ended"]))
    assert wrong.value.code == "account_ended"


def test_money_does_not_stay_where_it_is(box, how):
    with pytest.raises(InvalidError) as refused:
        cashbook.move_money(source=box.code, target=box.code, amount=100, **how())
    assert refused.value.code == "money_stays"


def test_a_storno_says_into_which_it_comes_back(box, how):
    spent = cashbook.record_expense(
        account="prizes", amount=1_250, paid_from=box.code, text="Pokal", voucher=OWN, **how()
    )
    assert reversal_effects(spent)[0] == "12,50\u00a0€ kommen wieder in „Turnierkasse“."


def test_the_adviser_has_a_number_for_each(box, savings):
    numbers = {account.name: (account.skr42, account.skr49) for account in placed()}
    assert numbers["Turnierkasse"] == (16100, 925)
    assert numbers["Sparbuch"] == (18100, 950)


# --- people -----------------------------------------------------------------------------------
def test_a_person_pays_into_it_and_gets_credit_out_of_it(box, savings, club, evening, how):
    paid = take_payment(person=club.robin, method=box.code, amount=700, **how())
    assert (paid.method, label(paid.transaction)) == ("cash", "Kasse 2 2026/2")
    back = pay_out_credit(person=club.robin, method=box.code, amount=200, **how())
    assert (cause(back), balance(box.code)) == ("Guthaben bar ausgezahlt", 8_500)
    assert dict(report(YEAR).sums("receipts").money) == {"till_1": 700}
    assert dict(report(YEAR).sums("payments").money) == {"till_1": 200}
    assert (
        take_payment(person=club.robin, method=savings.code, amount=100, **how()).method == "bank"
    )
    assert check_books().wrong == []
    assert check_year(2026, now=NOW)[1] == []


def test_a_repeat_that_names_another_till_is_refused(box, club, how):
    message = how()
    take_payment(person=club.robin, method=box.code, amount=700, **message)
    take_payment(person=club.robin, method=box.code, amount=700, **message)
    assert balance(box.code) == 8_700
    with pytest.raises(InvalidError) as refused:
        take_payment(person=club.robin, method="cash", amount=700, **message)
    assert refused.value.code == "form_used_before"
    with pytest.raises(InvalidError) as unknown:
        take_payment(person=club.robin, method="till_9", amount=700, **how())
    assert unknown.value.code == "choice_unknown"


# --- counting ---------------------------------------------------------------------------------
def counts(club, till, counted, event=None):
    return count_cash(
        pieces={},
        total=counted,
        till=till,
        seen=balance(till),
        reason="Nicht gefunden",
        client_id=client_id(),
        by=club.user("kim"),
        day=DAY,
        now=NOW,
        event=event,
    )


@pytest.mark.both
def test_each_till_is_counted_by_itself(box, club):
    count = counts(club, box.code, 7_900)
    assert (balance(box.code), balance("cash"), balance("differences")) == (7_900, 0, 100)
    assert label(count.transaction) == "Kasse 2 2026/2"
    assert check_books().wrong == []
    seen = {
        agreement.account.code: (agreement.booked, agreement.actual)
        for agreement in agreed(2026, TODAY)
    }
    assert seen == {"cash": (0, None), "till_1": (8_000, 7_900), "bank": (0, None)}


@pytest.mark.both
def test_an_evening_counts_the_first_till(box, savings, club):
    evening = club.evening("robin")
    for code in (box.code, savings.code):
        with pytest.raises(InvalidError) as refused:
            counts(club, code, 8_000, evening.event if code == box.code else None)
        assert refused.value.code == "choice_unknown"
    count = counts(club, box.code, 8_000)
    with pytest.raises(DatabaseError), transaction.atomic():
        CashCount.objects.filter(pk=count.pk).update(event=evening.event)


# --- the pages --------------------------------------------------------------------------------
@pytest.mark.both
def test_it_is_added_filled_and_counted_on_its_pages(kim, club):
    page = kim.get(url("money_accounts"))
    assert "Kassen und Konten" in text(page)
    sent = {"kind": "till", "name": "Turnierkasse"}
    assert kim.post(url("add_money_account"), sent).status_code == 302
    again = kim.post(url("add_money_account"), {"kind": "giro", "name": "turnierkasse"})
    assert (again.status_code, "gibt es schon" in text(again)) == (422, True)
    opening = {"till_1-amount": "80,00", "till_1-day": "2026-03-01", "till_1-text": "Übergabe"}
    page = kim.get(url("opening"))
    opening["till_1-client_id"] = hidden(page, "till_1-client_id")
    assert kim.post(url("open_money", "till_1"), opening).status_code == 302
    assert "80,00 € Turnierkasse" in text(kim.get(url("till")))
    page = kim.get(url("move"))
    assert "Wohin" in text(page)
    moved = {"client_id": hidden(page), "amount": "30", "source": "till_1", "target": "cash"}
    assert kim.post(url("move"), {**moved, "day": "2026-03-14"}).status_code == 302
    assert lies("till_1", "cash") == [5_000, 3_000]
    page = kim.get(url("counts"), {"till": "till_1"})
    count = {name: hidden(page, name) for name in ("client_id", "seen", "till")}
    answer = kim.post(url("add_count"), {**count, "eur_50": "1"})
    assert answer["Location"].endswith("?till=till_1")
    assert CashCount.objects.get().till == "till_1"
    page = text(kim.get(url("journal", "till_1")))
    assert f"Turnierkasse {timezone.localdate().year}" in page
    assert "Kasse 2 2026/1" not in page  # numbers alone, under the name of today


def test_of_two_one_tap_says_from_where_to_where(kim, club, how):
    cashbook.open_book(money="cash", amount=8_000, **how())
    page = kim.get(url("move"))
    assert "Wohin" not in text(page)
    moved = {"client_id": hidden(page), "amount": "30", "source": "cash", "day": "2026-03-14"}
    assert kim.post(url("move"), moved).status_code == 302
    assert lies("cash", "bank") == [5_000, 3_000]


def test_a_payment_names_it_on_the_account_page(kim, box, club):
    page = kim.get(url("account", club.robin.pk))
    assert "Turnierkasse" in text(page)
    sent = {name: hidden(page, name) for name in ("client_id", "seen")}
    sent |= {"amount": "7", "method": box.code, "day": "2026-03-14"}
    assert kim.post(url("pay", club.robin.pk), sent).status_code == 302
    assert lies(box.code, "cash") == [8_700, 0]


@pytest.mark.both
def test_a_till_is_renamed_on_its_page(box, kim):
    assert kim.post(url("change_kind", box.code), {"name": "Thekenkasse"}).status_code == 302
    assert "Thekenkasse" in text(kim.get(url("money_accounts")))
