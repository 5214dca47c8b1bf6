"""Evenings that are paid, and those that are closed."""

import pytest

from tests.finance.close.signing import cosigns, counts_all, pays, signs
from tests.plugins.built import built_once


@built_once
def paid(evening):
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
