"""Icons beside a word: screen readers pass over them."""

import re
from functools import cache
from importlib.resources import files
from io import BytesIO
from zipfile import ZipFile

from django import template
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()
ATTRIBUTE = re.compile(r'([\w-]+)="([^"]*)"')


@register.simple_tag
@cache
def icon(name: str, size: int = 20, **attributes: str) -> SafeString:
    """Draw one of lucide's icons; `size` is in CSS pixels. Most icons of a page are on every other
    page too: each is drawn once a process.
    """
    head, drawing = _drawings().read(f"{name}.svg").decode().split(">", maxsplit=1)
    own = dict(ATTRIBUTE.findall(head))
    del own["xmlns"]  # HTML names none
    own |= {"width": str(size), "height": str(size), "aria-hidden": "true", **attributes}
    inside = "".join(line.strip() for line in drawing.splitlines())
    return format_html(
        "<svg{}>{}", format_html_join("", ' {}="{}"', own.items()), SafeString(inside)
    )


@cache
def _drawings() -> ZipFile:
    """Return all of lucide's icons. Its own tag reads their table of contents anew for each of
    them, which takes longer than a page. In memory, as processes that were forked would share a
    file's place.
    """
    return ZipFile(BytesIO((files("lucide") / "lucide.zip").read_bytes()))


@register.simple_tag
def link_row(route: str, name: str, text: str, *args: object) -> str:
    """Return a line in a list of links: its target, its icon and its words."""
    row = '<li><a href="{}">{}<span>{}</span></a></li>'
    return format_html(row, reverse(route, args=args), icon(name, 22), text)
