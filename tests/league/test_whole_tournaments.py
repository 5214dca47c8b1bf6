"""Whole tournaments, from the registration to the places of the day."""

import random

import pytest

from league.queries.tournaments.course import Course
from tests import tournaments as day
from tests.builders import tournament

pytestmark = pytest.mark.django_db


def names(number: int) -> list[str]:
    return [f"Gast {at:03}" for at in range(1, number + 1)]


def test_a_small_schockfreunde_day():
    event = tournament(template="schockfreunde")
    day.people(event, *names(16), team_size=4)
    from league.services.tournaments.setting_up import fit_to_people

    fit_to_people(event=event, seen=day.seen(event))
    rng = random.Random(16)
    for number in sorted(Course(event).blocks):
        day.draw(event, number)
        day.play(event, number, rng)
        day.close(event, number, rng)
    day.finish(event)
    assert [one.position for one in event.placings.all()] == list(range(1, 17))
