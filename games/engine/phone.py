"""The rulebooks as one JSON text for the engine of the phones (`static/js/engine/rulebook.js`).

It is made of the loaded files, so a phone plays by the same TOML. With it come the sentences in
both languages. What only pages show of a rulebook (its readings, what is charged outside games)
stays here.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from hashlib import sha256
from typing import Any

from .explain import TEXTS
from .lines import canonical
from .loading import load, slugs
from .sentences import SENTENCES, Text

Json = dict[str, Any]
NOT_PLAYED = {"readings", "outside", "summary"}
ROWS = {"infractions", "options"}
"""Tables by code whose rows name their code themselves."""


@cache
def rulebooks_json() -> str:
    """Return the text of the file, the same for all: `rulebooks`, and `texts` by kind and name."""
    refused = {code: text for code, text in SENTENCES.items() if not code.startswith("rulebook_")}
    return canonical(
        {
            "rulebooks": [_plain(load(slug)) for slug in slugs()],
            "texts": {"explained": _plain(TEXTS), "refused": _plain(refused)},
        }
    )


@cache
def rulebooks_digest() -> str:
    """Return the digest that is part of the file's address, so that it can be kept for ever."""
    return sha256(rulebooks_json().encode()).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if isinstance(value, Text):
        return value._asdict()
    if is_dataclass(value) and not isinstance(value, type):
        return {
            _camel(field.name): _field(field.name, getattr(value, field.name))
            for field in fields(value)
            if field.name not in NOT_PLAYED
        }
    if isinstance(value, Mapping):
        return {key: _plain(entry) for key, entry in value.items()}
    return [_plain(entry) for entry in value] if isinstance(value, tuple | list) else value


def _field(name: str, value: Any) -> Any:
    return _plain(tuple(value.values()) if name in ROWS else value)


def _camel(name: str) -> str:
    return re.sub("_(.)", lambda letter: letter[1].upper(), name)
