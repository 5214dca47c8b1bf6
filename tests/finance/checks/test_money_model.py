"""Random expenses, payments, payouts, claims, outlays, closings and Stornos against a model.

The model is a list of what was done with what it moved, the cash of each day, and the last day that
is closed. It says beforehand what has to be refused; what it does not refuse has to be booked.
"""

import sys
from collections import Counter
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

import pytest
from django.db import transaction
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from finance.books.models.ledger import Account, Transaction
from finance.books.models.vouchers import Voucher
from finance.books.queries.ledger import balance, days_below_zero
from finance.books.queries.people import owing_of
from finance.books.services import cashbook
from finance.books.services.charging import charge_people
from finance.books.services.closing import close_through
from finance.books.services.credits import pay_out_credit
from finance.books.services.openings import Balance, open_accounts
from finance.books.services.outlays import set_off_outlay
from finance.books.services.payments import take_payment
from finance.books.services.reversals import reverse
from finance.books.services.transfers import take_over
from finance.books.services.vouchers import SelfMade
from finance.checks.books import check_books
from finance.errors import IllegalError
from tests.finance.club import DAY, NOW, TODAY, build_club, client_id
from tests.plugins.locks import around_tests
from tests.plugins.speed import examples

pytestmark = pytest.mark.slow

OWN = SelfMade(payee="Markthalle", what="Blumen", why="Der Stand gibt keine Belege")
NAMES = ["robin", "sascha"]
names = st.sampled_from(NAMES)
days = st.integers(0, (TODAY - DAY).days).map(lambda n: DAY + timedelta(days=n))
amounts = st.sampled_from([100, 250, 500, 1500])
purses = st.sampled_from(["cash", "bank"])


@dataclass
class Deed:
    """Something that was booked: its bookings, and what it moved on which account or person."""

    bookings: list[Transaction]
    moved: Counter[str] = field(default_factory=Counter)


