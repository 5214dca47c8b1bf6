"""What a year cost one person, for that person's eyes alone."""

from dataclasses import dataclass
from datetime import date

from django.db.models import Sum

from finance import chart
from finance.models import Claim
from league.models import Person


@dataclass(frozen=True)
class Cost:
    """Cents by what they were for, the dearest first; whole rounds of drinks beside them."""

    lines: list[tuple[str, int]]
    rounds: int

    @property
    def cents(self) -> int:
        return sum(cents for _what, cents in self.lines)


def cost_of(person: Person, year: int) -> Cost:
    """What was booked to somebody for the days of a year and stands: nothing waived or struck."""
    state = Claim.State
    rows = (
        Claim.objects.filter(
            person=person,
            is_current=True,
            state__in=[state.CONFIRMED, state.SETTLED],
            day__range=(date(year, 1, 1), date(year, 12, 31)),
        )
        .order_by()
        .values_list("unit", "kind")
        .annotate(sum=Sum("amount"))
    )
    found = [(unit, str(Claim.Kind(kind).label), int(total or 0)) for unit, kind, total in rows]
    lines = [(what, total) for unit, what, total in found if unit == chart.EUR and total]
    return Cost(
        sorted(lines, key=lambda one: (-one[1], one[0])),
        sum(total for unit, _what, total in found if unit == chart.RUNDE),
    )
