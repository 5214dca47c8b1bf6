"""Payouts to winners from the prize pot of a tournament."""

from django.db import models

from finance.books.models.ledger import Transaction
from league.events.models import Event
from league.guards.constraints import check
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.people import Person
from league.tournaments.models.tournaments import Prize


class Payout(Versioned):
    """So many cents of the pot of `event`, in cash. What for are the words of its transaction.

    It does not count any more once its transaction is reversed.
    """

    event = models.ForeignKey(Event, on_delete=models.PROTECT, related_name="payouts")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="payouts")
    # The prize that was given with it, if one was; the direction keeps that from then on.
    prize = models.ForeignKey(
        Prize, null=True, blank=True, on_delete=models.PROTECT, related_name="payouts"
    )
    cents = models.PositiveIntegerField()
    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, related_name="payout")
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["pk"]
        constraints = [check("payout_moves_something", cents__gt=0)]

    def __str__(self) -> str:
        return f"{self.person}: {self.cents}"


guard("finance_payout", *append_only())
