"""How amounts are written. On the ground floor, because cards and the till both show them."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language

register = template.Library()

MINUS = "\u2212"
NO_BREAK = "\u00a0"


@register.filter
def euro(cents: int | None) -> str:
    """Cents as „1.234,50 €“, in English „€1,234.50“; nothing for None."""
    if cents is None:
        return ""
    whole, rest = divmod(abs(cents), 100)
    sign = MINUS if cents < 0 else ""
    separator = "." if _english() else ","
    amount = f"{number_format(whole, force_grouping=True)}{separator}{rest:02d}"
    return f"{sign}€{amount}" if _english() else f"{sign}{amount}{NO_BREAK}€"


def _english() -> bool:
    return (get_language() or "de").startswith("en")
