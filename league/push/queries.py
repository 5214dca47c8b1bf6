"""Reading about pushes: whether the club sends any, to which devices, and the ones that are due."""

from collections.abc import Iterable
from datetime import datetime
from hashlib import sha256

from django.db.models import Q, QuerySet

from league.club.queries import the_club
from league.people.models.people import Person
from league.push.models import Push, PushDevice, PushKeys
from league.push.rules import KeyPair


def digest_of(endpoint: str) -> str:
    """Return the digest by which a device is looked up."""
    return sha256(endpoint.encode()).hexdigest()


def keys_in_use() -> KeyPair | None:
    """Return the club's keys; None as long as it has not switched pushes on."""
    if not the_club().sends_pushes:
        return None
    keys = PushKeys.objects.filter(pk=PushKeys.ONLY).first()
    return KeyPair(keys.private_key, keys.public_key) if keys else None


def public_key() -> str:
    """Return the key that a browser needs to agree; empty until the club has switched pushes on."""
    keys = keys_in_use()
    return keys.public if keys else ""


def devices_of(person: Person) -> QuerySet[PushDevice]:
    """Return the devices on which this person of the club gets pushes."""
    return PushDevice.objects.filter(person=person)


def devices_for(persons: Iterable[int], registrations: Iterable[int]) -> QuerySet[PushDevice]:
    """Return the devices of any of these people and registrations, by their keys."""
    return PushDevice.objects.filter(
        Q(person__in=[*persons]) | Q(registration__in=[*registrations])
    )


def device_at(endpoint: str) -> PushDevice | None:
    return PushDevice.objects.filter(digest=digest_of(endpoint)).first()


def due(now: datetime) -> QuerySet[Push]:
    """Return the pushes that are due and that no other sender has claimed, the oldest first."""
    free = Q(leased_until=None) | Q(leased_until__lte=now)
    waiting = Push.objects.filter(free, sent_at=None, due_at__lte=now, until__gt=now)
    return waiting.select_related("device").order_by("pk")


def newest_for(endpoint: str, now: datetime) -> Push | None:
    """Return the push that the device at this address is to show; None without any (left)."""
    there = Push.objects.filter(device__digest=digest_of(endpoint), until__gt=now)
    return there.select_related("device").order_by("-pk").first()
