"""Several phones at once at one round owed: it is given once, or turned into money, never both."""

import pytest

from finance.books.models.rounds import Conversion, GivenRound
from finance.books.queries.people import owing_of
from finance.checks.books import check_books
from tests.finance.at_once import at_once
from tests.finance.club import build_club
from tests.finance.rounds import NEXT, give, in_euros, lost

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.slow]


def test_two_phones_that_tap_at_once_give_one_round():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    second = first.club.evening("robin", "sascha", "toni", day=NEXT)
    lost(second, "robin")
    second.confirm()
    claim = first.claim()
    done = at_once(*[lambda: give(second, claim)] * 4)
    assert [outcome.state for outcome in done] == ["settled"] * 4
    assert owing_of(first.club.robin).rounds == 1
    assert check_books().wrong == []


def test_given_and_converted_at_once_is_one_of_both():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    claim = first.claim()
    at_once(lambda: give(None, claim), lambda: in_euros(claim))
    assert owing_of(first.club.robin).rounds == 0
    assert GivenRound.objects.count() + Conversion.objects.count() == 1
    assert check_books().wrong == []
