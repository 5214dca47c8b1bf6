"""A year in figures: per account beside the year before, per sphere, and what is owed."""

from dataclasses import dataclass
from datetime import date

from django.db.models import QuerySet, Sum

from finance.bank.models.bank import BankBalance
from finance.books import chart
from finance.books.models.ledger import Posting
from finance.books.queries.ledger import balance_on
from finance.cash.models import CashCount
from finance.cash.queries import counts
from league.people.models.people import Person

INCOME_OR_EXPENSE = ("income", "expense")


@dataclass(frozen=True)
class Figure:
    """An account in two years. Income counts up here, whatever its sign in the books."""

    account: chart.Account
    now: int
    before: int

    @property
    def change(self) -> int:
        return self.now - self.before


@dataclass(frozen=True)
class Result:
    """What came in, what went out, and what is there at the end, in EUR."""

    income: list[Figure]
    expense: list[Figure]
    held: list[Figure]

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


def _moved(year: int) -> dict[str, int]:
    """What the bookings of a year moved, by account of the chart."""
    rows = Posting.objects.filter(transaction__head__year=year).values_list("account__code")
    return dict(rows.annotate(sum=Sum("amount")).order_by())


def _there(year: int) -> dict[str, int]:
    """What is on each account at the end of a year."""
    rows = Posting.objects.filter(transaction__head__year__lte=year).values_list("account__code")
    return dict(rows.annotate(sum=Sum("amount")).order_by())


def result_of(year: int) -> Result:
    """The year beside the year before; accounts on which nothing is in either are left out."""
    now, before = _moved(year), _moved(year - 1)
    there, there_before = _there(year), _there(year - 1)
    figures: dict[str, list[Figure]] = {"income": [], "expense": [], "held": []}
    for account in chart.ACCOUNTS.values():
        if account.unit != chart.EUR or account.kind == "equity":
            continue
        code = account.code
        if account.kind in INCOME_OR_EXPENSE:
            sign = -1 if account.kind == "income" else 1
            figure = Figure(account, sign * now.get(code, 0), sign * before.get(code, 0))
        else:
            figure = Figure(account, there.get(code, 0), there_before.get(code, 0))
        if figure.now or figure.before:
            figures[account.kind if account.kind in INCOME_OR_EXPENSE else "held"].append(figure)
    return Result(**figures)


def spheres_of(year: int) -> list[tuple[int, int, int]]:
    """Income and expense of each sphere that has any: (sphere, income, expense)."""
    codes = {
        kind: [account.code for account in chart.ACCOUNTS.values() if account.kind == kind]
        for kind in INCOME_OR_EXPENSE
    }
    sums: dict[tuple[int, str], int] = {}
    for kind in INCOME_OR_EXPENSE:
        rows = Posting.objects.filter(
            transaction__head__year=year, account__code__in=codes[kind], account__unit=chart.EUR
        ).values_list("sphere")
        for sphere, amount in rows.annotate(sum=Sum("amount")).order_by():
            sums[sphere, kind] = amount
    return [
        (sphere, -sums.get((sphere, "income"), 0), sums.get((sphere, "expense"), 0))
        for sphere in sorted({sphere for sphere, _kind in sums})
    ]


def owed_at_end(year: int) -> list[tuple[Person, int]]:
    """Who owed what in cents at the end of a year, who owed most first; minus is a credit."""
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
    found = [(persons[pk], amount) for pk, amount in owed.items()]
    return sorted(found, key=lambda one: (-one[1], one[0].sort_key))


def counted_in(year: int) -> QuerySet[CashCount]:
    """Every time the cash was counted in a year, the newest first."""
    return counts().filter(day__range=(date(year, 1, 1), date(year, 12, 31)))


@dataclass(frozen=True)
class Agreed:
    """What the books say is there, and what was counted or stated by the bank, if anything."""

    account: chart.Account
    day: date
    booked: int
    found: int | None = None

    @property
    def difference(self) -> int:
        return 0 if self.found is None else self.found - self.booked


def agreed(year: int, today: date) -> list[Agreed]:
    """The last count and the last balance of the bank in a year, each beside the book.

    Where there is none, the book as it is at the year's end, or `today` while the year goes on.
    """
    last = min(date(year, 12, 31), today)
    count = counted_in(year).first()
    stated = (
        BankBalance.objects.filter(
            day__range=(date(year, 1, 1), last),
            moment=BankBalance.Moment.CLOSING,
            bank_import__undone_at=None,
        )
        .order_by("day", "pk")
        .last()
    )
    cash, bank = chart.ACCOUNTS["cash"], chart.ACCOUNTS["bank"]
    return [
        # A count's difference was booked with it, so the book of that moment is its own.
        Agreed(cash, count.day, count.expected, count.counted)
        if count is not None
        else Agreed(cash, last, balance_on("cash", last)),
        Agreed(bank, stated.day, balance_on("bank", stated.day), stated.cents)
        if stated is not None
        else Agreed(bank, last, balance_on("bank", last)),
    ]
