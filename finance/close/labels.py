"""Words for closing an evening."""

from collections.abc import Mapping
from typing import Any

from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from finance.books import labels as words
from finance.catalogue.queries.averages import Average
from finance.close.models import EveningClose
from finance.close.statement import Item
from league.web.money import euro

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
    """Write a figure of an evening as it is read: money, or a number of people or things."""
    if name == "items":
        return euro(sum(item.cents for item in value))
    return euro(value) if name.startswith("cash_") else str(value)


def whose_cash() -> str:
    """Return the note that tells the payments of the evening from the figures of the day."""
    return _(
        "Counted as paying here is whoever was here; what somebody paid on this day "
        "for another event is only in the day's till."
    )


def item(item: Item, names: Mapping[str, str]) -> str:
    """Write „3 × Zu spät gekommen“; `names` are those of the club's own catalogue."""
    text = names.get(item.code) or words.what(item.kind, item.code)
    return f"{item.count} × {text}" if item.count > 1 else text


def unfinished(running: int, contested: int) -> str:
    """Say „Es laufen noch 2 Spiele, ein Ergebnis ist strittig“, without the stop."""
    if not running:
        return ngettext("One result is contested", "%(n)s results are contested", contested) % {
            "n": contested
        }
    sentence = ngettext("One game is still running", "%(n)s games are still running", running)
    sentence %= {"n": running}
    if contested:
        more = ngettext(
            "%(said)s, one result is contested",
            "%(said)s, %(n)s results are contested",
            contested,
        )
        sentence = more % {"said": sentence, "n": contested}
    return sentence


def left_open(statement: Mapping[str, Any]) -> list[str]:
    """Return sentences for games and results that were unfinished at the signature."""
    running, contested = statement["running"], statement.get("contested", 0)
    texts = []
    if running:
        texts.append(
            ngettext(
                "One game was not over yet.",
                "%(n)s games were not over yet.",
                running,
            )
            % {"n": running}
        )
    if contested:
        texts.append(
            ngettext("One result was contested.", "%(n)s results were contested.", contested)
            % {"n": contested}
        )
    return texts


def closed(close: EveningClose) -> str:
    """Return the time of the close, and its signatures; `close` needs all it takes."""
    last = close.signed[close.signatures_needed - 1]
    day = date_format(localtime(last.signed_at), "SHORT_DATETIME_FORMAT")
    if close.signatures_needed == 1:
        return _("Closed on %(day)s: signed by %(first)s.") % {"day": day, "first": last.name}
    names = {"first": close.signed[0].name, "second": last.name}
    return _("Closed on %(day)s: signed by %(first)s and %(second)s.") % {"day": day, **names}


def before_signing(*, is_ready: bool, simple: bool) -> str:
    """Return the meaning of the treasurer's signature, or the steps it still waits for."""
    if not is_ready:
        return _("This is possible once the proposals are confirmed and the cash is counted.")
    if simple:
        return _("You sign the evening as it stands in the books now. That closes it.")
    return _(
        "You sign the evening as it stands in the books now. Then somebody who was there signs."
    )


def changed(*, is_closed: bool) -> str:
    """Return the heading over what is otherwise in the books than it was signed."""
    return _("Changed after the close") if is_closed else _("Changed since the first signature")


def nobody_pays(average: Average) -> str:
    """Return the reason why no absentee is charged; empty if the page names those who are."""
    if average.is_owed:
        return ""
    if average.absent:
        people = words.people(average.absent)
        return _("Absent, but nothing to pay: %(people)s") % {"people": people}
    if average.charged or average.excused or average.declined:
        return ""
    return _("Nobody was absent.")
