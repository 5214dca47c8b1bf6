"""Load a checked `Rulebook` from a TOML file. A file with a hole is refused here, not at the table.

`load` is what others call. `rulebook.py` explains the values, `reading.py` reads the keys.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

from .dice import Sixes
from .errors import InvalidError, RulebookError
from .hands import (
    ALL,
    TIES,
    Category,
    categorize,
    check_later,
    check_substitutes,
    check_ties,
)
from .reading import Reader
from .rulebook import (
    VENUES,
    Infraction,
    Opening,
    Option,
    OutsideCharge,
    Reading,
    Rulebook,
    Stake,
)
from .words import (
    AFTER_TURNING,
    CODES,
    DECKEL,
    EDITIONS,
    FINAL_START,
    HOUSE_RULES,
    OPTIONS,
    REENTER,
)

FOLDER = Path(__file__).parent / "rulebooks"
WORDS = (
    "deckel", "deckel_one", "middle", "from_middle", "round", "first_half", "second_half", "final",
    "sweep", "in_one_throw", "built", "reenter",
)  # fmt: skip
CLAUSES = (
    "deckel", "players", "throws", "limit", "kept", "turn_order", "cover", "open", "reveal",
    "settle", "middle", "giver", "out", "lost", "all", "next_round", "begin_half", "begin_final",
    "sweep", "reenter", "referee",
)  # fmt: skip
OPENINGS = {
    (0, "first", "none"),
    (1, "highest", "roll_off"),
    (3, "lowest", "roll_off"),
    (3, "lowest", "later_seat"),
}
KINDS = ("fine", "donation", "drinks_round")
EFFECTS = ("none", "forfeit", "exclude", "lose_part")
STAKES = ("stake", "drinks_round")
NO_LIMIT = 100_000
"""More cents than any rule asks for; a file with more is misspelt."""


@cache
def slugs() -> tuple[str, ...]:
    """List the slugs of all rulebooks."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


@cache
def _read(slug: str) -> Rulebook:
    return parse((FOLDER / f"{slug}.toml").read_text(encoding="utf-8"))


def load(slug: str, edition: int = EDITIONS[-1]) -> Rulebook:
    """Load one rulebook by its slug, as games of that edition play it: the newest unless told.

    Raises `InvalidError` (`unknown_rulebook`).
    """
    if not isinstance(slug, str) or slug not in slugs():
        raise InvalidError("unknown_rulebook", rulebook=slug)
    return _read(slug) if edition == EDITIONS[-1] else _first_edition(slug)


@cache
def _first_edition(slug: str) -> Rulebook:
    """Return the rulebook as it was before any direct Schock-Aus yielded; a fine for those who are
    out was then for all players.
    """
    book = _read(slug)
    return replace(
        book,
        categories=tuple(replace(category, later_direct=False) for category in book.categories),
        infractions={
            code: replace(breach, only_out=False) for code, breach in book.infractions.items()
        },
    )


def parse(toml: str) -> Rulebook:
    """Parse a rulebook from the text of its file. Raises `RulebookError` if it has a hole."""
    try:
        data = tomllib.loads(toml)
    except tomllib.TOMLDecodeError as error:
        raise RulebookError("rulebook_toml", why=str(error)) from None
    top = Reader(str(data.get("slug", "?")), data)
    sections = {key: top.section(key) for key in ("words", "clauses", "players", "cover", "ties")}
    players, cover, ties = sections["players"], sections["cover"], sections["ties"]
    infractions = [_infraction(row) for row in top.rows("infractions")]
    bent = sections["house_rules"] = top.section("house_rules")
    book = Rulebook(
        slug=top.string("slug"),
        name=top.string("name"),
        source=top.text("source"),
        summary=top.text("summary"),
        deckel=top.integer("deckel", *DECKEL),
        least_players=players.integer("least", 2, 99),
        ideal_players=(players.integer("ideal_from", 2, 99), players.integer("ideal_to", 2, 99)),
        words={word: sections["words"].text(word) for word in WORDS},
        clauses={rule: sections["clauses"].string(rule) for rule in CLAUSES},
        categories=tuple(_category(row) for row in top.rows("categories")),
        ties=ties.choices("chain", TIES),
        tie_clauses=_tie_clauses(ties),
        sixes=_sixes(top.section("sixes")),
        opening=_opening(top.section("opening")),
        reenter=top.choice("reenter", REENTER),
        reenter_in_final=True,
        final_start=top.choice("final_start", FINAL_START),
        last_throw=cover.choice("last_throw", ("must", "may")),
        first_stand_opens=cover.flag("first_stand_opens"),
        reveal_order=cover.choice("reveal_order", ("in_turn", "any")),
        all_load=cover.string("all_load") if cover.has("all_load") else None,
        infractions={infraction.code: infraction for infraction in infractions},
        outside=(*_outside(infractions), *(_outside_row(row) for row in top.rows("outside"))),
        stakes=tuple(_stake(row) for row in top.rows("stakes")),
        options={option.code: option for option in map(_option, top.rows("options"))},
        readings=tuple(_reading(row) for row in top.rows("readings")),
        locked=_house_rules(bent.section("locked")),
        refused=_house_rules(bent.section("refused")),
    )
    for part in (top, *sections.values()):
        part.done()
    _check(book)
    return book


