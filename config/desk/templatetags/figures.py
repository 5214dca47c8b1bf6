"""Links from a number to the games behind it."""

from datetime import date
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import date_format

from config.desk.figure_lists import outcome
from config.desk.figure_words import Record

register = template.Library()


@register.simple_tag(takes_context=True)
def games(context: dict[str, Any], person: Any = None, **more: Any) -> str:
    """The address of a person's games as the page has chosen them, narrowed by `more`."""
    pk = getattr(person or context["person"], "pk", person)
    return f"{reverse('person_games', args=[pk])}?{context['chosen'].of_games(**more)}"


@register.simple_tag(takes_context=True)
def games_by(context: dict[str, Any], record: Record) -> str:
    """The games behind a record of somebody."""
    return games(context, record.person, **(record.games or {}))


@register.filter
def as_day(day: str) -> str:
    """A day as a game's key has it, as one writes it."""
    return date_format(date.fromisoformat(day), "SHORT_DATE_FORMAT")


register.filter("outcome", outcome)


@register.simple_tag(takes_context=True)
def figures_of(context: dict[str, Any], person: Any) -> str:
    """The address of a person's figures by the same choice."""
    query = context["chosen"].query
    return reverse("person_figures", args=[person.pk]) + (f"?{query}" if query else "")
