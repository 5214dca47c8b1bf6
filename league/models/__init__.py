"""The records of the league. One file for each thing they are about."""

from league.models.events import Block, Event, Participation, Season, Seat, Table, Venue
from league.models.people import Membership, Office, Person, User
from league.models.results import Charge, ChargeWithdrawal, Result, ResultLine
from league.models.standings import Standing, StandingRow

__all__ = [
    "Block",
    "Charge",
    "ChargeWithdrawal",
    "Event",
    "Membership",
    "Office",
    "Participation",
    "Person",
    "Result",
    "ResultLine",
    "Season",
    "Seat",
    "Standing",
    "StandingRow",
    "Table",
    "User",
    "Venue",
]
