"""The button of the next step: it names its round on the control page, not on the round's page.

Plain values in, words out; `agenda` decides which step it is.
"""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext


class Button(NamedTuple):
    """A button.

    `step` is the value the form of steps sends; empty for a draw, which has a form of its own.
    """

    step: str
    icon: str
    words: str


def button(
    deed: str,
    *,
    block: str = "",
    people: int = 0,
    minutes: int | None = None,
    cards_in: int = 0,
    given_up: int = 0,
) -> Button | None:
    """Return the button of a deed, None for one without a form.

    A given `block` is the name of the round and is shown.
    """
    match deed:
        case "draw":
            words = _("Draw %(block)s (%(n)s people)") if block else _("Draw (%(n)s people)")
            return Button("", "shuffle", words % {"block": block, "n": people})
        case "start":
            words = _("Start the clock (%(n)s minutes)") % {"n": minutes}
            return Button("start", "play", words)
        case "sharp":
            return Button("sharp", "bell-ring", _("Call sudden death"))
        case "lock":
            return Button("lock", "lock", _lock(block, cards_in, given_up))
        case "rank":
            words = _("Release the result of %(block)s") if block else _("Release the result")
            return Button("rank", "list-ordered", words % {"block": block})
    return None


def _lock(block: str, cards_in: int, given_up: int) -> str:
    if not given_up:
        words = _("All cards in: lock %(block)s") if block else _("All cards in: lock")
        return words % {"block": block}
    words = (
        ngettext(
            "%(n)s card in, %(lost)s given up: lock %(block)s",
            "%(n)s cards in, %(lost)s given up: lock %(block)s",
            cards_in,
        )
        if block
        else ngettext(
            "%(n)s card in, %(lost)s given up: lock",
            "%(n)s cards in, %(lost)s given up: lock",
            cards_in,
        )
    )
    return words % {"n": cards_in, "lost": given_up, "block": block}
