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
