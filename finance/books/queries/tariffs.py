"""The catalogue in force on a day, and its prices for the charges of rulebooks."""

from collections.abc import Iterable
from datetime import date

from django.db.models import Count

from finance.books import chart, formulas
from finance.books import labels as words
from finance.books.formulas import Deed as Happened
from finance.books.models.catalogue import Tariff
from league.results.models.results import Charge, ResultLine

# What a charge names as its rulebook that came out of the club's own catalogue.
CLUB = "club"
# Codes that games and their rulebooks charge by themselves: the catalogue can only price these.
OF_RULEBOOKS = frozenset(words.CODES) - {"late", *chart.ENTRY}


def tariffs_on(day: date) -> dict[str, Tariff]:
    """Return the tariffs in force on a day, by code."""
    return {tariff.code: tariff for tariff in Tariff.objects.on(day).order_by("code")}


def club_prices(day: date, charges: Iterable[Charge]) -> dict[int, int]:
    """Return the catalogue's prices for the charges of rulebooks, in cents by the charge's key.

    A charge out of the catalogue itself keeps the amount that was frozen with it; rounds and
    entering a tournament have no price here.
    """
    known = tariffs_on(day)
    asked = [
        (charge, known[charge.code].formula)
        for charge in charges
        if charge.code in known
        and charge.rulebook != CLUB
        and charge.kind not in {Charge.Kind.DRINKS_ROUND, *chart.ENTRY}
    ]
    heads = _heads(
        {
            charge.result_id
            for charge, formula in asked
            if formula.measure == formulas.HEADS and charge.result_id is not None
        }
    )
    club_prices = {}
    for charge, formula in asked:
        happened = Happened(count=charge.count, heads=heads.get(charge.result_id or 0))
        cents = formulas.price(formula, happened)
        if cents is not None:
            club_prices[charge.pk] = cents
    return club_prices


def _heads(results: set[int]) -> dict[int, int]:
    """Return the number of players at the table, by result."""
    if not results:
        return {}
    lines = ResultLine.objects.filter(result__in=results).values_list("result")
    return dict(lines.annotate(Count("pk")).order_by())
