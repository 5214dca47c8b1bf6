"""Links from a number to the games behind it."""

from typing import Any

from django import template

from config.site.figures.lists import outcome

register = template.Library()


@register.simple_tag(takes_context=True)
def games(context: dict[str, Any], **more: Any) -> str:
    """Return the address of the person's games as the page has chosen them, narrowed by `more`."""
    return str(context["chosen"].games_url(context["person"].pk, **more))


register.filter("outcome", outcome)


@register.simple_tag(takes_context=True)
def figures_of(context: dict[str, Any], person: Any) -> str:
    """Return the address of a person's figures by the same choice."""
    return str(context["chosen"].figures_url(person.pk))
