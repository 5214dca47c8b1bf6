"""Reports in the background: made by one worker each, and written into the outbox when due."""

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from league.reports import mailing, making


@shared_task
def make_report(pk: int) -> None:
    """Makes one report; does nothing where somebody has made it, or is making it."""
    making.make(pk)


@shared_task
def sweep_reports() -> None:
    """Reports that nobody rang for, or whose worker died. Beat calls it all the time."""
    making.sweep()


def mail_reports() -> None:
    """Asks the worker for the reports that are due by mail; those that are made are written into
    the outbox.
    """
    for report in mailing.owe(timezone.now()):
        enqueue_report(report.pk)
    mailing.send(timezone.now())


def enqueue_report(pk: int) -> None:
    """Enqueues it once the row is committed; a lost message is no error, beat sweeps."""
    transaction.on_commit(lambda: make_report.delay(pk), robust=True)
