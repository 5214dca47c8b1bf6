"""Read amounts of money as people, banks and spreadsheets write them, in cents."""

import re
from collections.abc import Iterable
from decimal import Decimal
from typing import Literal

# The sign before the cents; nothing where a column does not show it.
Decimals = Literal[",", ".", ""]
# More than any club has, and fits the books.
MOST_CENTS = 99_999_999_99
_MINUS = "-\u2212\u2013\u2012\u2010"
_CURRENCY = re.compile(r"€|\beuro?\b|(?<=\d)euro?\b|\beuro?(?=[-+\d])", re.IGNORECASE)
_SIGNED = re.compile(r"([+-]?)([0-9.,' ]+?)(?:,-{1,2})?([+-]|[SH]|CR|DR|DB)?", re.IGNORECASE)
_OUT = {"-", "S", "DR", "DB"}
_GROUPS = r"[0-9]{1,3}(?:(?P<group>[.,' ])[0-9]{3})(?:(?P=group)[0-9]{3})*"
_NUMBER = re.compile(
    rf"(?P<whole>{_GROUPS}|[0-9]{{1,11}})(?:(?P<point>[.,])(?P<rest>[0-9]{{1,8}}))?"
)


def decimal_of(cells: Iterable[str]) -> Decimals:
    """Return the sign before the cents of a column, as far as its cells tell.

    „1.040,50“ and „7,5“ show the comma, „1,025.00“ and „7.50“ the point; „1.040“ alone shows
    neither, nor does a column that has both.
    """
    shown = {sign for cell in cells if (sign := _shown(cell))}
    return "," if shown == {","} else "." if shown == {"."} else ""


def cents_of(cell: str, decimal: Decimals = "") -> int | None:
    """Return the cents with their sign, or None for a cell that is no amount.

    A minus may be in front or behind, as may S, H, CR and DR; brackets are a minus. Three figures
    behind a sign are thousands, unless the column has just this sign before its cents: then the
    cell says nothing for sure.
    """
    parts = _parts(cell)
    if parts is None:
        return None
    minus, match = parts
    whole, point, rest = match["whole"], match["point"] or "", match["rest"] or ""
    group = match["group"] or ""
    if group == point != "":
        return None
    if group and not point and group == decimal:
        return None
    if point and len(rest) > 2 and rest[2:].strip("0"):
        return None
    cents = int(Decimal(f"{re.sub(r'[^0-9]', '', whole)}.{rest[:2] or 0}") * 100)
    if cents > MOST_CENTS:
        return None
    return -cents if minus else cents


def is_amount(cell: str) -> bool:
    """Return True if a cell can be read as an amount at all."""
    return cents_of(cell) is not None


def has_cents(cell: str) -> bool:
    """Return True if a cell writes its cents, as amounts do and numbers of members do not."""
    return bool(_shown(cell))


def _shown(cell: str) -> str:
    parts = _parts(cell)
    if parts is None:
        return ""
    match = parts[1]
    if match["point"] and match["point"] != match["group"]:
        return str(match["point"])
    return ""


def _parts(cell: str) -> tuple[bool, re.Match[str]] | None:
    """Return True for an outgoing amount, and the number; None for a cell without one."""
    plain = _CURRENCY.sub("", cell)
    for sign in _MINUS:
        plain = plain.replace(sign, "-")
    plain = re.sub(r"[\u2019\u02bc`´]", "'", re.sub(r"[\s\u202f]+", " ", plain)).strip()
    if bracketed := re.fullmatch(r"\((.*)\)", plain):
        plain = f"-{bracketed[1].strip()}"
    plain = re.sub(r"^([+-])\s+|\s+(?=(?:[+-]|[SH]|CR|DR|DB)$)", r"\1", plain, flags=re.IGNORECASE)
    signed = _SIGNED.fullmatch(plain)
    if signed is None or (signed[1] and signed[3]):
        return None
    match = _NUMBER.fullmatch(signed[2].strip())
    if match is None:
        return None
    return (signed[1] or (signed[3] or "")).upper() in _OUT, match
