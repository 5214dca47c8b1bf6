"""Decide for each column of text: words that an erasure takes away, records kept, or nothing.

Records are kept by law. A test refuses a column without a decision.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from config.privacy.models import KeptRecord
from league.access.queries.rights import day_of

Ground = KeptRecord.Ground

# Names, addresses and free text, by model: each mention of an erased person goes.
WORDS: Mapping[str, tuple[str, ...]] = {
    "league.MembershipKind": ("name",),
    "league.ReadToken": ("name",),
    "league.ClubCheck": ("first",),
    "league.HeldMail": ("subject", "body"),
    "league.Letter": ("subject", "body"),
    "league.TournamentToken": ("name",),
    "league.DirectedCall": ("answer",),
    "league.OldTable": ("title", "source", "columns"),
    "league.OldTableLine": ("name", "cells"),
    "league.DetailField": ("name",),
    "league.Club": ("name", "street", "register", "contact", "imprint", "privacy"),
    "league.ClubChange": ("before",),
    "league.Season": ("name",),
    "league.SeasonMark": ("reason",),
    "league.Event": ("name", "place", "cancel_reason"),
    "league.Team": ("name", "sort_key"),
    "league.TeamLeague": ("name",),
    "league.LeagueTeam": ("name", "sort_key", "club", "pub", "pub_key"),
    "league.Assembly": ("title", "place", "text"),
    "league.AgendaItem": ("title", "text", "note"),
    "league.MatchMove": ("reason",),
    "league.MatchAward": ("reason",),
    "league.TeamWithdrawal": ("reason",),
    "league.FormatTemplate": ("name",),
    "league.Participation": ("shown_as",),
    "league.King": ("reason",),
    "league.Holder": ("name",),
    "league.ImportedLine": ("name", "email"),
    "league.JoinRequest": ("name", "email"),
    "league.Report": ("title", "sentence"),
    "league.Result": ("reason",),
    "league.Charge": ("note",),
    "league.ChargeWithdrawal": ("reason",),
    "league.RefereeCall": ("note",),
    "league.Objection": ("text", "ruling"),
    "league.Tournament": ("words", "consent", "group", "end_reason"),
    "league.Registration": ("name", "email", "team_name", "alias", "consent"),
    "league.Draw": ("reason",),
    "league.SeatSwap": ("reason",),
    "league.Credit": ("reason",),
    "league.Prize": ("thing", "sponsor"),
    "games.EntryNote": ("words",),
    "games.OtherVersion": ("words",),
    "finance.Claim": ("note", "drink", "reason"),
    "finance.PaymentNotice": ("reason",),
    "finance.BankRule": ("words",),
    "finance.GuestAgreement": ("agreed",),
    "finance.Tariff": ("title", "thing", "ground"),
    "finance.Deferral": ("note",),
    "finance.Excuse": ("reason",),
    "finance.ClaimObjection": ("text", "ruling"),
    "finance.RoundMove": ("reason",),
    "finance.RoundDecision": ("decided",),
    "finance.DuesRate": ("ground",),
    "finance.DuesReduction": ("ground",),
}
# Words that the database lets no one rewrite: a mention empties them.
EMPTIED = frozenset(
    {
        *("finance.GuestAgreement", "finance.Tariff", "finance.Deferral", "finance.Excuse"),
        *("league.AgendaItem.text", "league.AgendaItem.note"),
        *("finance.ClaimObjection.text", "finance.RoundMove", "finance.RoundDecision"),
        *(
            "finance.DuesRate",
            "finance.DuesReduction",
        ),
    }
)


@dataclass(frozen=True)
class Retained:
    """The records of one model that the law keeps: their words, the ground, and their day.

    `person` is the path to the person it is about if a row says so besides its words.
    """

    ground: str
    words: tuple[str, ...]
    day: Callable[[Any], date]
    person: str = ""
    # Columns that are emptied with the words when time is up, and the moment that says so.
    besides: tuple[str, ...] = ()
    erased_at: str = ""
    related: tuple[str, ...] = ()
    # The new text of the words when time is up; a column that must not be empty has a dash.
    empty: str = ""


RETAINED: Mapping[str, Retained] = {
    # Signed papers of the club, as the books are.
    "league.Minutes": Retained(
        Ground.BOOKS,
        ("content",),
        lambda row: row.assembly.day,
        person="assembly__attendances__person",
        erased_at="erased_at",
        related=("assembly",),
    ),
    "league.MinutesAddendum": Retained(
        Ground.BOOKS, ("text",), lambda row: day_of(row.added_at), erased_at="erased_at"
    ),
    "finance.TransactionText": Retained(
        Ground.BOOKS,
        ("text",),
        lambda row: row.transaction.date,
        besides=("salt",),
        erased_at="erased_at",
        related=("transaction",),
    ),
    "finance.VoucherText": Retained(
        Ground.VOUCHERS,
        ("name", "payee", "what", "why"),
        lambda row: day_of(row.voucher.entered_at),
        besides=("salt",),
        erased_at="erased_at",
        related=("voucher",),
    ),
    "finance.BankImport": Retained(
        Ground.VOUCHERS, ("file_name",), lambda row: day_of(row.imported_at)
    ),
    "finance.BankLine": Retained(Ground.VOUCHERS, ("reason",), lambda row: row.day, empty="–"),
    "finance.BankLineText": Retained(
        Ground.VOUCHERS,
        ("name", "iban", "text"),
        lambda row: row.line.day,
        erased_at="erased_at",
        related=("line",),
    ),
    "finance.PeriodName": Retained(
        Ground.BOOKS,
        ("name",),
        lambda row: row.closing.through,
        person="person",
        related=("closing",),
    ),
    "finance.CloseSignature": Retained(
        Ground.BOOKS, ("name",), lambda row: day_of(row.signed_at), person="person"
    ),
    "finance.ClosePaper": Retained(
        Ground.BOOKS,
        (),
        lambda row: day_of(row.made_at),
        person="close__signatures__person",
        besides=("pdf",),
    ),
    "finance.YearStep": Retained(Ground.BOOKS, ("reason",), lambda row: day_of(row.taken_at)),
    "finance.YearMatter": Retained(
        Ground.BOOKS, ("said",), lambda row: day_of(row.step.taken_at), related=("step",)
    ),
    "finance.AuditMark": Retained(Ground.BOOKS, ("remark",), lambda row: day_of(row.marked_at)),
    "finance.AuditAnswer": Retained(Ground.BOOKS, ("text",), lambda row: day_of(row.answered_at)),
    "finance.AuditFinding": Retained(
        Ground.BOOKS, ("text", "settled_how"), lambda row: day_of(row.found_at)
    ),
    "finance.Mandate": Retained(
        Ground.VOUCHERS,
        ("holder", "iban"),
        lambda row: day_of(row.ended_at or row.entered_at),
        person="person",
    ),
    "finance.CreditTransfer": Retained(
        Ground.VOUCHERS,
        ("name", "iban", "text"),
        lambda row: row.run.day,
        person="person",
        related=("run",),
    ),
    "finance.OwnAccount": Retained(Ground.BOOKS, ("name", "place"), lambda row: day_of(row.set_at)),
    "finance.ClubAccount": Retained(Ground.BOOKS, ("holder",), lambda row: day_of(row.entered_at)),
    "finance.DebitRun": Retained(Ground.VOUCHERS, ("holder",), lambda row: row.day),
    "finance.TransferRun": Retained(Ground.VOUCHERS, ("holder",), lambda row: row.day),
    "finance.Reminder": Retained(Ground.BOOKS, ("title",), lambda row: day_of(row.made_at)),
    "finance.ReminderStep": Retained(
        Ground.BOOKS, ("title", "text"), lambda row: day_of(row.entered_at)
    ),
}
# Goes by rules of its own (`services.erasing`): the person, the login, mails, addresses of acts.
OWN_RULES = frozenset(
    {
        *("league.Person", "league.User", "league.Mail", "league.ApprovalText"),
        *("league.PostalAddress", "account.EmailAddress", "sessions.Session"),
        *("league.PersonDetails", "league.DetailValue", "league.FormerName"),
        *("league.RegistrationRequest", "league.SecurityPrivate"),
    }
)
# Codes, digests, keys and settings say nothing of any person, in all tables.
CODES = frozenset(
    {
        *("client_id", "digest", "text_digest", "sha256", "salt", "hash", "previous_hash", "seal"),
        *("last_hash", "head_hash", "private_digest", "session_key", "fingerprint", "device"),
        *("entered_device", "confirmed_device", "kind", "entered_network", "confirmed_network"),
        *("state", "status", "code", "key", "rulebook", "house_rules", "language", "depth"),
        *("occasion", "unit", "struck", "account", "journal", "money", "iban", "bic", "identifier"),
        *("method", "roles", "heading", "amounts", "media_type", "how", "role", "type", "values"),
        *("settings", "criteria", "figures", "seed", "origin", "plan", "rounds", "tables"),
        *("springers", "cost", "bound", "order", "template", "team", "crest", "draft", "colour"),
        *(
            "seen_as",
            "counts_as",
            "answer",
            "attendance",
            "outcome",
            "problem",
            "filled",
            "said",
            "notes_digest",
            "scope",
            "award",
        ),
        *("ended_by", "source", "open_reason", "measure", "steps", "again", "within", "rounding"),
        *("clause", "period", "joining", "format", "moment", "till", "way", "table_name"),
        *("place_points", "place_points_of", "packed", "header", "data", "events", "turns"),
        *("costliest", "longest_phase", "runs", "nights", "beside", "most_in_a_game"),
        *("most_at_an_evening", "field", "about", "mark", "numbers", "statement", "reference"),
        *("message", "card_missing", "shown", "cancelled_how", "counts", "cause", "place"),
        *("ground", "done", "town", "postcode", "drink", "code_name", "codename", "stop", "link"),
        *("batch", "app_label", "model", "endpoint", "withdrawal", "private_key", "public_key"),
        "path",
    }
)
# Columns whose name says too little, with the reason why they name no person.
NOBODY: Mapping[str, str] = {
    "league.Heartbeat.name": "which worker it is",
    "league.LoginSession.agent": "a browser and its system, in general words",
    "league.PushDevice.agent": "a browser and its system, in general words",
    "league.Push.body": "a table, a seat and a round; it goes with its device",
    "league.AssemblyRule.without_vote": "kinds of membership",
    "league.Charge.title": "the catalogue's word",
    "league.Objection.log": "how a game ended, and its lines by seat",
    "games.ScannedResult.content": "a card by seat, digests and times",
    "auth.Permission.name": "Django's own",
    "auth.Group.name": "not used",
    "account.EmailConfirmation.key": "not used",
}
