"""Writes about reports: requested, made by one worker at a time, sent to subscribers."""

from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F

from league.errors import StaleError
from league.people.models.people import Person, User
from league.reports import queries
from league.reports.models import Report, ReportMail, ReportSubscription

State = Report.State
# A worker without a step for this long does not work on it any more.
LEASE = timedelta(minutes=3)


def ask_for(
    *,
    kind: str,
    subject: int,
    person: Person | None,
    title: str,
    language: str,
    by: User | None,
    client_id: str,
    now: datetime,
) -> Report:
    """Ask for a report. Idempotent by `client_id`; while the same one is being made for the same
    user, return that one. Locks nothing.
    """
    open_one = Report.objects.filter(
        kind=kind,
        subject=subject,
        person=person,
        language=language,
        asked_by=by,
        state__in=[State.WANTED, State.RUNNING],
    ).first()
    if open_one is not None:
        return open_one
    report, _created = Report.objects.get_or_create(
        client_id=client_id,
        defaults={
            "kind": kind,
            "subject": subject,
            "person": person,
            "title": title[:200],
            "language": language,
            "asked_by": by,
            "asked_at": now,
        },
    )
    return report


def claim(*, pk: int, now: datetime) -> Report | None:
    """Claim the right to make a report, for one worker only; None for all others.

    A worker that dies with it is followed by one other once the lease is over. A conditional
    update, so nothing is locked.
    """
    claimed = (
        queries.to_make(now)
        .filter(pk=pk)
        .order_by()
        .update(
            state=State.RUNNING, attempts=F("attempts") + 1, progress=0, leased_until=now + LEASE
        )
    )
    return Report.objects.get(pk=pk) if claimed else None


def tell_progress(*, report: Report, percent: int, now: datetime) -> None:
    """Note the progress and extend the lease. StaleError if another worker has it meanwhile."""
    _change(report, progress=percent, leased_until=now + LEASE)


def finish(*, report: Report, sha256: str, size: int, pages: int, now: datetime) -> None:
    """Finish the report. StaleError if another worker has it meanwhile: then that one counts."""
    _change(
        report,
        state=State.DONE,
        progress=100,
        leased_until=None,
        sha256=sha256,
        size=size,
        pages=pages,
        made_at=now,
    )


def fail(*, report: Report, sentence: str) -> None:
    """Fail the report, for a reason that a second attempt would meet again."""
    _change(report, state=State.FAILED, leased_until=None, sentence=sentence[:300])


def _change(report: Report, **values: object) -> None:
    """Write values, unless another worker has claimed the report since."""
    reports = Report.objects.filter(pk=report.pk, state=State.RUNNING, attempts=report.attempts)
    if not reports.update(**values):
        raise StaleError("report_taken_over", "somebody else makes this report by now")


def give_up(*, report: Report, sentence: str, now: datetime) -> None:
    """Give the report up: it is not tried any more. Repeatable; locks nothing."""
    queries.given_up(now).filter(pk=report.pk).update(
        state=State.FAILED, leased_until=None, sentence=sentence[:300]
    )


def try_again(*, report: Report, now: datetime) -> None:
    """Ask for a failed report once more. Repeatable; locks nothing."""
    Report.objects.filter(pk=report.pk, state=State.FAILED).update(
        state=State.WANTED, attempts=0, progress=0, sentence="", asked_at=now
    )


# --- by mail ----------------------------------------------------------------------------------
def subscribe(*, person: Person, kind: str, language: str, now: datetime) -> ReportSubscription:
    """Send this kind by mail from now on. Repeatable; locks the subscription."""
    with transaction.atomic():
        report_subscription, _created = ReportSubscription.objects.select_for_update(
            no_key=True
        ).get_or_create(person=person, kind=kind, defaults={"language": language, "since": now})
        if report_subscription.stopped_at is not None:
            report_subscription.since, report_subscription.stopped_at = now, None
        report_subscription.language = language
        report_subscription.save()
        return report_subscription


def unsubscribe(*, subscription: ReportSubscription, now: datetime) -> None:
    """Send no mail of it any more, also none that is owed. Repeatable; locks nothing."""
    ReportSubscription.objects.filter(pk=subscription.pk, stopped_at=None).update(stopped_at=now)
    ReportMail.objects.filter(subscription=subscription, claimed_at=None).delete()


def owe_mail(*, subscription: ReportSubscription, occasion: str, report: Report) -> ReportMail:
    """Owe one mail for one occasion, however often this is called."""
    return ReportMail.objects.get_or_create(
        subscription=subscription, occasion=occasion, defaults={"report": report}
    )[0]


def claim_mail(*, mail: ReportMail, now: datetime) -> bool:
    """Claim the right to write this mail, for one only: part of the outbox's transaction."""
    return bool(
        ReportMail.objects.filter(
            pk=mail.pk, claimed_at=None, subscription__stopped_at=None
        ).update(claimed_at=now)
    )
