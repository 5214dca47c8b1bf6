"""The kinds of reports of the till: who may have each, about what, and who makes it."""

from collections.abc import Iterator
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext_lazy

from finance.books.queries import bookings
from finance.books.queries.access import may_read, may_see_year_ends
from finance.till.reports import audit, cash, cashbook
from league.people.models.people import Person
from league.reports.registry import ReportKind, Subject, month_just_over, register
from league.reports.schedule import Occasion


def _booked_years(user: Any, today: date) -> list[Subject]:
    return [(year, str(year)) for year in bookings.years()]


def _cash_reports_due(person: Person, since: datetime, local: datetime) -> Iterator[Occasion]:
    over = month_just_over(since, local)
    if over is not None and over.year in bookings.years():
        yield Occasion(f"cash-{over:%Y-%m}", over.year)


def register_kinds() -> None:
    register(
        ReportKind(
            "cash",
            gettext_lazy("Treasurer's report"),
            may=may_see_year_ends,
            subjects=_booked_years,
            make=cash.make,
            of_money=True,
            mailed=gettext_lazy("when a month begins"),
            due=_cash_reports_due,
        ),
        ReportKind(
            "cashbook",
            gettext_lazy("Booking list"),
            may=may_read,
            subjects=_booked_years,
            make=cashbook.make,
            of_money=True,
        ),
        ReportKind(
            "audit",
            gettext_lazy("Auditors' report"),
            may=may_see_year_ends,
            subjects=_booked_years,
            make=audit.make,
            of_money=True,
        ),
    )
