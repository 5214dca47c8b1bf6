"""The records of the league. One file for each thing they are about."""

from league.models.access import Holder, LinkUse, Objection, RefereeCall, TableLink
from league.models.approvals import Approval, ApprovalStep, ApprovalText
from league.models.calendar import CalendarLink, Reminder
from league.models.club import Club, StakeAnswer
from league.models.events import (
    Block,
    Event,
    Participation,
    Seat,
    Table,
    Team,
    Venue,
)
from league.models.figures import FigureScope, PersonFigures, SeasonFigures
from league.models.invitations import Invitation
from league.models.kings import GameTime, King
from league.models.outbox import Mail
from league.models.people import Membership, Office, Person, User
from league.models.read_tokens import ReadToken
from league.models.registration_mails import RegistrationMail
from league.models.reports import Report, ReportMail, ReportSubscription
from league.models.results import Charge, ChargeWithdrawal, Result, ResultLine
from league.models.seasons import Season, SeasonMark
from league.models.signs import Heartbeat
from league.models.standings import (
    PlaceRow,
    Standing,
    StandingCorrection,
    StandingMove,
    StandingRow,
)
from league.models.tournaments import (
    Credit,
    Draw,
    Placing,
    Prize,
    Registration,
    SeatSwap,
    TieDecision,
    Tournament,
)

__all__ = [
    "Approval",
    "ApprovalStep",
    "ApprovalText",
    "Block",
    "CalendarLink",
    "Charge",
    "ChargeWithdrawal",
    "Club",
    "Credit",
    "Draw",
    "Event",
    "FigureScope",
    "GameTime",
    "Heartbeat",
    "Holder",
    "Invitation",
    "King",
    "LinkUse",
    "Mail",
    "Membership",
    "Objection",
    "Office",
    "Participation",
    "Person",
    "PersonFigures",
    "PlaceRow",
    "Placing",
    "Prize",
    "ReadToken",
    "RefereeCall",
    "Registration",
    "RegistrationMail",
    "Reminder",
    "Report",
    "ReportMail",
    "ReportSubscription",
    "Result",
    "ResultLine",
    "Season",
    "SeasonFigures",
    "SeasonMark",
    "Seat",
    "SeatSwap",
    "StakeAnswer",
    "Standing",
    "StandingCorrection",
    "StandingMove",
    "StandingRow",
    "Table",
    "TableLink",
    "Team",
    "TieDecision",
    "Tournament",
    "User",
    "Venue",
]
