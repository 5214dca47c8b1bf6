"""At the door of a tournament: what was paid counts where the fee changes or it is called off."""

from finance.books.queries.people import credit
from finance.books.queries.tournaments import entries
from finance.checks.books import check_books
from league.tournaments.models.tournaments import Tournament
from league.tournaments.services import dating, setting_up
from tests.finance.club import NOW


def due(door):
    return {entry.participation.person.name: entry.due for entry in entries(door.event)}


def costs(door, **cents):
    seen = Tournament.objects.get(event=door.event).revision
    setting_up.describe(event=door.event, seen=seen, now=NOW, **cents)


def test_whoever_has_paid_pays_the_difference_of_a_new_fee(door):
    door.pays("robin")
    costs(door, fee_cents=1200)
    assert due(door) == {"Robin": 200, "Sascha": 1700, "Gabi": 1700}
    costs(door, fee_cents=800)
    assert due(door) == {"Robin": 0, "Sascha": 1300, "Gabi": 1300}
    door.pays("robin", 0)
    assert credit(door.club.persons["robin"]) == 200
    assert check_books().wrong == []


def test_whoever_has_paid_for_what_is_called_off_has_a_credit(door):
    door.pays("robin")
    dating.call_off(event=door.event, reason="Kirmes", by=None, now=NOW)
    assert set(due(door).values()) == {0}
    assert credit(door.club.persons["robin"]) == 1500
    dating.take_place(event=door.event, by=None, now=NOW)
    assert due(door) == {"Robin": 0, "Sascha": 1500, "Gabi": 1500}
    assert check_books().wrong == []