class Money(RuleBasedStateMachine):
    def __init__(self) -> None:
        super().__init__()
        self.example = around_tests()
        self.example.__enter__()
        self.steps = 0

    def teardown(self) -> None:
        """Read the books at the end as well, unless a step failed: then that is reported."""
        try:
            if sys.exc_info()[0] is None and self.steps % 4:
                assert check_books().wrong == []
        finally:
            transaction.set_rollback(True)
            self.example.__exit__(None, None, None)

    @initialize()
    def two_owe_something(self) -> None:
        self.club = build_club()
        self.by = self.club.user("kim")
        evening = self.club.evening(*NAMES)
        evening.card("robin", cents=800)
        evening.card("sascha", number=2, cents=300)
        evening.confirm()
        self.charged = {"robin": 800, "sascha": 300}
        self.deeds: list[Deed] = []
        self.undone: list[Transaction] = []
        self.cash: list[tuple[date, int]] = []
        self.closed = date.min
        self.vouchers = 0
        self.shut: dict[int, str] = {}

    # --- the model ---------------------------------------------------------------------------
    def total(self, name: str) -> int:
        return sum(deed.moved[name] for deed in self.deeds)

    def owes(self, name: str) -> int:
        return self.charged[name] + self.total(name)

    def lowest(self, day: date) -> int:
        """Return the least cash at the end of this day or of any after it."""
        ends = {day, *(moved for moved, _cents in self.cash if moved > day)}
        return min(sum(c for moved, c in self.cash if moved <= end) for end in ends)

    def first_open(self, day: date) -> date:
        return max(day, self.closed + timedelta(days=1)) if self.closed > date.min else day

    def tries(self, do: Any, moved: dict[str, int], *, refused: bool) -> Deed | None:
        """Do it; assert that it is refused exactly where the model says so, and then changes
        nothing.
        """
        before = Transaction.objects.count(), Voucher.objects.count()
        try:
            with transaction.atomic():
                made = do()
        except IllegalError:
            assert refused
            assert (Transaction.objects.count(), Voucher.objects.count()) == before
            return None
        assert not refused
        deed = Deed(made if isinstance(made, list) else [made], Counter(moved))
        self.deeds.append(deed)
        for booking in deed.bookings:
            if booking.head.journal == "cash":
                self.cash.append((booking.date, moved["cash"]))
        return deed

    def who(self) -> dict[str, Any]:
        return {"client_id": client_id(), "by": self.by, "today": TODAY, "now": NOW}

    # --- what happens ------------------------------------------------------------------------
    @rule(day=days, cents=amounts, purse=purses)
    def something_is_bought(self, day: date, cents: int, purse: str) -> None:
        short = purse == "cash" and self.lowest(day) < cents
        done = self.tries(
            lambda: cashbook.record_expense(
                account="drinks",
                amount=cents,
                paid_from=purse,
                day=day,
                text="Kölsch",
                voucher=OWN,
                **self.who(),
            ),
            {purse: -cents},
            refused=day <= self.closed or short,
        )
        self.vouchers += done is not None

    @rule(day=days, cents=amounts, purse=purses)
    def a_gift_comes_in(self, day: date, cents: int, purse: str) -> None:
        self.tries(
            lambda: cashbook.record_income(
                account="gifts",
                amount=cents,
                paid_into=purse,
                day=day,
                text="Von der Brauerei",
                **self.who(),
            ),
            {purse: cents},
            refused=day <= self.closed,
        )

    @rule(day=days, cents=amounts, source=purses)
    def money_is_carried(self, day: date, cents: int, source: str) -> None:
        target = "bank" if source == "cash" else "cash"
        short = source == "cash" and self.lowest(day) < cents
        self.tries(
            lambda: cashbook.move_money(
                amount=cents, source=source, target=target, day=day, **self.who()
            ),
            {source: -cents, target: cents},
            refused=day <= self.closed or short,
        )

    @rule(day=days, name=names, cents=amounts, purse=purses)
    def somebody_pays(self, day: date, name: str, cents: int, purse: str) -> None:
        self.tries(
            lambda: (
                take_payment(
                    person=self.club.persons[name],
                    method=purse,
                    amount=cents,
                    day=day,
                    **self.who(),
                ).transaction
            ),
            {purse: cents, name: -cents},
            refused=day <= self.closed,
        )

    @rule(name=names, cents=amounts)
    def one_takes_over_from_the_other(self, name: str, cents: int) -> None:
        other = NAMES[1 - NAMES.index(name)]
        self.tries(
            lambda: (
                take_over(
                    taker=self.club.persons[name],
                    debtor=self.club.persons[other],
                    cents=cents,
                    reason="Wette verloren",
                    day=TODAY,
                    **self.who(),
                ).transaction
            ),
            {name: cents, other: -cents},
            refused=cents > max(0, self.owes(other)),
        )

    @rule(day=days, name=names, cents=amounts, purse=purses)
    def somebody_gets_a_credit_back(self, day: date, name: str, cents: int, purse: str) -> None:
        short = purse == "cash" and self.lowest(day) < cents
        self.tries(
            lambda: (
                pay_out_credit(
                    person=self.club.persons[name],
                    method=purse,
                    amount=cents,
                    day=day,
                    **self.who(),
                ).transaction
            ),
            {purse: -cents, name: cents},
            refused=day <= self.closed or short or cents > max(0, -self.owes(name)),
        )

    @rule(day=days, name=names, cents=amounts)
    def somebody_owes_for_an_outing(self, day: date, name: str, cents: int) -> None:
        self.tries(
            lambda: [
                claim.transaction
                for claim in charge_people(
                    people=[self.club.persons[name]],
                    amount=cents,
                    shared=True,
                    code="outing",
                    note="Brauerei",
                    day=day,
                    **self.who(),
                )
            ],
            {name: cents},
            refused=day <= self.closed,
        )

    @rule(day=days, name=names, cents=amounts)
    def somebody_lays_out_money(self, day: date, name: str, cents: int) -> None:
        done = self.tries(
            lambda: (
                set_off_outlay(
                    person=self.club.persons[name],
                    account="drinks",
                    amount=cents,
                    day=day,
                    text="Salzstangen",
                    voucher=OWN,
                    **self.who(),
                ).transaction
            ),
            {name: -cents},
            refused=day <= self.closed,
        )
        self.vouchers += done is not None

    @rule(day=days, name=names, cents=amounts, sign=st.sampled_from([1, -1]))
    def somebody_began_with_something(self, day: date, name: str, cents: int, sign: int) -> None:
        balances = [Balance(self.club.persons[name], sign * cents)]
        self.tries(
            lambda: open_accounts(balances=balances, day=day, **self.who()),
            {name: sign * cents, f"{name} began": 1},
            refused=day <= self.closed or self.total(f"{name} began") > 0,
        )

    @precondition(lambda self: self.deeds)
    @rule(data=st.data(), clicks=st.integers(1, 2))
    def something_is_taken_back(self, data: Any, clicks: int) -> None:
        deed = data.draw(st.sampled_from(self.deeds))
        original = data.draw(st.sampled_from(deed.bookings))
        took = deed.moved["cash"]  # what goes out of the till again
        in_cash = next(
            (booking for booking in deed.bookings if booking.head.journal == "cash"), None
        )
        short = False
        if in_cash is not None and took > 0:
            day = self.first_open(in_cash.date)
            if self.lowest(day) < took:
                day = self.first_open(max(day, TODAY))
            short = self.lowest(day) < took
        before = Transaction.objects.count()
        try:
            for _click in range(clicks):
                with transaction.atomic():
                    reverse(original=original, reason="vertippt", by=self.by, today=TODAY, now=NOW)
        except IllegalError:
            assert short
            assert Transaction.objects.count() == before
            return
        assert not short
        self.deeds.remove(deed)
        self.undone += deed.bookings
        for booking in deed.bookings:
            back = Transaction.objects.get(reverses=booking)
            assert back.date in {self.first_open(booking.date), self.first_open(TODAY)}
            if booking.head.journal == "cash":
                self.cash.append((back.date, -took))

    @rule(ago=st.integers(0, 5))
    def the_days_so_far_are_closed(self, ago: int) -> None:
        through = TODAY - timedelta(days=ago)
        if through >= TODAY:
            with pytest.raises(IllegalError):
                close_through(through=through, by=self.by, today=TODAY, now=NOW)
            return
        close_through(through=through, by=self.by, today=TODAY, now=NOW)
        self.closed = max(self.closed, through)
        shut = Transaction.objects.filter(date__lte=self.closed)
        self.shut = dict(shut.values_list("pk", "hash"))

    # --- what always holds -------------------------------------------------------------------
    @invariant()
    def the_books_say_what_the_model_says(self) -> None:
        if not hasattr(self, "club"):
            return
        assert balance("cash") == self.total("cash") == sum(cents for _day, cents in self.cash)
        assert balance("bank") == self.total("bank")
        assert balance("transit") == 0
        for name in NAMES:
            assert owing_of(self.club.persons[name]).cents == self.owes(name)
        assert sum(Account.objects.values_list("balance", flat=True)) == 0

    @invariant()
    def the_books_are_right(self) -> None:
        """Read every fourth step: what is wrong on the way, a later step may put right."""
        self.steps += 1
        if self.steps % 4 == 0:
            assert check_books().wrong == []

    @invariant()
    def no_day_ends_below_nothing_and_no_closed_day_changes(self) -> None:
        if not hasattr(self, "club"):
            return
        assert days_below_zero("cash") == []
        shut = Transaction.objects.filter(date__lte=self.closed)
        assert dict(shut.values_list("pk", "hash")) == self.shut

    @invariant()
    def numbers_have_no_gap_and_every_expense_has_its_voucher(self) -> None:
        if not hasattr(self, "club"):
            return
        by_head: dict[int, list[int]] = {}
        for head, number in Transaction.objects.order_by("pk").values_list("head", "number"):
            by_head.setdefault(head, []).append(number)
        assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in by_head.values())
        numbers = Voucher.objects.order_by("number").values_list("number", flat=True)
        assert list(numbers) == list(range(1, self.vouchers + 1))


@pytest.mark.django_db
def test_any_sequence_leaves_the_money_where_the_model_says():
    run_state_machine_as_test(
        Money,
        settings=settings(
            max_examples=examples(12),
            stateful_step_count=14,
            deadline=None,
            suppress_health_check=list(HealthCheck),
            phases=[Phase.generate, Phase.shrink],
        ),
    )
