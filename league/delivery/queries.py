"""A person's daily topics, the texts that wait for the daily mail, and the letters to print."""

from datetime import date, datetime
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from league.access.queries.rights import KEEPS_PEOPLE, holds
from league.delivery.models import DigestChoice, HeldMail, Letter
from league.people.models.invitations import Invitation
from league.people.models.people import Office, Person


def daily_topics(person: Person) -> set[str]:
    """Return the topics that this person gets once a day."""
    return set(DigestChoice.objects.filter(person=person).values_list("topic", flat=True))


def owed_digests(before: datetime, day: date) -> QuerySet[Person]:
    """Return the persons with a text from before this moment that waits, and no digest on this
    day.
    """
    waiting = HeldMail.objects.filter(held_at__lt=before)
    return (
        Person.objects.filter(pk__in=waiting.values("person"), user__is_active=True)
        .exclude(digests__day=day)
        .select_related("user")
        .order_by("pk")
    )


# --- letters --------------------------------------------------------------------------------
def may_print_letters(user: Any, today: date) -> bool:
    return bool(_kinds(user, today))


def letters_for(user: Any, today: date) -> QuerySet[Letter]:
    """Return letters to people for keepers of their list, letters about money for the treasurer.

    Raises Http404 for all others.
    """
    kinds = _kinds(user, today)
    if not kinds:
        raise Http404
    letters = Letter.objects.filter(kind__in=kinds)
    return letters.select_related("person__user", "person__postal_address", "invitation")


def unprinted_for(user: Any, today: date, now: datetime) -> QuerySet[Letter]:
    """Return the letters to be printed, without invitations that no longer open anything."""
    by_hand = Q(invitation__state=Invitation.State.BY_HAND, invitation__ends_at__gt=now)
    return letters_for(user, today).filter(Q(invitation=None) | by_hand, printed_at=None)


def get_batch_for(user: Any, batch: str, today: date) -> list[Letter]:
    """Return the letters printed together; Http404 if this reader has none of this name."""
    letters = list(letters_for(user, today).filter(batch=batch)) if batch else []
    if not letters:
        raise Http404
    return letters


def batches_for(user: Any, today: date) -> list[tuple[str, datetime, int]]:
    """Return the latest batches: name, moment, and number of letters; the newest first."""
    batches: dict[str, tuple[datetime, int]] = {}
    printed = letters_for(user, today).exclude(printed_at=None).order_by("-printed_at", "pk")
    for letter in printed:
        assert letter.printed_at is not None  # those alone were asked for
        when, count = batches.get(letter.batch, (letter.printed_at, 0))
        batches[letter.batch] = (when, count + 1)
    return [(batch, when, count) for batch, (when, count) in batches.items()]


def _kinds(user: Any, today: date) -> list[Letter.Kind]:
    kinds = []
    if holds(user, KEEPS_PEOPLE, today):
        kinds.append(Letter.Kind.PEOPLE)
    if holds(user, (Office.Role.TREASURER,), today):
        kinds.append(Letter.Kind.MONEY)
    return kinds
