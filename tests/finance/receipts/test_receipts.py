"""The report that the meeting hears: what came, what went, and what is there, to the cent."""

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from random import Random
from typing import Any

import pytest
from django.core.cache import cache
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.queries.people import credit
from finance.books.services import cashbook, discharge, transfers
from finance.books.services.closing import close_through
from finance.books.services.credits import pay_out_credit
from finance.books.services.openings import Balance, open_accounts
from finance.books.services.outlays import set_off_outlay
from finance.books.services.own_accounts import add_account
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.receipts import queries
from finance.receipts.day_sums import CarriedYears, Years
from finance.receipts.queries import Span, report, year_span
from finance.receipts.rules import Statement
from finance.years.queries import year_figures
from tests.finance.club import DAY, NOW, TODAY, Club, client_id
from tests.finance.pages import text, url

pytestmark = pytest.mark.rules

# A day on which the year of the evening is over.
LATER = date(2027, 2, 1)
RECEIPT = SelfMade(payee="Markt", what="Blumen", why="Kein Bon")
THIS_YEAR, NEXT_YEAR = year_span(2026), year_span(2027)


def how(club: Club, day: date = DAY) -> dict[str, Any]:
    return {
        "client_id": client_id(),
        "by": club.user("kim"),
        "today": max(day, TODAY),
        "now": NOW,
        "day": day,
    }


def pays(club: Club, name: str, cents: int, day: date = DAY, method: str = "cash") -> Payment:
    person = club.persons[name]
    return take_payment(person=person, method=method, amount=cents, **how(club, day))


def fined(club: Club, name: str, cents: int, day: date = DAY) -> Claim:
    evening = club.evening(name, day=day)
    evening.charge(name, "dropped_dice", "fine", cents)
    evening.confirm()
    return evening.claim(name)


def taken_back(club: Club, original: Transaction, day: date = TODAY) -> Transaction:
    by = club.user("kim")
    return reverse(original=original, reason="Vertippt", by=by, today=day, now=NOW)


def receipts(statement: Statement) -> dict[str, int]:
    return {line.account: line.total for line in statement.receipts}


def payments(statement: Statement) -> dict[str, int]:
    return {line.account: line.total for line in statement.payments}


def four(statement: Statement) -> tuple[int, int, int, int]:
    """Return the four numbers that every reader adds up."""
    total = statement.total
    return total.opening, total.receipts, total.payments, total.closing


def test_a_debt_is_no_receipt_until_it_is_paid(club: Club) -> None:
    fined(club, "robin", 500)
    assert four(report(THIS_YEAR)) == (0, 0, 0, 0)
    pays(club, "robin", 300)
    assert receipts(report(THIS_YEAR)) == {"fines": 300}
    assert four(report(THIS_YEAR)) == (0, 300, 0, 300)


