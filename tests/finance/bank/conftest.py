"""The bank and two who owe something."""

from copy import deepcopy
from dataclasses import replace

import pytest

from tests.finance.bank_club import Bank


@pytest.fixture
def owing(built_owing, club):
    return replace(deepcopy(built_owing), club=club)


@pytest.fixture(scope="module")
def built_owing(built_evening, stays):
    with stays(lambda: owe(deepcopy(built_evening))) as built:
        yield built


def owe(evening):
    """Robin owes 12,50 €, Sascha 15 €."""
    bank = Bank(evening.club)
    evening.card("robin", number=1, cents=500)
    evening.card("robin", number=2, cents=750)
    evening.card("sascha", number=3, cents=1500)
    evening.confirm()
    return bank
