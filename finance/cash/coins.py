"""The content of the cash box, by notes and coins. Pure; amounts are cents."""

from collections.abc import Mapping

NOTES = {
    "eur_500": 50_000,
    "eur_200": 20_000,
    "eur_100": 10_000,
    "eur_50": 5_000,
    "eur_20": 2_000,
    "eur_10": 1_000,
    "eur_5": 500,
}
COINS = {
    "eur_2": 200,
    "eur_1": 100,
    "ct_50": 50,
    "ct_20": 20,
    "ct_10": 10,
    "ct_5": 5,
    "ct_2": 2,
    "ct_1": 1,
}
# By the name of their field, the largest first.
DENOMINATIONS = NOTES | COINS
# Of one kind. More is a slip of the finger.
MOST_PIECES = 9_999


def worth(pieces: Mapping[str, int]) -> int:
    """Return the sum of so many pieces of each kind, in cents. KeyError for an unknown kind."""
    return sum(DENOMINATIONS[name] * number for name, number in pieces.items())
