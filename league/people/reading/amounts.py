"""An amount as somebody wrote it in a list: „12,50“, „-3 €“, „1.234,00 EUR“. Pure."""

import re

_AMOUNT = re.compile(r"([0-9]{1,3}(?:\.[0-9]{3})+(?=,)|[0-9]{1,9})(?:[.,]([0-9]{2}))?")
_MINUS = "-−–"
MOST_CENTS = 99_999_99


def cents_of(typed: str) -> int | None:
    """The amount with its sign; None for one that cannot be read. Nothing is nothing: 0."""
    plain = re.sub(r"\s*(€|eur|euro)$", "", typed.lower()).strip()
    sign = -1 if plain[:1] and plain[0] in _MINUS else 1
    match = _AMOUNT.fullmatch(plain.lstrip(f"+{_MINUS}").strip())
    if match is None:
        return None
    return sign * (int(match[1].replace(".", "")) * 100 + int(match[2] or 0))
