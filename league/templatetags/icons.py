"""Icons that stand beside a word: screen readers pass over them."""

from functools import cache
from importlib.resources import files
from io import BytesIO
from xml.etree import ElementTree
from zipfile import ZipFile

from django import template
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

register = template.Library()
NAMESPACE = "{http://www.w3.org/2000/svg}"


@register.simple_tag
@cache
def icon(name: str, size: int = 20, **attributes: str) -> SafeString:
    """One of lucide's icons; `size` is in CSS pixels. Most icons of a page are on every other page
    too: each is drawn once a process.
    """
    svg = ElementTree.fromstring(_drawings().read(f"{name}.svg"))  # noqa: S314 - lucide's own
    for node in svg.iter():
        node.tag = node.tag.removeprefix(NAMESPACE)  # HTML names none
    svg.attrib |= {"width": str(size), "height": str(size), "aria-hidden": "true", **attributes}
    return SafeString(ElementTree.tostring(svg, encoding="unicode"))


@cache
def _drawings() -> ZipFile:
    """All of lucide's icons. Its own tag reads their table of contents anew for each of them, which
    takes longer than a page. In memory, as processes that were forked would share a file's place.
    """
    return ZipFile(BytesIO((files("lucide") / "lucide.zip").read_bytes()))


@register.simple_tag
def link_row(route: str, name: str, text: str, *args: object) -> str:
    """A line in a list of links: where it leads, its icon and its words."""
    row = '<li><a href="{}">{}<span>{}</span></a></li>'
    return format_html(row, reverse(route, args=args), icon(name, 22), text)
