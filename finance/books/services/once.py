"""A form that is sent twice is answered with what it stored, unless it says something else now."""

from typing import Any, TypeVar

from django.db.models import Model
from django.utils.translation import gettext_lazy as _

from finance.errors import InvalidError

Row = TypeVar("Row", bound=Model)


def as_stored(known: Row, **sent: Any) -> Row:
    """Return the row stored under this form's id; InvalidError if it was about something else."""
    if any(getattr(known, name) != value for name, value in sent.items()):
        raise used_before()
    return known


def used_before() -> InvalidError:
    return InvalidError("form_used_before", _("This form has been sent already. Reload the page."))
