"""The club's price list, for the page and for whoever keeps it."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404

from finance.models import Price
from finance.queries.access import require_reader


def prices() -> QuerySet[Price]:
    """All prices there were and will be, by code, newest first."""
    return Price.objects.order_by("code", "-start")


def get_price_for(user: Any, pk: int, today: date) -> Price:
    require_reader(user, today)
    price: Price | None = Price.objects.filter(pk=pk).first()
    if price is None:
        raise Http404
    return price
