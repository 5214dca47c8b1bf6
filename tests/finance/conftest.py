"""What the till's tests may ask for."""

from datetime import date, timedelta
from typing import Any

import pytest

from tests.finance.bank_club import Bank
from tests.finance.club import DAY, NOW, TODAY, Club, Door, Evening, build_club, client_id
from tests.finance.rounds import NEXT, lost


@pytest.fixture
def club(db: None) -> Club:
    return build_club()


@pytest.fixture
def evening(club: Club) -> Evening:
    return club.evening("robin", "sascha", "toni", "gabi")


@pytest.fixture
def pay(club: Club) -> Any:
    """`pay("robin", 500)`: cash on the evening's day."""
    from finance.services.payments import take_payment

    def paid(name: str, cents: int, *, method: str = "cash", day: date = DAY, **more: Any) -> Any:
        return take_payment(
            person=club.persons[name],
            method=method,
            amount=cents,
            day=day,
            client_id=more.pop("client_id", None) or client_id(),
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
            **more,
        )

    return paid


@pytest.fixture
def bank(club: Club) -> Bank:
    """The club's account is known."""
    return Bank(club)


@pytest.fixture
def storno(club: Club) -> Any:
    from finance.services.reversals import reverse

    def reversed_(original: Any, reason: str = "Vertippt", today: date = TODAY) -> Any:
        return reverse(
            original=original,
            reason=reason,
            by=club.user("kim"),
            today=today,
            now=NOW + timedelta(hours=1),
        )

    return reversed_


@pytest.fixture
def door(club: Club) -> Door:
    """Ten euro for the hall and five for the pot, Gabi is no member."""
    return club.tournament("robin", "sascha", "gabi")


@pytest.fixture
def all_paid(door: Door) -> Door:
    for name in ("robin", "sascha", "gabi"):
        door.pays(name)
    return door


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
def owed(evening: Evening) -> Evening:
    """Robin lost a round on the first evening, the treasurer has confirmed it."""
    lost(evening, "robin")
    evening.confirm()
    return evening


@pytest.fixture
def tonight(owed: Evening) -> Evening:
    """The club's next evening, on which all are here."""
    return owed.club.evening("robin", "sascha", "toni", "gabi", day=NEXT)
