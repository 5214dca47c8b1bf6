"""Amounts as people type and read them; inside they are integer cents.

On the ground floor because cards, breaches and the till all show them. „12,50“, „12.50 €“ and „12“
are amounts; „12,5“ could be two.
"""

import re

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from league.errors import InvalidError

MINUS = "\u2212"
NBSP = "\u00a0"

MOST_CENTS = 99_999_99

_AMOUNT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+(?=,)|[0-9]{1,9})(?:[.,]([0-9]{2}))?")
_ONE_DECIMAL = re.compile(r"([0-9]+)[.,]([0-9])")


def parse_cents(typed: str) -> int:
    """Return the amount in cents, above zero. InvalidError with the sentence for the field."""
    plain = re.sub(r"\s*(€|eur|euro)$", "", typed.strip().lower()).strip()
    plain = re.sub(r"^€\s*", "", plain)
    if not plain:
        raise InvalidError("amount_missing", _("Please enter an amount."), field="amount")
    if plain[0] in "-−–+":
        raise InvalidError(
            "amount_signed",
            _("Write the amount without a sign."),
            field="amount",
        )
    if short_form := _ONE_DECIMAL.fullmatch(plain):
        whole, tenth = short_form.groups()
        raise InvalidError(
            "amount_one_decimal",
            _("Do you mean %(first)s or %(second)s? Write the cents with two digits.")
            % {"first": f"{whole},{tenth}0", "second": f"{whole},0{tenth}"},
            field="amount",
        )
    match = _AMOUNT.fullmatch(plain)
    if match is None:
        raise InvalidError(
            "amount_malformed",
            _("That is not an amount. Write it like this: 12.50"),
            field="amount",
        )
    cents = int(match[1].replace(".", "")) * 100 + int(match[2] or 0)
    if not cents:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    if cents > MOST_CENTS:
        raise InvalidError(
            "amount_too_large", _("Nobody books that much money here in one go."), field="amount"
        )
    return cents


def typed(cents: int | None) -> str:
    """Return an amount as it is typed into a field: „12,50“, nothing for none."""
    return "" if cents is None else f"{cents // 100},{cents % 100:02}"


def euro(cents: int, sign: bool = False) -> str:
    """Format cents as „12,50 €“, in English “€12.50”; a real minus, with `sign` also a plus."""
    whole, rest = divmod(abs(cents), 100)
    english = (get_language() or "de").startswith("en")
    before = MINUS if cents < 0 else "+" if sign and cents > 0 else ""
    if english:
        return f"{before}€{whole:,}.{rest:02}"
    return f"{before}{whole:,}".replace(",", ".") + f",{rest:02}{NBSP}€"
