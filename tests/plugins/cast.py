"""The club every test may use: named people with their offices, all invented."""

from datetime import date
from types import SimpleNamespace

import pytest

from league import queries
from tests import builders


@pytest.fixture(autouse=True)
def _no_link_of_another_test_is_revoked() -> None:
    # The keys of links come again in every test; the list of revoked ones lives in the process.
    queries.forget_revoked()


@pytest.fixture
def club(db: None) -> SimpleNamespace:
    """Anke chairs, Kadir keeps the till, Paula audits, Rolf referees; Timo is a guest."""
    since = date(2025, 1, 1)
    member = builders.member
    return SimpleNamespace(
        anke=member("Anke", "chair", since=since),
        kadir=member("Kadir", "treasurer", since=since),
        stine=member("Stine", "secretary", since=since),
        rolf=member("Rolf", "referee", since=since),
        paula=member("Paula", "auditor", since=since),
        bernd=member("Bernd", since=since),
        jette=member("Jette", since=since),
        oemer=member("Ömer", since=since),
        hilde=member("Hilde", kind="passive", since=since),
        gustav=member("Gustav", kind="supporting", since=since),
        timo=member("Timo", kind=""),
    )
