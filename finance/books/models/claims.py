"""Claims on persons: from the proposal, made of a charge, to its settlement."""

from types import MappingProxyType

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books.models.ledger import Transaction, Unit
from league.events.models import Event
from league.guards.constraints import check, index, one_of, unique
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person
from league.results.models.results import LONGEST_DRINK, Charge


class Claim(Versioned):
    """A claim on a person: mostly one charge as the till sees it, else `WITHOUT_CHARGE`.

    The basis never changes: another basis is another claim. A debt taken over from another person
    is such a claim, and so is a credit that was paid out, which settles it at once. `amount` is in
    cents or whole rounds, None while it is open; it is frozen once confirmed. `paid` is the part
    settled by payments. Of all claims with one key only one is current.
    """

    WORDS = ("note", "drink", "reason")
    SUMS = ("paid",)
    ADDED = MappingProxyType({"due": None})

    class Kind(models.TextChoices):
        """Those of the charges, and what is owed without one."""

        STAKE = "stake", _("Stake")
        FINE = "fine", _("Fine")
        DONATION = "donation", _("“Donation” (fine)")
        DRINKS_ROUND = "drinks_round", _("Round of drinks")
        ENTRY_FEE = "entry_fee", _("Entry fee")
        PRIZE_POT = "prize_pot", _("Stake for the prize pot")
        DUES = "dues", pgettext_lazy("one", "Dues")
        TRANSFER = "transfer", _("Takeover")
        REFUND = "refund", _("Credit paid out")
        OTHER = "other", _("Other claim")
        OPENING = "opening", _("Debt from before")

    class State(models.TextChoices):
        PROPOSED = "proposed", _("proposed")
        CONFIRMED = "confirmed", _("open")
        SETTLED = "settled", _("paid")
        REFUSED = "refused", _("refused")
        OBJECTED = "objected", pgettext_lazy("Stand", "disputed")
        WAIVED = "waived", _("waived")
        REVERSED = "reversed", _("reversed")
        SUPERSEDED = "superseded", _("superseded")

    class OpenReason(models.TextChoices):
        NONE = "", ""
        AMOUNT = "amount_open", _("The amount is open.")
        NO_PRICE = "no_price", _("There is no price for this anywhere.")
        GUEST = (
            "guest",
            _("A guest pays only what a game costs, and only with a guest's agreement."),
        )
        CLOSED = "closed", _("The day is closed. It will be booked on the first open day.")

    # Made by hand or by a run, booked at once, in no evening.
    WITHOUT_CHARGE = (Kind.DUES, Kind.TRANSFER, Kind.REFUND, Kind.OTHER, Kind.OPENING)
    # These are never proposed: what was reversed is entered anew.
    ENTERED = (Kind.TRANSFER, Kind.REFUND, Kind.OTHER, Kind.OPENING)
    BOOKED = (State.CONFIRMED, State.SETTLED, State.WAIVED)
    UNDECIDED = (State.PROPOSED, State.OBJECTED)

    event = models.ForeignKey(Event, null=True, on_delete=models.PROTECT, related_name="claims")
    # The day of the deed: the event's business date, or when it was due. Frozen once booked.
    day = models.DateField()
    # The last day to pay, if one was set.
    due = models.DateField(null=True)
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="claims")
    key = models.CharField(max_length=80)
    # The charge as last announced; a corrected result brings the same deed as another charge.
    charge = models.ForeignKey(Charge, null=True, on_delete=models.PROTECT, related_name="claims")
    kind = models.CharField(max_length=12, choices=Kind.choices)
    code = models.CharField(max_length=40)
    count = models.PositiveSmallIntegerField(default=1)
    unit = models.CharField(max_length=5, choices=Unit.choices)
    rulebook_cents = models.PositiveIntegerField(null=True)
    club_cents = models.PositiveIntegerField(null=True)
    amount = models.PositiveIntegerField(null=True)
    paid = models.PositiveIntegerField(default=0)
    state = models.CharField(max_length=10, choices=State.choices, default=State.PROPOSED)
    open_reason = models.CharField(
        max_length=12, choices=OpenReason.choices, blank=True, default=OpenReason.NONE
    )
    is_current = models.BooleanField(default=True)
    transaction = models.OneToOneField(
        Transaction, null=True, on_delete=models.PROTECT, related_name="claim"
    )
    # What for, where no charge says it.
    note = models.CharField(max_length=200, blank=True, default="")
    # Of a round of drinks noted by hand; else see its charge.
    drink = models.CharField(_("Drink"), max_length=LONGEST_DRINK, blank=True, default="")
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    decided_by = by_user()
    decided_at = models.DateTimeField(null=True)
    created_at = models.DateTimeField()

    # Why it is not booked for now (`queries.doubts.hold_of`), where proposals are listed.
    hold: object | None = None

    class Meta:
        ordering = ["day", "pk"]
        indexes = [
            # A person's open items, oldest first, and what a payment settles.
            index("claim_by_person", "person", "state"),
            # What each person still owes, the oldest first (finance/till/queries/debts.py).
            index("claim_open", "person", "day", "id", where=Q(state="confirmed")),
            # The list of all claims, page by page.
            index("claim_by_day", "day", "id"),
            # The till's front page: evenings with something to decide.
            index(
                "claim_undecided",
                "event",
                where=Q(is_current=True, state__in=["proposed", "objected"]),
            ),
        ]
        constraints = [
            unique("claim_one_current", "event", "key", where=Q(is_current=True)),
            unique("claim_one_current_without_event", "key", where=Q(is_current=True, event=None)),
            check(
                "claim_has_its_cause",
                Q(event__isnull=False, charge__isnull=False)
                & ~Q(kind__in=["dues", "transfer", "refund", "other", "opening"])
                | Q(
                    event=None,
                    charge=None,
                    kind__in=["dues", "transfer", "refund", "other", "opening"],
                ),
            ),
            one_of(
                "claim_kind",
                "kind",
                "stake fine donation drinks_round entry_fee prize_pot dues transfer refund other "
                "opening",
            ),
            one_of(
                "claim_state",
                "state",
                "proposed confirmed settled refused objected waived reversed superseded",
            ),
            check(
                "claim_booked_has_a_transaction",
                Q(
                    state__in=["confirmed", "settled", "waived", "reversed"],
                    transaction__isnull=False,
                    amount__isnull=False,
                )
                | Q(state__in=["proposed", "refused", "objected", "superseded"], transaction=None),
            ),
            check(
                "claim_paid_at_most_its_amount",
                Q(amount=None, paid=0) | Q(amount__gt=0, paid__lte=F("amount")),
            ),
            check(
                "claim_settled_when_paid",
                Q(state__in=["settled", "waived"], paid=F("amount"))
                | Q(state="confirmed", paid__lt=F("amount"))
                | (~Q(state__in=["settled", "waived", "confirmed"]) & Q(paid=0)),
            ),
            check("claim_unit", Q(unit="EUR") | Q(unit="RUNDE", kind="drinks_round")),
            check("claim_drink_of_a_round", Q(drink="") | Q(unit="RUNDE")),
            check(
                "claim_refund_paid",
                ~Q(kind="refund")
                | Q(code__in=["cash", "bank"])
                | Q(code__startswith="till_")
                | Q(code__startswith="giro_"),
            ),
            check("claim_due_later", Q(due=None) | Q(due__gte=F("day"))),
        ]

    def __str__(self) -> str:
        return f"{self.person}: {self.code}"

    @property
    def is_undecided(self) -> bool:
        return self.state in self.UNDECIDED

    @property
    def is_ready(self) -> bool:
        """Return whether it is confirmed together with the whole evening."""
        return self.state == self.State.PROPOSED and not self.open_reason

    @property
    def open_amount(self) -> int:
        """Return the unpaid amount, in cents or rounds; 0 before the claim is confirmed."""
        return (self.amount or 0) - self.paid if self.state == self.State.CONFIRMED else 0


guard(
    "finance_claim",
    # A claim's basis is fixed; its amount from the moment it is booked.
    *append_only("id event_id person_id key kind code count unit due"),
    refuse_update(
        "day_frozen", "claim_frozen", "OLD.transaction_id IS NOT NULL AND NEW.day <> OLD.day"
    ),
    refuse_update(
        "frozen",
        "claim_frozen",
        "OLD.transaction_id IS NOT NULL AND (NEW.amount <> OLD.amount"
        " OR NEW.transaction_id IS NULL OR NEW.transaction_id <> OLD.transaction_id)",
    ),
)


class ClaimHead(Versioned):
    """A person an owed round of drinks is for. However many heads, it is one round."""

    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="heads")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [unique("claim_head_once", "claim", "person")]

    def __str__(self) -> str:
        return str(self.person)
