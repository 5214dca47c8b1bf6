"""How money, rounds and bookings are written on a page."""

from django import template
from django.utils.translation import gettext

from finance import words
from finance.chart import Account, Journal

register = template.Library()

register.filter("rounds", words.rounds)
register.filter("cause", words.cause)
register.filter("basis", words.basis)
register.filter("label", words.label)
register.filter("title_of", words.title)
register.filter("state", words.state)
register.filter("text_of", words.text_of)


@register.filter
def amount(value: int, unit: str) -> str:
    """`{{ claim.amount|amount:claim.unit }}`: cents as euro, rounds as rounds."""
    return words.money(value, unit)


@register.filter
def open_short(reason: str) -> str:
    return str(words.OPEN_SHORT.get(reason, reason))


@register.filter
def code_name(code: str) -> str:
    return words.what("", code)


@register.filter
def name(entry: Account | Journal) -> str:
    """The name of an account or a journal of the chart, in the reader's language."""
    return gettext(entry.name)


@register.filter
def absolute(value: int) -> int:
    return abs(value)
