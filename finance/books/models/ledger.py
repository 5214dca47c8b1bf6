"""The ledger: append-only, numbered, chained. Its triggers are the other half of this file.

Postings are stored first and the transaction's header last: storing it is what checks and closes
it. Numbers, hashes and balances of `JournalYear` and `Account` are moved by the database itself.
"""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books.trigger_kinds import Effect, InsertCheck, LockedHead, words_beside
from league.guards.constraints import check, index, one_of, unique
from league.guards.kinds import append_only, guard, no_delete, refuse_insert, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person

# A transaction's key is made of its journal's year and its number, so that it is known beforehand.
NUMBERS_PER_YEAR = 10_000_000


class Unit(models.TextChoices):
    EUR = "EUR", _("Euro")
    RUNDE = "RUNDE", _("Round")


class Account(models.Model):
    """An account of `finance/books/chart.py`, of one person where the chart says so."""

    code = models.CharField(max_length=20)
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="accounts")
    unit = models.CharField(max_length=5, choices=Unit.choices)
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("account_once_per_person", "code", "person"),
            unique("account_once", "code", where=Q(person=None)),
            check("account_unit", unit__in=["EUR", "RUNDE"]),
            check(
                "cash_never_below_zero",
                ~(Q(code="cash") | Q(code__startswith="till_")) | Q(balance__gte=0),
            ),
            check("fund_never_below_zero", ~Q(code__startswith="fund_") | Q(balance__lte=0)),
        ]

    def __str__(self) -> str:
        return self.code if self.person is None else f"{self.code}: {self.person}"


guard(
    "finance_account",
    refuse_insert("begins", "ledger_account", "NEW.balance <> 0"),
    *append_only("id code person_id unit"),
)


class JournalYear(models.Model):
    """The head of one journal's year, locked once per posting: last number, last hash, balance.

    `balance` is what the year's transactions moved on `account`, the journal's own.
    """

    journal = models.CharField(max_length=10)
    year = models.PositiveSmallIntegerField()
    unit = models.CharField(max_length=5, choices=Unit.choices)
    account = models.CharField(max_length=20)
    last_number = models.PositiveIntegerField(default=0)
    last_hash = models.CharField(max_length=64)
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["journal", "year"]
        constraints = [
            unique("journal_year_once", "journal", "year"),
            check("journal_year_has_numbers", last_number__lt=NUMBERS_PER_YEAR),
        ]

    def __str__(self) -> str:
        return f"{self.journal} {self.year}"


guard(
    "finance_journalyear",
    # A head goes as far as what is stored; nothing of it or of an account is redefined.
    refuse_update(
        "steps",
        "ledger_head",
        "NEW.last_number <= OLD.last_number OR NOT EXISTS (SELECT 1 FROM finance_transaction t"  # noqa: S608
        f" WHERE t.id = NEW.id * {NUMBERS_PER_YEAR} + NEW.last_number AND t.hash = NEW.last_hash)",
    ),
    refuse_insert("begins", "ledger_head", "NEW.last_number <> 0 OR NEW.balance <> 0"),
    *append_only("id journal year unit account"),
)


