"""A table of tonight, and the link of its card."""

import pytest

from league.links import services as access
from tests import builders
from tests.plugins.built import built_once


@built_once
def table(club):
    return builders.table(builders.evening(), club.anke, club.bernd, club.jette)


@pytest.fixture
def link(club, table):
    return access.make_link(table=table, by=club.rolf.user, now=builders.NIGHT)
