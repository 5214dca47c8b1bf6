"""Reading the till's pages in tests."""

import re

from django.urls import reverse

NBSP = "\u00a0"


def text(response):
    """What a page says, without tags and with single spaces."""
    body = response.content.decode()
    plain = re.sub(r"<[^>]+>", " ", body[body.index("<main") : body.index("</main>")])
    return re.sub(r"\s+", " ", plain.replace(NBSP, " ").replace("&#x27;", "'"))


def url(name, *args):
    return reverse(f"finance:{name}", args=args)


def hidden(response, name="client_id"):
    return re.search(rf'name="{name}" value="([^"]+)"', response.content.decode())[1]
