"""The tournament that most tests of its direction begin with, and the browser of its director."""

from copy import deepcopy

import pytest

from tests import builders
from tests.directing import browser, cup


@pytest.fixture(scope="module")
def built_cup(built_club, stays):
    with stays(cup) as built:
        yield built


@pytest.fixture
def event(built_cup, db):
    return deepcopy(built_cup)


@pytest.fixture
def desk(club):
    return browser(builders.member("Dora", "director"))


@pytest.fixture
def rosi(client):
    director = builders.member("Rosi", "director")
    client.force_login(director.user)
    return director


@pytest.fixture
def for_teams(club):
    event = builders.tournament(places=None)
    event.tournament.team = {"size_least": 2, "size_most": 3, "best": None, "life_penalty": 0}
    event.tournament.save()
    return event
