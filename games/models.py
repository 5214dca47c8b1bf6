"""What the scorer keeps: the log of each game, and what is counted and weighed out of it."""

from games.luck.models import GameLuck, GameThrows, SeatLuck, SeatThrows
from games.scoring.models import (
    Entry,
    EntryNote,
    Game,
    OtherVersion,
    ScannedResult,
    charges_players,
)

__all__ = [
    "Entry",
    "EntryNote",
    "Game",
    "GameLuck",
    "GameThrows",
    "OtherVersion",
    "ScannedResult",
    "SeatLuck",
    "SeatThrows",
    "charges_players",
]
