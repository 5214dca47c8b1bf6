"""Agreements of guests: from then on the cost of a game is booked for them as well."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.agreements import GuestAgreement
from finance.books.models.claims import Claim
from finance.books.services.reconcile import reconcile_all
from finance.errors import InvalidError
from league.people.models.people import Membership, Person, User


def agree(
    *,
    person: Person,
    start: date,
    end: date | None = None,
    agreed: str = "",
    by: User | None,
    now: datetime,
) -> GuestAgreement:
    """Note that a guest agrees to pay what games cost, from `start` until before `end`, or until
    revoked.

    If an agreement holds already it is left, and a new one goes on from its end. Proposals of these
    days can be booked from now on. Locks the person's agreements. InvalidError for a member, who
    owes without one, and for a span without a day.
    """
    if end is not None and end <= start:
        raise InvalidError("no_day", _("The end comes before the beginning."), field="end")
    if Membership.objects.on(start).filter(person=person).exists():
        raise InvalidError(
            "is_a_member",
            _("%(name)s is a member and needs no agreement.") % {"name": person.name},
        )
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        for agreement in GuestAgreement.objects.filter(person=person).order_by("start"):
            if agreement.end is not None and agreement.end <= start:
                continue
            if agreement.start > start:
                end = agreement.start if end is None else min(end, agreement.start)
                break
            if agreement.end is None or (end is not None and agreement.end >= end):
                return agreement
            start = agreement.end
        made = GuestAgreement.objects.create(
            person=person,
            start=start,
            end=end,
            agreed=" ".join(agreed.split())[:120],
            entered_by=by,
            entered_at=now,
        )
        _follow(person, start, now)
        return made


def end_agreement(*, agreement: GuestAgreement, end: date, now: datetime) -> None:
    """End an agreement, so that it does not hold from `end` on; it holds for one day at least.
    Repeatable.

    What is booked stays booked.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=agreement.person_id)
        guest_agreement = GuestAgreement.objects.get(pk=agreement.pk)
        end = max(end, guest_agreement.start + timedelta(days=1))
        if guest_agreement.end is not None and guest_agreement.end <= end:
            return
        guest_agreement.end = end
        guest_agreement.save(update_fields=["end"])
        _follow(guest_agreement.person, end, now)


def _follow(person: Person, start: date, now: datetime) -> None:
    """Give proposals about this person from `start` on another reason to be open, or none."""
    events = (
        Claim.objects.filter(
            person=person, is_current=True, state__in=Claim.UNDECIDED, day__gte=start
        )
        .order_by("event_id")
        .values_list("event_id", flat=True)
        .distinct()
    )
    mine = [event for event in events if event is not None]
    reconcile_all(events=mine, persons={person.pk}, now=now)
