"""Words for counting the cash."""

from typing import TYPE_CHECKING

from django.utils.translation import gettext as _

from finance.cash.coins import DENOMINATIONS
from league.web.money import euro

if TYPE_CHECKING:
    from finance.cash.models import CashCount


def denomination(name: str) -> str:
    """Write „50 €“, „5 ct“."""
    cents = DENOMINATIONS[name]
    return f"{cents // 100} €" if cents >= 100 else f"{cents} ct"


def agrees(difference: int) -> str:
    """Return the result of a count: „stimmt“, „es fehlen 1,20 €“, „1,20 € zu viel“."""
    if not difference:
        return _("right")
    sentence = _("%(amount)s missing") if difference < 0 else _("%(amount)s too much")
    return sentence % {"amount": euro(abs(difference))}


def counted(count: "CashCount") -> str:
    """Say „Gezählt: 45,30 €, stimmt.“"""
    return _("Counted: %(amount)s, %(agrees)s.") % {
        "amount": euro(count.counted),
        "agrees": agrees(count.difference),
    }
