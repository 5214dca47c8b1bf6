"""Shared parts of the league's pages."""

from collections.abc import Callable
from typing import Literal

from django.http import HttpRequest, HttpResponseBase
from django.views.decorators.http import require_http_methods

View = Callable[..., HttpResponseBase]

# A page with a form that is sent to the page's own address.
takes_a_form = require_http_methods(["GET", "HEAD", "POST"])
# The longest key or count: longer is a joke, and too long for a number.
MOST_DIGITS = 18


def typed_number(text: str) -> int | None:
    """Return a whole number from an address or a form; None for anything else."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= MOST_DIGITS
    return int(text) if is_number else None


def may_be_kept(how: Literal["at-once", "without-network"]) -> Callable[[View], View]:
    """Mark a page that a phone may keep: it says no more than names of those who sit at a table or
    may come tonight, and of money at most what the game being scored costs. It is shown at once and
    brings itself up to date, or only without a network.
    """

    def mark(view: View) -> View:
        view.may_be_kept = how  # type: ignore[attr-defined]
        return view

    return mark


def is_not_kept(request: HttpRequest) -> None:
    """Keep no copy of such a page on a phone this time, because it says more."""
    request.may_be_kept = ""  # type: ignore[attr-defined]
