"""Catalogues ready to be taken over: what two rulebooks ask for, each entry with its clause.

Data, no Django. The codes are those the rulebooks charge by; what they have no code for has a title
of its own.
"""

from dataclasses import dataclass

from finance.books.formulas import FIXED, HEADS, OPEN, PIECE, STEPS, THING, Formula, Step


@dataclass(frozen=True)
class Ready:
    """One entry of a ready catalogue; its title and thing are stored as they stand, in German."""

    code: str
    formula: Formula
    clause: str
    title: str = ""
    thing: str = ""


@dataclass(frozen=True)
class ReadyCatalogue:
    """The charges of a rulebook, as entries that a club can decide on."""

    slug: str
    name: str
    entries: tuple[Ready, ...]


_ONE_EURO = Formula(PIECE, cents=100)

_CATALOGUES = (
    ReadyCatalogue(
        "rsc2003",
        "RSC 2003",
        (
            Ready("stake", _ONE_EURO, "§ 19"),
            Ready("no_show", Formula(FIXED, cents=500), "§ 17"),
            Ready("early_lift", _ONE_EURO, "§ 9"),
            Ready("dice_off_table", _ONE_EURO, "§ 20"),
            Ready("cup_off_table", Formula(PIECE, cents=200), "§ 20"),
            Ready("left_table", Formula(OPEN), "§ 21, 21a"),
            Ready("too_many_throws", _ONE_EURO, "§ 22"),
            Ready("played_while_out", _ONE_EURO, "§ 23"),
        ),
    ),
    ReadyCatalogue(
        "schock4life",
        "Schock4Life",
        (
            Ready(
                "stake",
                Formula(STEPS, measure=HEADS, steps=(Step(5, 500), Step(None, 1000))),
                "Z. 43–44",
            ),
            Ready(
                "",
                Formula(THING),
                "Z. 45",
                title="In der Gaststätte verloren",
                thing="eine Runde für alle am Tisch",
            ),
        ),
    ),
)

CATALOGUES = {catalogue.slug: catalogue for catalogue in _CATALOGUES}
