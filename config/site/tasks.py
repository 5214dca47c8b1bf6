"""Tasks that the worker does by itself, and those that no user shall wait for."""

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone, translation

from config.backups import archive, keeping
from config.site.club_check import check_club
from league.reports.tasks import mail_reports
from league.signs.queries import last_check
from league.signs.services import note_check
from league.tasks import look_after_mails

log = logging.getLogger(__name__)
REPORTS_EVERY = 150
# An old club has thousands of games to replay; Celery's usual limit would end the check.
LONGEST_CHECK = 3600


@shared_task
def back_up() -> None:
    """Write tonight's backup, once; then drop those the rule does not keep. Beat asks always."""
    now = timezone.localtime()
    there = archive.backups(settings.BACKUP_DIR)
    newest = max(there, default=None)
    if not keeping.is_due(now.replace(tzinfo=None), newest):
        return
    log.info("backup written: %s", archive.write(settings.BACKUP_DIR, now))
    for path in archive.tidy(settings.BACKUP_DIR):
        log.info("backup let go: %s", path)


@shared_task(time_limit=LONGEST_CHECK)
def check_tonight() -> None:
    """Check the whole club, once a night. Beat asks all the time."""
    now = timezone.localtime()
    last = last_check()
    if not keeping.is_due(
        now.replace(tzinfo=None), timezone.localtime(last.at).replace(tzinfo=None) if last else None
    ):
        return
    with translation.override("de"):
        first = next(check_club(), "")
    note_check(first=first, now=now)
    if first:
        # The sentence may name people: it is on the auditors' page, and `check_club` says it.
        log.error("check of the club: not all is right, see manage.py check_club")


def go_round(number: int) -> None:
    """Do the clock's work without any broker, every two seconds: `number` counts how often."""
    look_after_mails(number)
    if number % REPORTS_EVERY == 0:
        mail_reports()
