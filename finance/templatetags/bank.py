"""How lines of the bank are written on a page."""

from django import template

from finance import bank_words
from finance.queries import bank

register = template.Library()

register.filter("line_state", bank_words.line_state)
register.filter("booked_as", bank.standing_of)
