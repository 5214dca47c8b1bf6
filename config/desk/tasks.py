"""What the house does by itself, and what nobody shall wait for."""

import logging

from celery import shared_task
from django.conf import settings
from django.db import transaction
from django.utils import timezone

from config.backups import archive, keeping
from config.desk.reports import mailing, making
from league.tasks import look_after_mails

log = logging.getLogger(__name__)
REPORTS_EVERY = 150


@shared_task
def back_up() -> None:
    """Tonight's backup, once; then those go that the rule does not keep. Beat asks all the time."""
    now = timezone.localtime()
    there = archive.backups(settings.BACKUP_DIR)
    newest = max(there, default=None)
    if not keeping.is_due(now.replace(tzinfo=None), newest):
        return
    log.info("backup written: %s", archive.write(settings.BACKUP_DIR, now))
    for path in archive.tidy(settings.BACKUP_DIR):
        log.info("backup let go: %s", path)


@shared_task
def make_report(pk: int) -> None:
    """Makes one report; does nothing where somebody has made it, or is making it."""
    making.make(pk)


@shared_task
def sweep_reports() -> None:
    """Reports that nobody rang for, or whose worker died. Beat calls it all the time."""
    making.sweep()


def go_round(number: int) -> None:
    """What the clock does without any broker, every two seconds: `number` counts how often."""
    look_after_mails(number)
    if number % REPORTS_EVERY == 0:
        mail_reports()


def mail_reports() -> None:
    """Asks the worker for the reports that are due by mail; those that are made are written into
    the outbox.
    """
    for report in mailing.owe(timezone.now()):
        ring_for_report(report.pk)
    mailing.send(timezone.now())


def ring_for_report(pk: int) -> None:
    """Rings once the row is committed; a silent bell is no error, beat sweeps."""
    transaction.on_commit(lambda: make_report.delay(pk), robust=True)
