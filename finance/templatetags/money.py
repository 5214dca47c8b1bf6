"""How money, rounds and bookings are written on a page."""

from django import template

from finance import words

register = template.Library()

register.filter("euro", words.euro)
register.filter("rounds", words.rounds)
register.filter("cause", words.cause)
register.filter("basis", words.basis)
register.filter("label", words.label)
register.filter("title_of", words.title)
register.filter("text_of", words.text_of)


@register.filter
def amount(value: int, unit: str) -> str:
    """`{{ claim.amount|amount:claim.unit }}`: cents as euro, rounds as rounds."""
    return words.money(value, unit)


@register.filter
def absolute(value: int) -> int:
    return abs(value)
