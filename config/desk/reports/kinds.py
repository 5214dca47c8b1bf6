"""The kinds of reports: who may have each, about what, and who makes it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from config.desk.reports import audit, cash, cashbook, evening, review, season, tournament
from config.desk.reports.paper import Paper, Tell, day
from finance.queries import bookings
from finance.queries.access import may_read
from finance.queries.audits import may_see_year_ends
from league import queries as league
from league.models import Report
from league.models.reports import Kind as Code
from league.queries.reports import played_evenings, played_years
from league.queries.tournaments.reading import tournaments_for

Subject = tuple[int, str]
# Of a long list the newest are offered.
MOST = 60


@dataclass(frozen=True)
class Kind:
    """`may` says who may have it at all, `subjects` what it can be about, newest first, and `make`
    makes it. `title` is what one report is called in a list."""

    code: str
    may: Callable[[Any, date], bool]
    subjects: Callable[[Any, date], list[Subject]]
    make: Callable[[Report, Tell, datetime], Paper]
    is_own: bool = False
    of_money: bool = False  # not for a program whose access is without money
    mailed: Any = ""  # when it comes by mail, in words; empty: it does not

    @property
    def label(self) -> str:
        return str(Code(self.code).label)


def _seasons(user: Any, today: date) -> list[Subject]:
    found = league.seasons().filter(start__lte=today)[:MOST]
    return [(one.pk, _("Saison %(name)s") % {"name": one.name}) for one in found]


def _evenings(user: Any, today: date) -> list[Subject]:
    found = played_evenings()[:MOST]
    return [(one.pk, f"{one.name}, {day(one.business_date)}") for one in found]


def _tournaments(user: Any, today: date) -> list[Subject]:
    found = tournaments_for(user, today).filter(
        tournament__isnull=False, cancelled_at=None, business_date__lte=today
    )
    newest = found.order_by("-business_date", "-pk")[:MOST]
    return [(one.pk, f"{one.name}, {day(one.business_date)}") for one in newest]


def _own_years(user: Any, today: date) -> list[Subject]:
    me = league.person_of(user)
    return [(year, str(year)) for year in played_years(me)] if me is not None else []


def _booked_years(user: Any, today: date) -> list[Subject]:
    return [(year, str(year)) for year in bookings.years()]


KINDS: Mapping[str, Kind] = {
    one.code: one
    for one in (
        Kind(
            "season",
            may=league.is_member,
            subjects=_seasons,
            make=season.make,
            mailed=gettext_lazy("am Monatsanfang und wenn die Saison abgeschlossen ist"),
        ),
        Kind(
            "evening",
            may=league.is_member,
            subjects=_evenings,
            make=evening.make,
            mailed=gettext_lazy("am Morgen danach"),
        ),
        Kind("tournament", may=league.is_member, subjects=_tournaments, make=tournament.make),
        Kind(
            "review",
            may=league.is_member,
            subjects=_own_years,
            make=review.make,
            is_own=True,
            of_money=True,
            mailed=gettext_lazy("im Januar, über das Jahr davor"),
        ),
        Kind(
            "cash",
            may=may_see_year_ends,
            subjects=_booked_years,
            make=cash.make,
            of_money=True,
            mailed=gettext_lazy("am Monatsanfang"),
        ),
        Kind(
            "cashbook",
            may=may_read,
            subjects=_booked_years,
            make=cashbook.make,
            of_money=True,
        ),
        Kind(
            "audit",
            may=may_see_year_ends,
            subjects=_booked_years,
            make=audit.make,
            of_money=True,
        ),
    )
}
