"""Owed rounds of drinks that were given, moved to a later evening or turned into euros.

The debt is a claim and the giving a payment; these rows say the rest. They are append-only: a
mistaken entry is taken back, never deleted.
"""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.trigger_kinds import all_but_words
from league.events.models import Event
from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_update
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Person


class GivenRound(Versioned):
    """A round that was given for an owed one: to whom, and at which evening, if at one.

    `payment` settles the claim; rounds given together share it. Without one it was given to those
    who were there, and is still owed to the others. It does not count once it `is_taken_back`.
    """

    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="given")
    event = models.ForeignKey(
        Event, null=True, on_delete=models.PROTECT, related_name="given_rounds"
    )
    payment = models.ForeignKey(
        Payment, null=True, on_delete=models.PROTECT, related_name="given_rounds"
    )
    is_taken_back = models.BooleanField(default=False)
    client_id = models.CharField(max_length=64)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("given_client_id_once", "claim", "client_id"),
            unique(
                "given_settles_once", "claim", where=Q(payment__isnull=False, is_taken_back=False)
            ),
            # Without a payment it says who was there, so there has to be an evening.
            check("given_in_part_at_an_evening", Q(payment__isnull=False) | Q(event__isnull=False)),
        ]

    def __str__(self) -> str:
        return str(self.claim)

    @property
    def people(self) -> list[Person]:
        """Return the people who got it."""
        return [head.person for head in self.heads.all()]

    @property
    def can_be_taken_back(self) -> bool:
        """Return whether it was given in part; a booked round takes a Storno."""
        return self.payment_id is None and not self.is_taken_back


guard(
    "finance_givenround",
    *append_only("id claim_id event_id payment_id client_id entered_by_id entered_at"),
    refuse_update(
        "stays_taken_back", "given_taken_back", "OLD.is_taken_back AND NOT NEW.is_taken_back"
    ),
)


class GivenHead(Versioned):
    """A person who got a given round."""

    given = models.ForeignKey(GivenRound, on_delete=models.PROTECT, related_name="heads")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["pk"]
        constraints = [unique("given_head_once", "given", "person")]

    def __str__(self) -> str:
        return str(self.person)


guard("finance_givenhead", *append_only())


class RoundMove(Versioned):
    """A round is not due before `until`, because. The last of a claim counts."""

    WORDS = ("reason",)

    claim = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="moves")
    until = models.DateField(_("Due from"))
    reason = models.CharField(_("Reason"), max_length=200, blank=True)
    moved_by = by_user()
    moved_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.claim}: {self.until}"


guard("finance_roundmove", *all_but_words("reason", "id claim_id until moved_by_id moved_at"))


class RoundDecision(Versioned):
    """From `start` on: whether who was not there when a round was given still has it to come.

    The club's word. The latest that has begun counts, of one day the one entered last; without any
    the absent have nothing to come.
    """

    WORDS = ("decided",)

    start = models.DateField(_("Valid from"))
    absent_keep = models.BooleanField()
    decided = models.CharField(_("Who decided that?"), max_length=120, blank=True)
    entered_by = by_user()
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["-start", "-pk"]

    def __str__(self) -> str:
        return f"{self.start}: {self.absent_keep}"


guard(
    "finance_rounddecision",
    *all_but_words("decided", "id start absent_keep entered_by_id entered_at"),
)


class Conversion(Versioned):
    """A round explicitly turned into money: `waiver` ended it, `claim` is in euro.

    All three were booked together, and are reversed together.
    """

    round = models.ForeignKey(Claim, on_delete=models.PROTECT, related_name="conversions")
    waiver = models.OneToOneField(Payment, on_delete=models.PROTECT, related_name="conversion")
    claim = models.OneToOneField(Claim, on_delete=models.PROTECT, related_name="conversion")

    class Meta:
        ordering = ["pk"]
        constraints = [check("conversion_of_another_claim", ~Q(round=models.F("claim")))]

    def __str__(self) -> str:
        return f"{self.round} → {self.claim}"


guard("finance_conversion", *append_only())
