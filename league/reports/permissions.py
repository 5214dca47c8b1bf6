"""The reports that a user may see, ask for and get by mail."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from league.access.queries.rights import person_of
from league.people.models.people import Person
from league.reports.models import Report
from league.reports.queries import subscriptions
from league.reports.registry import ReportKind, Subject, all_kinds, get_kind
from league.web.rows import row_or_404


@dataclass(frozen=True)
class Offer:
    """A kind of report that the user may ask for, with its possible subjects, the newest first."""

    kind: ReportKind
    subjects: list[Subject]


def kinds_for(user: Any, today: date) -> list[ReportKind]:
    """Return the kinds that the user may have; none for the public and for guests."""
    may = {rule: rule(user, today) for rule in {kind.may for kind in all_kinds()}}
    return [kind for kind in all_kinds() if may[kind.may]]


def require_any(user: Any, today: date) -> Person:
    """Return the person of the user; 404 for a user who may have no report at all."""
    person = person_of(user)
    if person is None or not kinds_for(user, today):
        raise Http404
    return person


def offers(user: Any, today: date) -> list[Offer]:
    offers = [Offer(kind, kind.subjects(user, today)) for kind in kinds_for(user, today)]
    return [offer for offer in offers if offer.subjects]


def get_offer(user: Any, kind: str, subject: int, today: date) -> tuple[ReportKind, str]:
    """Return the kind and the name of this subject; 404 if that is not offered to the user."""
    report_kind = get_kind(kind)
    if report_kind is None or not report_kind.may(user, today):
        raise Http404
    called = dict(report_kind.subjects(user, today)).get(subject)
    if called is None:
        raise Http404
    return report_kind, called


def reports_for(user: Any, today: date, *, money: bool = True) -> QuerySet[Report]:
    """Return every report that the user may see, the newest first; of personal kinds only his own.

    Without `money` none that tells of any.
    """
    report_kinds = [kind for kind in kinds_for(user, today) if money or not kind.of_money]
    all_of = [kind.code for kind in report_kinds if not kind.is_own]
    own = [kind.code for kind in report_kinds if kind.is_own]
    mine = Q(kind__in=own, person=person_of(user), person__isnull=False)
    seen = Report.objects.filter(Q(kind__in=all_of) | mine)
    return seen.select_related("asked_by__person").order_by("-pk")


def get_report_for(user: Any, pk: int, today: date, *, money: bool = True) -> Report:
    return row_or_404(reports_for(user, today, money=money), pk=pk)


@dataclass(frozen=True)
class Mailed:
    """A kind that can come by mail, with its occasion, and whether it does."""

    kind: ReportKind
    wanted: bool


def mails_for(user: Any, person: Person, today: date) -> list[Mailed]:
    """Return the kinds that can come to the user by mail."""
    wanted = set(subscriptions().filter(person=person).values_list("kind", flat=True))
    return [Mailed(kind, kind.code in wanted) for kind in kinds_for(user, today) if kind.mailed]


def get_mailed_kind(user: Any, kind: str, today: date) -> ReportKind:
    report_kind = next(
        (
            report_kind
            for report_kind in kinds_for(user, today)
            if report_kind.code == kind and report_kind.mailed
        ),
        None,
    )
    if report_kind is None:
        raise Http404
    return report_kind
