"""Payments reduce a claim: money received, a round given, a debt waived."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction, Unit
from finance.books.trigger_kinds import InsertCheck
from league.guards.constraints import check, index
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.people import Person


class Payment(Versioned):
    """A payment of one person, in cents or whole rounds. What settles no claim is a credit."""

    SUMS = ("allocated",)

    class Method(models.TextChoices):
        CASH = "cash", _("cash")
        BANK = "bank", _("Bank transfer")
        TRANSFER = "transfer", _("taken over")
        SETOFF = "setoff", _("outlay set off")
        OPENING = "opening", _("from before")
        GIVEN = "given", _("bought")
        WAIVER = "waiver", _("waived")

    # Found by the index below, which begins with it.
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="payments", db_index=False
    )
    method = models.CharField(max_length=8, choices=Method.choices)
    unit = models.CharField(max_length=5, choices=Unit.choices)
    amount = models.PositiveIntegerField()
    allocated = models.PositiveIntegerField(default=0)
    transaction = models.OneToOneField(
        Transaction, on_delete=models.PROTECT, related_name="payment"
    )
    is_reversed = models.BooleanField(default=False)
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # When a person last paid: the newest year's payments (finance/till/queries/debts.py).
            index("payment_by_person", "person", "transaction"),
            # A person's credit: payments not used up, oldest first.
            index(
                "payment_with_rest", "person", where=Q(is_reversed=False, allocated__lt=F("amount"))
            ),
        ]
        constraints = [
            check(
                "payment_settles_at_most_its_amount",
                Q(amount__gt=0) & Q(allocated__lte=F("amount")),
            ),
            check("payment_reversed_settles_nothing", Q(is_reversed=False) | Q(allocated=0)),
            check(
                "payment_method_of_its_unit",
                Q(
                    unit="EUR",
                    method__in=["cash", "bank", "transfer", "setoff", "opening", "waiver"],
                )
                | Q(unit="RUNDE", method__in=["given", "waiver"]),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.amount} {self.unit}"


guard(
    "finance_payment",
    *append_only("id person_id method unit amount transaction_id"),
    refuse_update("stays_reversed", "payment_reversed", "OLD.is_reversed AND NOT NEW.is_reversed"),
)


class Allocation(models.Model):
    """So much of a payment settles so much of a claim. Taken back by a row with a minus.

    `date` is the day from which it counts: that of the later of both bookings, or the first open
    day, so that nothing of a closed period is shown otherwise than it was closed. What is taken
    back names the `reversal` that did it.
    """

    payment = models.ForeignKey(Payment, on_delete=models.PROTECT, related_name="allocations")
    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="allocations")
    amount = models.IntegerField()
    date = models.DateField()
    reversal = models.ForeignKey(
        Transaction, null=True, blank=True, on_delete=models.PROTECT, related_name="+"
    )

    class Meta:
        ordering = ["pk"]
        indexes = [
            # What payments of a year were for, and how many (finance/receipts/day_sums.py).
            index("allocation_by_date", "date", "id"),
        ]
        constraints = [
            check(
                "allocation_taken_back_by_a_reversal",
                Q(amount__gt=0, reversal=None) | Q(amount__lt=0, reversal__isnull=False),
            )
        ]

    def __str__(self) -> str:
        return f"{self.payment} → {self.claim}"


guard(
    "finance_allocation",
    *append_only(),
    InsertCheck(
        "closed",
        "allocation_closed",
        "EXISTS (SELECT 1 FROM finance_closing c WHERE c.through >= NEW.date)",
    ),
)
