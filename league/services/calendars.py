"""Writes about what reaches a person outside: the calendar's link, and reminders by mail."""

from datetime import datetime

from django.db import transaction

from league.models import CalendarLink, Participation, Person, Reminder


def renew_calendar(*, person: Person, seen: int | None, now: datetime) -> CalendarLink:
    """A new secret link; the one before opens nothing any more. Locks the person.

    `seen` is the link the person looked at: a second tap answers with what the first one made.
    """
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        there = CalendarLink.objects.filter(person=person, revoked_at=None).first()
        if there is not None and there.pk != seen:
            return there
        revoke_calendar(person=person, now=now)
        return CalendarLink.objects.create(person=person, made_at=now)


def revoke_calendar(*, person: Person, now: datetime) -> None:
    """The person's link opens nothing any more, for ever. Repeatable; locks the link."""
    CalendarLink.objects.filter(person=person, revoked_at=None).update(revoked_at=now)


def set_reminders(*, person: Person, wanted: bool) -> None:
    """Whether mails ask the person for missing answers. Repeatable; locks the person."""
    Person.objects.filter(pk=person.pk).update(wants_reminders=wanted)


def claim_reminder(*, participation: Participation, now: datetime) -> Reminder | None:
    """The right to send this reminder, for one sender only; None for everybody else.

    The row is committed before the mail goes out. Locks nothing: the row is unique.
    """
    reminder, created = Reminder.objects.get_or_create(
        participation=participation, defaults={"claimed_at": now}
    )
    return reminder if created else None


def reminder_sent(*, reminder: Reminder, now: datetime) -> None:
    Reminder.objects.filter(pk=reminder.pk).update(sent_at=now)


def release_reminder(*, reminder: Reminder) -> None:
    """The post office was not reached, so nothing went out: the next sweep may try again."""
    Reminder.objects.filter(pk=reminder.pk, sent_at=None).delete()
