"""The race for König in words."""

from django import template

from league.events.models import Event
from league.kings import labels
from league.kings.queries import Race

register = template.Library()
register.filter("signature_of_king", labels.signature)
register.filter("in_time", labels.in_time)


@register.filter
def notes_of_race(race: Race, event: Event) -> list[str]:
    return labels.notes(event, too_late=race.too_late, unknown=race.unknown)
