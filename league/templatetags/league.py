"""How figures of the league are written."""

from django import template
from django.utils.formats import number_format
from django.utils.translation import get_language

register = template.Library()


@register.filter
def percent(share: float) -> str:
    """0.1234 as „12,3 %“ (German with a no-break space, English without)."""
    space = "" if (get_language() or "de").startswith("en") else "\u00a0"
    return f"{number_format(share * 100, 1)}{space}%"
