"""The bank and two who owe something."""

from tests.finance.bank_club import Bank
from tests.plugins.built import built_once


@built_once
def owing(evening):
    """Robin owes 12,50 €, Sascha 15 €."""
    bank = Bank(evening.club)
    evening.card("robin", number=1, cents=500)
    evening.card("robin", number=2, cents=750)
    evening.card("sascha", number=3, cents=1500)
    evening.confirm()
    return bank
