"""Icons that stand beside a word: screen readers pass over them."""

from functools import cache

from django import template
from django.urls import reverse
from django.utils.html import format_html
from lucide.templatetags.lucide import lucide

register = template.Library()


@register.simple_tag
@cache
def icon(name: str, size: int = 20, **attributes: str) -> str:
    """One of lucide's icons; `size` is in CSS pixels. Lucide takes an icon apart and puts it
    together again each time, and most of a page are on every other page too: each is drawn once a
    process.
    """
    return lucide(name, size=size, aria_hidden="true", **attributes)


@register.simple_tag
def link_row(route: str, name: str, text: str, *args: object) -> str:
    """A line in a list of links: where it leads, its icon and its words."""
    row = '<li><a href="{}">{}<span>{}</span></a></li>'
    return format_html(row, reverse(route, args=args), icon(name, 22), text)
