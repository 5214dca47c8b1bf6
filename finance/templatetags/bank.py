"""Filters that write lines of the bank on a page."""

from django import template

from finance.bank import labels as bank_words
from finance.bank.queries import bank

register = template.Library()

register.filter("line_state", bank_words.line_state)
register.filter("booked_as", bank.standing_of)
