"""Rows of the till against what was written down of them when they changed."""

from collections.abc import Iterator

from django.apps import apps
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from finance.books.models.versions import RowVersion
from finance.books.versions import GENESIS, Written, chained, columns_digest, words_digest
from league.guards.versioned import Versioned, rows_of, split

# The last version of each row, by table and key.
Last = dict[str, dict[int, Written]]

# What the rows of a table are, in the words of the till.
NAMES = {
    "membership": gettext_lazy("Membership"),
    "office": gettext_lazy("Office"),
    "assembly": gettext_lazy("Members’ meeting"),
    "agendaitem": gettext_lazy("Item on an agenda"),
    "assemblyinvitation": gettext_lazy("Invitation to a meeting"),
    "assemblyattendance": gettext_lazy("Attendance at a meeting"),
    "candidacy": gettext_lazy("Candidacy"),
    "ballot": gettext_lazy("Count of votes"),
    "candidatevotes": gettext_lazy("Votes for a candidate"),
    "ballotabstention": gettext_lazy("Named abstention"),
    "minutes": gettext_lazy("Minutes of a meeting"),
    "minutesaddendum": gettext_lazy("Addendum to minutes"),
    "guestagreement": gettext_lazy("Guest agreement"),
    "approval": gettext_lazy("Act with a second person"),
    "approvalstep": gettext_lazy("Confirmation by a second person"),
    "approvaltext": gettext_lazy("Text of an act with a second person"),
    "yearend": gettext_lazy("Year end"),
    "yearstep": gettext_lazy("Step of a year end"),
    "yearmatter": gettext_lazy("Open matter at a step of a year end"),
    "auditsample": gettext_lazy("Sample"),
    "auditmark": gettext_lazy("The auditors' verdict"),
    "reminder": gettext_lazy("Reminder"),
    "reminderstep": gettext_lazy("Step of reminding"),
    "creditor": gettext_lazy("Creditor identifier"),
    "mandate": gettext_lazy("Mandate"),
    "debitrun": gettext_lazy("Run of direct debits"),
    "debit": gettext_lazy("Direct debit"),
    "transferrun": gettext_lazy("Run of transfers"),
    "credittransfer": gettext_lazy("Transfer to somebody"),
    "auditanswer": gettext_lazy("Answer to the auditors"),
    "auditfinding": gettext_lazy("Finding"),
    "clubaccount": gettext_lazy("Account of the club"),
    "bankcolumns": gettext_lazy("Columns of a file of the bank"),
    "bankimport": gettext_lazy("Import of the bank"),
    "bankbalance": gettext_lazy("Balance of the bank"),
    "bankline": gettext_lazy("The bank's line"),
    "bankrule": gettext_lazy("Rule for lines of the bank"),
    "banklinetext": gettext_lazy("Text of a line of the bank"),
    "bankbooking": gettext_lazy("Assignment of a line of the bank"),
    "cashbookentry": gettext_lazy("Entry in the cash book"),
    "tillsettings": gettext_lazy("Settings of the till"),
    "ownaccount": gettext_lazy("Kind of receipt or payment"),
    "tariff": gettext_lazy("Entry in the catalogue"),
    "deferral": gettext_lazy("Agreed later payment"),
    "instalment": gettext_lazy("Instalment"),
    "excuse": gettext_lazy("Excused absence"),
    "deed": gettext_lazy("Fine from the catalogue"),
    "claim": gettext_lazy("Claim"),
    "claimhead": gettext_lazy("Receiver of a round owed"),
    "cashcount": gettext_lazy("Cash count"),
    "duesrate": gettext_lazy("Rate of the dues"),
    "duesreduction": gettext_lazy("Reduced dues"),
    "eveningclose": gettext_lazy("Close of an evening"),
    "closesignature": gettext_lazy("Signature under an evening"),
    "closepaper": gettext_lazy("PDF of a close"),
    "closing": gettext_lazy("Closing of a period"),
    "paymentnotice": gettext_lazy("Announced transfer"),
    "claimobjection": pgettext_lazy("what one raises", "Objection"),
    "payment": gettext_lazy("Payment"),
    "payout": gettext_lazy("Prize money"),
    "periodname": gettext_lazy("Name of that time"),
    "givenround": gettext_lazy("Round given"),
    "givenhead": gettext_lazy("Receiver of a round given"),
    "roundmove": gettext_lazy("Round moved"),
    "rounddecision": gettext_lazy("Decision about rounds"),
    "conversion": gettext_lazy("Conversion of a round"),
    "voucherlink": gettext_lazy("Voucher of a booking"),
}


def check_versions() -> Iterator[str]:
    """Yield a sentence for each row that is not as it was written down, or whose words are not."""
    last: Last = {}
    yield from check_chain(last)
    for model in versioned():
        yield from check_rows(model, last)


def check_rows(model: type[Versioned], last: Last) -> Iterator[str]:
    """Hold the rows of a table against their `last` versions."""
    table = str(model._meta.model_name)
    versions = dict(last.get(table, {}))
    for row in rows_of(model, model.SUMS).iterator(2000):
        columns, words = split(row, model.WORDS, model.ADDED)
        written = versions.pop(row["pk"], None)
        if written is None:
            yield _("%(row)s: The row got into the database past the till.") % {
                "row": _name(table, row["pk"])
            }
        elif columns_digest(columns) != written.digest:
            yield _("%(row)s: The row was changed afterwards, its checksum does not match.") % {
                "row": _name(table, row["pk"])
            }
        elif words_digest(written.salt, words) != written.text_digest:
            yield _("%(row)s: The text was changed afterwards.") % {"row": _name(table, row["pk"])}
    for key, written in versions.items():
        if written.digest:
            yield _("%(row)s: The row is missing.") % {"row": _name(table, key)}


def check_chain(last: Last) -> Iterator[str]:
    """Follow the chain of versions, and fill `last` with the last version of each row."""
    hashes = {GENESIS}
    rows = RowVersion.objects.order_by("pk").values_list(
        "pk", "table_name", "row_key", "digest", "text_digest", "salt", "previous_hash", "hash"
    )
    for pk, table, row, digest, text_digest, salt, previous, hash_ in rows.iterator(5000):
        written = Written(table, row, digest, text_digest, salt)
        if previous not in hashes or chained(previous, written) != hash_:
            yield _(
                "Checksum no. %(number)s (%(row)s): It does not follow the one before, "
                "or was changed afterwards."
            ) % {"number": pk, "row": _name(table, row)}
        hashes.add(hash_)
        last.setdefault(table, {})[row] = written


def versioned() -> list[type[Versioned]]:
    """Return the tables of which each version of a row is written down."""
    return [model for model in apps.get_models() if issubclass(model, Versioned)]


def _name(table: str, key: int) -> str:
    return _("%(what)s no. %(number)s") % {"what": NAMES.get(table, table), "number": key}
