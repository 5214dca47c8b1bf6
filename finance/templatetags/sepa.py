"""Filters that name the club's own file a line of the bank belongs to."""

from django import template

from finance.sepa import queries

register = template.Library()

register.simple_tag(queries.debit_run_of)
register.simple_tag(queries.transfer_run_of)
