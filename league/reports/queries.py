"""The reports that the worker has to make, and the rows that some of them are made of.

Access to each report is decided in `config/site`, which knows the till as well.
"""

from datetime import date, datetime

from django.db.models import Exists, OuterRef, Q, QuerySet

from league.events.models import Event
from league.people.models.people import Person
from league.reports.models import MOST_ATTEMPTS, Report, ReportMail, ReportSubscription
from league.results.models.results import Result, ResultLine
from league.results.queries.results import with_lines
from league.web.rows import row_or_404

State = Report.State


def to_make(now: datetime) -> QuerySet[Report]:
    """Return the reports without a worker: not begun, or not heard of for too long."""
    mine = Q(state=State.WANTED) | Q(state=State.RUNNING, leased_until__lte=now)
    return Report.objects.filter(mine, attempts__lt=MOST_ATTEMPTS).order_by("pk")


def given_up(now: datetime) -> QuerySet[Report]:
    """Return the reports that were begun as often as allowed, and have no worker any more."""
    return Report.objects.filter(
        state=State.RUNNING, leased_until__lte=now, attempts__gte=MOST_ATTEMPTS
    )


def results_of_year(person: Person, year: int) -> QuerySet[Result]:
    """Return a person's results of a year on evenings, in the order of the days, with all lines."""
    seated = ResultLine.objects.filter(result=OuterRef("pk"), seat__participation__person=person)
    return with_lines(
        Result.objects.filter(
            Exists(seated), is_current=True, table__block__event__business_date__year=year
        )
        .filter(table__block__event__kind=Event.Kind.EVENING)
        .order_by("table__block__event__business_date", "table__block__event_id", "pk")
    )


def played_years(person: Person) -> list[int]:
    """Return the years in which a person played on an evening, the last first."""
    lines = ResultLine.objects.filter(
        seat__participation__person=person, result__is_current=True
    ).filter(result__table__block__event__kind=Event.Kind.EVENING)
    days = lines.order_by().values_list(
        "result__table__block__event__business_date__year", flat=True
    )
    return sorted(set(days.distinct()), reverse=True)


def played_evenings(before: date | None = None) -> QuerySet[Event]:
    """Return the evenings with a result, the last first; only those before a day, if given."""
    played = Result.objects.filter(table__block__event=OuterRef("pk"), is_current=True)
    events = Event.objects.filter(Exists(played), cancelled_at=None)
    events = events.filter(kind=Event.Kind.EVENING).order_by("-business_date", "-pk")
    return events if before is None else events.filter(business_date__lt=before)


def subscriptions(kind: str | None = None) -> QuerySet[ReportSubscription]:
    """Return the subscriptions in force: of one kind, or of each."""
    report_subscriptions = ReportSubscription.objects.filter(
        stopped_at=None, person__user__is_active=True
    )
    if kind is not None:
        report_subscriptions = report_subscriptions.filter(kind=kind)
    return report_subscriptions.select_related("person__user").order_by("pk")


def subscribed_kinds(person: Person) -> list[str]:
    """Return the codes of the reports that come to this person by mail."""
    mine = ReportSubscription.objects.filter(person=person, stopped_at=None)
    return list(mine.order_by("kind").values_list("kind", flat=True))


def get_subscription(pk: int) -> ReportSubscription:
    """Return the subscription of a mail's signed address. 404 if it does not exist any more."""
    return row_or_404(ReportSubscription.objects.select_related("person"), pk=pk)


def mails_to_send() -> QuerySet[ReportMail]:
    """Return unclaimed mails whose report is done and whose reader still wants them."""
    return (
        ReportMail.objects.filter(
            claimed_at=None,
            report__state=State.DONE,
            subscription__stopped_at=None,
            subscription__person__user__is_active=True,
        )
        .select_related("subscription__person__user", "report")
        .order_by("pk")
    )
