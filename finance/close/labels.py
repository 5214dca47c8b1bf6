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
    "here": gettext_lazy("Da waren"),
    "items": gettext_lazy("Einsätze und Strafen"),
    "undecided": gettext_lazy("Noch nicht entschieden"),
    "rounds": gettext_lazy("Verlorene Runden"),
    "rounds_given": gettext_lazy("Ausgegebene Runden"),
    "payers": gettext_lazy("Bar gezahlt haben"),
    "cash_before": gettext_lazy("Kasse vor diesem Tag"),
    "cash_in": gettext_lazy("An diesem Tag eingenommen"),
    "cash_out": gettext_lazy("An diesem Tag ausgegeben"),
}


def figure(name: str, value: Any) -> str:
    """A figure of an evening as it is read: money, or a number of people or things."""
    if name == "items":
        return euro(sum(item.cents for item in value))
    return euro(value) if name.startswith("cash_") else str(value)


def whose_cash() -> str:
    """Which payments are the evening's, and which figures are the day's."""
    return _(
        "Gezahlt hat hier, wer da war; was jemand an diesem Tag für eine andere Veranstaltung "
        "gezahlt hat, steht nur in der Kasse des Tages."
    )


def item(one: Item, names: Mapping[str, str]) -> str:
    """„3 × Zu spät gekommen“; `names` are those of the club's own catalogue."""
    said = names.get(one.code) or words.what(one.kind, one.code)
    return f"{one.count} × {said}" if one.count > 1 else said


def unfinished(running: int, contested: int) -> str:
    """„Es laufen noch 2 Spiele, ein Ergebnis ist strittig“, without the stop."""
    if not running:
        return ngettext(
            "Ein Ergebnis ist strittig", "%(n)s Ergebnisse sind strittig", contested
        ) % {"n": contested}
    said = ngettext("Es läuft noch ein Spiel", "Es laufen noch %(n)s Spiele", running)
    said %= {"n": running}
    if contested:
        more = ngettext(
            "%(said)s, ein Ergebnis ist strittig",
            "%(said)s, %(n)s Ergebnisse sind strittig",
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
                "Ein Spiel war noch nicht beendet.",
                "%(n)s Spiele waren noch nicht beendet.",
                running,
            )
            % {"n": running}
        )
    if contested:
        said.append(
            ngettext("Ein Ergebnis war strittig.", "%(n)s Ergebnisse waren strittig.", contested)
            % {"n": contested}
        )
    return said
