"""Let a member off the absentees' average before it is charged."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.excuses import Excuse
from finance.books.services.approvals import poster
from finance.books.services.claims import given_reason
from finance.books.services.own_matters import must_not_be_own
from finance.catalogue.queries.averages import average_of
from finance.errors import IllegalError
from league.approvals.models import Approval
from league.events.models import Event
from league.people.models.people import Person, User


def excuse(
    *,
    event: Event,
    person: Person,
    reason: str,
    by: User | None,
    now: datetime,
    confirmed: bool = False,
) -> Excuse:
    """Excuse a person from the evening's average; nothing is booked, the reason stays.

    Locks the event; a repeat changes nothing. InvalidError without a reason, IllegalError for a
    person who would not be charged or was charged already, NotAllowedError for oneself without a
    second person who `confirmed` it.
    """
    reason = given_reason(reason)
    must_not_be_own(by, [person.pk], confirmed=confirmed)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if known := Excuse.objects.filter(event=event, person=person, is_withdrawn=False).first():
            return known
        average = average_of(event)
        if any(charged.pk == person.pk for charged, _cents in average.charged):
            raise IllegalError(
                "charged_already",
                _("%(name)s has been charged already. Waive the claim.") % {"name": person.name},
            )
        if person not in average.absent:
            raise IllegalError(
                "not_absent", _("%(name)s is not among the absent.") % {"name": person.name}
            )
        return Excuse.objects.create(
            event=event, person=person, reason=reason, excused_by=by, excused_at=now
        )


def withdraw_excuse(*, excuse: Excuse) -> None:
    """Let the person pay after all, once the average is charged. Locks the event; repeatable."""
    with transaction.atomic():
        Event.objects.select_for_update(no_key=True).get(pk=excuse.event_id)
        Excuse.objects.filter(pk=excuse.pk, is_withdrawn=False).update(is_withdrawn=True)


def excuse_oneself(approval: Approval, now: datetime) -> None:
    """Excuse the treasurer's own absence, once a second person has confirmed it."""
    by, _today = poster(approval, now)
    excuse(
        event=Event.objects.get(pk=approval.values["thing"]),
        person=approval.person,
        reason=approval.text.reason,
        by=by,
        now=now,
        confirmed=True,
    )
