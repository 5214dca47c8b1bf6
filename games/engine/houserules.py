"""Named departures from a rulebook: which there are, which are locked, and what they change.

A departure gives another `Rulebook`; play never asks whether a house rule is in force. Where one
changes a rule, its clause becomes „Hausregel“.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from .errors import IllegalError, InvalidError
from .hands import Category
from .loading import load
from .rulebook import Rulebook
from .sentences import Text
from .words import AFTER_TURNING, DECKEL, EDITIONS, FINAL_START, HOUSE_RULES, REENTER, VALUES

HOUSE_RULE = "Hausregel"
"""The clause of a rule that the table has changed."""

YES_NO = (True, False)
ALLOWED: Mapping[str, tuple[Any, ...]] = {
    "deckel": tuple(range(DECKEL[0], DECKEL[1] + 1)),
    "general_over_schock2": YES_NO,
    "one_throw_only": YES_NO,
    "fewer_throws_first": YES_NO,
    "after_turning": AFTER_TURNING,
    "reenter": REENTER,
    "final_start": FINAL_START,
    "opening_each_half": YES_NO,
    "later_direct_aus": YES_NO,
    "reenter_in_final": YES_NO,
}


@dataclass(frozen=True)
class HouseRule:
    """One row of the catalogue. `clause` is that of the rule, or why it cannot be changed."""

    code: str
    label: Text
    default: Any
    allowed: tuple[Any, ...]
    locked: bool
    refused: bool
    clause: str

    def shown(self, value: Any) -> Text:
        """Write one of the allowed values in words: „13“, „ja“, „nur die übrigen Sechsen“."""
        number = type(value) is int
        return Text(str(value), str(value)) if number else VALUES[value]


def house_rules(book: Rulebook) -> tuple[HouseRule, ...]:
    """Return all house rules with their values under this rulebook."""
    default = _defaults(book)
    clause = _clauses(book)
    return tuple(
        HouseRule(
            code=rule,
            label=label,
            default=default[rule],
            allowed=ALLOWED[rule],
            locked=rule in book.locked,
            refused=rule in book.refused,
            clause=book.locked.get(rule) or book.refused.get(rule) or clause[rule],
        )
        for rule, label in HOUSE_RULES.items()
    )


def agreed(slug: str, rules: Mapping[str, Any], edition: int = EDITIONS[-1]) -> Rulebook:
    """Return the rulebook as a table plays it. Raises `InvalidError`, or `IllegalError` with the
    clause.

    A locked rule is refused even with the value it has anyway: it is not for the table to name.
    """
    book = load(slug)
    for rule, value in rules.items():
        if rule not in ALLOWED:
            raise InvalidError("unknown_house_rule", rule=rule)
        if rule in book.locked:
            raise IllegalError("locked_house_rule", book.locked[rule], rule=rule)
        if rule in book.refused:
            raise IllegalError("refused_house_rule", book.refused[rule], rule=rule)
        # JSON's true is no number and 1.0 is no integer, though Python calls them equal.
        if not any(
            type(value) is type(permitted) and value == permitted for permitted in ALLOWED[rule]
        ):
            raise InvalidError("bad_house_rule", rule=rule)
    return _bent(slug, edition, tuple(sorted(rules.items())))


@lru_cache(maxsize=512)
def _bent(slug: str, edition: int, rules: tuple[tuple[str, Any], ...]) -> Rulebook:
    book = load(slug, edition)
    default = _defaults(book)
    for rule, value in rules:
        if value != default[rule]:
            book = CHANGES[rule](book, value)
    return book


def _defaults(book: Rulebook) -> dict[str, Any]:
    keys = [category.key for category in book.categories]
    return {
        "deckel": book.deckel,
        "general_over_schock2": keys.index("general") < keys.index("schock_2"),
        "one_throw_only": any(category.one_throw for category in book.categories),
        "fewer_throws_first": book.ties[0] == "fewer_throws",
        "after_turning": book.sixes.after,
        "reenter": book.reenter,
        "final_start": book.final_start,
        "opening_each_half": book.opening.each_half,
        "later_direct_aus": any(category.later_direct for category in book.categories),
        "reenter_in_final": book.reenter_in_final,
    }


def _clauses(book: Rulebook) -> dict[str, str]:
    general = next(c for c in book.categories if c.key == "general")
    return {
        "deckel": book.clauses["deckel"],
        "general_over_schock2": general.clause,
        "one_throw_only": general.clause,
        "fewer_throws_first": book.tie_clauses["fewer_throws"],
        "after_turning": book.sixes.clause,
        "reenter": book.clauses["reenter"],
        "final_start": book.clauses["begin_final"],
        "opening_each_half": book.opening.clause,
        "later_direct_aus": book.tie_clauses["later"],
        "reenter_in_final": book.clauses["reenter"],
    }


def _changed(book: Rulebook, *rules: str) -> dict[str, str]:
    return {**book.clauses, **dict.fromkeys(rules, HOUSE_RULE)}


def _deckel(book: Rulebook, number: int) -> Rulebook:
    return replace(book, deckel=number, clauses=_changed(book, "deckel"))


def _general(book: Rulebook, over: bool) -> Rulebook:
    """Move the General right above or right below Schock 2; nothing else changes place."""
    general = next(c for c in book.categories if c.key == "general")
    moved: list[Category] = []
    for category in book.categories:
        if category.key == "schock_2":
            here = replace(general, clause=HOUSE_RULE)
            moved += [here, category] if over else [category, here]
        elif category is not general:
            moved.append(category)
    return replace(book, categories=tuple(moved))


def _one_throw(book: Rulebook, needed: bool) -> Rulebook:
    return replace(
        book,
        categories=tuple(
            replace(c, one_throw=needed, clause=HOUSE_RULE) if c.otherwise else c
            for c in book.categories
        ),
    )


def _fewer_throws(book: Rulebook, first: bool) -> Rulebook:
    """Put „fewer throws“ first as a tie, but between two Aus after a leading „in one throw“."""

    def chain(ties: tuple[str, ...], own: bool) -> tuple[str, ...]:
        others = [criterion for criterion in ties if criterion != "fewer_throws"]
        if first:
            others.insert(int(own and others[0] == "one_throw"), "fewer_throws")
        return tuple(others)

    return replace(
        book,
        ties=chain(book.ties, own=False),
        categories=tuple(
            c if c.ties is None else replace(c, ties=chain(c.ties, own=True))
            for c in book.categories
        ),
        tie_clauses={**book.tie_clauses, "fewer_throws": HOUSE_RULE},
    )


def _after_turning(book: Rulebook, after: str) -> Rulebook:
    return replace(book, sixes=replace(book.sixes, after=after, clause=HOUSE_RULE))


def _reenter(book: Rulebook, mode: str) -> Rulebook:
    return replace(book, reenter=mode, clauses=_changed(book, "reenter"))


def _final_start(book: Rulebook, start: str) -> Rulebook:
    return replace(book, final_start=start, clauses=_changed(book, "begin_final"))


def _opening_each_half(book: Rulebook, each: bool) -> Rulebook:
    return replace(book, opening=replace(book.opening, each_half=each))


def _later_direct_aus(book: Rulebook, later: bool) -> Rulebook:
    return replace(
        book,
        categories=tuple(
            replace(c, later_direct=later) if c.key == "schock_aus" else c for c in book.categories
        ),
        tie_clauses={**book.tie_clauses, "later": HOUSE_RULE},
    )


def _reenter_in_final(book: Rulebook, allowed: bool) -> Rulebook:
    return replace(book, reenter_in_final=allowed)


CHANGES: Mapping[str, Callable[[Rulebook, Any], Rulebook]] = {
    "deckel": _deckel,
    "general_over_schock2": _general,
    "one_throw_only": _one_throw,
    "fewer_throws_first": _fewer_throws,
    "after_turning": _after_turning,
    "reenter": _reenter,
    "final_start": _final_start,
    "opening_each_half": _opening_each_half,
    "later_direct_aus": _later_direct_aus,
    "reenter_in_final": _reenter_in_final,
}
