"""Filters that write counts and the figures of an evening's close on a page."""

from django import template

from finance.books.booking_labels import journal_name
from finance.cash import labels as counting_words
from finance.close import labels as closing_words

register = template.Library()

register.filter("denomination", counting_words.denomination)
register.filter("agrees", counting_words.agrees)
register.filter("item", closing_words.item)
register.filter("till_name", journal_name)


@register.simple_tag
def figure(name: str, value: object) -> str:
    """Write a figure of an evening's close, as it is read."""
    return closing_words.figure(name, value)


@register.filter
def figure_name(name: str) -> str:
    return str(closing_words.FIGURES[name])
