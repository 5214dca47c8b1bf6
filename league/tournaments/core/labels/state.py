"""The state of a tournament in words: a block's step, its cards and tables, a player's next place.

Everything is built from codes and figures; nothing here reads the database.
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

# Credits that count instead of games, by `Row.credited`.
CREDITED: Mapping[str, Sentence] = {
    "sums": gettext_lazy("totals by hand"),
    "own": gettext_lazy("own average"),
    "table": gettext_lazy("average of the others"),
}


def cards_in(cards: int, of: int, given_up: int) -> str:
    """Say how many cards of a block are back, and how many are given up."""
    counts = {"n": cards, "of": of, "lost": given_up}
    if given_up:
        return _("%(n)s of %(of)s cards are in, %(lost)s given up") % counts
    return _("%(n)s of %(of)s cards are in") % counts


class Tile(NamedTuple):
    """A table at a glance: the name of an icon, and words."""

    icon: str
    words: str


def tile(state: str, played: int, expected: int | None) -> Tile:
    """Return the tile of a table.

    `state` is `TableState.state`; `expected` counts games and is None where lives decide.
    """
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
    """The situation of a player without a table, and the advice that goes with it."""

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
    """Return the end of the day for a player with a final rank."""
    values = {"rank": rank, "of": of}
    return Place(_("You are number %(rank)s of %(of)s") % values, _("Thanks for playing."))


def place(where: str, *, is_ahead: bool, block: str = "") -> Place:
    """Return the words for a player without a table.

    `where` is `Whereabouts.where` except `table`; before the day no one can be checked in.
    """
    title, sentence = _PLACES["ahead" if where == "not_here" and is_ahead else where]
    return Place(str(title), str(sentence) % {"block": block})
