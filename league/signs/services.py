"""Writes about signs of life."""

from datetime import datetime

from league.signs.models import ClubCheck, Heartbeat


def note_check(*, first: str, now: datetime) -> None:
    """Keep what the check of the whole club has found. Repeatable; locks its row."""
    ClubCheck.objects.update_or_create(pk=1, defaults={"at": now, "first": first[:400]})


def give_sign(*, name: Heartbeat.Name, now: datetime) -> None:
    """Note that the clock or a worker is alive. Repeatable; locks its row."""
    Heartbeat.objects.update_or_create(name=name, defaults={"at": now})
