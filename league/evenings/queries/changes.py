"""The sign by which an open page of an evening finds out that it is older than what is played."""

from collections.abc import Iterable

from league.events.models import Table


def state_of_play(tables: Iterable[Table], results: int) -> str:
    """Return a text that changes when a game of these tables begins or ends.

    `results` is how many they have.
    """
    games = (f"{table.pk}.{table.playing or 0}" for table in tables)
    return "-".join([*games, str(results)])
