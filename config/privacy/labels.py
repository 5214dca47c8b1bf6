"""What tables, columns and grounds are called by people who read their own data."""

from collections.abc import Sequence
from typing import Any

from django.db.models import Model
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from config.privacy.models import KeptRecord, RetentionRule
from config.privacy.queries import place_name
from league.web.changes import Change, between

TABLES = {
    "league.Person": _("You"),
    "league.User": _("Your login"),
    "league.Membership": _("Membership"),
    "league.PersonMerge": _("Records that became one"),
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
}
COLUMNS = {
    "id": pgettext_lazy("of a row", "Number"),
    "name": _("Name"),
    "email": _("Email"),
    "person_id": _("Person"),
    "start": pgettext_lazy("name of a field", "from"),
    "end": _("until"),
    "until": _("until"),
    "kind": _("Kind"),
    "kind_id": _("Kind"),
    "role": _("Office"),
    "place": _("Where"),
    "text": _("Text"),
    "ground": _("Ground"),
    "number": _("Number"),
    "created_at": _("entered"),
    "event_id": pgettext_lazy("evening or tournament", "Event"),
    "day": _("Day"),
    "amount": _("Amount"),
    "state": _("State"),
    "note": _("Note"),
}


def table_name(model: type[Model]) -> str:
    label = model._meta.label
    return str(TABLES.get(label) or place_name(label))


def column_name(name: str) -> str:
    return str(COLUMNS.get(name, name))


def ground_of(ground: str, rule: RetentionRule) -> str:
    """The ground as it is told: what it is, by which clause, and how many years."""
    words: Any = KeptRecord.Ground(ground).label
    years = rule.book_years if ground == KeptRecord.Ground.BOOKS else rule.voucher_years
    return gettext("%(ground)s: %(clause)s, %(n)s years") % {
        "ground": words,
        "clause": rule.clause,
        "n": years,
    }


# What a night looks after, by the names in `services.retention`.
MATTERS = {
    "guests": _("Guests"),
    "registrations": _("Registrations"),
    "holders": _("Phones at tables"),
    "lists": _("Lists and requests"),
    "logs": _("Sessions and reports"),
    "security": _("Months of the security log"),
    "public": _("Published results"),
    "kept": _("Kept by law"),
    "backups": _("Backups"),
}


def changes_in(rules: Sequence[RetentionRule]) -> list[Change]:
    """Who changed what of these, the newest first; before the first one the defaults held."""
    columns = RetentionRule._meta.fields
    labels = {column.name: column.verbose_name for column in columns}
    shown = {name: labels[name] for name in RetentionRule.FIELDS}
    return between([RetentionRule(), *rules], shown)
