"""Rings for the worker when a game was closed."""

from typing import Any

from django.dispatch import receiver

from games.signals import game_closed
from games.tasks import enqueue_throws


@receiver(game_closed)
def count(sender: Any, **kwargs: Any) -> None:
    enqueue_throws()
