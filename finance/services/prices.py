"""The club's own price list."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.errors import IllegalError, InvalidError
from finance.models import Claim, Price
from finance.services.reconcile import reconcile


def set_price(*, code: str, cents: int, start: date, now: datetime) -> Price:
    """From `start` on one piece costs `cents`; the price before ends then. Proposals follow.

    What is confirmed keeps its amount. A price of the same first day is replaced. Locks the prices
    of the code. IllegalError where another price begins later.
    """
    if cents <= 0:
        raise InvalidError(
            "amount_zero", _("Der Betrag muss größer als null sein."), field="amount"
        )
    if start > now.date() + timedelta(days=366):
        raise InvalidError(
            "price_far_ahead",
            _("Ein Preis beginnt spätestens in einem Jahr."),
            field="start",
        )
    with transaction.atomic():
        prices = list(Price.objects.select_for_update().filter(code=code))
        if any(price.start > start for price in prices):
            raise IllegalError(
                "price_later", _("Dafür gibt es schon einen späteren Preis."), field="start"
            )
        Price.objects.filter(code=code, start=start).delete()
        Price.objects.on(start).filter(code=code).update(end=start)
        price = Price.objects.create(code=code, cents=cents, start=start)
        _follow(code, start, now)
        return price


def end_price(*, price: Price, end: date, now: datetime) -> None:
    """From `end` on the rulebook's amount counts again. Repeating it changes nothing."""
    with transaction.atomic():
        price = Price.objects.select_for_update().get(pk=price.pk)
        if price.end is not None and price.end <= end:
            return
        if end <= price.start:
            start = price.start
            price.delete()
            _follow(price.code, start, now)
            return
        price.end = end
        price.save(update_fields=["end"])
        _follow(price.code, end, now)


def _follow(code: str, start: date, now: datetime) -> None:
    """Proposals of evenings from `start` on take the new amount."""
    events = (
        Claim.objects.filter(
            code=code,
            is_current=True,
            state__in=Claim.UNDECIDED,
            day__gte=start,
        )
        .order_by("event_id")
        .values_list("event_id", flat=True)
        .distinct()
    )
    for event in list(events):
        reconcile(event_id=event, now=now)
