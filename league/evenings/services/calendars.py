"""Writes about messages to a person outside: the calendar's link, reminders and news by mail."""

from datetime import date, datetime

from django.db import transaction

from league.evenings.models import CalendarLink, Notice, Reminder
from league.evenings.queries.calendar import to_tell
from league.events.models import Event, Participation
from league.people.models.people import Person


def renew_calendar(*, person: Person, seen: int | None, now: datetime) -> CalendarLink:
    """Make a new secret link; the one before opens nothing any more. Locks the person.

    `seen` is the link the person looked at: a second tap answers with what the first one made.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        there = CalendarLink.objects.filter(person=person, revoked_at=None).first()
        if there is not None and there.pk != seen:
            return there
        revoke_calendar(person=person, now=now)
        return CalendarLink.objects.create(person=person, made_at=now)


def revoke_calendar(*, person: Person, now: datetime) -> None:
    """Revoke the person's link for ever. Repeatable; locks the link."""
    CalendarLink.objects.filter(person=person, revoked_at=None).update(revoked_at=now)


def set_reminders(*, person: Person, wanted: bool) -> None:
    """Turn mails that ask the person for missing answers on or off.

    Repeatable; locks the person.
    """
    Person.objects.filter(pk=person.pk).update(wants_reminders=wanted)


def claim_reminder(*, participation: Participation, now: datetime) -> Reminder | None:
    """Claim the right to send this reminder: only one sender gets it, all others None.

    Part of the transaction that writes the mail. Locks nothing: the row is unique.
    """
    reminder, created = Reminder.objects.get_or_create(
        participation=participation, defaults={"claimed_at": now}
    )
    return reminder if created else None


def owe_notices(*, event: Event, was_on: date, now: datetime) -> None:
    """Write down who is to be told by mail about a change of an evening, `was_on` its day before.

    Part of the change's transaction, which has locked the event. Unsent notices are replaced, and a
    person for whom the state is again the last one known hears nothing. Locks the event's notices.
    """
    sent: dict[int, Notice] = {}
    waiting: dict[int, Notice] = {}
    for notice in Notice.objects.select_for_update(no_key=True, of=("self",)).filter(
        participation__event=event
    ):
        (sent if notice.claimed_at else waiting)[notice.participation_id] = notice
    concerned = list(to_tell(event))
    Notice.objects.filter(pk__in=[notice.pk for notice in waiting.values()]).delete()
    for participation in concerned:
        before = sent.get(participation.pk)
        # A person who has answered knows the evening as it was just now, mail or not.
        unsent = None if participation.answer else waiting.get(participation.pk)
        knew = unsent.was_on if unsent else was_on
        kind = _news(event, knew, before is not None and before.kind == Notice.Kind.CANCELLED)
        if kind is not None:
            answer = unsent.answer if unsent else participation.answer
            Notice.objects.create(
                participation=participation, kind=kind, was_on=knew, answer=answer, wanted_at=now
            )


def _news(event: Event, knew: date, thinks_it_is_off: bool) -> Notice.Kind | None:
    """Return the news about the evening for a person who knows it on the day `knew`, None
    without any.
    """
    if event.is_cancelled:
        return None if thinks_it_is_off else Notice.Kind.CANCELLED
    if thinks_it_is_off:
        return Notice.Kind.REINSTATED
    return None if knew == event.business_date else Notice.Kind.MOVED


def claim_notice(*, notice: Notice, now: datetime) -> bool:
    """Claim the right to write this mail, for one only, and while nothing has replaced the
    notice.
    """
    return bool(Notice.objects.filter(pk=notice.pk, claimed_at=None).update(claimed_at=now))