def _tie_clauses(ties: Reader) -> Mapping[str, str]:
    """Return the clause of each tie; „later“ has the clause that speaks of hands in one throw."""
    clauses = {criterion: ties.string(criterion) for criterion in TIES}
    return {**clauses, "later": clauses["one_throw"]}


def _check(book: Rulebook) -> None:
    """Check that the order is total over all 56 hands, in one throw or built."""
    check_ties(book.ties)
    keys = [category.key for category in book.categories]
    if len(set(keys)) != len(keys):
        raise RulebookError("rulebook_order", what=", ".join(keys))
    categorize(book.categories)
    check_substitutes(book.categories)
    for category in book.categories:
        check_later(category, book.ties)


def _category(row: Reader) -> Category:
    category = Category(
        key=row.string("key"),
        code=row.choice("code", CODES),
        name=row.text("name"),
        shown=row.text("shown"),
        hands=row.hands("hands") if row.has("hands") else None,
        penalty=_penalty(row),
        one_throw=row.flag("one_throw"),
        otherwise=row.string("otherwise") if row.has("otherwise") else None,
        ties=row.choices("ties", TIES) if row.has("ties") else None,
        clause=row.string("clause"),
        later_direct=row.flag("later_direct") if row.has("later_direct") else False,
    )
    if category.ties is not None:
        check_ties(category.ties)
    if len(category.penalty) not in (1, len(category.hands or ())):
        row.wrong("penalty")
    row.done()
    return category


def _penalty(row: Reader) -> tuple[int, ...]:
    value = row.take("penalty")
    if value == "all":
        return (ALL,)
    numbers = value if isinstance(value, list) else [value]
    if not numbers or any(type(n) is not int or not 1 <= n <= DECKEL[1] for n in numbers):
        row.wrong("penalty")
    return tuple(numbers)


def _sixes(row: Reader) -> Sixes:
    sixes = Sixes(
        row.integer("most", 0, 2), row.choice("after", AFTER_TURNING), row.string("clause")
    )
    row.done()
    return sixes


def _opening(row: Reader) -> Opening:
    opening = Opening(
        dice=row.integer("dice", 0, 3),
        begins=row.choice("begins", ("lowest", "highest", "first")),
        starter=row.choice("starter", ("rolled", "king", "chosen")),
        tie=row.choice("tie", ("roll_off", "later_seat", "none")),
        deals=row.flag("deals"),
        each_half=False,
        clause=row.string("clause"),
    )
    # The engine can roll nothing, one die for the highest, or three dice for the lowest.
    shape = (opening.dice, opening.begins, opening.tie)
    if shape not in OPENINGS or (opening.deals and opening.dice != 3):
        row.wrong("dice")
    row.done()
    return opening


def _infraction(row: Reader) -> Infraction:
    charged = row.has("kind")
    infraction = Infraction(
        code=row.string("code"),
        label=row.text("label"),
        kind=row.choice("kind", KINDS) if charged else None,
        cents=row.integer("cents", 1, NO_LIMIT) if row.has("cents") else None,
        most=row.integer("most", 1, 3) if row.has("most") else 1,
        effect=row.choice("effect", EFFECTS),
        outside=row.flag("outside"),
        only_out=row.flag("only_out") if row.has("only_out") else False,
        clause=row.string("clause"),
    )
    if (infraction.kind == "fine") != (infraction.cents is not None):
        row.wrong("cents")
    if infraction.outside and not charged:
        row.wrong("outside")
    row.done()
    return infraction


def _outside(infractions: list[Infraction]) -> list[OutsideCharge]:
    return [
        OutsideCharge(i.code, i.label, i.kind, i.cents, i.most, i.clause)
        for i in infractions
        if i.outside and i.kind is not None
    ]


def _outside_row(row: Reader) -> OutsideCharge:
    charge = OutsideCharge(
        code=row.string("code"),
        label=row.text("label"),
        kind=row.choice("kind", KINDS),
        cents=row.integer("cents", 1, NO_LIMIT),
        most=1,
        clause=row.string("clause"),
    )
    row.done()
    return charge


def _stake(row: Reader) -> Stake:
    stake = Stake(
        venues=row.choices("venues", VENUES) if row.has("venues") else VENUES,
        up_to=row.integer("up_to", 2, 99) if row.has("up_to") else None,
        kind=row.choice("kind", STAKES),
        cents=row.integer("cents", 1, NO_LIMIT) if row.has("cents") else None,
        payer_counts=row.flag("payer_counts") if row.has("payer_counts") else False,
        clause=row.string("clause"),
    )
    if stake.payer_counts and stake.kind != "drinks_round":
        row.wrong("payer_counts")
    if (stake.kind == "stake") != (stake.cents is not None):
        row.wrong("cents")
    row.done()
    return stake


def _option(row: Reader) -> Option:
    option = Option(row.choice("code", OPTIONS), row.text("label"), row.string("clause"))
    row.done()
    return option


def _reading(row: Reader) -> Reading:
    reading = Reading(row.string("clause"), row.text("text"))
    row.done()
    return reading


def _house_rules(row: Reader) -> Mapping[str, str]:
    clauses = {rule: row.string(rule) for rule in HOUSE_RULES if row.has(rule)}
    row.done()
    return clauses
