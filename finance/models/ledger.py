"""The ledger: append-only, numbered, chained. `finance/triggers.py` is the other half of this file.

Postings are stored first and the transaction's header last: storing it is what checks and closes
it. Numbers, hashes and balances of `JournalYear` and `Account` are moved by the database itself.
"""

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.models.versions import Versioned
from league.models import Person

# A transaction's key is made of its journal's year and its number, so that it is known beforehand.
NUMBERS_PER_YEAR = 10_000_000


class Unit(models.TextChoices):
    EUR = "EUR", _("Euro")
    RUNDE = "RUNDE", _("Runde")


class Account(models.Model):
    """An account of `finance/chart.py`, of one person where the chart says so."""

    code = models.CharField(max_length=20)
    person = models.ForeignKey(Person, null=True, on_delete=models.PROTECT, related_name="accounts")
    unit = models.CharField(max_length=5, choices=Unit.choices)
    balance = models.BigIntegerField(default=0)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["code", "person"], name="account_once_per_person"),
            models.UniqueConstraint(fields=["code"], condition=Q(person=None), name="account_once"),
            models.CheckConstraint(condition=Q(unit__in=["EUR", "RUNDE"]), name="account_unit"),
            models.CheckConstraint(
                condition=~Q(code="cash") | Q(balance__gte=0), name="cash_never_below_zero"
            ),
        ]

    def __str__(self) -> str:
        return self.code if self.person is None else f"{self.code}: {self.person}"


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
            models.UniqueConstraint(fields=["journal", "year"], name="journal_year_once"),
            models.CheckConstraint(
                condition=Q(last_number__lt=NUMBERS_PER_YEAR), name="journal_year_has_numbers"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.journal} {self.year}"


class Transaction(models.Model):
    """One booking. `date` is when it counts, `entered_at` when somebody typed it."""

    class Kind(models.TextChoices):
        CLAIM = "claim", _("Forderung")
        PAYMENT = "payment", _("Zahlung")
        WAIVER = "waiver", _("Erlass")
        PRIZE = "prize", _("Preisgeld")
        EXPENSE = "expense", _("Ausgabe")
        INCOME = "income", _("Einnahme")
        TRANSFER = "transfer", _("Umbuchung")
        OPENING = "opening", _("Anfangsbestand")
        DIFFERENCE = "difference", _("Kassendifferenz")
        OTHER = "other", _("Buchung")
        REVERSAL = "reversal", _("Storno")

    id = models.BigIntegerField(primary_key=True)
    # Found by the constraint below, which begins with it.
    head = models.ForeignKey(
        JournalYear, on_delete=models.PROTECT, related_name="transactions", db_index=False
    )
    number = models.PositiveIntegerField()
    date = models.DateField()
    entered_at = models.DateTimeField()
    entered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    kind = models.CharField(max_length=10, choices=Kind.choices)
    reverses = models.OneToOneField(
        "self", null=True, on_delete=models.PROTECT, related_name="reversal"
    )
    text_digest = models.CharField(max_length=64, blank=True)
    previous_hash = models.CharField(max_length=64)
    hash = models.CharField(max_length=64)

    class Meta:
        ordering = ["head", "number"]
        indexes = [
            # The cash on each past day (queries.days_below_zero) and what was dated in a span.
            models.Index(fields=["date", "id"], name="transaction_by_date"),
        ]
        constraints = [
            models.UniqueConstraint(fields=["head", "number"], name="transaction_number_once"),
            models.CheckConstraint(
                condition=Q(id=F("head_id") * NUMBERS_PER_YEAR + F("number")),
                name="transaction_key_is_its_number",
            ),
            models.CheckConstraint(
                condition=Q(
                    kind__in=[
                        "claim",
                        "payment",
                        "waiver",
                        "prize",
                        "expense",
                        "income",
                        "transfer",
                        "opening",
                        "difference",
                        "other",
                        "reversal",
                    ]
                ),
                name="transaction_kind",
            ),
            models.CheckConstraint(
                condition=Q(kind="reversal", reverses__isnull=False)
                | (~Q(kind="reversal") & Q(reverses=None)),
                name="transaction_reversal_names_its_original",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.head} / {self.number}"


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
    # Where income and expense belong for the tax office (finance/chart.py), 0 for none.
    sphere = models.PositiveSmallIntegerField(default=0)

    class Meta:
        ordering = ["transaction", "account", "sphere"]
        indexes = [
            # A person's statement: the postings of one account, newest first (queries.statement).
            models.Index(fields=["account", "transaction"], name="posting_by_account"),
        ]
        constraints = [
            models.UniqueConstraint(
                fields=["transaction", "account", "sphere"], name="posting_once_per_account"
            ),
            models.CheckConstraint(condition=Q(sphere__lte=4), name="posting_sphere"),
            models.CheckConstraint(condition=~Q(amount=0), name="posting_moves_something"),
        ]

    def __str__(self) -> str:
        return f"{self.account}: {self.amount}"


class TransactionText(models.Model):
    """The words of a transaction, beside the chain: they can be erased with their salt."""

    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, related_name="text")
    salt = models.CharField(max_length=64, blank=True)
    text = models.CharField(max_length=300, blank=True)
    erased_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(erased_at=None) | Q(salt="", text=""), name="text_erased_is_gone"
            ),
        ]

    def __str__(self) -> str:
        return self.text


class Closing(Versioned):
    """Nothing is booked on or before `through` any more."""

    through = models.DateField(unique=True)
    closed_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.PROTECT, related_name="+"
    )
    closed_at = models.DateTimeField()

    class Meta:
        ordering = ["-through"]

    def __str__(self) -> str:
        return self.through.isoformat()
