"""A year in figures: receipts and payments beside the year before, and what is owed."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Count, Max, Min, QuerySet, Sum

from finance.bank.models.bank import BankBalance, BankLine
from finance.books import chart
from finance.books.models.ledger import Posting
from finance.books.queries.ledger import balance_on
from finance.books.queries.money import money_accounts
from finance.cash.models import CashCount
from finance.cash.queries import counts
from finance.receipts.day_sums import Years
from finance.receipts.labels import kinds
from finance.receipts.queries import report, year_span
from finance.receipts.rules import Balance, Statement
from league.people.models.people import Person


@dataclass(frozen=True)
class Figure:
    """A kind of receipts or payments, or an account, in two years."""

    account: chart.Account
    now: int
    before: int

    @property
    def change(self) -> int:
        return self.now - self.before


@dataclass(frozen=True)
class Result:
    """The receipts, payments and closing balances of a year, in EUR."""

    income: list[Figure]
    expense: list[Figure]
    in_hand: list[Figure]
    # All money from the first to the last day: the four numbers that every reader adds up.
    total: Balance
    # Sphere, receipts and payments of each sphere that has any.
    spheres: list[tuple[int, int, int]]

    def sum_of(self, figures: list[Figure]) -> tuple[int, int]:
        return sum(figure.now for figure in figures), sum(figure.before for figure in figures)

    @property
    def income_sum(self) -> tuple[int, int]:
        return self.sum_of(self.income)

    @property
    def expense_sum(self) -> tuple[int, int]:
        return self.sum_of(self.expense)

    @property
    def surplus(self) -> tuple[int, int]:
        return (
            self.income_sum[0] - self.expense_sum[0],
            self.income_sum[1] - self.expense_sum[1],
        )


def result_of(year: int) -> Result:
    """Return receipts and payments of a year beside the year before; by the day of the money."""
    years = Years()
    now, before = report(year_span(year), years), report(year_span(year - 1), years)
    last = year_span(year).end
    return Result(
        income=_figures(now.by_kind("receipts"), before.by_kind("receipts"), last),
        expense=_figures(now.by_kind("payments"), before.by_kind("payments"), last),
        in_hand=_figures(_closing(now), _closing(before), last),
        total=now.total,
        spheres=[(part.sphere, part.receipts, part.payments) for part in now.spheres],
    )


def _closing(statement: Statement) -> Counter[str]:
    return Counter({balance.account: balance.closing for balance in statement.balances})


def _figures(now: Counter[str], before: Counter[str], day: date) -> list[Figure]:
    """Return figures in the order of the chart, without accounts that are zero in both years."""
    return [
        Figure(account, now[code], before[code])
        for code, account in kinds(day).items()
        if now[code] or before[code]
    ]


def owed_at_end(year: int) -> list[tuple[Person, int]]:
    """Return the persons' debts in cents at the end of a year, largest first; minus is a credit."""
    rows = (
        Posting.objects.filter(
            transaction__head__year__lte=year, account__code=chart.OWED[chart.EUR]
        )
        .values_list("account__person")
        .annotate(sum=Sum("amount"))
        .exclude(sum=0)
        .order_by()
    )
    owed = dict(rows)
    persons = Person.objects.in_bulk(owed)
    pairs = [(persons[pk], amount) for pk, amount in owed.items()]
    return sorted(pairs, key=lambda pair: (-pair[1], pair[0].sort_key))


def counted_in(year: int) -> QuerySet[CashCount]:
    """Return every time the cash was counted in a year, the newest first."""
    return counts().filter(day__range=(date(year, 1, 1), date(year, 12, 31)))


@dataclass(frozen=True)
class Agreed:
    """A booked balance beside the actual one: counted or stated by the bank, if at all.

    `source` is the file that states it. Without one, `lines` is the number of bank lines imported
    up to the day all the same, from `first` to `last`.
    """

    account: chart.Account
    day: date
    booked: int
    actual: int | None = None
    source: str = ""
    lines: int = 0
    first: date | None = None
    last: date | None = None

    @property
    def is_cash(self) -> bool:
        return chart.like(self.account.code) == "cash"

    @property
    def difference(self) -> int:
        return 0 if self.actual is None else self.actual - self.booked


def _imported(money: str, year: int, through: date) -> dict[str, Any]:
    """Return the number of imported lines of an account's year, with first and last day."""
    lines = BankLine.objects.filter(
        bank_import__money=money,
        day__range=(date(year, 1, 1), through),
        bank_import__undone_at=None,
    )
    return lines.aggregate(lines=Count("pk"), first=Min("day"), last=Max("day"))


def agreed(year: int, today: date) -> list[Agreed]:
    """Return the last count of each till and the last balance of each bank account, beside the
    books.

    Without one, the book as it is at the year's end, or `today` while the year goes on.
    """
    last = min(date(year, 12, 31), today)
    return [
        *(_counted(till, year, last) for till in _of_year(last, "cash")),
        *(_stated(account, year, last) for account in _of_year(last, "bank")),
    ]


def _of_year(last: date, like: str) -> list[chart.Account]:
    """Return the year's tills, or accounts at a bank; the club's own once something was booked."""
    booked = Posting.objects.filter(transaction__date__lte=last)
    return [
        account
        for account in money_accounts()
        if chart.like(account.code) == like
        and (account.code in chart.MONEY or booked.filter(account__code=account.code).exists())
    ]


def _counted(till: chart.Account, year: int, last: date) -> Agreed:
    count = counted_in(year).filter(till=till.code).first()
    if count is None:
        return Agreed(till, last, balance_on(till.code, last))
    # A count's difference was booked with it, so the book of that moment is its own.
    return Agreed(till, count.day, count.expected, count.counted)


def _stated(account: chart.Account, year: int, last: date) -> Agreed:
    stated = (
        BankBalance.objects.filter(
            day__range=(date(year, 1, 1), last),
            moment=BankBalance.Moment.CLOSING,
            bank_import__undone_at=None,
            bank_import__money=account.code,
        )
        .select_related("bank_import")
        .order_by("day", "pk")
        .last()
    )
    if stated is None:
        booked = balance_on(account.code, last)
        return Agreed(account, last, booked, **_imported(account.code, year, last))
    return Agreed(
        account,
        stated.day,
        balance_on(account.code, stated.day),
        stated.cents,
        source=stated.bank_import.file_name,
    )
