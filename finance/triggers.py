"""What the database itself refuses in the books, and what it keeps by itself: heads and balances.

A transaction is stored postings first, header last. The header's triggers check everything at once
(number, chain, sum, journal, closing, reversal) and move the journal's head; after it the same
transaction takes no posting. Both databases do the same; PostgreSQL also locks the head, so that
even a writer who forgot to do so waits for his number.
"""

from collections.abc import Sequence

from finance.models.ledger import NUMBERS_PER_YEAR
from finance.trigger_kinds import Effect, InsertCheck, LockedHead, RowEffect
from league.trigger_kinds import Trigger, append_only, no_overlap

_HEAD = "(SELECT h.{} FROM finance_journalyear h WHERE h.id = NEW.head_id)"


def _head(column: str) -> str:
    return _HEAD.format(column)


def _voucher_head(column: str) -> str:
    return f"(SELECT h.{column} FROM finance_voucheryear h WHERE h.year = NEW.year)"  # noqa: S608


# The heads that the inserted rows belong to, locked in the order of their keys.
_LOCK_HEADS = (
    "PERFORM 1 FROM finance_journalyear h WHERE h.id IN (SELECT {} FROM made)"
    " ORDER BY h.id FOR NO KEY UPDATE;"
)
# The inserted headers, each with the number and the hash it has to follow.
_FOLLOWING = (
    "(SELECT m.*, COALESCE(LAG(m.number) OVER w, h.last_number) AS number_before,"
    " COALESCE(LAG(m.hash) OVER w, h.last_hash) AS hash_before"
    " FROM made m JOIN finance_journalyear h ON h.id = m.head_id"
    " WINDOW w AS (PARTITION BY m.head_id ORDER BY m.number))"
)


def _goes_with_its_import(table: str, bank_import: str) -> Trigger:
    """Refuses DELETE of what came with an import, unless that was undone."""
    return Trigger(
        f"{table}_no_delete",
        table,
        "DELETE",
        f"{table}_append_only",
        "NOT EXISTS (SELECT 1 FROM finance_bankimport i"  # noqa: S608
        f" WHERE i.id = {bank_import} AND i.undone_at IS NOT NULL)",
    )


def _header(
    name: str, code: str, when: str, *, there: str = "", rows: str = "made", first: str = ""
) -> Trigger:
    table = "finance_transaction"
    return InsertCheck(
        f"{table}_{name}", table, "INSERT", code, when, there=there, rows=rows, first=first
    )


def _emptied(table: str, *words: str) -> Trigger:
    """What was said is never said otherwise: it can be emptied, and that is all."""
    otherwise = (f"(NEW.{word} <> '' AND NEW.{word} <> OLD.{word})" for word in words)
    when = " OR ".join(otherwise)
    return Trigger(f"{table}_words_stay", table, "UPDATE", f"{table}_words_stay", when)


def _beside(table: str, owner: str, *words: str) -> list[Trigger]:
    """A row of words stays beside the one that it belongs to."""
    moved = f"NEW.id <> OLD.id OR NEW.{owner} <> OLD.{owner}"
    return [
        Trigger(f"{table}_no_update", table, "UPDATE", f"{table}_append_only", moved),
        _emptied(table, *words),
    ]


def _all_but_words(table: str, words: Sequence[str], columns: Sequence[str]) -> list[Trigger]:
    """Refuses DELETE and UPDATE of `columns`; what `words` say can be emptied."""
    return [*append_only(table, columns=columns), _emptied(table, *words)]


