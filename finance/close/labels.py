"""Words for closing an evening."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from finance.books import labels as words
from finance.close.statement import Item
from league.web.money import euro

if TYPE_CHECKING:
    pass


# The figures of an evening that two people sign, by their names in `evening_statement.Evening`.
FIGURES: dict[str, Any] = {
    "here": gettext_lazy("There were"),
    "items": gettext_lazy("Stakes and fines"),
    "undecided": gettext_lazy("Not decided yet"),
    "rounds": gettext_lazy("Rounds lost"),
    "rounds_given": gettext_lazy("Rounds bought"),
    "payers": gettext_lazy("Paid in cash"),
    "cash_before": gettext_lazy("Till before this day"),
    "cash_in": gettext_lazy("Taken in on this day"),
    "cash_out": gettext_lazy("Paid out on this day"),
}


def figure(name: str, value: Any) -> str:
    """A figure of an evening as it is read: money, or a number of people or things."""
    if name == "items":
        return euro(sum(item.cents for item in value))
    return euro(value) if name.startswith("cash_") else str(value)


def whose_cash() -> str:
    """Which payments are the evening's, and which figures are the day's."""
    return _(
        "Counted as paying here is whoever was here; what somebody paid on this day "
        "for another event is only in the day's till."
    )


def item(one: Item, names: Mapping[str, str]) -> str:
    """„3 × Zu spät gekommen“; `names` are those of the club's own catalogue."""
    said = names.get(one.code) or words.what(one.kind, one.code)
    return f"{one.count} × {said}" if one.count > 1 else said


def unfinished(running: int, contested: int) -> str:
    """„Es laufen noch 2 Spiele, ein Ergebnis ist strittig“, without the stop."""
    if not running:
        return ngettext("One result is contested", "%(n)s results are contested", contested) % {
            "n": contested
        }
    said = ngettext("One game is still running", "%(n)s games are still running", running)
    said %= {"n": running}
    if contested:
        more = ngettext(
            "%(said)s, one result is contested",
            "%(said)s, %(n)s results are contested",
            contested,
        )
        said = more % {"said": said, "n": contested}
    return said


def left_open(statement: Mapping[str, Any]) -> list[str]:
    """What was unfinished when it was signed, in sentences."""
    running, contested = statement["running"], statement.get("contested", 0)
    said = []
    if running:
        said.append(
            ngettext(
                "One game was not over yet.",
                "%(n)s games were not over yet.",
                running,
            )
            % {"n": running}
        )
    if contested:
        said.append(
            ngettext("One result was contested.", "%(n)s results were contested.", contested)
            % {"n": contested}
        )
    return said
