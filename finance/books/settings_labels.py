"""Words for what the club decides about its till."""

from collections.abc import Iterable
from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.books.models.settings import TillSettings
from league.web.changes import Change, between, plain_wording
from league.web.money import euro

SWITCHES: dict[str, Any] = {
    "simple": _("Simple till"),
    "members_see_balance": _("Members see the balance"),
    "board_reads": _("The chair may read the till"),
    "declined_pay_nothing": _("Whoever cancelled beforehand pays no average"),
    "tax_privileged": _("The club is tax-privileged (gemeinnützig)"),
}


AMOUNTS: dict[str, Any] = {
    "asks_above": _("Ask again who it is above"),
    "difference_above": _("Cash difference with a second person above"),
    "differences_a_year": _("Cash differences of a year until a second person is needed"),
}
CENTS = ("asks_above", "difference_above")


def changes_in(decisions: Iterable[TillSettings]) -> list[Change]:
    """Return the changes of settings, newest first; `decisions` come earliest first."""
    return between([TillSettings(), *decisions], {**SWITCHES, **AMOUNTS}, _wording)


def _wording(column: str, value: Any) -> str:
    return euro(value) if column in CENTS else plain_wording(column, value)
