"""Time and place of events, and the attendance that phones note."""

from league.events.models.attendance import AttendanceMark
from league.events.models.events import (
    GOOD_SEATS,
    MIN_SEATS,
    Block,
    Event,
    Participation,
    Seat,
    Table,
    TableOpening,
    Team,
    Venue,
)

__all__ = [
    "GOOD_SEATS",
    "MIN_SEATS",
    "AttendanceMark",
    "Block",
    "Event",
    "Participation",
    "Seat",
    "Table",
    "TableOpening",
    "Team",
    "Venue",
]
