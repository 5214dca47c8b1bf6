"""The cost of playing and of membership to a person, shown to that person alone."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Count, QuerySet, Sum

from finance.books import chart
from finance.books.models.claims import Claim
from league.people.models.people import Person

State = Claim.State
# Another's, one's own money back, and what was owed before the books began.
NO_COST = (Claim.Kind.TRANSFER, Claim.Kind.REFUND, Claim.Kind.OPENING)


@dataclass(frozen=True)
class Cost:
    """One kind of claim: how many there were, and cents."""

    kind: str
    count: int
    cents: int


def costs_of(person: Person, start: date | None = None, end: date | None = None) -> list[Cost]:
    """Return a person's own booked costs in euro by kind, dearest first.

    From `start` on, before `end`. Without waived and reversed claims, and without `NO_COST`.
    """
    claims = _booked(person, chart.EUR, start, end).exclude(kind__in=NO_COST)
    queryset = claims.order_by().values("kind").annotate(n=Count("pk"), cents=Sum("amount"))
    costs = [Cost(str(Claim.Kind(row["kind"]).label), row["n"], row["cents"]) for row in queryset]
    return sorted(costs, key=lambda cost: (-cost.cents, cost.kind))


def rounds_of(person: Person, start: date | None = None, end: date | None = None) -> int:
    """Return the number of rounds of drinks booked for a person and not reversed."""
    claims = _booked(person, chart.RUNDE, start, end)
    return claims.aggregate(sum=Sum("amount"))["sum"] or 0


def _booked(
    person: Person, unit: chart.Unit, start: date | None, end: date | None
) -> QuerySet[Claim]:
    claims = Claim.objects.filter(
        person=person,
        unit=unit,
        is_current=True,
        state__in=[State.CONFIRMED, State.SETTLED],
    )
    if start is not None:
        claims = claims.filter(day__gte=start)
    if end is not None:
        claims = claims.filter(day__lt=end)
    return claims
