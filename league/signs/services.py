"""Writes about signs of life."""

from datetime import datetime

from league.signs.models import Heartbeat


def give_sign(*, name: Heartbeat.Name, now: datetime) -> None:
    """The clock or a worker is alive. Repeatable; locks its row."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
