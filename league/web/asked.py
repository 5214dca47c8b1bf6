"""Read values of a form or an address that no form field reads; the one place that does.

Each is composed (NFC) and can be stored: PostgreSQL takes no NUL. `tests/test_architecture.py`
refuses `request.POST[…]`, `request.GET.get(…)` and their like elsewhere.
"""

from uuid import uuid4

from django.http import HttpRequest, QueryDict
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.web.spelling import composed

LONGEST_CLIENT_ID = 64


def posted_text(request: HttpRequest, name: str, otherwise: str = "") -> str:
    """Return what a form sent under this name; InvalidError for a NUL in it."""
    return _last(request.POST, name, otherwise)


def posted_texts(request: HttpRequest, name: str) -> list[str]:
    """Return all that a form sent under this name; InvalidError for a NUL in it."""
    return _all(request.POST, name)


def asked_text(request: HttpRequest, name: str, otherwise: str = "") -> str:
    """Return what the address says under this name; InvalidError for a NUL in it."""
    return _last(request.GET, name, otherwise)


def asked_texts(request: HttpRequest, name: str) -> list[str]:
    """Return all that the address says under this name; InvalidError for a NUL in it."""
    return _all(request.GET, name)


def typed_text(request: HttpRequest, name: str, otherwise: str = "") -> str:
    """Return what was sent under this name: by the form, or by the address where it is read."""
    return _last(request.POST if request.method == "POST" else request.GET, name, otherwise)


def posted_client_id(request: HttpRequest) -> str:
    """Return the id that the page made, so that a repeat is known; a fresh one where it sent none.

    InvalidError for a NUL in it.
    """
    return posted_text(request, "client_id")[:LONGEST_CLIENT_ID] or uuid4().hex


def _last(sent: QueryDict, name: str, otherwise: str) -> str:
    values = _all(sent, name)
    return values[-1] if values else otherwise


def _all(sent: QueryDict, name: str) -> list[str]:
    values = sent.getlist(name)
    if any("\0" in value for value in values):
        raise InvalidError("unstorable", _("There is a sign in it that cannot be stored."))
    return [composed(value) for value in values]
