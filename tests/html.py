"""Read the HTML of an answer, whose lines may break wherever white space means nothing."""

import re
from typing import Any

# Values drawn anew for each answer differ between two looks and may hold any three letters.
DRAWN = re.compile(
    r'(name="(?:csrfmiddlewaretoken|client_id)" value|csrf-token"\s+content)="[^"]*"'
)


def without_tokens(text: str) -> str:
    """Return the text of a page without the values that are drawn anew for each answer."""
    return DRAWN.sub(r"\1", text)


def markup(answer: Any) -> str:
    """Return the page as it came, without its tokens."""
    return without_tokens(answer.content.decode())


def one_line(answer: Any) -> str:
    """Return the page with every white space as one space, without its tokens."""
    return " ".join(markup(answer).split())
