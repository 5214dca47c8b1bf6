"""Counts of the cash box, beside the balance of the book at that moment."""

from functools import reduce
from operator import add
from types import MappingProxyType

from django.db import models
from django.db.models import F, Q

from finance.books.models.ledger import Transaction
from finance.cash.coins import DENOMINATIONS
from league.events.models import Event
from league.guards.constraints import check
from league.guards.kinds import append_only, guard
from league.guards.versioned import Versioned
from league.people.models.fields import by_user


def _pieces() -> "models.PositiveIntegerField[int, int]":
    return models.PositiveIntegerField(default=0)


class CashCount(Versioned):
    """One count of a `till`, at an evening's close or at any other time (`event` is None).

    `expected` is the balance of the book, `counted` the counted sum: the pieces, each at its worth,
    or the sum alone if the pieces were not noted (not `by_pieces`). A difference between the two is
    booked with the count, by `transaction`.
    """

    # Before the sum alone could be written down each count was by pieces; before there were more
    # tills it was of the one.
    ADDED = MappingProxyType({"by_pieces": True, "till": "cash"})

    event = models.ForeignKey(
        Event, null=True, on_delete=models.PROTECT, related_name="cash_counts"
    )
    till = models.CharField(max_length=20, default="cash")
    day = models.DateField()
    eur_500 = _pieces()
    eur_200 = _pieces()
    eur_100 = _pieces()
    eur_50 = _pieces()
    eur_20 = _pieces()
    eur_10 = _pieces()
    eur_5 = _pieces()
    eur_2 = _pieces()
    eur_1 = _pieces()
    ct_50 = _pieces()
    ct_20 = _pieces()
    ct_10 = _pieces()
    ct_5 = _pieces()
    ct_2 = _pieces()
    ct_1 = _pieces()
    by_pieces = models.BooleanField(default=True)
    expected = models.BigIntegerField()
    counted = models.BigIntegerField()
    transaction = models.OneToOneField(
        Transaction, null=True, on_delete=models.PROTECT, related_name="cash_count"
    )
    counted_by = by_user()
    counted_at = models.DateTimeField()
    client_id = models.CharField(max_length=64, unique=True)

    class Meta:
        ordering = ["-counted_at", "-pk"]
        constraints = [
            check(
                "count_is_what_its_pieces_are_worth",
                Q(
                    by_pieces=True,
                    counted=reduce(add, (F(name) * cents for name, cents in DENOMINATIONS.items())),
                )
                | Q(by_pieces=False, counted__gte=0, **dict.fromkeys(DENOMINATIONS, 0)),
            ),
            check("count_of_a_till", expected__gte=0),
            check(
                "count_at_an_evening_of_the_first_till",
                Q(till="cash") | Q(till__startswith="till_", event=None),
            ),
            check(
                "count_books_its_difference",
                Q(counted=F("expected"), transaction=None)
                | (~Q(counted=F("expected")) & Q(transaction__isnull=False)),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.day}: {self.counted}"

    @property
    def pieces(self) -> dict[str, int]:
        """Return the number of pieces of each kind, the largest first, without kinds of none."""
        counted = {name: getattr(self, name) for name in DENOMINATIONS}
        return {name: number for name, number in counted.items() if number}

    @property
    def difference(self) -> int:
        """Return the difference: above zero the till held more than the book said."""
        return self.counted - self.expected


guard("finance_cashcount", *append_only())
