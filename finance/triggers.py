"""What the database itself refuses in the books, and what it keeps by itself: heads and balances.

A transaction is stored postings first, header last. The header's triggers check everything at once
(number, chain, sum, journal, closing, reversal) and move the journal's head; after it the same
transaction takes no posting. Both databases do the same; PostgreSQL also locks the head, so that
even a writer who forgot to do so waits for his number.
"""

from dataclasses import dataclass

from finance.coins import DENOMINATIONS
from finance.models.ledger import NUMBERS_PER_YEAR
from league.triggers import Trigger, append_only, no_overlap

_HEAD = "(SELECT h.{} FROM finance_journalyear h WHERE h.id = NEW.head_id)"
_OWN_POSTINGS = (
    "SELECT 1 FROM finance_posting p JOIN finance_account a ON a.id = p.account_id"
    " WHERE p.transaction_id = NEW.id"
)


def _head(column: str) -> str:
    return _HEAD.format(column)


def _voucher_head(column: str) -> str:
    return f"(SELECT h.{column} FROM finance_voucheryear h WHERE h.year = NEW.year)"  # noqa: S608


@dataclass(frozen=True)
class YearCheck(Trigger):
    """Refuses a date outside of the head's year; each database takes a date apart its own way."""

    def sqlite(self) -> list[str]:
        return self._refusing("CAST(substr(NEW.date, 1, 4) AS INTEGER)").plain_sqlite()

    def postgresql(self) -> list[str]:
        return self._refusing("EXTRACT(YEAR FROM NEW.date)").plain_postgresql()

    def _refusing(self, year: str) -> "YearCheck":
        when = f"{year} <> {_head('year')}"
        return YearCheck(self.name, self.table, self.on, self.code, when)

    def plain_sqlite(self) -> list[str]:
        return super().sqlite()

    def plain_postgresql(self) -> list[str]:
        return super().postgresql()


@dataclass(frozen=True)
class LockedHead(Trigger):
    """Checks `when` after the head was locked, so that nobody slips in between on PostgreSQL.

    `head` is SQL for the heads to lock. On SQLite there is only ever one writer.
    """

    head: str = ""

    def postgresql(self) -> list[str]:
        lock = f"PERFORM 1 FROM finance_journalyear h WHERE {self.head} FOR NO KEY UPDATE;"
        function, trigger = super().postgresql()
        return [function.replace("BEGIN", f"BEGIN {lock}", 1), trigger]


@dataclass(frozen=True)
class Effect(Trigger):
    """Does `statement` for each inserted row.

    On PostgreSQL a header's effect comes before the row is stored: only there does the next row of
    the same statement see it. Its triggers fire by name, hence the z.
    """

    statement: str = ""
    before: bool = False

    def sqlite(self) -> list[str]:
        return [
            f"CREATE TRIGGER {self.name} AFTER INSERT ON {self.table} FOR EACH ROW "
            f"BEGIN {self.statement}; END"
        ]

    def postgresql(self) -> list[str]:
        moment = "BEFORE" if self.before else "AFTER"
        return [
            f"CREATE OR REPLACE FUNCTION {self.name}() RETURNS trigger LANGUAGE plpgsql AS "
            f"$$ BEGIN {self.statement}; RETURN NEW; END $$",
            f"CREATE TRIGGER {self.name} {moment} INSERT ON {self.table} "
            f"FOR EACH ROW EXECUTE FUNCTION {self.name}()",
        ]


def _header(name: str, code: str, when: str) -> Trigger:
    return Trigger(f"finance_transaction_{name}", "finance_transaction", "INSERT", code, when)


