"""Files for the bank: mandates and the debits collected by them, transfers handed in together."""

from datetime import date

from django.db import models
from django.db.models import Q

from finance.bank.models.bank import LONGEST_IBAN
from finance.books.trigger_kinds import all_but_words, words_stay
from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class Creditor(Versioned):
    """The club's creditor identifier and its notice in days; the row entered last counts."""

    identifier = models.CharField(max_length=35)
    notice_days = models.PositiveSmallIntegerField()
    set_by = by_user()
    set_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            check("creditor_is_one", ~Q(identifier="")),
            check("creditor_notice_days", notice_days__range=(1, 30)),
        ]

    def __str__(self) -> str:
        return self.identifier


class Mandate(Versioned):
    """A person lets the club collect from an account, until it ended. One for each person."""

    WORDS = ("holder", "iban")

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="mandates")
    reference = models.CharField(max_length=35, unique=True)
    holder = NameField(max_length=70)
    iban = models.CharField(max_length=LONGEST_IBAN)
    signed_on = models.DateField()
    last_day: date | None  # added by `queries.mandates`: when the last debit by it was due
    entered_by = by_user()
    entered_at = models.DateTimeField()
    ended_by = by_user()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("mandate_open_once", "person", where=Q(ended_at=None)),
            check(
                "mandate_is_one",
                ~Q(reference="")
                & (Q(holder="", iban="", ended_at__isnull=False) | ~Q(holder="") & ~Q(iban="")),
            ),
            check("mandate_ended", Q(ended_at__isnull=False) | Q(ended_by=None)),
        ]

    def __str__(self) -> str:
        return self.reference


class DebitRun(Versioned):
    """Debits that are due on one day and go to the bank in one file.

    As whom and onto which account is written here as it was then. Withdrawn, none of them counts.
    """

    WORDS = ("holder", "iban")

    day = models.DateField()
    message = models.CharField(max_length=35, unique=True)
    identifier = models.CharField(max_length=35)
    holder = NameField(max_length=70)
    iban = models.CharField(max_length=LONGEST_IBAN)
    client_id = models.CharField(max_length=64, unique=True)
    made_by = by_user()
    made_at = models.DateTimeField()
    withdrawn_by = by_user()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            check("debit_run_withdrawn", Q(withdrawn_at__isnull=False) | Q(withdrawn_by=None))
        ]

    def __str__(self) -> str:
        return self.message


class Debit(Versioned):
    """So many cents of a person's, by this mandate."""

    run = models.ForeignKey(DebitRun, on_delete=models.PROTECT, related_name="debits")
    mandate = models.ForeignKey(Mandate, on_delete=models.PROTECT, related_name="debits")
    cents = models.PositiveIntegerField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("debit_once", "run", "mandate"),
            check("debit_of_something", cents__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.cents}"

    @property
    def end_to_end(self) -> str:
        """Return the reference that the bank gives back with it, whatever becomes of it."""
        return f"{self.run.message}-{self.mandate_id}"


class TransferRun(Versioned):
    """Transfers that go to the bank in one file. Withdrawn, none of them counts."""

    WORDS = ("holder", "iban")

    day = models.DateField()
    message = models.CharField(max_length=35, unique=True)
    holder = NameField(max_length=70)
    iban = models.CharField(max_length=LONGEST_IBAN)
    client_id = models.CharField(max_length=64, unique=True)
    made_by = by_user()
    made_at = models.DateTimeField()
    withdrawn_by = by_user()
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-day", "-pk"]
        constraints = [
            check("transfer_run_withdrawn", Q(withdrawn_at__isnull=False) | Q(withdrawn_by=None))
        ]

    def __str__(self) -> str:
        return self.message


class CreditTransfer(Versioned):
    """So many cents to an account: a person's credit, or a bill where there is no person."""

    WORDS = ("name", "iban", "text")

    run = models.ForeignKey(TransferRun, on_delete=models.PROTECT, related_name="transfers")
    person = models.ForeignKey(
        Person, null=True, on_delete=models.PROTECT, related_name="credit_transfers"
    )
    name = NameField(max_length=70)
    iban = models.CharField(max_length=LONGEST_IBAN)
    cents = models.PositiveIntegerField()
    text = models.CharField(max_length=140)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("credit_transfer_once", "run", "person", where=Q(person__isnull=False)),
            check(
                "credit_transfer_is_one",
                Q(name="", iban="", text="") | ~Q(name="") & ~Q(iban="") & ~Q(text=""),
            ),
            check("credit_transfer_of_something", cents__gt=0),
        ]

    def __str__(self) -> str:
        return f"{self.run_id}: {self.cents}"

    @property
    def end_to_end(self) -> str:
        """Return the reference that the bank's line bears."""
        return f"{self.run.message}-{self.pk}"


guard("finance_creditor", *append_only())
guard(
    "finance_mandate",
    *append_only("id person_id reference signed_on entered_by_id entered_at"),
    words_stay("holder", "iban"),
)
guard(
    "finance_debitrun",
    *append_only("id day message identifier holder iban client_id made_by_id made_at"),
)
guard("finance_debit", *append_only())
guard(
    "finance_transferrun", *append_only("id day message holder iban client_id made_by_id made_at")
)
guard("finance_credittransfer", *all_but_words("name iban text", "id run_id person_id cents"))
