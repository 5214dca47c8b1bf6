"""The words on the page of an evening's proposals, without a page."""

import pytest

from finance.books.evening_labels import asked_guests, by_person, left, total
from finance.books.models.claims import Claim
from league.people.models.people import Person
from league.results.models.results import Charge

pytestmark = pytest.mark.usefixtures("english")

TONI, ROBIN = Person(pk=1, name="Toni"), Person(pk=2, name="Robin")


def claim(person=TONI, amount=250, unit="EUR", **more):
    return Claim(person=person, amount=amount, unit=unit, **more)


@pytest.mark.parametrize(
    ("ready", "waiting", "held_back", "sentences"),
    [
        (0, 0, 0, []),
        (1, 0, 0, ["one proposal is ready"]),
        (3, 2, 0, ["3 proposals are ready", "2 still need you"]),
        (0, 0, 1, ["one is held back until its game has been decided"]),
    ],
)
def test_only_what_is_left_is_said(ready, waiting, held_back, sentences):
    assert left(ready, waiting, held_back) == sentences


def test_money_and_rounds_are_summed_apart():
    assert total([claim(), claim(amount=None), claim(amount=2, unit="RUNDE")]) == "€2.50 + 2 rounds"


def test_the_claims_of_one_stand_together_with_their_sum_where_there_are_several():
    toni, robin = by_person([claim(), claim(), claim(ROBIN)])
    assert (toni.person, len(toni.claims), toni.sum) == (TONI, 2, "€5.00")
    assert (robin.person, len(robin.claims), robin.sum) == (ROBIN, 1, "")


@pytest.mark.parametrize(
    ("guests", "asked", "tag"),
    [(set(), set(), ""), ({1}, set(), "Guest, pays today"), ({1}, {1}, "Guest")],
)
def test_a_guest_is_called_one_and_pays_today_once_that_is_agreed(guests, asked, tag):
    (toni,) = by_person([claim()], guests, asked)
    assert (toni.tag, toni.asks) == (tag, bool(asked))


def test_a_guest_is_asked_only_about_games():
    of_a_game, of_the_bar = Charge(result_id=7), Charge()
    claims = [
        claim(TONI, charge=of_a_game, open_reason="guest"),
        claim(ROBIN, charge=of_the_bar, open_reason="guest"),
        claim(ROBIN, charge=of_a_game),
    ]
    assert asked_guests(claims) == {1}
