"""How a tournament's figures are written."""

from collections.abc import Mapping
from fractions import Fraction

from django import template

from league import ranking_words
from league.models import Participation

register = template.Library()
register.filter("points", ranking_words.number)
register.filter("many_points", ranking_words.points)
register.filter("missing", ranking_words.missing)


@register.filter
def name_of(person: int, people: Mapping[int, Participation]) -> str:
    """How somebody is named at this tournament."""
    return people[person].name


@register.filter
def of_block(by_block: Mapping[int, Fraction], number: int) -> str:
    """What somebody brought in one block; empty where he did not play in it."""
    return ranking_words.number(by_block[number]) if number in by_block else ""
