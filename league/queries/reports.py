"""What the worker has to do about reports. Who may see which is decided at the desk, which knows
the till as well."""

from datetime import datetime

from django.db.models import Q, QuerySet
from django.http import Http404

from league.models import Report, ReportMail, ReportSubscription
from league.models.reports import MOST_ATTEMPTS

State = Report.State


def to_make(now: datetime) -> QuerySet[Report]:
    """What nobody works on: nobody came yet, or whoever did has not been heard of for too long."""
    mine = Q(state=State.WANTED) | Q(state=State.RUNNING, leased_until__lte=now)
    return Report.objects.filter(mine, attempts__lt=MOST_ATTEMPTS).order_by("pk")


def given_up(now: datetime) -> QuerySet[Report]:
    """What was begun as often as it may be, and nobody works on any more."""
    return Report.objects.filter(
        state=State.RUNNING, leased_until__lte=now, attempts__gte=MOST_ATTEMPTS
    )


def subscriptions(kind: str | None = None) -> QuerySet[ReportSubscription]:
    """Who gets mail now: of one kind, or of each."""
    found = ReportSubscription.objects.filter(stopped_at=None, person__user__is_active=True)
    if kind is not None:
        found = found.filter(kind=kind)
    return found.select_related("person__user").order_by("pk")


def get_subscription(pk: int) -> ReportSubscription:
    """The subscription of a mail's signed address. 404 where there is none any more."""
    found = ReportSubscription.objects.select_related("person").filter(pk=pk).first()
    if found is None:
        raise Http404
    return found


def mails_to_send() -> QuerySet[ReportMail]:
    """Mails that nobody has claimed, whose report is done, to whom they are still welcome."""
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
