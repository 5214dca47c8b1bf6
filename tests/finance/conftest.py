"""Fixtures of the till's tests."""

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tests.finance.bank_club import Bank
from tests.finance.club import NOW, Club, Evening, build_club, payer, reverser
from tests.finance.rounds import NEXT, lost
from tests.plugins.built import built_once


@built_once
def club() -> Club:
    return build_club()


@built_once
def evening(club):
    return club.evening("robin", "sascha", "toni", "gabi")


@pytest.fixture
def that_day() -> Iterator[None]:
    """Four days after the evening."""
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        yield


@pytest.fixture
def at_night() -> Iterator[None]:
    """Set the clock to the hour at which the bank's statement has come."""
    with time_machine.travel("2026-03-09T20:00:00+01:00", tick=False):
        yield


@pytest.fixture
def pay(club: Club) -> Any:
    return payer(club)


@built_once
def bank(club: Club) -> Bank:
    """Return the bank of a club whose account is known."""
    return Bank(club)


@pytest.fixture
def storno(club: Club) -> Any:
    return reverser(club)


@built_once
def entry_desk(club):
    """Ten euro for the hall and five for the pot, Gabi is no member."""
    return club.tournament("robin", "sascha", "gabi")


@built_once
def all_paid(entry_desk):
    for name in ("robin", "sascha", "gabi"):
        entry_desk.pays(name)
    return entry_desk


@pytest.fixture
def as_(client: Any, club: Club) -> Any:
    """`as_("kim")`: a browser in which she is logged in."""

    def logged_in(name: str) -> Any:
        client.force_login(club.user(name))
        return client

    return logged_in


@pytest.fixture
def kim(as_: Any) -> Any:
    return as_("kim")


@built_once
def owed(evening):
    """Robin lost a round on the first evening, the treasurer has confirmed it."""
    lost(evening, "robin")
    evening.confirm()
    return evening


@built_once
def tonight(owed: Evening) -> Evening:
    """Return the club's next evening, on which all are here."""
    return owed.club.evening("robin", "sascha", "toni", "gabi", day=NEXT)
