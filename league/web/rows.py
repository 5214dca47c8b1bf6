"""One row by its known values."""

from typing import Any, TypeVar

from django.core.exceptions import ObjectDoesNotExist
from django.db.models import Manager, Model, Q, QuerySet
from django.http import Http404

Row = TypeVar("Row", bound=Model)


def row_or_404(rows: Manager[Row] | QuerySet[Row], *where: Q, **fields: Any) -> Row:
    """Return the matching row; 404 if none matches. One at most, so nothing is sorted.

    Django's own function belongs to views; queries ask as well.
    """
    try:
        return rows.get(*where, **fields)
    except ObjectDoesNotExist:
        raise Http404 from None
