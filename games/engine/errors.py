"""The errors by which the engine refuses: one root, two audiences.

Every refusal has a stable English `code` for programs, the `data` it is about, a sentence for the
person at the table in German or English, and the clause of the rulebook if one applies. Mapping to
HTTP or to exit codes does not belong here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .sentences import SENTENCES

SILENT = "–"
"""The clause of a rule about which the text of the rulebook says nothing."""

LONGEST = 60


class EngineError(Exception):
    """The root of all refusals. `event` is the index in the log, None for the header or the line.

    The keys of `data` are the fields of the sentence (see `sentences.py`).
    """

    def __init__(self, code: str, clause: str | None = None, /, **data: Any) -> None:
        super().__init__(code)
        self.code = code
        self.clause = None if clause == SILENT else clause
        self.data: Mapping[str, Any] = data
        self.event: int | None = None

    def sentence(self, lang: str = "de", names: Mapping[str, str] | None = None) -> str:
        """Return the refusal for a person; `names` shows players under other names than
        their ids.
        """
        shown = {key: _shown(value, names or {}) for key, value in self.data.items()}
        sentence = getattr(SENTENCES[self.code], lang).format(**shown)
        return f"{sentence} ({self.clause})" if self.clause else str(sentence)

    def __str__(self) -> str:
        return f"{self.code}: {self.sentence('en')}"


class InvalidError(EngineError):
    """Malformed: no state of any game could accept it."""


class IllegalError(EngineError):
    """Well formed, but against the rules as they are now."""


class RulebookError(EngineError):
    """A rulebook file with a hole; found when it is loaded, never at the table."""


def _shown(value: Any, names: Mapping[str, str]) -> str:
    # Outside data can be anything, of any size and depth; a sentence quotes little of it.
    if isinstance(value, str):
        text = names.get(value, value)
        return text if len(text) <= LONGEST else text[: LONGEST - 1] + "…"
    if isinstance(value, int) and value.bit_length() > 64:
        return "…"
    return str(value) if isinstance(value, int | float | None) else "…"
