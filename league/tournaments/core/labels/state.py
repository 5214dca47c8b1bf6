"""How a tournament stands in words: a block's step, its cards and tables, where somebody has to go.

Pages and tests get them from codes and figures; nothing here reads anything.
"""

from collections.abc import Mapping
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

Sentence = str | Promise

STEPS: Mapping[str, Sentence] = {
    "planned": gettext_lazy("planned"),
    "proposed": gettext_lazy("Check the draw"),
    "released": gettext_lazy("drawn"),
    "running": gettext_lazy("under way"),
    "sharp": gettext_lazy("sudden death"),
    "locked": gettext_lazy("locked"),
    "ranked": gettext_lazy("Result released"),
}

# What counts for somebody instead of games, by `Row.credited`.
CREDITED: Mapping[str, Sentence] = {
    "sums": gettext_lazy("totals by hand"),
    "own": gettext_lazy("own average"),
    "table": gettext_lazy("average of the others"),
}


def cards_in(cards: int, of: int, given_up: int) -> str:
    """How many cards of a block are back, and how many nobody waits for."""
    counts = {"n": cards, "of": of, "lost": given_up}
    if given_up:
        return _("%(n)s of %(of)s cards are in, %(lost)s given up") % counts
    return _("%(n)s of %(of)s cards are in") % counts


class Tile(NamedTuple):
    """A table at a glance: the name of an icon, and words."""

    icon: str
    words: str


def tile(state: str, played: int, expected: int | None) -> Tile:
    """`state` is `TableState.state`; `expected` are games, None where lives decide."""
    if state == "in":
        return Tile("check", _("Card in"))
    if state == "missing":
        return Tile("ban", _("no card"))
    if state != "playing":
        return Tile("circle", _("still empty"))
    if expected:
        return Tile("dices", _("Game %(n)s of %(of)s") % {"n": played, "of": expected})
    return Tile("dices", ngettext("%(n)s game", "%(n)s games", played) % {"n": played})


class Place(NamedTuple):
    """Where somebody without a table stands, and what to do."""

    title: str
    sentence: str


_PLACES: Mapping[str, tuple[Sentence, Sentence]] = {
    "sits_out": (
        gettext_lazy("You sit out"),
        gettext_lazy(
            "%(block)s starts without you: you step in if somebody is missing somewhere."
            " Stay close by."
        ),
    ),
    "wait": (
        gettext_lazy("It goes on in a moment"),
        gettext_lazy("You have no table yet. As soon as the draw is made, yours appears here."),
    ),
    "out": (
        gettext_lazy("That was it for you"),
        gettext_lazy("As it stands, you do not advance to the next round. Thanks for playing."),
    ),
    "over": (
        gettext_lazy("The tournament is over"),
        gettext_lazy("Thanks for playing. The standings say who ended up where."),
    ),
    "gone": (
        gettext_lazy("Gone home"),
        gettext_lazy(
            "You are marked as having left. If that is wrong, tell the tournament director."
        ),
    ),
    "not_here": (
        gettext_lazy("Not checked in yet"),
        gettext_lazy("Check in at the entrance. After that your table appears here."),
    ),
    "ahead": (
        gettext_lazy("You are in"),
        gettext_lazy("On the day you check in at the entrance, then your table is named here."),
    ),
}


def final_place(rank: int, of: int) -> Place:
    """The end of the day for somebody who has a place."""
    values = {"rank": rank, "of": of}
    return Place(_("You are number %(rank)s of %(of)s") % values, _("Thanks for playing."))


def place(where: str, *, is_ahead: bool, block: str = "") -> Place:
    """`where` is `Whereabouts.where` but for `table`; before the day nobody can be checked in."""
    title, sentence = _PLACES["ahead" if where == "not_here" and is_ahead else where]
    return Place(str(title), str(sentence) % {"block": block})
