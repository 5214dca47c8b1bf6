"""Entries made by hand in the cash book: expense, income, transfer, opening balance."""

from django.db import models

from finance.books.models.ledger import Transaction
from league.guards.constraints import unique
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned


class CashbookEntry(Versioned):
    """The form a booking came from.

    A transfer between cash and bank has two parts, `part` 1 in the book the money leaves; they are
    booked, and taken back, together.
    """

    client_id = models.CharField(max_length=64)
    part = models.PositiveSmallIntegerField(default=1)
    transaction = models.OneToOneField(Transaction, on_delete=models.PROTECT, related_name="entry")

    class Meta:
        ordering = ["pk"]
        constraints = [unique("cashbook_entry_once", "client_id", "part")]

    def __str__(self) -> str:
        return f"{self.transaction}"


guard("finance_cashbookentry", *append_only())
