"""„Ich habe überwiesen“: what a member announced and the bank has not shown yet."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.books.models.payments import Payment
from league.guards.constraints import check, index
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class PaymentNotice(Versioned):
    """A payment on its way, in cents. It changes no balance until `payment` is booked."""

    WORDS = ("reason",)

    class State(models.TextChoices):
        PENDING = "pending", _("on its way")
        SEEN = "seen", _("arrived")
        WITHDRAWN = "withdrawn", _("taken back")
        REFUSED = "refused", _("not found")

    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="payment_notices")
    cents = models.PositiveIntegerField()
    # When the member sent it.
    day = models.DateField()
    state = models.CharField(max_length=9, choices=State.choices, default=State.PENDING)
    payment = models.OneToOneField(
        Payment, null=True, on_delete=models.PROTECT, related_name="notice"
    )
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    decided_by = by_user()
    decided_at = models.DateTimeField(null=True)
    announced_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        indexes = [
            # The bank's page, and beside a member's open amount.
            index("notice_pending", "person", where=Q(state="pending")),
        ]
        constraints = [
            check("notice_of_something", cents__gt=0),
            check(
                "notice_seen_has_a_payment",
                Q(state="seen", payment__isnull=False)
                | Q(state__in=["pending", "withdrawn", "refused"], payment=None),
            ),
            check("notice_refused_with_a_reason", ~Q(state="refused") | ~Q(reason="")),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.cents}"


guard("finance_paymentnotice", *append_only("id person_id cents day announced_at"))
