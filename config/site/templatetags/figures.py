"""Links from a number to the games behind it."""

from datetime import date
from typing import Any

from django import template
from django.urls import reverse
from django.utils.formats import date_format

from config.site.figures.lists import outcome
from config.site.figures.words import Record
from league.events.models import Event

register = template.Library()


@register.simple_tag(takes_context=True)
def games(context: dict[str, Any], person: Any = None, **more: Any) -> str:
    """The address of a person's games as the page has chosen them, narrowed by `more`."""
    pk = getattr(person or context["person"], "pk", person)
    return f"{reverse('person_games', args=[pk])}?{context['chosen'].of_games(**more)}"


@register.simple_tag(takes_context=True)
def behind(context: dict[str, Any], record: Record) -> str:
    """The address of what is behind a record; empty where whoever reads may not open it."""
    inside = context["inside"]
    if record.person is not None:
        return games(context, record.person, **(record.games or {})) if inside else ""
    event = record.event
    if event is None or not (inside or event.is_public):
        return ""
    page = "tournament" if event.kind == Event.Kind.TOURNAMENT else "evening"
    return reverse(f"league:{page}", args=[event.pk])


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
