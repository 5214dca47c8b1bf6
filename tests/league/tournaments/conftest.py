"""The tournament that most tests of its direction begin with, and the browser of its director."""

import pytest

from tests import builders
from tests.directing import browser, cup
from tests.plugins.built import built_once


@built_once
def event(club):
    return cup()


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
