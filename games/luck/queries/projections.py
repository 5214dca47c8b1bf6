"""Games that are still to be counted or weighed, and their logs."""

import json
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.db.models import F, Q, QuerySet

from games.luck import throws
from games.luck import weighing as luck
from games.luck.models import GameLuck
from games.scoring.models import Game

LEASE = timedelta(minutes=6)
"""So long a claim holds: a little longer than a task may take at most."""


@dataclass(frozen=True)
class Log:
    """A closed game as it was packed."""

    game: int
    header: dict[str, Any]
    sha256: str
    packed: bytes

    @property
    def events(self) -> list[dict[str, Any]]:
        events: list[dict[str, Any]] = json.loads(zlib.decompress(self.packed))
        return events


def logs(games: Sequence[int]) -> list[Log]:
    """Return the logs of these games, in the order of their keys. One query."""
    rows = Game.objects.filter(pk__in=games, packed__isnull=False).order_by("pk")
    queryset = rows.values_list("pk", "header", "sha256", "packed")
    return [
        Log(pk, header, sha256, bytes(packed or b"")) for pk, header, sha256, packed in queryset
    ]


def closed_games() -> QuerySet[Game]:
    """Return the finished games that have a log. A game that was opened again counts as it was,
    until it is closed anew.
    """
    return Game.objects.filter(status=Game.Status.FINISHED).order_by("pk")


def uncounted_games() -> QuerySet[Game]:
    """Return those whose throws were never counted, or from another log, or in another way."""
    return closed_games().exclude(
        gamethrows__sha256=F("sha256"), gamethrows__version=throws.VERSION
    )


def unweighed_games() -> QuerySet[Game]:
    """Return the games not yet weighed for luck and skill; claimed ones come last."""
    return (
        closed_games()
        .exclude(gameluck__sha256=F("sha256"), gameluck__version=luck.VERSION)
        .order_by(F("gameluck__claimed_at").asc(nulls_first=True), "pk")
    )


def is_being_weighed(now: datetime) -> bool:
    """Tell if a worker is at it, that is if it holds a claim."""
    return GameLuck.objects.filter(claimed_at__gt=now - LEASE).exists()


def free_to_weigh(now: datetime) -> Q:
    """Return the condition for rows that are not claimed, or not lately."""
    return Q(claimed_at=None) | Q(claimed_at__lte=now - LEASE)