def test_a_debt_let_off_is_no_expense(club: Club) -> None:
    fine = fined(club, "robin", 500)
    discharge.waive_claim(
        claim=fine,
        reason="War krank",
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    assert four(report(THIS_YEAR)) == (0, 0, 0, 0)
    owed = queries.owed(THIS_YEAR)
    assert (owed.charged, owed.waived, owed.closing) == (500, 500, 0)


def test_what_was_there_before_the_books_is_opening_and_not_a_receipt(club: Club) -> None:
    cashbook.open_book(money="cash", amount=31_245, **how(club))
    cashbook.record_expense(
        account="drinks",
        amount=1_245,
        paid_from="cash",
        text="Kölsch",
        voucher=RECEIPT,
        **how(club),
    )
    statement = report(THIS_YEAR)
    assert four(statement) == (31_245, 0, 1_245, 30_000)
    assert payments(statement) == {"drinks": 1_245}
    assert four(report(NEXT_YEAR)) == (30_000, 0, 0, 30_000)


def test_money_carried_to_the_bank_is_neither_receipt_nor_payment(club: Club) -> None:
    cashbook.open_book(money="cash", amount=5_000, **how(club))
    cashbook.move_money(source="cash", target="bank", amount=2_000, **how(club))
    cash, bank = report(THIS_YEAR).balances
    assert (cash.transfers, cash.closing) == (-2_000, 3_000)
    assert (bank.transfers, bank.closing) == (2_000, 2_000)


def test_money_on_its_way_over_new_year_is_an_account_of_its_own(club: Club) -> None:
    last = date(2026, 12, 31)
    cashbook.open_book(money="cash", amount=5_000, **how(club, last))
    cashbook.move_money(
        source="cash",
        target="bank",
        amount=2_000,
        arrived=date(2027, 1, 3),
        **{**how(club, last), "today": LATER},
    )
    transit = report(THIS_YEAR).balances[-1]
    assert (transit.account, transit.opening, transit.closing) == ("transit", 0, 2_000)
    transit = report(NEXT_YEAR).balances[-1]
    assert (transit.account, transit.opening, transit.closing) == ("transit", 2_000, 0)
    assert four(report(NEXT_YEAR)) == (5_000, 0, 0, 5_000)


def test_an_overpayment_is_a_receipt_of_the_kind_credit(club: Club) -> None:
    fined(club, "robin", 500)
    pays(club, "robin", 800)
    assert receipts(report(THIS_YEAR)) == {"fines": 500, "credit": 300}


def test_credit_used_in_the_next_year_moves_nothing_of_the_year_it_was_paid_in(club: Club) -> None:
    pays(club, "robin", 800)
    close_through(through=date(2026, 12, 31), by=club.user("kim"), today=LATER, now=NOW)
    before = report(THIS_YEAR)
    fined(club, "robin", 500, day=date(2027, 1, 8))
    assert report(THIS_YEAR) == before
    after = report(NEXT_YEAR)
    assert four(after) == (800, 0, 0, 800)
    assert {line.account: line.reclassified for line in after.receipts} == {
        "fines": 500,
        "credit": -500,
    }


def test_a_claim_of_a_closed_year_taken_back_is_reclassified_in_the_open_one(club: Club) -> None:
    fine = fined(club, "robin", 500)
    pays(club, "robin", 500)
    close_through(through=date(2026, 12, 31), by=club.user("kim"), today=LATER, now=NOW)
    before = report(THIS_YEAR)
    taken_back(club, fine.transaction, LATER)
    assert report(THIS_YEAR) == before
    assert {line.account: line.reclassified for line in report(NEXT_YEAR).receipts} == {
        "fines": -500,
        "credit": 500,
    }
    assert check_books().wrong == []


def test_a_returned_payment_is_a_negative_receipt_of_what_it_had_paid(club: Club) -> None:
    fined(club, "robin", 500)
    payment = pays(club, "robin", 800, method="bank")
    close_through(through=date(2026, 12, 31), by=club.user("kim"), today=LATER, now=NOW)
    taken_back(club, payment.transaction, LATER)
    after = report(NEXT_YEAR)
    assert receipts(after) == {"fines": -500, "credit": -300}
    assert {line.account: line.money["bank"] for line in after.receipts} == {
        "fines": -500,
        "credit": -300,
    }
    assert four(after) == (800, -800, 0, 0)


@pytest.mark.both
def test_what_another_takes_over_is_set_off_and_paid_later(club: Club) -> None:
    fined(club, "toni", 500)
    transfers.take_over(taker=club.robin, debtor=club.toni, cents=500, reason="Wette", **how(club))
    statement = report(THIS_YEAR)
    assert {line.account: line.set_off for line in statement.receipts} == {"fines": 500}
    assert {line.account: line.set_off for line in statement.payments} == {"taken_over": 500}
    assert four(statement) == (0, 0, 0, 0)
    pays(club, "robin", 500)
    statement = report(THIS_YEAR)
    assert receipts(statement) == {"fines": 500, "taken_over": 500}
    assert four(statement) == (0, 500, 0, 500)


def test_what_winners_get_only_passes_through(all_paid: Any) -> None:
    all_paid.wins("robin", 1_200)
    statement = report(THIS_YEAR)
    assert receipts(statement) == {"entry_fees": 3_000, "prize_pot": 1_500}
    assert payments(statement) == {"prize_pot": 1_200}
    assert [line.account for line in statement.receipts if line.is_passing] == ["prize_pot"]
    assert [(part.sphere, part.surplus) for part in statement.spheres] == [
        (chart.BUSINESS, 3_000),
        (0, 300),
    ]
    assert (queries.pots(THIS_YEAR).entered, queries.pots(THIS_YEAR).closing) == (1_500, 300)


@pytest.mark.both
def test_an_outlay_of_a_member_is_set_off_and_spent_without_money(club: Club) -> None:
    fined(club, "robin", 500)
    set_off_outlay(
        person=club.robin,
        account="drinks",
        amount=1_890,
        text="Salzstangen",
        voucher=RECEIPT,
        **how(club),
    )
    statement = report(THIS_YEAR)
    assert {line.account: line.set_off for line in statement.receipts} == {
        "fines": 500,
        "credit": 1_390,
    }
    assert {line.account: line.set_off for line in statement.payments} == {"drinks": 1_890}
    assert four(statement) == (0, 0, 0, 0)
    assert queries.owed(THIS_YEAR).set_off == 1_890
    pay_out_credit(person=club.robin, method="bank", amount=1_390, **how(club))
    assert four(report(THIS_YEAR)) == (0, 0, 1_390, -1_390)


def test_what_was_owed_before_the_books_is_a_receipt_when_it_is_paid(club: Club) -> None:
    balances = [Balance(club.robin, 700), Balance(club.sascha, -400)]
    open_accounts(balances=balances, **how(club))
    assert four(report(THIS_YEAR)) == (0, 0, 0, 0)
    assert queries.owed(THIS_YEAR).brought == 300
    pays(club, "robin", 700)
    fined(club, "sascha", 400)
    statement = report(THIS_YEAR)
    assert receipts(statement) == {"opening": 700, "fines": 400, "credit": -400}
    assert {line.account: line.reclassified for line in statement.receipts} == {
        "opening": 0,
        "fines": 400,
        "credit": -400,
    }
    assert four(statement) == (0, 700, 0, 700)
    assert queries.bridge(THIS_YEAR).adds_up


def test_credit_paid_out_is_a_payment_of_the_kind_credit(club: Club) -> None:
    pays(club, "robin", 800)
    pay_out_credit(person=club.robin, method="cash", amount=300, **how(club))
    statement = report(THIS_YEAR)
    assert (receipts(statement), payments(statement)) == ({"credit": 800}, {"credit": 300})
    assert four(statement) == (0, 800, 300, 500)
    assert queries.owed(THIS_YEAR).paid_out == 300


def test_a_reversed_expense_lowers_what_was_paid(club: Club) -> None:
    cashbook.open_book(money="cash", amount=5_000, **how(club))
    spent = cashbook.record_expense(
        account="drinks",
        amount=1_000,
        paid_from="cash",
        text="Kölsch",
        voucher=RECEIPT,
        **how(club),
    )
    taken_back(club, spent)
    assert four(report(THIS_YEAR)) == (5_000, 0, 0, 5_000)


def test_any_days_can_be_asked_for(club: Club) -> None:
    fined(club, "robin", 500)
    pays(club, "robin", 500, day=DAY + timedelta(days=2))
    until_then = Span(date(2026, 1, 1), DAY + timedelta(days=1))
    from_then = Span(DAY + timedelta(days=2), TODAY)
    assert four(report(until_then)) == (0, 0, 0, 0)
    assert four(report(from_then)) == (0, 500, 0, 500)


@pytest.mark.both
def test_nothing_is_settled_on_a_closed_day(club: Club) -> None:
    fine = fined(club, "robin", 500)
    payment = pays(club, "robin", 300)
    close_through(through=DAY, by=club.user("kim"), today=TODAY, now=NOW)
    with pytest.raises(DatabaseError, match="allocation_closed"), transaction.atomic():
        Allocation.objects.create(payment=payment, claim=fine, amount=1, date=DAY)


# --- against a plain reckoning --------------------------------------------------------------------
FIRST, DAYS = date(2026, 1, 1), 700
NAMES = ("robin", "sascha", "toni")
DEEDS = ["fine", "fine", "pay", "pay", "storno", "waive", "over", "spend", "move", "refund"]
# Where the money lies: till and bank, a second till, an account for savings.
MONEY = ("cash", "bank", "till_1", "giro_1")
# What may be taken back.
BOOKED = ["claim", "payment", "transfer", "expense", "refund"]


def a_random_time(club: Club, seed: int, after: Callable[[], Any] = lambda: None) -> None:
    """Book two years of fines, payments, returns, expenses, transfers and closings, mixed."""
    rng = Random(seed)
    for kind, name in (("till", "Turnierkasse"), ("giro", "Sparbuch")):
        add_account(kind=kind, name=name, by=club.user("kim"), now=NOW)
    cashbook.open_book(money="cash", amount=100_000, **how(club, FIRST))
    cashbook.open_book(money="till_1", amount=50_000, **how(club, FIRST))
    day, closed = FIRST, FIRST
    for _deed in range(40):
        day += timedelta(days=rng.randrange(1, 2 * DAYS // 40))
        earlier = max(closed + timedelta(days=1), day - timedelta(days=rng.randrange(40)))
        name, cents = rng.choice(NAMES), rng.choice((100, 250, 700))
        deed = rng.choice(DEEDS)
        if deed == "fine":
            fined(club, name, cents, earlier)
        elif deed == "pay":
            pays(club, name, rng.choice((cents, 1_500)), earlier, rng.choice(MONEY))
        elif deed == "refund":
            person = club.persons[name]
            if there := credit(person):
                pay_out_credit(
                    person=person, method=rng.choice(MONEY), amount=there, **how(club, day)
                )
        elif deed == "spend":
            cashbook.record_expense(
                account="drinks",
                amount=cents,
                paid_from=rng.choice(MONEY),
                text="Kölsch",
                voucher=RECEIPT,
                **how(club, day),
            )
        elif deed == "move":
            source, target = rng.sample(MONEY, 2)
            cashbook.move_money(
                source=source,
                target=target,
                amount=cents,
                arrived=day + timedelta(days=rng.randrange(3)),
                **{**how(club, day), "today": day + timedelta(days=3)},
            )
            day += timedelta(days=3)
        elif deed == "storno":
            standing = Transaction.objects.filter(reverses=None, reversal=None, kind__in=BOOKED)
            if standing:
                taken_back(club, rng.choice(list(standing.order_by("pk"))), day)
        elif open_claims := list(Claim.objects.filter(state="confirmed").order_by("pk")):
            claim = rng.choice(open_claims)
            if deed == "waive":
                discharge.waive_claim(
                    claim=claim,
                    reason="Ja",
                    client_id=client_id(),
                    by=club.user("kim"),
                    today=day,
                    now=NOW,
                )
            elif claim.person not in {club.kim, club.alex}:
                transfers.take_over(
                    taker=club.alex,
                    debtor=claim.person,
                    cents=claim.open_amount,
                    reason="Ja",
                    **how(club, day),
                )
        if rng.random() < 0.15 and day - timedelta(days=20) > closed:
            closed = day - timedelta(days=20)
            close_through(through=closed, by=club.user("kim"), today=day, now=NOW)
        after()


def plain_money(span: Span) -> dict[str, Counter[str]]:
    """Opening, receipts, payments and transfers of each account, posting by posting."""
    plain_money: dict[str, Counter[str]] = {}
    for posting in Posting.objects.filter(account__code__in=(*MONEY, "transit")):
        booking = posting.transaction
        original = booking.reverses or booking
        sums = plain_money.setdefault(posting.account.code, Counter())
        came = (posting.amount > 0) == (booking.reverses is None)
        if booking.date > span.end:
            continue
        if booking.date < span.start or original.kind == "opening":
            sums["opening"] += posting.amount
        elif original.kind == "transfer":
            sums["transfers"] += posting.amount
        elif came:
            sums["receipts"] += posting.amount
        else:
            sums["payments"] -= posting.amount
    return plain_money


def plain_kinds(span: Span) -> Counter[str]:
    """Return by kind, in cents, what payments in a span were for, as the difference of two days."""
    kinds: Counter[str] = Counter()
    for payment in Payment.objects.filter(method__in=("cash", "bank", "transfer")):
        booking = payment.transaction
        ended = getattr(booking, "reversal", None)
        for sign, day in ((1, span.end), (-1, span.start - timedelta(days=1))):
            if booking.date > day:
                continue
            rest = payment.amount if ended is None or ended.date > day else 0
            for part in payment.allocations.filter(date__lte=day):
                taken = part.claim.kind == "transfer"
                refunded = part.claim.kind == "refund"
                kind = "credit" if refunded else "taken_over" if taken else "fines"
                kinds[kind] += sign * part.amount
                rest -= part.amount
            kinds["credit"] += sign * rest
    return kinds


@pytest.mark.slow
@pytest.mark.parametrize("seed", [pytest.param(421, marks=pytest.mark.both), 13, 66])
def test_the_report_is_what_a_plain_reckoning_says(club: Club, seed: int) -> None:
    a_random_time(club, seed)
    assert check_books().wrong == []
    rng = Random(seed)
    starts = [FIRST + timedelta(days=rng.randrange(DAYS)) for _span in range(6)]
    spans = [Span(start, start + timedelta(days=rng.randrange(400))) for start in starts]
    for span in [THIS_YEAR, NEXT_YEAR, *spans]:
        statement = report(span)
        plain = plain_money(span)
        for balance in statement.balances:
            sums = plain.get(balance.account, Counter())
            assert balance.opening == sums["opening"]
            assert balance.receipts == sums["receipts"]
            assert balance.payments == sums["payments"]
            assert balance.transfers == sums["transfers"]
        kinds = {line.account: line.total for line in statement.receipts if line.total}
        assert kinds == {kind: cents for kind, cents in plain_kinds(span).items() if cents}
        came, went = statement.sums("receipts"), statement.sums("payments")
        assert came.reclassified == went.reclassified == 0
        assert came.set_off == went.set_off
        assert statement.total.transfers == 0
        assert sum(part.surplus for part in statement.spheres) == statement.surplus
        bridge = queries.bridge(span)
        assert bridge.adds_up
        assert bridge.money_grew == statement.surplus
        owed = queries.owed(span)
        changed = owed.charged - owed.paid - owed.waived + owed.paid_out
        assert owed.opening + changed == owed.closing


# --- what is carried on from booking to booking ---------------------------------------------------
@pytest.mark.both
@pytest.mark.parametrize("seed", range(2))
def test_sums_carried_on_after_each_deed_are_those_added_up_anew(club: Club, seed: int) -> None:
    def read(years: Years) -> list[Any]:
        sums = [years[year] for year in (2026, 2027, 2028)]
        return [(+one.moved, +one.settled, +one.set_off) for one in sums]

    cache.clear()
    a_random_time(club, seed, after=lambda: read(CarriedYears()))
    carried_on = read(CarriedYears())
    assert carried_on == read(Years())
    assert all(moved and settled for moved, settled, _set_off in carried_on[:2])


@pytest.mark.both
def test_only_the_bookings_after_those_added_up_are_read(club: Club) -> None:
    cache.clear()
    fined(club, "robin", 500)
    pays(club, "robin", 500)
    first = report(THIS_YEAR, CarriedYears())
    with CaptureQueriesContext(connection) as asked:
        assert report(THIS_YEAR, CarriedYears()) == first
    assert not [query for query in asked if "sphere" in query["sql"]]
    last = Transaction.objects.get(payment__isnull=False)
    pays(club, "robin", 300)
    with CaptureQueriesContext(connection) as asked:
        assert four(report(THIS_YEAR, CarriedYears())) == (0, 800, 0, 800)
    moved = [query["sql"] for query in asked if "is_debit" in query["sql"]]
    assert moved
    assert all(f"> {last.pk}" in sql for sql in moved)


@pytest.mark.both
def test_sums_of_other_books_are_not_carried_on(club: Club) -> None:
    cache.clear()
    fined(club, "robin", 500)
    pays(club, "robin", 500)
    sums = CarriedYears()[2026]
    pays(club, "robin", 300)
    for wrong in (
        replace(sums, heads={pk: (number, "0" * 64) for pk, (number, _) in sums.heads.items()}),
        replace(sums, settled_rows=sums.settled_rows + 1),
    ):
        wrong.moved.clear()
        cache.set("day-sums-2026", wrong)
        assert four(report(THIS_YEAR, CarriedYears())) == (0, 800, 0, 800)


def test_papers_and_pages_of_the_year_do_not_read_the_cache(club: Club, kim: Any) -> None:
    cache.clear()
    fined(club, "robin", 500)
    pays(club, "robin", 500)
    sums = CarriedYears()[2026]
    sums.moved.clear()
    cache.set("day-sums-2026", sums)
    assert four(report(THIS_YEAR, CarriedYears())) == (0, 0, 0, 0)
    assert four(report(THIS_YEAR)) == (0, 500, 0, 500)
    assert year_figures.result_of(2026).income_sum == (500, 0)
    for name in ("year", "receipts_of"):
        assert "5,00 €" in text(kim.get(url(name, 2026)))
