"""Reading the HTML of an answer, whose lines may break wherever white space means nothing."""

from typing import Any


def one_line(answer: Any) -> str:
    """The page with every white space as one space."""
    return " ".join(answer.content.decode().split())
