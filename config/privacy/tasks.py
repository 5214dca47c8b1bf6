"""Let go, in the night, of all that has had its time."""

import logging

from celery import shared_task
from django.utils import timezone

from config.backups import keeping
from config.privacy.queries import latest_runs
from config.privacy.services import retention

log = logging.getLogger(__name__)


@shared_task
def let_go() -> None:
    """Let go once a night, also if the machine slept through it. Beat asks all the time."""
    now = timezone.localtime()
    last = latest_runs().first()
    newest = timezone.localtime(last.at).replace(tzinfo=None) if last else None
    if keeping.is_due(now.replace(tzinfo=None), newest):
        log.info("retention: %s", retention.let_go(now=now).counts)
