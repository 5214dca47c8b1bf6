"""Words for what the club decides about its till."""

from typing import Any

from django.utils.translation import gettext_lazy as _

from finance.books.models.settings import TillSettings

SWITCHES: dict[str, Any] = {
    "simple": _("Simple till"),
    "members_see_balance": _("Members see the balance"),
    "board_reads": _("The chair may read the till"),
    "declined_pay_nothing": _("Whoever cancelled beforehand pays no average"),
    "tax_privileged": _("The club is tax-privileged (gemeinnützig)"),
}


def switched_on(settings: TillSettings) -> list[Any]:
    """What is switched on, in the order of the page."""
    return [SWITCHES[name] for name in TillSettings.SWITCHES if getattr(settings, name)]
