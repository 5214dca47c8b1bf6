"""Closing days: nothing is booked there any more."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.errors import IllegalError
from finance.models import Closing, JournalYear
from finance.queries.claims import evenings_to_decide
from finance.queries.ledger import closed_through, days_below_zero
from finance.services.reconcile import reconcile
from league.models import User


def close_through(*, through: date, by: User | None, today: date, now: datetime) -> Closing:
    """Closes every day up to and including `through`; the database books nothing there any more.

    Repeating it changes nothing. IllegalError for a day that is not over, or while the till would
    have held less than nothing on some past day.
    """
    if through >= today:
        raise IllegalError(
            "day_not_over", _("Erst wenn ein Tag vorbei ist, kann er abgeschlossen werden.")
        )
    with transaction.atomic():
        # Whoever books waits, and whoever has booked is seen.
        list(JournalYear.objects.select_for_update(no_key=True).order_by("pk"))
        done = closed_through()
        if done is not None and through <= done:
            return Closing.objects.get(through=done)
        if short := [day for day, _cents in days_below_zero() if day <= through]:
            raise IllegalError(
                "cash_was_below_zero",
                _("Am %(day)s hätte weniger als nichts in der Kasse gelegen. Kläre das zuerst.")
                % {"day": f"{short[0]:%d.%m.%Y}"},
            )
        closing = Closing.objects.create(through=through, closed_by=by, closed_at=now)
    # Outside of the locks: proposals of closed days say so from now on.
    for event in list(evenings_to_decide().filter(business_date__lte=through)):
        reconcile(event_id=event.pk, now=now)
    return closing