TRIGGERS: list[Trigger] = [
    # --- the header closes a transaction ---------------------------------------------------
    _header(
        "a_number",
        "ledger_gap",
        f"NEW.number <> {_head('last_number')} + 1",
        there="NEW.number <> NEW.number_before + 1",
        rows=_FOLLOWING,
        first=_LOCK_HEADS.format("head_id"),
    ),
    _header(
        "chain",
        "ledger_chain",
        f"NEW.previous_hash <> {_head('last_hash')}",
        there="NEW.previous_hash <> NEW.hash_before",
        rows=_FOLLOWING,
    ),
    _header(
        "year",
        "ledger_year",
        f"CAST(substr(NEW.date, 1, 4) AS INTEGER) <> {_head('year')}",
        there=f"EXTRACT(YEAR FROM NEW.date) <> {_head('year')}",
    ),
    _header(
        "balanced",
        "ledger_unbalanced",
        # Of one unit they are by the next one.
        "(SELECT COUNT(*) < 2 OR SUM(p.amount) <> 0 FROM finance_posting p"
        " WHERE p.transaction_id = NEW.id)",
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
        statement="UPDATE finance_journalyear SET last_number = NEW.number, last_hash = NEW.hash,"
        " balance = balance + COALESCE((SELECT SUM(p.amount) FROM finance_posting p"
        " JOIN finance_account a ON a.id = p.account_id"
        " WHERE p.transaction_id = NEW.id AND a.code = finance_journalyear.account), 0)"
        " WHERE id = NEW.head_id",
        there="UPDATE finance_journalyear h SET last_number = l.number, last_hash = l.hash,"
        " balance = h.balance + COALESCE((SELECT SUM(p.amount) FROM made m"
        " JOIN finance_posting p ON p.transaction_id = m.id"
        " JOIN finance_account a ON a.id = p.account_id"
        " WHERE m.head_id = h.id AND a.code = h.account), 0)"
        " FROM (SELECT DISTINCT ON (head_id) head_id, number, hash FROM made"
        " ORDER BY head_id, number DESC) l WHERE h.id = l.head_id",
    ),
    *append_only("finance_transaction"),
    # --- postings come before it, and never after ------------------------------------------
    InsertCheck(
        "finance_posting_a_open",
        "finance_posting",
        "INSERT",
        "ledger_posted",
        # Up to the head's number all transactions are there.
        "EXISTS (SELECT 1 FROM finance_journalyear h"  # noqa: S608
        f" WHERE h.id = NEW.transaction_id / {NUMBERS_PER_YEAR}"
        f" AND NEW.transaction_id % {NUMBERS_PER_YEAR} <= h.last_number)",
        first=_LOCK_HEADS.format(f"transaction_id / {NUMBERS_PER_YEAR}"),
    ),
    # In the journal's unit, and money only in its own book.
    InsertCheck(
        "finance_posting_journal",
        "finance_posting",
        "INSERT",
        "ledger_journal",
        "EXISTS (SELECT 1 FROM finance_account a JOIN finance_journalyear h"  # noqa: S608
        f" ON h.id = NEW.transaction_id / {NUMBERS_PER_YEAR} WHERE a.id = NEW.account_id"
        " AND (a.unit <> h.unit OR (a.code IN ('cash', 'bank') AND a.code <> h.journal)))",
    ),
    Effect(
        "finance_posting_z_balance",
        "finance_posting",
        "INSERT",
        "",
        statement="UPDATE finance_account SET balance = balance + NEW.amount"
        " WHERE id = NEW.account_id",
        # By account, so that two writers never wait for each other crosswise.
        there="DECLARE s record; BEGIN"
        " FOR s IN SELECT account_id, SUM(amount) AS sum FROM made GROUP BY 1 ORDER BY 1 LOOP"
        " UPDATE finance_account SET balance = balance + s.sum WHERE id = s.account_id;"
        " END LOOP; END",
    ),
    *append_only("finance_posting"),
    # --- a head goes as far as what is stored; nothing of it or of an account is redefined ------
    Trigger(
        "finance_journalyear_steps",
        "finance_journalyear",
        "UPDATE",
        "ledger_head",
        "NEW.last_number <= OLD.last_number OR NOT EXISTS (SELECT 1 FROM finance_transaction t"  # noqa: S608
        f" WHERE t.id = NEW.id * {NUMBERS_PER_YEAR} + NEW.last_number AND t.hash = NEW.last_hash)",
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
    *append_only("finance_payout"),
    *append_only(
        "finance_givenround",
        columns=[
            *("id", "claim_id", "event_id", "payment_id"),
            *("client_id", "entered_by_id", "entered_at"),
        ],
    ),
    Trigger(
        "finance_givenround_stays_taken_back",
        "finance_givenround",
        "UPDATE",
        "given_taken_back",
        "OLD.is_taken_back AND NOT NEW.is_taken_back",
    ),
    *append_only("finance_givenhead"),
    *_all_but_words(
        "finance_roundmove", ["reason"], ["id", "claim_id", "until", "moved_by_id", "moved_at"]
    ),
    *_all_but_words(
        "finance_rounddecision",
        ["decided"],
        ["id", "start", "absent_keep", "entered_by_id", "entered_at"],
    ),
    *append_only("finance_conversion"),
    *append_only("finance_cashcount"),
    # What was signed stays, and nobody signs anything else than what stands there.
    *append_only("finance_eveningclose"),
    *_all_but_words(
        "finance_closesignature",
        ["name"],
        ["id", "close_id", "role", "person_id", "user_id", "digest", "signed_at"],
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
    # A version of the catalogue ends, and is never changed; one that never counted ends on its
    # first day.
    *_all_but_words(
        "finance_tariff",
        ["title", "thing", "ground"],
        [
            *("id", "code", "kind", "cents", "measure", "per", "steps", "again", "within", "most"),
            *("round_to", "rounding", "decided_on", "source", "clause", "start"),
        ],
    ),
    *no_overlap("finance_tariff", "code"),
    *append_only("finance_deed"),
    # What a guest agreed to ends, and an objection is decided once.
    *_all_but_words(
        "finance_guestagreement",
        ["agreed"],
        ["id", "person_id", "start", "entered_by_id", "entered_at"],
    ),
    *no_overlap("finance_guestagreement", "person_id"),
    *_all_but_words(
        "finance_claimobjection", ["text"], ["id", "claim_id", "raised_by_id", "raised_at"]
    ),
    Trigger(
        "finance_claimobjection_stays_ruled",
        "finance_claimobjection",
        "UPDATE",
        "objection_ruled",
        "OLD.ruled_at IS NOT NULL"
        " AND (NEW.ruled_at IS NULL OR NEW.ruled_at <> OLD.ruled_at OR NEW.outcome <> OLD.outcome)",
    ),
    *_all_but_words(
        "finance_duesrate",
        ["ground"],
        ["id", "kind", "period", "cents", "decided_on", "start"],
    ),
    *no_overlap("finance_duesrate", "kind"),
    # --- the bank: what it said stays; an import is undone only while nothing of it is booked ----
    *append_only("finance_clubaccount"),
    *_all_but_words(
        "finance_bankimport",
        ["file_name"],
        [
            *("id", "iban", "format", "sha256", "known", "pending", "adds_up"),
            *("imported_by_id", "imported_at"),
        ],
    ),
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
    _goes_with_its_import("finance_bankbalance", "OLD.bank_import_id"),
    *_beside("finance_banklinetext", "line_id", "name", "iban", "text"),
    _goes_with_its_import(
        "finance_banklinetext",
        "(SELECT l.bank_import_id FROM finance_bankline l WHERE l.id = OLD.line_id)",
    ),
    _goes_with_its_import("finance_bankline", "OLD.bank_import_id"),
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
    RowEffect(
        "finance_voucher_z_head",
        "finance_voucher",
        "INSERT",
        "",
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
        f" WHERE t.kind = 'opening' AND t.id <> NEW.id AND j.journal = {_head('journal')}"
        " AND NOT EXISTS"
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
    *_all_but_words(
        "finance_yearstep",
        ["reason"],
        [
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
    *_all_but_words(
        "finance_auditmark",
        ["remark"],
        [
            *("id", "year_end_id", "transaction_id", "mark", "marked_by_id", "marked_at"),
            "client_id",
        ],
    ),
    *_all_but_words(
        "finance_auditanswer",
        ["text"],
        ["id", "mark_id", "answered_by_id", "answered_at", "client_id"],
    ),
    *_all_but_words(
        "finance_auditfinding",
        ["text"],
        ["id", "year_end_id", "found_by_id", "found_at", "client_id"],
    ),
    Trigger(
        "finance_auditfinding_settled_once",
        "finance_auditfinding",
        "UPDATE",
        "finding_settled_once",
        "OLD.settled_at IS NOT NULL",
        columns=("settled_at", "settled_by_id"),
    ),
    # --- what was written down of each row; the salt goes with the words -------------------------
    *_all_but_words(
        "finance_rowversion",
        ["salt"],
        ["id", "table_name", "row_key", "digest", "text_digest", "previous_hash", "hash"],
    ),
    # The words of bookings and vouchers likewise, with theirs.
    *_beside("finance_transactiontext", "transaction_id", "salt", "text"),
    append_only("finance_transactiontext")[1],
    *_beside("finance_vouchertext", "voucher_id", "salt", "name", "payee", "what", "why"),
    append_only("finance_vouchertext")[1],
]
