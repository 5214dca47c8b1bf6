"""What the till's tests may ask for."""

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
import time_machine

from tests.finance.bank_club import Bank
from tests.finance.club import NOW, Club, EntryDesk, Evening, build_club, copied, payer, reverser
from tests.finance.rounds import NEXT, lost
from tests.plugins.built import Stays


@pytest.fixture
def club(built_club: Club | None, db: None) -> Club:
    return build_club() if built_club is None else deepcopy(built_club)


@pytest.fixture(scope="module")
def built_club(stays: Stays) -> Iterator[Club | None]:
    with stays(build_club) as built:
        yield built


@pytest.fixture
def evening(built_evening: Evening | None, club: Club) -> Evening:
    return _evening_of(club) if built_evening is None else copied(built_evening, club)


@pytest.fixture(scope="module")
def built_evening(built_club: Club | None, stays: Stays) -> Iterator[Evening | None]:
    with stays(lambda: _evening_of(deepcopy(built_club))) as built:
        yield built


def _evening_of(club: Any) -> Evening:
    return club.evening("robin", "sascha", "toni", "gabi")


@pytest.fixture
def that_day() -> Iterator[None]:
    """Four days after the evening."""
    with time_machine.travel(NOW + timedelta(days=4), tick=False):
        yield


@pytest.fixture
def at_night() -> Iterator[None]:
    """When the statement of the bank is there."""
    with time_machine.travel("2026-03-09T20:00:00+01:00", tick=False):
        yield


@pytest.fixture
def pay(club: Club) -> Any:
    return payer(club)


@pytest.fixture
def bank(club: Club) -> Bank:
    """The club's account is known."""
    return Bank(club)


@pytest.fixture
def storno(club: Club) -> Any:
    return reverser(club)


@pytest.fixture
def entry_desk(built_entry_desk: EntryDesk | None, club: Club) -> EntryDesk:
    """Ten euro for the hall and five for the pot, Gabi is no member."""
    if built_entry_desk is None:
        return _desk_of(club)
    return replace(deepcopy(built_entry_desk), club=club)


@pytest.fixture(scope="module")
def built_entry_desk(built_club: Club | None, stays: Stays) -> Iterator[EntryDesk | None]:
    with stays(lambda: _desk_of(deepcopy(built_club))) as built:
        yield built


def _desk_of(club: Any) -> EntryDesk:
    return club.tournament("robin", "sascha", "gabi")


@pytest.fixture
def all_paid(built_all_paid: EntryDesk | None, entry_desk: EntryDesk) -> EntryDesk:
    return entry_desk if built_all_paid else _all_pay(entry_desk)


@pytest.fixture(scope="module")
def built_all_paid(built_entry_desk: EntryDesk | None, stays: Stays) -> Iterator[EntryDesk | None]:
    with stays(lambda: _all_pay(deepcopy(built_entry_desk))) as built:
        yield built


def _all_pay(entry_desk: Any) -> EntryDesk:
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


@pytest.fixture
def owed(built_owed: Evening | None, evening: Evening) -> Evening:
    """Robin lost a round on the first evening, the treasurer has confirmed it."""
    return evening if built_owed else _owes(evening)


@pytest.fixture(scope="module")
def built_owed(built_evening: Evening | None, stays: Stays) -> Iterator[Evening | None]:
    with stays(lambda: _owes(deepcopy(built_evening))) as built:
        yield built


def _owes(evening: Any) -> Evening:
    lost(evening, "robin")
    evening.confirm()
    return evening


@pytest.fixture
def tonight(built_tonight: Evening | None, owed: Evening) -> Evening:
    """The club's next evening, on which all are here."""
    return copied(built_tonight, owed.club) if built_tonight else _next_of(owed.club)


@pytest.fixture(scope="module")
def built_tonight(built_owed: Evening | None, stays: Stays) -> Iterator[Evening | None]:
    with stays(lambda: _next_of(deepcopy(built_owed).club)) as built:
        yield built


def _next_of(club: Any) -> Evening:
    return club.evening("robin", "sascha", "toni", "gabi", day=NEXT)
