"""Evenings that are paid, and those that are closed."""

from copy import deepcopy

import pytest

from tests.finance.close.signing import cosigns, counts_all, pays, signs


@pytest.fixture
def paid(built_paid, evening):
    return evening if built_paid else played_and_paid(evening)


@pytest.fixture(scope="module")
def built_paid(built_evening, stays):
    with stays(lambda: played_and_paid(deepcopy(built_evening))) as built:
        yield built


def played_and_paid(evening):
    """Robin lost a game and left the table; the proposals are booked and paid, the cash counted."""
    evening.card("robin", also=(("robin", "left_table", "fine", 250, 1),))
    evening.confirm()
    pays(evening, "robin", 350)
    counts_all(evening)
    return evening


@pytest.fixture
def closed(paid):
    signs(paid)
    cosigns(paid, "sascha")
    return paid
