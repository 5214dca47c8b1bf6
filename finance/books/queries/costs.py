"""What it has cost somebody to play and to belong; for his own eyes."""

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
    """What was booked of somebody's own in euro and stands, the dearest first.

    From `start` on, before `end`. Not what was waived or taken back, nor `NO_COST`.
    """
    claims = _booked(person, chart.EUR, start, end).exclude(kind__in=NO_COST)
    queryset = claims.order_by().values("kind").annotate(n=Count("pk"), cents=Sum("amount"))
    costs = [Cost(str(Claim.Kind(row["kind"]).label), row["n"], row["cents"]) for row in queryset]
    return sorted(costs, key=lambda cost: (-cost.cents, cost.kind))


def rounds_of(person: Person, start: date | None = None, end: date | None = None) -> int:
    """How many rounds of drinks were booked of somebody's own and stand."""
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
