"""Dues: their rates, and the run that books what is missing."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.labels import DUES_CHANGED
from finance.books.models.claims import Claim
from finance.books.models.versions import written_together
from finance.books.services.claims import book
from finance.books.services.ledger import lock_persons
from finance.books.services.reversals import unbook
from finance.books.services.settling import settle
from finance.books.services.tables import lock_versions
from finance.dues.models import DuesRate
from finance.dues.queries import Run, plan
from finance.errors import IllegalError, InvalidError, StaleError
from league.people.models.people import User


def set_rate(
    *,
    kind: str,
    period: str,
    cents: int,
    start: date,
    ground: str,
    decided_on: date | None,
    now: datetime,
) -> DuesRate:
    """From `start` on membership of this kind costs so much; the rate before ends then.

    Nothing is booked by it: that is the run's. Locks all rates. InvalidError for what
    is no rate, IllegalError where another begins later.
    """
    if cents <= 0:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    if start > now.date() + timedelta(days=366):
        raise InvalidError(
            "rate_far_ahead", _("Dues begin in a year at the latest."), field="start"
        )
    if start < now.date() - timedelta(days=3660):
        raise InvalidError("rate_long_ago", _("That is too long ago."), field="start")
    with transaction.atomic():
        lock_versions(DuesRate)
        known = DuesRate.objects.filter(kind=kind)
        if any(rate.start > start for rate in known):
            raise IllegalError(
                "rate_later", _("There is a later rate for this already."), field="start"
            )
        DuesRate.objects.filter(kind=kind, start=start).update(end=F("start"))
        DuesRate.objects.on(start).filter(kind=kind).update(end=start)
        return DuesRate.objects.create(
            kind=kind,
            period=period,
            cents=cents,
            start=start,
            ground=" ".join(ground.split())[:200],
            decided_on=decided_on,
        )


def end_rate(*, rate: DuesRate, end: date) -> None:
    """From `end` on this membership costs nothing. One that never counted goes. Repeatable."""
    with transaction.atomic():
        found = DuesRate.objects.select_for_update().filter(pk=rate.pk).first()
        if found is None or (found.end is not None and found.end <= end):
            return
        found.end = max(end, found.start)
        found.save(update_fields=["end"])


@written_together()
def run(*, through: date, seen: str, by: User | None, today: date, now: datetime) -> list[Claim]:
    """Books what is missing of the dues up to `through`, reverses what is too much or another sum.

    A period's share is compared with what is booked for it: what is right is left alone, what was
    waived or reversed by hand as well, so that a second run books nothing. `seen` is the
    fingerprint of the dry run. Locks the persons concerned. Returns the claims booked.
    InvalidError for a day to come, StaleError where it would be something else by now.
    """
    if through > today:
        raise InvalidError("day_to_come", _("That day is still to come."), field="through")
    with transaction.atomic():
        lock_persons({member.person.pk for member in plan(through).changing})
        todo = plan(through)
        if not todo.changing:
            return []
        if todo.fingerprint != seen:
            raise StaleError(
                "dues_changed",
                _("Something has changed meanwhile. Look at the list again."),
            )
        return _carry_out(todo, by, now)


def _carry_out(todo: Run, by: User | None, now: datetime) -> list[Claim]:
    persons = {member.person.pk for member in todo.changing}
    gone = [claim for member in todo.changing for claim in member.gone]
    if gone:
        unbook(gone, reason=DUES_CHANGED, by=by, now=now)
        Claim.objects.filter(pk__in=[claim.pk for claim in gone]).update(is_current=False)
    made = Claim.objects.bulk_create(
        Claim(
            person_id=share.person_id,
            key=share.key,
            day=share.day,
            kind=Claim.Kind.DUES,
            code="dues",
            unit=chart.EUR,
            amount=share.cents,
            count=share.months,
            created_at=now,
        )
        for member in todo.changing
        for share in member.new
    )
    book(made, by, now)
    settle(persons)
    return made