TRIGGERS: list[Trigger] = [
    # --- the header closes a transaction ---------------------------------------------------
    LockedHead(
        "finance_transaction_a_number",
        "finance_transaction",
        "INSERT",
        "ledger_gap",
        f"NEW.number <> {_head('last_number')} + 1",
        head="h.id = NEW.head_id",
    ),
    _header("chain", "ledger_chain", f"NEW.previous_hash <> {_head('last_hash')}"),
    YearCheck("finance_transaction_year", "finance_transaction", "INSERT", "ledger_year"),
    _header(
        "balanced",
        "ledger_unbalanced",
        # All names come from this file.
        "(SELECT COUNT(*) FROM finance_posting p WHERE p.transaction_id = NEW.id) < 2"  # noqa: S608
        f" OR EXISTS ({_OWN_POSTINGS} GROUP BY a.unit HAVING SUM(p.amount) <> 0)",
    ),
    _header(
        "journal",
        "ledger_journal",
        f"EXISTS ({_OWN_POSTINGS} AND (a.unit <> {_head('unit')}"
        f" OR (a.code IN ('cash', 'bank') AND a.code <> {_head('journal')})))",
    ),
    _header(
        "closed",
        "ledger_closed",
        "EXISTS (SELECT 1 FROM finance_closing c WHERE c.through >= NEW.date)",
    ),
    _header(
        "reversal",
        "ledger_reversal",
        "NEW.reverses_id IS NOT NULL AND ("  # noqa: S608
        "EXISTS (SELECT p.account_id FROM finance_posting p"
        " WHERE p.transaction_id IN (NEW.id, NEW.reverses_id)"
        " GROUP BY p.account_id, p.sphere HAVING SUM(p.amount) <> 0)"
        " OR EXISTS (SELECT 1 FROM finance_transaction t"
        " JOIN finance_journalyear j ON j.id = t.head_id WHERE t.id = NEW.reverses_id"
        f" AND (t.reverses_id IS NOT NULL OR j.journal <> {_head('journal')})))",
    ),
    Effect(
        "finance_transaction_z_head",
        "finance_transaction",
        "INSERT",
        "",
        before=True,
        statement="UPDATE finance_journalyear SET last_number = NEW.number, last_hash = NEW.hash,"
        " balance = balance + COALESCE((SELECT SUM(p.amount) FROM finance_posting p"
        " JOIN finance_account a ON a.id = p.account_id"
        " WHERE p.transaction_id = NEW.id AND a.code = finance_journalyear.account), 0)"
        " WHERE id = NEW.head_id",
    ),
    *append_only("finance_transaction"),
    # --- postings come before it, and never after ------------------------------------------
    LockedHead(
        "finance_posting_a_open",
        "finance_posting",
        "INSERT",
        "ledger_posted",
        "EXISTS (SELECT 1 FROM finance_transaction t WHERE t.id = NEW.transaction_id)",
        head=f"h.id = NEW.transaction_id / {NUMBERS_PER_YEAR}",
    ),
    Effect(
        "finance_posting_z_balance",
        "finance_posting",
        "INSERT",
        "",
        statement="UPDATE finance_account SET balance = balance + NEW.amount"
        " WHERE id = NEW.account_id",
    ),
    *append_only("finance_posting"),
    # --- heads go step by step; nothing of them or of an account is redefined ----------------
    Trigger(
        "finance_journalyear_steps",
        "finance_journalyear",
        "UPDATE",
        "ledger_head",
        "NEW.last_number <> OLD.last_number + 1",
    ),
    Trigger(
        "finance_journalyear_begins",
        "finance_journalyear",
        "INSERT",
        "ledger_head",
        "NEW.last_number <> 0 OR NEW.balance <> 0",
    ),
    Trigger(
        "finance_account_begins", "finance_account", "INSERT", "ledger_account", "NEW.balance <> 0"
    ),
    *append_only("finance_journalyear", columns=["id", "journal", "year", "unit", "account"]),
    *append_only("finance_account", columns=["id", "code", "person_id", "unit"]),
    *append_only("finance_closing"),
    # A day that is being closed waits for whoever is booking, and the other way round.
    LockedHead(
        "finance_closing_forward",
        "finance_closing",
        "INSERT",
        "closing_backwards",
        "EXISTS (SELECT 1 FROM finance_closing c WHERE c.through >= NEW.through)",
        head="TRUE",
    ),
    *append_only("finance_allocation"),
    *append_only(
        "finance_payment", columns=["id", "person_id", "method", "unit", "amount", "transaction_id"]
    ),
    Trigger(
        "finance_payment_stays_reversed",
        "finance_payment",
        "UPDATE",
        "payment_reversed",
        "OLD.is_reversed AND NOT NEW.is_reversed",
    ),
    *append_only(
        "finance_payout", columns=["id", "event_id", "person_id", "cents", "transaction_id"]
    ),
    # To whom a round was given and until when one was moved stays; who wrote it down and the words
    # can be erased.
    *append_only(
        "finance_givenround",
        columns=["id", "claim_id", "event_id", "payment_id", "client_id", "entered_at"],
    ),
    Trigger(
        "finance_givenround_stays_taken_back",
        "finance_givenround",
        "UPDATE",
        "given_taken_back",
        "OLD.is_taken_back AND NOT NEW.is_taken_back",
    ),
    *append_only("finance_givenhead"),
    *append_only("finance_roundmove", columns=["id", "claim_id", "until", "moved_at"]),
    *append_only("finance_rounddecision", columns=["id", "start", "absent_keep", "entered_at"]),
    *append_only("finance_conversion"),
    # Who counted can be erased; what was counted stays.
    *append_only(
        "finance_cashcount",
        columns=[
            "id",
            "event_id",
            "day",
            *DENOMINATIONS,
            "expected",
            "counted",
            "transaction_id",
            "counted_at",
        ],
    ),
    # What was signed stays, and nobody signs anything else than what stands there.
    *append_only("finance_eveningclose"),
    *append_only(
        "finance_closesignature",
        columns=["id", "close_id", "role", "person_id", "digest", "signed_at"],
    ),
    Trigger(
        "finance_closesignature_of_its_close",
        "finance_closesignature",
        "INSERT",
        "close_digest",
        "NEW.digest <> (SELECT c.digest FROM finance_eveningclose c WHERE c.id = NEW.close_id)",
    ),
    *append_only("finance_closepaper"),
    # A claim's basis is fixed; its amount from the moment it is booked.
    *append_only(
        "finance_claim",
        columns=["id", "event_id", "person_id", "key", "kind", "code", "count", "unit"],
    ),
    Trigger(
        "finance_claim_day_frozen",
        "finance_claim",
        "UPDATE",
        "claim_frozen",
        "OLD.transaction_id IS NOT NULL AND NEW.day <> OLD.day",
    ),
    Trigger(
        "finance_claim_frozen",
        "finance_claim",
        "UPDATE",
        "claim_frozen",
        "OLD.transaction_id IS NOT NULL AND (NEW.amount <> OLD.amount"
        " OR NEW.transaction_id IS NULL OR NEW.transaction_id <> OLD.transaction_id)",
    ),
    # A version of the catalogue ends, and is never changed. What was charged by it keeps it there.
    *append_only(
        "finance_tariff",
        columns=[
            "id",
            "code",
            "title",
            "kind",
            "cents",
            "measure",
            "per",
            "steps",
            "again",
            "within",
            "most",
            "thing",
            "round_to",
            "rounding",
            "ground",
            "decided_on",
            "start",
        ],
    )[:1],
    *no_overlap("finance_tariff", "code"),
    *append_only("finance_deed"),
    # What a guest agreed to ends, and an objection is decided once; words and authors can go.
    *append_only("finance_guestagreement", columns=["id", "person_id", "start", "entered_at"]),
    *no_overlap("finance_guestagreement", "person_id"),
    *append_only("finance_claimobjection", columns=["id", "claim_id", "raised_at"]),
    Trigger(
        "finance_claimobjection_stays_ruled",
        "finance_claimobjection",
        "UPDATE",
        "objection_ruled",
        "OLD.ruled_at IS NOT NULL"
        " AND (NEW.ruled_at IS NULL OR NEW.ruled_at <> OLD.ruled_at OR NEW.outcome <> OLD.outcome)",
    ),
    *append_only(
        "finance_duesrate",
        columns=["id", "kind", "period", "cents", "ground", "decided_on", "start"],
    )[:1],
    *no_overlap("finance_duesrate", "kind"),
    # --- the bank: what it said stays; an import is undone only while nothing of it is booked ----
    *append_only("finance_clubaccount", columns=["id", "holder", "iban", "bic", "entered_at"]),
    *append_only("finance_bankimport", columns=["id", "iban", "format", "sha256", "imported_at"]),
    Trigger(
        "finance_bankimport_undo",
        "finance_bankimport",
        "UPDATE",
        "bank_import_booked",
        "NEW.undone_at IS NOT NULL AND EXISTS (SELECT 1 FROM finance_bankbooking b"
        " JOIN finance_bankline l ON l.id = b.line_id WHERE l.bank_import_id = NEW.id)",
    ),
    Trigger(
        "finance_bankimport_stays_undone",
        "finance_bankimport",
        "UPDATE",
        "bank_import_undone",
        "OLD.undone_at IS NOT NULL AND NEW.undone_at IS NULL",
    ),
    append_only("finance_bankbalance")[0],
    append_only(
        "finance_bankline",
        columns=[
            *("id", "bank_import_id", "iban", "day", "cents", "fingerprint", "occurrence"),
            *("reference", "is_return", "is_fee", "is_twin"),
        ],
    )[0],
    *append_only("finance_bankbooking"),
    *append_only(
        "finance_paymentnotice", columns=["id", "person_id", "cents", "day", "announced_at"]
    ),
    # --- vouchers: numbered and chained like bookings, and every expense has one ---------------
    Trigger(
        "finance_voucher_a_number",
        "finance_voucher",
        "INSERT",
        "voucher_gap",
        f"NEW.number <> {_voucher_head('last_number')} + 1"
        f" OR NEW.previous_hash <> {_voucher_head('last_hash')}",
    ),
    Trigger(
        "finance_voucher_b_head",
        "finance_voucher",
        "INSERT",
        "voucher_gap",
        "NOT EXISTS (SELECT 1 FROM finance_voucheryear h WHERE h.year = NEW.year)",
    ),
    Effect(
        "finance_voucher_z_head",
        "finance_voucher",
        "INSERT",
        "",
        before=True,
        statement="UPDATE finance_voucheryear SET last_number = NEW.number, last_hash = NEW.hash"
        " WHERE year = NEW.year",
    ),
    *append_only("finance_voucher"),
    *append_only("finance_voucherlink"),
    *append_only("finance_voucheryear", columns=["id", "year"]),
    Trigger(
        "finance_voucheryear_begins",
        "finance_voucheryear",
        "INSERT",
        "voucher_gap",
        "NEW.last_number <> 0",
    ),
    Trigger(
        "finance_voucheryear_steps",
        "finance_voucheryear",
        "UPDATE",
        "voucher_gap",
        "NEW.last_number <> OLD.last_number + 1",
    ),
    _header(
        "voucher",
        "expense_without_voucher",
        "NEW.kind = 'expense' AND NOT EXISTS"
        " (SELECT 1 FROM finance_voucherlink l WHERE l.transaction_id = NEW.id)",
    ),
    # --- the cash book: an opening balance counts once, until it is taken back -----------------
    _header(
        "opening",
        "opened_before",
        "NEW.kind = 'opening' AND EXISTS (SELECT 1 FROM finance_transaction t"  # noqa: S608
        " JOIN finance_journalyear j ON j.id = t.head_id"
        f" WHERE t.kind = 'opening' AND j.journal = {_head('journal')} AND NOT EXISTS"
        " (SELECT 1 FROM finance_transaction r WHERE r.reverses_id = t.id))",
    ),
    *append_only("finance_cashbookentry"),
    # --- what was closed keeps its names; one can be erased, and nothing else ------------------
    *append_only("finance_periodname", columns=["id", "closing_id", "person_id", "account"]),
    Trigger(
        "finance_periodname_stays",
        "finance_periodname",
        "UPDATE",
        "period_name_stays",
        "NEW.name <> '' AND NEW.name <> OLD.name",
    ),
    # --- what auditors and board say stays; only their free words can be erased ----------------
    *append_only("finance_yearend"),
    *append_only(
        "finance_yearstep",
        columns=[
            *("id", "year_end_id", "number", "kind", "seal", "agrees", "held_on", "votes_for"),
            *("votes_against", "abstained", "taken_by_id", "taken_at"),
        ],
    ),
    Trigger(
        "finance_yearstep_follows",
        "finance_yearstep",
        "INSERT",
        "year_step_out_of_order",
        "NEW.number <> 1 + (SELECT COUNT(*) FROM finance_yearstep s"
        " WHERE s.year_end_id = NEW.year_end_id)"
        " OR (NEW.kind <> 'discharged' AND EXISTS (SELECT 1 FROM finance_yearstep s"
        " WHERE s.year_end_id = NEW.year_end_id AND s.kind = 'audited'))",
    ),
    *append_only("finance_auditsample"),
    *append_only(
        "finance_auditmark",
        columns=["id", "year_end_id", "transaction_id", "mark", "marked_by_id", "marked_at"],
    ),
    *append_only("finance_auditfinding", columns=["id", "year_end_id", "found_by_id", "found_at"]),
    Trigger(
        "finance_auditfinding_settled_once",
        "finance_auditfinding",
        "UPDATE",
        "finding_settled_once",
        "OLD.settled_at IS NOT NULL",
        columns=("settled_at", "settled_by_id"),
    ),
]