class Transaction(models.Model):
    """One booking. `date` is the day it counts for, `entered_at` the time it was entered."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("Claim")
        PAYMENT = "payment", _("Payment")
        WAIVER = "waiver", _("Waiver")
        PRIZE = "prize", _("Prize money")
        EXPENSE = "expense", _("Expense")
        INCOME = "income", pgettext_lazy("one", "Income")
        TRANSFER = "transfer", _("Transfer")
        REFUND = "refund", _("Credit paid out")
        OPENING = "opening", _("Opening balance")
        DIFFERENCE = "difference", _("Cash difference")
        FUND = "fund", _("Earmarked")
        OTHER = "other", _("Booking")
        REVERSAL = "reversal", _("Reversal")

    id = models.BigIntegerField(primary_key=True)
    # Found by the constraint below, which begins with it.
    head = models.ForeignKey(
        JournalYear, on_delete=models.PROTECT, related_name="transactions", db_index=False
    )
    number = models.PositiveIntegerField()
    date = models.DateField()
    entered_at = models.DateTimeField()
    entered_by = by_user()
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reverses = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="reversal"
    )
    text_digest = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    # Annotated by queries: what it moved on its journal's account, or on a person's; and who was
    # called what when the period was closed. (`annotate` there says so by an ignored no-redef.)
    own: int
    moved: int
    payee_then: str | None = None
    entered_then: str | None = None

    class Meta:
        ordering = ["head", "number"]
        indexes = [
            # The cash on each past day (queries.days_below_zero) and what was dated in a span.
            index("transaction_by_date", "date", "id"),
        ]
        constraints = [
            unique("transaction_number_once", "head", "number"),
            check(
                "transaction_key_is_its_number", id=F("head_id") * NUMBERS_PER_YEAR + F("number")
            ),
            one_of(
                "transaction_kind",
                "kind",
                "claim payment waiver prize expense income transfer refund opening difference "
                "fund other reversal",
            ),
            check(
                "transaction_reversal_names_its_original",
                Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses=None)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.head} / {self.number}"

    @property
    def is_reversible(self) -> bool:
        """Return whether it can be reversed: once, and never if it is a reversal itself."""
        return self.kind != self.Kind.REVERSAL and not hasattr(self, "reversal")


# What the database itself refuses in the books, and what it keeps by itself: heads and balances. A
# transaction is stored postings first, header last. The header's triggers check everything at once
# (number, chain, sum, journal, closing, reversal) and move the journal's head; after it the same
# transaction takes no posting. Both databases do the same; PostgreSQL also locks the head, so that
# even a writer who forgot to do so waits for his number.
def _head(column: str) -> str:
    return f"(SELECT h.{column} FROM finance_journalyear h WHERE h.id = NEW.head_id)"  # noqa: S608


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


guard(
    "finance_transaction",
    # The header closes a transaction.
    InsertCheck(
        "a_number",
        "ledger_gap",
        f"NEW.number <> {_head('last_number')} + 1",
        there="NEW.number <> NEW.number_before + 1",
        rows=_FOLLOWING,
        first=_LOCK_HEADS.format("head_id"),
    ),
    InsertCheck(
        "chain",
        "ledger_chain",
        f"NEW.previous_hash <> {_head('last_hash')}",
        there="NEW.previous_hash <> NEW.hash_before",
        rows=_FOLLOWING,
    ),
    InsertCheck(
        "year",
        "ledger_year",
        f"CAST(substr(NEW.date, 1, 4) AS INTEGER) <> {_head('year')}",
        there=f"EXTRACT(YEAR FROM NEW.date) <> {_head('year')}",
    ),
    InsertCheck(
        "balanced",
        "ledger_unbalanced",
        # Of one unit they are by the next one.
        "(SELECT COUNT(*) < 2 OR SUM(p.amount) <> 0 FROM finance_posting p"
        " WHERE p.transaction_id = NEW.id)",
    ),
    InsertCheck(
        "closed",
        "ledger_closed",
        "EXISTS (SELECT 1 FROM finance_closing c WHERE c.through >= NEW.date)",
    ),
    InsertCheck(
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
        "z_head",
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
    *append_only(),
    InsertCheck(
        "voucher",
        "expense_without_voucher",
        "NEW.kind = 'expense' AND NOT EXISTS"
        " (SELECT 1 FROM finance_voucherlink l WHERE l.transaction_id = NEW.id)",
    ),
    # A refund is at most the own credit: the account is no debt afterwards.
    InsertCheck(
        "refund",
        "refund_more_than_credit",
        "NEW.kind = 'refund' AND EXISTS (SELECT 1 FROM finance_posting p"
        " JOIN finance_account a ON a.id = p.account_id"
        " WHERE p.transaction_id = NEW.id AND a.person_id IS NOT NULL AND a.balance > 0)",
    ),
    # The till, the bank, a person's account: an opening balance of each counts once, until it is
    # taken back.
    InsertCheck(
        "opening",
        "opened_before",
        "NEW.kind = 'opening' AND EXISTS (SELECT 1 FROM finance_transaction t"  # noqa: S608
        " JOIN finance_journalyear j ON j.id = t.head_id"
        f" WHERE t.kind = 'opening' AND t.id <> NEW.id AND j.journal = {_head('journal')}"
        " AND EXISTS (SELECT 1 FROM finance_posting p JOIN finance_posting q"
        " ON q.account_id = p.account_id JOIN finance_account a ON a.id = p.account_id"
        " WHERE p.transaction_id = t.id AND q.transaction_id = NEW.id AND a.code <> 'opening')"
        " AND NOT EXISTS"
        " (SELECT 1 FROM finance_transaction r WHERE r.reverses_id = t.id))",
    ),
)


class Posting(models.Model):
    """One side of a transaction, in cents or whole rounds; positive is debit."""

    # Found by the constraint and the index below, which begin with them.
    transaction = models.ForeignKey(
        Transaction, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    account = models.ForeignKey(
        Account, on_delete=models.PROTECT, related_name="postings", db_index=False
    )
    amount = models.BigIntegerField()
    # Where income and expense belong for the tax office (finance/books/chart.py), 0 for none.
    sphere = models.PositiveSmallIntegerField(default=0)

    # Added by `queries.ledger.with_words`: the names when the period was closed.
    name_then: str | None = None
    account_then: str | None = None

    class Meta:
        ordering = ["transaction_id", "account_id", "sphere"]
        indexes = [
            # A person's statement: the postings of one account, newest first (queries.statement).
            index("posting_by_account", "account", "transaction"),
        ]
        constraints = [
            unique("posting_once_per_account", "transaction", "account", "sphere"),
            check("posting_sphere", sphere__lte=4),
            check("posting_moves_something", ~Q(amount=0)),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.amount}"


guard(
    "finance_posting",
    # Postings come before it, and never after.
    InsertCheck(
        "a_open",
        "ledger_posted",
        # Up to the head's number all transactions are there.
        "EXISTS (SELECT 1 FROM finance_journalyear h"  # noqa: S608
        f" WHERE h.id = NEW.transaction_id / {NUMBERS_PER_YEAR}"
        f" AND NEW.transaction_id % {NUMBERS_PER_YEAR} <= h.last_number)",
        first=_LOCK_HEADS.format(f"transaction_id / {NUMBERS_PER_YEAR}"),
    ),
    # In the journal's unit, and money only in its own book.
    InsertCheck(
        "journal",
        "ledger_journal",
        "EXISTS (SELECT 1 FROM finance_account a JOIN finance_journalyear h"  # noqa: S608
        f" ON h.id = NEW.transaction_id / {NUMBERS_PER_YEAR} WHERE a.id = NEW.account_id"
        " AND (a.unit <> h.unit OR (a.code <> h.journal"
        " AND (a.code IN ('cash', 'bank') OR substr(a.code, 1, 5) IN ('till_', 'giro_')))))",
    ),
    Effect(
        "z_balance",
        statement="UPDATE finance_account SET balance = balance + NEW.amount"
        " WHERE id = NEW.account_id",
        # By account, so that two writers never wait for each other crosswise.
        there="DECLARE s record; BEGIN"
        " FOR s IN SELECT account_id, SUM(amount) AS sum FROM made GROUP BY 1 ORDER BY 1 LOOP"
        " UPDATE finance_account SET balance = balance + s.sum WHERE id = s.account_id;"
        " END LOOP; END",
    ),
    *append_only(),
)


class TransactionText(models.Model):
    """The words of a transaction, beside the chain: they can be erased with their salt."""

    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=64, blank=True)
    text = models.CharField(max_length=300, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [check("text_erased_is_gone", Q(erased_at=None) | Q(salt="", text=""))]

    def __str__(self) -> str:
        return self.text


guard("finance_transactiontext", *words_beside("transaction_id", "salt", "text"), no_delete())


class Closing(Versioned):
    """Nothing is booked on or before `through` any more."""

    through = models.DateField(unique=True)
    closed_by = by_user()
    closed_at = models.DateTimeField()

    class Meta:
        ordering = ["-through"]

    def __str__(self) -> str:
        return self.through.isoformat()


guard(
    "finance_closing",
    *append_only(),
    # Closing a day waits for a booking under way, and the other way round.
    LockedHead(
        "forward",
        "closing_backwards",
        "EXISTS (SELECT 1 FROM finance_closing c WHERE c.through >= NEW.through)",
    ),
)
