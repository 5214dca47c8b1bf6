"""Words about a count, for the pages of a members' meeting."""

from django import template

from league.assemblies import labels
from league.assemblies.models.meeting import Ballot
from league.assemblies.queries.meeting import ItemState

register = template.Library()
register.filter("assembly_state", labels.state_of)


@register.filter
def round_sentence(state: ItemState, ballot: Ballot) -> str:
    """Return the sentence about a count of this item, with its numbers."""
    return state.round_sentence(ballot)
