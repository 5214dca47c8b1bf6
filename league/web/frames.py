"""Pages that other sites may show inside their own."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpResponseBase

FRAMED = "may_be_framed"


def allows_frames(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Let other sites frame this page. Only for pages that show what is public and do nothing."""

    @wraps(view)
    def framed(*args: Any, **named: Any) -> HttpResponseBase:
        response = view(*args, **named)
        setattr(response, FRAMED, True)
        # Read by Django's own middleware, which sets X-Frame-Options otherwise.
        response.xframe_options_exempt = True  # type: ignore[attr-defined]
        return response

    return framed


def is_framed(response: HttpResponseBase) -> bool:
    """Return whether other sites may show this answer inside their own pages."""
    return bool(getattr(response, FRAMED, False))
