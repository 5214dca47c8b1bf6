"""At the door of a tournament: what was paid counts where the fee changes or it is called off."""

import pytest

from finance.books.queries.people import credit
from finance.books.queries.tournaments import entries
from finance.checks.books import check_books
from league.tournaments.direction.services import dating, setting_up
from league.tournaments.models.tournaments import Tournament
from tests.finance.club import NOW

pytestmark = pytest.mark.rules


def due(entry_desk):
    return {entry.participation.person.name: entry.due for entry in entries(entry_desk.event)}


def costs(entry_desk, **cents):
    seen = Tournament.objects.get(event=entry_desk.event).revision
    setting_up.describe(event=entry_desk.event, seen=seen, now=NOW, **cents)


def test_whoever_has_paid_pays_the_difference_of_a_new_fee(entry_desk):
    entry_desk.pays("robin")
    costs(entry_desk, fee_cents=1200)
    assert due(entry_desk) == {"Robin": 200, "Sascha": 1700, "Gabi": 1700}
    costs(entry_desk, fee_cents=800)
    assert due(entry_desk) == {"Robin": 0, "Sascha": 1300, "Gabi": 1300}
    entry_desk.pays("robin", 0)
    assert credit(entry_desk.club.persons["robin"]) == 200
    assert check_books().wrong == []


@pytest.mark.both
def test_whoever_has_paid_for_what_is_called_off_has_a_credit(entry_desk):
    entry_desk.pays("robin")
    dating.call_off(event=entry_desk.event, reason="Kirmes", by=None, now=NOW)
    assert set(due(entry_desk).values()) == {0}
    assert credit(entry_desk.club.persons["robin"]) == 1500
    dating.take_place(event=entry_desk.event, by=None, now=NOW)
    assert due(entry_desk) == {"Robin": 0, "Sascha": 1500, "Gabi": 1500}
    assert check_books().wrong == []
