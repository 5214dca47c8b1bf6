"""The season that reports are made of."""

from copy import deepcopy

import pytest

from tests import builders


@pytest.fixture
def season(built_season, club):
    return deepcopy(built_season)


@pytest.fixture(scope="module")
def built_season(built_club, stays):
    with stays(lambda: two_games(built_club)) as built:
        yield built


def two_games(club):
    """One evening of two games; Bernd lost both, Anke was next to last once."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.bernd, club.bernd, number=2, aus={club.jette: 2})
    return table.block.event.season
