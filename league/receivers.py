"""Rings for the worker when an event changed."""

from typing import Any

from django.dispatch import receiver

from league import queries
from league.models import Event
from league.signals import event_changed
from league.tasks import ring_for_season


@receiver(event_changed)
def ring(sender: Any, event_id: int, **kwargs: Any) -> None:
    season = Event.objects.select_related("season").get(pk=event_id).season
    standing = queries.standing_of(season)
    if standing is not None and standing.is_stale:
        ring_for_season(season.pk)
