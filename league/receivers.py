"""Rings for the worker when rankings are stale, and when a mail was written."""

from typing import Any

from django.db.models.signals import post_save
from django.dispatch import receiver

from league.models import Mail
from league.signals import standings_stale
from league.tasks import ring_for_mail, ring_for_season, ring_for_tournament


@receiver(standings_stale)
def ring(sender: Any, season_id: int | None, event_id: int | None, **kwargs: Any) -> None:
    if season_id is not None:
        ring_for_season(season_id)
    elif event_id is not None:
        ring_for_tournament(event_id)


@receiver(post_save, sender=Mail)
def send(sender: Any, created: bool, **kwargs: Any) -> None:
    if created:
        ring_for_mail()
