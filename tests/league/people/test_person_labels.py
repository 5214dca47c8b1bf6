"""Since when something holds, in words."""

from datetime import date
from types import SimpleNamespace

from django.utils import translation

from league.people.labels import since


def test_a_membership_holds_since_a_day_and_may_have_ended():
    with translation.override("en"):
        assert since(SimpleNamespace(start=date(2020, 1, 1), end=None)) == "since 1 Jan 2020"
        ended = since(SimpleNamespace(start=date(2020, 1, 1), end=date(2026, 5, 3)))
        assert ended == "since 1 Jan 2020, until 2 May 2026"
