"""Filters that write money, rounds and bookings on a page."""

from typing import Any

from django import template
from django.utils.translation import gettext

from finance.books import booking_labels as booking_words
from finance.books import chart, claim_labels, round_labels
from finance.books import labels as words
from finance.books import tariff_labels as tariff_words
from finance.books.chart import Account, Journal
from finance.books.queries import doubts
from finance.books.queries.statement import Line, settled_by
from finance.dues import labels as dues_labels

register = template.Library()

register.filter("rounds", words.rounds)
register.filter("cause", words.cause)
register.filter("basis", words.basis)
register.filter("how_much", claim_labels.how_much)
register.filter("origin", claim_labels.origin)
register.simple_tag(claim_labels.booking_address, name="booking_url")
register.filter("for_whom", round_labels.for_whom)
register.filter("moved_to", round_labels.moved_to)
register.filter("not_yet", round_labels.not_yet)
register.filter("drink_of", words.drink_of)
register.filter("people", words.people)
register.filter("award", booking_words.award)
register.filter("label", booking_words.label)
register.filter("title_of", booking_words.title)
register.filter("claim_state", words.state)
register.filter("text_of", booking_words.text_of)
register.filter("late", booking_words.late)
register.filter("account_name", booking_words.account_name)
register.filter("person_name", booking_words.person_name)
register.filter("entered_by", booking_words.entered_by)
register.filter("instead", dues_labels.instead)
register.filter("hold", doubts.hold_of)
register.filter("tariff_name", words.tariff)
register.filter("tariff_price", tariff_words.price)
register.filter("tariff_ground", tariff_words.ground)
register.filter("settled_by", settled_by)


@register.filter
def amount(value: int, unit: str) -> str:
    """Write `{{ claim.amount|amount:claim.unit }}`: cents as euro, rounds as rounds."""
    return words.money(value, unit)


@register.filter
def standing(value: int, unit: str) -> str:
    """Write the balance of a person's account: „12,50 € offen“, „3,00 € Guthaben“."""
    return words.standing(value, unit)


@register.filter
def why(line: Line) -> str:
    """Say in one line why a booking is on a person's account."""
    if line.claim is not None:
        return words.basis(line.claim)
    if line.payment is not None:
        causes = [words.cause(settled.claim) for settled in line.settled]
        return ", ".join(causes) or (gettext("Credit") if line.rest else "")
    return booking_words.text_of(line.booking)


@register.filter
def owes(debtor: Any) -> str:
    """Write „12,50 € + eine Runde“: the cents and the rounds that are open."""
    amounts = ((debtor.cents, chart.EUR), (debtor.rounds, chart.RUNDE))
    return " + ".join(words.money(amount, unit) for amount, unit in amounts if amount > 0)


@register.filter
def open_short(reason: str) -> str:
    return str(words.OPEN_SHORT.get(reason, reason))


@register.filter
def code_name(code: str) -> str:
    return words.what("", code)


@register.filter
def name(entry: Account | Journal) -> str:
    """Return the name of an account or a journal of the chart, in the reader's language."""
    return gettext(entry.label)


@register.filter
def sphere(number: int) -> str:
    """Name where income and expense belong for the tax office; empty for none."""
    return str(words.SPHERES.get(number, ""))


@register.filter
def absolute(value: int) -> int:
    return abs(value)
