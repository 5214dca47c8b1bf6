"""Names of tables, columns and grounds for people who read their own data."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Field, Model
from django.utils.functional import Promise
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from config.privacy.column_labels import COLUMNS
from config.privacy.models import KeptRecord, RetentionRule
from config.privacy.queries import place_name
from league.web.changes import Change, between

TABLES = {
    "league.Person": _("You"),
    "league.User": _("Your login"),
    "league.Membership": _("Membership"),
    "league.PersonMerge": _("Records that became one"),
    "league.DifferentPeople": _("Records that are two people"),
    "league.Office": _("Offices"),
    "league.PostalAddress": _("Postal address"),
    "league.Participation": _("Evenings and tournaments"),
    "league.Seat": _("Seats at tables"),
    "league.ResultLine": _("Results"),
    "league.StandingRow": _("Standings"),
    "league.PersonFigures": _("Figures"),
    "league.Charge": _("Fines and stakes"),
    "league.Registration": _("Registrations"),
    "league.Invitation": _("Invitations"),
    "league.CalendarLink": _("Calendar link"),
    "league.PushDevice": _("Devices that are told your seat"),
    "league.ReadToken": _("Access for programs"),
    "league.ReportSubscription": _("Reports by mail"),
    "league.Approval": _("Acts that waited for a second person"),
    "league.ApprovalText": _("Words and addresses of such acts"),
    "league.AssemblyInvitation": _("Invitations to meetings"),
    "league.AssemblyAttendance": _("Meetings attended"),
    "league.Candidacy": _("Elections one stood in"),
    "league.AgendaItem": _("Motions"),
    "league.Holder": _("Names given at a table’s phone"),
    "finance.Posting": _("Postings on your account"),
    "finance.TransactionText": _("Text of a booking"),
    "privacy.DataRequest": _("What you asked for by the law"),
    "account.EmailAddress": pgettext_lazy("of own data", "Email addresses of the login"),
    "finance.Account": pgettext_lazy("of own data", "Your accounts at the till"),
    "finance.Transaction": pgettext_lazy("of own data", "Bookings"),
    "finance.Voucher": pgettext_lazy("of own data", "Vouchers"),
    "games.Entry": pgettext_lazy("of own data", "Entries in games"),
    "games.Game": pgettext_lazy("of own data", "Games scored"),
    "games.OtherVersion": pgettext_lazy("of own data", "Other versions of a game"),
    "league.ApprovalStep": pgettext_lazy("of own data", "Steps of such acts"),
    "league.Assembly": pgettext_lazy("of own data", "Meetings"),
    "league.AssemblyRule": pgettext_lazy("of own data", "Rules of meetings"),
    "league.AttendanceMark": pgettext_lazy("of own data", "Attendance"),
    "league.Ballot": pgettext_lazy("of own data", "Counts at meetings"),
    "league.BallotAbstention": pgettext_lazy("of own data", "Abstentions by name"),
    "league.CardPhoto": pgettext_lazy("of own data", "Photos of cards"),
    "league.ChargeWithdrawal": pgettext_lazy("of own data", "Fines taken back"),
    "league.ClubChange": pgettext_lazy("of own data", "Changes of the club"),
    "league.ClubInvitation": pgettext_lazy("of own data", "The club’s links to join by"),
    "league.Consent": pgettext_lazy("of own data", "What you agreed to"),
    "league.Credit": pgettext_lazy("of own data", "Credits of a rulebook"),
    "league.DetailValue": pgettext_lazy("of own data", "Fields of the club’s own"),
    "league.Digest": pgettext_lazy("of own data", "Collected mails"),
    "league.DigestChoice": pgettext_lazy("of own data", "When mails come"),
    "league.Draw": pgettext_lazy("of own data", "Draws"),
    "league.Event": pgettext_lazy("of own data", "Evenings and tournaments"),
    "league.FormatTemplate": pgettext_lazy("of own data", "Formats of tournaments"),
    "league.FormerName": pgettext_lazy("of own data", "Former names"),
    "league.GameTime": pgettext_lazy("of own data", "Times of games"),
    "league.HeldMail": pgettext_lazy("of own data", "Mails that wait"),
    "league.ImportedLine": pgettext_lazy("of own data", "Lines of lists of people"),
    "league.JoinRequest": pgettext_lazy("of own data", "Requests to join"),
    "league.King": pgettext_lazy("of own data", "Evenings as König"),
    "league.Letter": pgettext_lazy("of own data", "Letters to you"),
    "league.LoginSession": pgettext_lazy("of own data", "Logins"),
    "league.MatchAward": pgettext_lazy("of own data", "Matches awarded"),
    "league.MatchMove": pgettext_lazy("of own data", "Substitutions in matches"),
    "league.MatchSignature": pgettext_lazy("of own data", "Signatures under matches"),
    "league.MembershipCorrection": pgettext_lazy("of own data", "Corrections of memberships"),
    "league.Objection": pgettext_lazy("of own data", "Problems reported"),
    "league.OldTable": pgettext_lazy("of own data", "Old tables"),
    "league.OldTableLine": pgettext_lazy("of own data", "Lines of old tables"),
    "league.PeopleColumns": pgettext_lazy("of own data", "Columns of lists"),
    "league.PeopleImport": pgettext_lazy("of own data", "Lists of people"),
    "league.PersonDetails": pgettext_lazy("of own data", "Details"),
    "league.RefereeCall": pgettext_lazy("of own data", "Calls for a referee"),
    "league.Report": pgettext_lazy("of own data", "Reports"),
    "league.Result": pgettext_lazy("of own data", "Results"),
    "league.SeasonMark": pgettext_lazy("of own data", "Marks of a season"),
    "league.SeatSwap": pgettext_lazy("of own data", "Seats that were swapped"),
    "league.SquadMember": pgettext_lazy("of own data", "Squads of a league"),
    "league.StakeAnswer": pgettext_lazy("of own data", "What the club said about its stakes"),
    "league.StandingMove": pgettext_lazy("of own data", "Places that a correction moved"),
    "league.TableLink": pgettext_lazy("of own data", "Links of tables"),
    "league.TableOpening": pgettext_lazy("of own data", "Tables opened"),
    "league.TeamWithdrawal": pgettext_lazy("of own data", "Teams withdrawn"),
    "league.TieDecision": pgettext_lazy("of own data", "Ties decided"),
    "league.Tournament": pgettext_lazy("of own data", "Tournaments"),
    "league.TournamentToken": pgettext_lazy("of own data", "Access of programs to a tournament"),
    "league.WallLink": pgettext_lazy("of own data", "Links of screens"),
    "league.Notice": pgettext_lazy("of own data", "Mails about a changed evening"),
    "league.Reminder": pgettext_lazy("of own data", "Mails that asked for an answer"),
    "league.SeatMail": pgettext_lazy("of own data", "Mails about a seat"),
    "league.RegistrationMail": pgettext_lazy("of own data", "Mails about a registration"),
    "league.RegistrationRequest": pgettext_lazy("of own data", "Registrations to be confirmed"),
    "league.ReportMail": pgettext_lazy("of own data", "Reports sent by mail"),
    "league.Mail": pgettext_lazy("of own data", "Mails on their way to you"),
    "league.Push": pgettext_lazy("of own data", "Notifications"),
    "league.MergedRow": pgettext_lazy("of own data", "Rows of a record that became one with yours"),
    "league.PlaceRow": pgettext_lazy("of own data", "Places in rankings of tournaments"),
    "league.Placing": pgettext_lazy("of own data", "Final places in tournaments"),
    "league.CandidateVotes": pgettext_lazy("of own data", "Votes for you"),
    "league.LinkUse": pgettext_lazy("of own data", "Visits to a table’s link"),
    "league.SecurityPrivate": pgettext_lazy("of own data", "Where your logins came from"),
    "games.SeatThrows": pgettext_lazy("of own data", "Your throws, counted"),
    "games.SeatLuck": pgettext_lazy("of own data", "Your luck and skill"),
    "finance.Allocation": pgettext_lazy("of own data", "Which payment settled what"),
    "mfa.Authenticator": pgettext_lazy("of own data", "Passkeys"),
    "privacy.Erasure": pgettext_lazy("of own data", "Erasures"),
    "privacy.PossibleMention": pgettext_lazy("of own data", "Texts about erased people"),
    "privacy.RetentionRule": pgettext_lazy("of own data", "How long what is kept"),
}


def table_name(model: type[Model]) -> str:
    label = model._meta.label
    return str(TABLES.get(label) or place_name(label))


def column_name(name: str, column: "Field[Any, Any] | None" = None) -> str:
    """Return the name of a column; its own one if only programs read it."""
    named = getattr(column, "verbose_name", None)
    return str(COLUMNS.get(name) or (named if isinstance(named, Promise) else name))


def ground_of(ground: str, rule: RetentionRule) -> str:
    """Say the ground in words: what it is, by which clause, and how many years."""
    words: Any = KeptRecord.Ground(ground).label
    years = rule.book_years if ground == KeptRecord.Ground.BOOKS else rule.voucher_years
    return gettext("%(ground)s: %(clause)s, %(n)s years") % {
        "ground": words,
        "clause": rule.clause,
        "n": years,
    }


# Matters of a night, by the names in `services.retention`.
MATTERS = {
    "guests": _("Guests"),
    "registrations": _("Registrations"),
    "holders": _("Phones at tables"),
    "links": _("Visits to tables’ links"),
    "lists": _("Lists and requests"),
    "logs": _("Ended logins"),
    "mails": _("Sent mails"),
    "reports": pgettext_lazy("what a night let go", "Finished reports"),
    "security": _("Months of the security log"),
    "public": _("Published results"),
    "kept": _("Kept by law"),
    "backups": _("Backups"),
}


def changes_in(rules: Sequence[RetentionRule]) -> list[Change]:
    """Return the changes of these rules with their authors, the newest first.

    Before the first rule the defaults held.
    """
    columns = RetentionRule._meta.fields
    labels = {column.name: column.verbose_name for column in columns}
    shown = {name: labels[name] for name in RetentionRule.FIELDS}
    return between([RetentionRule(), *rules], shown)
