"""Filters that write the end of a year on a page."""

from typing import Any

from django import template
from django.utils.translation import gettext, gettext_lazy

from finance.books import labels as words
from finance.books.models.ledger import Account
from finance.books.queries.chart import account_of
from finance.years import labels as year_words
from finance.years.steps import Standing

register = template.Library()

register.filter("step_words", year_words.step)
register.filter("matters_of", year_words.matters_of)
register.filter("span", year_words.span)

# Whose turn it is until a year has come there.
STEPS: dict[str, Any] = {
    "draft": gettext_lazy("The treasurer's draft"),
    "board": gettext_lazy("The board confirms"),
    "audited": gettext_lazy("The auditors sign"),
    "discharged": gettext_lazy("The meeting discharges"),
}
STATES: dict[str, Any] = {
    "open": gettext_lazy("open"),
    "draft": gettext_lazy("draft submitted"),
    "board": gettext_lazy("confirmed by the board"),
    "audited": gettext_lazy("audited"),
    "discharged": gettext_lazy("discharged"),
}


@register.filter
def state_name(state: Standing | str | None) -> str:
    """Name the state of a year in two words."""
    code = state.state if isinstance(state, Standing) else state or "open"
    return str(STATES[code])


@register.filter
def step_title(state: str) -> str:
    return str(STEPS[state])


@register.filter
def sphere_name(sphere: int) -> str:
    return str(words.SPHERES.get(sphere, gettext("not assigned")))


@register.filter
def account_with_person(account: Account) -> str:
    """Write „Forderungen an Personen: Robin“."""
    name = gettext(account_of(account.code).label)
    return f"{name}: {account.person.name}" if account.person else name


@register.filter
def change(sums: tuple[int, int]) -> int:
    """Return what a sum is more than that of the year before."""
    now, before = sums
    return now - before
