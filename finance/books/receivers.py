"""Follows the league: claims are brought into step in the transaction of the change."""

import logging
from collections.abc import Collection
from typing import Any

from django.db import transaction
from django.dispatch import receiver
from django.utils import timezone

from finance.books import labels as words
from finance.books.queries.people import owing_of
from finance.books.services.reconcile import reconcile, reconcile_all
from league.people.models.people import Person
from league.signals import event_changed, stakes_changed

log = logging.getLogger(__name__)


@receiver(event_changed)
def follow(
    sender: Any, event_id: int, persons: Collection[int] | None = None, **kwargs: Any
) -> None:
    """Reconcile the claims of an event with its charges.

    The referee goes on whatever happens here; `check_books` finds an evening out of step.
    """
    try:
        with transaction.atomic():
            reconcile(event_id=event_id, persons=persons, now=timezone.now())
    except Exception:
        log.exception("event %s: claims are not in step with its charges", event_id)


@receiver(stakes_changed)
def follow_stakes(sender: Any, events: Collection[int], **kwargs: Any) -> None:
    """Reconcile the events in the same act in which the club changes its stakes."""
    reconcile_all(events=events, now=timezone.now())


def still_open(person: Person) -> list[str]:
    """Return sentences for the open matters of a person who leaves the club."""
    owing = owing_of(person)
    return words.still_open(person.name, owing.cents, owing.rounds)
