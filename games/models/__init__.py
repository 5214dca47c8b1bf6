"""What the scorer keeps: the log of each game, and what is counted and weighed out of it."""

from games.models.logs import Entry, EntryNote, Game, charges_players
from games.models.throws import GameLuck, GameThrows, SeatLuck, SeatThrows

__all__ = [
    "Entry",
    "EntryNote",
    "Game",
    "GameLuck",
    "GameThrows",
    "SeatLuck",
    "SeatThrows",
    "charges_players",
]
