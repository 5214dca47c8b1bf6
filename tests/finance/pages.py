"""Reading the till's pages in tests."""

import re

from django.urls import reverse

NBSP = "\u00a0"


def text(response):
    """Return the text of a page, without tags and with single spaces."""
    body = response.content.decode()
    plain = re.sub(r"<[^>]+>", " ", body[body.index("<main") : body.index("</main>")])
    return re.sub(r"\s+", " ", plain.replace(NBSP, " ").replace("&#x27;", "'"))


def url(name, *args):
    return reverse(f"finance:{name}", args=args)


def hidden(response, name="client_id"):
    return re.search(rf'name="{name}" value="([^"]+)"', response.content.decode())[1]


def first_message(response):
    """Return the error at the top of the page: further down a phone does not show it."""
    page = response.content.decode()
    (summary,) = re.findall(r'role="alert" tabindex="-1" autofocus>(.*?)</div>', page, re.DOTALL)
    assert page.index(summary) < page.index('class="field')
    return re.sub(r"<[^>]+>", "", summary)
