"""Reports in the background: made by one worker each, and written into the outbox when due."""

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from league.reports import mailing, making


@shared_task
def make_report(pk: int) -> None:
    """Make one report; do nothing if it is made, or being made."""
    making.make(pk)


@shared_task
def sweep_reports() -> None:
    """Make the reports whose message was lost, or whose worker died. Beat calls it all the time."""
    making.sweep()


def mail_reports() -> None:
    """Ask the worker for the reports that are due by mail; write finished ones into the outbox."""
    for report in mailing.owe(timezone.now()):
        enqueue_report(report.pk)
    mailing.send(timezone.now())


def enqueue_report(pk: int) -> None:
    """Enqueue the report once the row is committed; a lost message is no error, beat sweeps."""
    transaction.on_commit(lambda: make_report.delay(pk), robust=True)
