"""Figures of a tournament in words."""

from collections.abc import Mapping

from django import template
from django.forms import BoundField

from league.events.models import Participation
from league.tournaments.core.labels import formats as format_words
from league.tournaments.core.labels import rankings as ranking_words
from league.tournaments.models.tournaments import Prize
from league.tournaments.public import labels
from league.tournaments.registration import labels as registration_labels
from league.tournaments.registration.registry import Money

register = template.Library()
register.filter("points", ranking_words.number)
register.filter("many_points", ranking_words.points)
register.filter("prize_consists_of", labels.prize_consists_of)
register.filter("prize_title", labels.prize_title)
register.filter("tournament_state", labels.state_of)
register.filter("team_and_alias", registration_labels.team_and_alias)
register.filter("like_stranger", registration_labels.alike)
register.filter("missing", ranking_words.missing)
register.filter("block_name", format_words.block_name)


@register.filter
def name_of(person: int, people: Mapping[int, Participation]) -> str:
    """Return the name of a person at this tournament."""
    return people[person].name


@register.filter
def in_euros(prize: Prize, money: Money | None) -> str:
    """Return what a prize is in money; empty for a reader who may not see it."""
    own = money.get(prize.pk) if money else None
    return registration_labels.in_euros(own.cents, own.given) if own else ""


@register.filter
def wrong_with(field: BoundField, fault: Mapping[str, str] | None) -> str:
    """Return the faults of a field of a format: its own, or its part in one of the whole format."""
    sentences = [str(error) for error in field.errors]
    if fault and fault.get("field") == field.name:
        sentences.append(fault["sentence"])
    return " ".join(sentences)
