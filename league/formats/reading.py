"""Reads a part of a format out of plain data (JSON, TOML), and writes it back. Knows no rule.

Strict: an unknown key, a missing one and a wrong type are refused with their place.
"""

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NoReturn, TypeVar

from .errors import FormatError

LONGEST = 200  # characters of a name or of an origin

Choice = TypeVar("Choice", bound=str)


def plain(value: Any) -> Any:
    """Return the data that `Reader` reads: dicts, lists and scalars. None is left out."""
    if is_dataclass(value):
        values = {field.name: getattr(value, field.name) for field in fields(value)}
        return {name: plain(item) for name, item in values.items() if item is not None}
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, tuple):
        return [plain(item) for item in value]
    return value


class Reader:
    """One table of the data. Every key is asked for once; `done` refuses what is left."""

    def __init__(self, where: str, data: Any) -> None:
        self.where = where
        if not isinstance(data, Mapping):
            raise FormatError("wrong_value", where=where, key="")
        self.left: dict[str, Any] = dict(data)

    def wrong(self, key: str) -> NoReturn:
        raise FormatError("wrong_value", where=self.where, key=key)

    def has(self, key: str) -> bool:
        return key in self.left

    def take(self, key: str) -> Any:
        if key not in self.left:
            raise FormatError("missing_key", where=self.where, key=key)
        return self.left.pop(key)

    def done(self) -> None:
        for key in self.left:
            raise FormatError("unknown_key", where=self.where, key=str(key))

    def string(self, key: str, default: str | None = None) -> str:
        if default is not None and not self.has(key):
            return default
        value = self.take(key)
        if not isinstance(value, str) or not value.strip() or len(value) > LONGEST:
            self.wrong(key)
        if "\0" in value:  # PostgreSQL keeps none
            self.wrong(key)
        return value

    def choice(self, key: str, allowed: Sequence[Choice], default: Choice | None = None) -> Choice:
        if default is not None and not self.has(key):
            return default
        value = self.take(key)
        match = next((other_choice for other_choice in allowed if value == other_choice), None)
        if match is None:
            self.wrong(key)
        return match

    def choices(
        self, key: str, allowed: Sequence[Choice], default: tuple[Choice, ...]
    ) -> tuple[Choice, ...]:
        if not self.has(key):
            return default
        value = self.take(key)
        if not isinstance(value, list | tuple) or len(set(map(str, value))) != len(value):
            self.wrong(key)
        if any(item not in allowed for item in value):
            self.wrong(key)
        return tuple(value)

    def flag(self, key: str, default: bool) -> bool:
        value = self.left.pop(key, default)
        if type(value) is not bool:
            self.wrong(key)
        return value

    def integer(self, key: str, least: int, most: int, default: int | None = None) -> int:
        if default is not None and not self.has(key):
            return default
        return self._number(key, self.take(key), least, most)

    def maybe(self, key: str, least: int, most: int) -> int | None:
        return self.integer(key, least, most) if self.has(key) else None

    def integers(self, key: str, least: int, most: int) -> tuple[int, ...]:
        return self._numbers(key, self.left.pop(key, ()), least, most)

    def by_size(self, key: str, least: int, most: int) -> dict[int, int]:
        """Read a number for each size of a table."""
        sizes = self._sizes(key)
        return {size: self._number(key, value, least, most) for size, value in sizes.items()}

    def lists_by_size(self, key: str, least: int, most: int) -> dict[int, tuple[int, ...]]:
        """Read numbers for each size of a table."""
        sizes = self._sizes(key)
        return {size: self._numbers(key, value, least, most) for size, value in sizes.items()}

    def section(self, key: str) -> "Reader":
        return Reader(f"{self.where}.{key}", self.take(key))

    def rows(self, key: str) -> list["Reader"]:
        value = self.left.pop(key, ())
        if not isinstance(value, list | tuple):
            self.wrong(key)
        return [Reader(f"{self.where}.{key}[{number}]", row) for number, row in enumerate(value, 1)]

    def _sizes(self, key: str) -> dict[int, Any]:
        value = self.left.pop(key, {})
        if not isinstance(value, Mapping):
            self.wrong(key)
        if not all(isinstance(size, str) and size.isdecimal() for size in value):
            self.wrong(key)
        return {int(size): item for size, item in sorted(value.items())}

    def _number(self, key: str, value: Any, least: int, most: int) -> int:
        if type(value) is not int or not least <= value <= most:
            self.wrong(key)
        return value

    def _numbers(self, key: str, value: Any, least: int, most: int) -> tuple[int, ...]:
        if not isinstance(value, list | tuple):
            self.wrong(key)
        return tuple(self._number(key, item, least, most) for item in value)
