"""Rings for the worker when an event changed."""

from typing import Any

from django.dispatch import receiver

from league.models import Event
from league.signals import event_changed
from league.tasks import ring_for_season


@receiver(event_changed)
def ring(sender: Any, event_id: int, **kwargs: Any) -> None:
    ring_for_season(Event.objects.values_list("season_id", flat=True).get(pk=event_id))
