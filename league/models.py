"""The records of the league, capability by capability, for Django to find."""

from league.access.models import LoginSession, ReadToken
from league.approvals.models import Approval, ApprovalStep, ApprovalText
from league.assemblies.models.calling import (
    AgendaItem,
    Assembly,
    AssemblyInvitation,
    AssemblyRule,
)
from league.assemblies.models.meeting import (
    AssemblyAttendance,
    Ballot,
    BallotAbstention,
    Candidacy,
    CandidateVotes,
)
from league.assemblies.models.minutes import Minutes, MinutesAddendum
from league.club.models import Club, ClubChange, StakeAnswer
from league.delivery.models import Digest, DigestChoice, HeldMail, Letter
from league.evenings.models import CalendarLink, Reminder
from league.events.models import (
    AttendanceMark,
    Block,
    Event,
    Participation,
    Seat,
    Table,
    TableOpening,
    Team,
    Venue,
)
from league.figures.models import FigureScope, PersonFigures, SeasonFigures
from league.kings.models import GameTime, King
from league.links.models import Holder, LinkUse, TableLink
from league.mail.models import Mail
from league.matches.models import (
    LeagueTeam,
    Match,
    MatchAward,
    MatchMove,
    MatchSignature,
    SquadMember,
    TeamLeague,
    TeamWithdrawal,
)
from league.old_tables.models import OldTable, OldTableLine
from league.people.models.details import (
    Consent,
    DetailField,
    DetailValue,
    FormerName,
    MembershipCorrection,
    PersonDetails,
)
from league.people.models.imports import ImportedLine, PeopleColumns, PeopleImport
from league.people.models.invitations import Invitation
from league.people.models.joining import ClubInvitation, JoinRequest
from league.people.models.kinds import MembershipKind
from league.people.models.merges import DifferentPeople, MergedRow, PersonMerge
from league.people.models.people import Membership, Office, Person, User
from league.people.models.postal import PostalAddress
from league.push.models import Push, PushDevice, PushKeys
from league.reports.models import Report, ReportMail, ReportSubscription
from league.results.models.results import Charge, ChargeWithdrawal, Result, ResultLine
from league.results.models.second_look import Objection, RefereeCall
from league.seasons.models import Season, SeasonMark
from league.security.models import SecurityEntry, SecurityMonth, SecurityPrivate
from league.signs.models import Heartbeat
from league.standings.models import (
    PlaceRow,
    Standing,
    StandingCorrection,
    StandingMove,
    StandingRow,
)
from league.tournaments.models.card_photos import CardPhoto
from league.tournaments.models.programs import DirectedCall, TournamentToken
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.seat_mails import SeatMail
from league.tournaments.models.templates import FormatTemplate
from league.tournaments.models.tournaments import (
    Credit,
    Draw,
    Placing,
    Prize,
    Registration,
    SeatSwap,
    TieDecision,
    Tournament,
)
from league.wall.models import Ceremony, WallLink

__all__ = [
    "AgendaItem",
    "Approval",
    "ApprovalStep",
    "ApprovalText",
    "Assembly",
    "AssemblyAttendance",
    "AssemblyInvitation",
    "AssemblyRule",
    "AttendanceMark",
    "Ballot",
    "BallotAbstention",
    "Block",
    "CalendarLink",
    "Candidacy",
    "CandidateVotes",
    "CardPhoto",
    "Ceremony",
    "Charge",
    "ChargeWithdrawal",
    "Club",
    "ClubChange",
    "ClubInvitation",
    "Consent",
    "Credit",
    "DetailField",
    "DetailValue",
    "DifferentPeople",
    "Digest",
    "DigestChoice",
    "DirectedCall",
    "Draw",
    "Event",
    "FigureScope",
    "FormatTemplate",
    "FormerName",
    "GameTime",
    "Heartbeat",
    "HeldMail",
    "Holder",
    "ImportedLine",
    "Invitation",
    "JoinRequest",
    "King",
    "LeagueTeam",
    "Letter",
    "LinkUse",
    "LoginSession",
    "Mail",
    "Match",
    "MatchAward",
    "MatchMove",
    "MatchSignature",
    "Membership",
    "MembershipCorrection",
    "MembershipKind",
    "MergedRow",
    "Minutes",
    "MinutesAddendum",
    "Objection",
    "Office",
    "OldTable",
    "OldTableLine",
    "Participation",
    "PeopleColumns",
    "PeopleImport",
    "Person",
    "PersonDetails",
    "PersonFigures",
    "PersonMerge",
    "PlaceRow",
    "Placing",
    "PostalAddress",
    "Prize",
    "Push",
    "PushDevice",
    "PushKeys",
    "ReadToken",
    "RefereeCall",
    "Registration",
    "RegistrationMail",
    "RegistrationRequest",
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
    "SeatMail",
    "SeatSwap",
    "SecurityEntry",
    "SecurityMonth",
    "SecurityPrivate",
    "SquadMember",
    "StakeAnswer",
    "Standing",
    "StandingCorrection",
    "StandingMove",
    "StandingRow",
    "Table",
    "TableLink",
    "TableOpening",
    "Team",
    "TeamLeague",
    "TeamWithdrawal",
    "TieDecision",
    "Tournament",
    "TournamentToken",
    "User",
    "Venue",
    "WallLink",
]
