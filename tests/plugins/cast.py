"""Club for every test: named people with their offices, all invented."""

from datetime import date
from types import SimpleNamespace

from tests import builders
from tests.plugins.built import built_once


@built_once
def club() -> SimpleNamespace:
    """Build the club: Anke chairs, Kadir keeps the till, Paula audits, Rolf referees; Timo is a
    guest.
    """
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
