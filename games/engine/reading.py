"""Reads one table of a rulebook file, key by key, and refuses what is missing, left or odd.

Knows TOML's types and how clauses, labels and dice are written; knows no rule.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

from .dice import Dice, in_falling_order
from .errors import RulebookError
from .sentences import Text


class Reader:
    """A table of the file. Every key must be asked for once; `done` refuses the others."""

    def __init__(self, where: str, data: Any) -> None:
        self.where = where
        if not isinstance(data, dict):
            raise RulebookError("rulebook_value", where=where, key=where)
        self.left: dict[str, Any] = dict(data)

    def wrong(self, key: str) -> NoReturn:
        raise RulebookError("rulebook_value", where=self.where, key=key)

    def has(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str) -> Any:
        if key not in self.left:
            raise RulebookError("rulebook_key", where=self.where, key=key)
        return self.left.pop(key)

    def string(self, key: str) -> str:
        value = self.take(key)
        if not isinstance(value, str) or not value.strip():
            self.wrong(key)
        return value

    def choice(self, key: str, allowed: Sequence[str]) -> str:
        value = self.string(key)
        if value not in allowed:
            self.wrong(key)
        return value

    def choices(self, key: str, allowed: Sequence[str]) -> tuple[str, ...]:
        value = self.take(key)
        if not isinstance(value, list) or any(item not in allowed for item in value):
            self.wrong(key)
        return tuple(value)

    def integer(self, key: str, least: int, most: int) -> int:
        value = self.take(key)
        if type(value) is not int or not least <= value <= most:
            self.wrong(key)
        return value

    def flag(self, key: str) -> bool:
        value = self.take(key)
        if type(value) is not bool:
            self.wrong(key)
        return value

    def text(self, key: str) -> Text:
        """Read a label in both languages: `{de = "…", en = "…"}`."""
        both = Reader(f"{self.where}.{key}", self.take(key))
        text = Text(both.string("de"), both.string("en"))
        both.done()
        return text

    def hands(self, key: str) -> tuple[Dice, ...]:
        """Read hands written as „111“, each with three faces."""
        value = self.take(key)
        if not isinstance(value, list) or not value:
            self.wrong(key)
        pairs = []
        for item in value:
            if not isinstance(item, str) or len(item) != 3 or not set(item) <= set("123456"):
                self.wrong(key)
            pairs.append(in_falling_order([int(face) for face in item]))
        return tuple(pairs)

    def section(self, key: str) -> Reader:
        return Reader(f"{self.where}.{key}", self.take(key))

    def rows(self, key: str) -> list[Reader]:
        value = self.left.pop(key, [])
        if not isinstance(value, list):
            self.wrong(key)
        return [Reader(f"{self.where}.{key}[{index}]", row) for index, row in enumerate(value)]

    def done(self) -> None:
        for key in self.left:
            raise RulebookError("rulebook_key", where=self.where, key=key)
