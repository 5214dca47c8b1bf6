"""The season that reports are made of."""

from tests import builders
from tests.plugins.built import built_once


@built_once
def season(club):
    """Return a season of one evening and two games; Bernd lost both, Anke was next to last once."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.bernd, club.bernd, number=2, aus={club.jette: 2})
    return table.block.event.season
