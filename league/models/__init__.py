"""The records of the league. One file for each thing they are about."""

from league.models.access import Holder, LinkUse, Objection, RefereeCall, TableLink
from league.models.calendar import CalendarLink, Reminder
from league.models.events import (
    Block,
    Event,
    Participation,
    Season,
    SeasonMark,
    Seat,
    Table,
    Venue,
)
from league.models.kings import GameTime, King
from league.models.people import Membership, Office, Person, User
from league.models.results import Charge, ChargeWithdrawal, Result, ResultLine
from league.models.standings import Standing, StandingRow

__all__ = [
    "Block",
    "CalendarLink",
    "Charge",
    "ChargeWithdrawal",
    "Event",
    "GameTime",
    "Holder",
    "King",
    "LinkUse",
    "Membership",
    "Objection",
    "Office",
    "Participation",
    "Person",
    "RefereeCall",
    "Reminder",
    "Result",
    "ResultLine",
    "Season",
    "SeasonMark",
    "Seat",
    "Standing",
    "StandingRow",
    "Table",
    "TableLink",
    "User",
    "Venue",
]
