"""What the house does by itself at night."""

import logging

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from config.backups import archive, keeping

log = logging.getLogger(__name__)


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
