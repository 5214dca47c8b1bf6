"""Writes about pushes: the club's switch, the devices that agree, sending, and clearing up."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league import signals
from league.club import services as club
from league.errors import IllegalError, InvalidError
from league.people.models.people import Person, User
from league.push import queries
from league.push.models import Push, PushDevice, PushKeys
from league.push.rules import is_of_service, new_keys

# A person hardly uses more browsers than this; the one that agreed first goes.
MOST_DEVICES = 5
# The time that a sender may take with one push.
LEASE = timedelta(minutes=1)
# Between two attempts: this, then twice as long each time, up to the longest.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(seconds=5), timedelta(minutes=10)
# A guest's device is deleted this long after it agreed: then the tournament is over.
GUEST_DEVICE_HOLDS = timedelta(days=60)


@dataclass(frozen=True)
class Owner:
    """The owner of a device: a person of the club, or the key of a guest's registration."""

    person: Person | None = None
    registration: int | None = None


def switch(*, on: bool, by: User | None, now: datetime) -> None:
    """Switch the club's pushes on, or off: then no device is known any more.

    Repeatable; locks the club.
    """
    with transaction.atomic():
        club.choose_pushes(on=on, by=by)
        if not on:
            PushDevice.objects.all().delete()
        elif not PushKeys.objects.exists():
            keys = new_keys()
            PushKeys.objects.get_or_create(
                pk=PushKeys.ONLY,
                defaults={"private_key": keys.private, "public_key": keys.public, "made_at": now},
            )


def agree(*, owner: Owner, endpoint: str, agent: str, language: str, now: datetime) -> PushDevice:
    """Send pushes for `owner` to this browser from now on, and none for an earlier owner.

    Repeatable; writes one row. IllegalError if the club sends none, InvalidError for an address
    that is not of a browser's push service.
    """
    if not is_of_service(endpoint, settings.PUSH_HOSTS):
        raise InvalidError("push_service_unknown", _("This browser cannot be told anything."))
    with transaction.atomic():
        if queries.keys_in_use() is None:
            raise IllegalError("pushes_off", _("The club sends no notifications."))
        device, _made = PushDevice.objects.update_or_create(
            digest=queries.digest_of(endpoint),
            defaults={
                "person": owner.person,
                "registration_id": owner.registration,
                "endpoint": endpoint,
                "agent": agent[:60],
                "language": language,
                "agreed_at": now,
            },
        )
        own = PushDevice.objects.filter(person=owner.person, registration=owner.registration)
        keep = own.order_by("-agreed_at", "-pk").values_list("pk", flat=True)[:MOST_DEVICES]
        own.exclude(pk__in=[*keep]).delete()
        return device


def renew(*, old: str, new: str, now: datetime) -> bool:
    """Give a device its new address, so that it goes on getting what it agreed to. Return whether
    any device had the old one. Repeatable; locks it. InvalidError as `agree`.
    """
    if not is_of_service(new, settings.PUSH_HOSTS):
        raise InvalidError("push_service_unknown", _("This browser cannot be told anything."))
    with transaction.atomic():
        known = (
            PushDevice.objects.select_for_update(no_key=True)
            .filter(digest=queries.digest_of(old))
            .first()
        )
        if known is None or old == new:
            return known is not None
        PushDevice.objects.filter(digest=queries.digest_of(new)).delete()
        known.endpoint, known.digest, known.agreed_at = new, queries.digest_of(new), now
        known.save(update_fields=["endpoint", "digest", "agreed_at"])
        return True


def take_back(*, endpoint: str) -> None:
    """Send no pushes to this browser any more. Repeatable."""
    PushDevice.objects.filter(digest=queries.digest_of(endpoint)).delete()


def remove_device(*, person: Person, device: int) -> None:
    """Send no pushes to this device of the person any more. Repeatable."""
    queries.devices_of(person).filter(pk=device).delete()


def put(*, pushes: Iterable[Push]) -> None:
    """Write pushes down for sending: part of the caller's transaction. Locks nothing."""
    if Push.objects.bulk_create(pushes):
        signals.pushes_put.send(sender=Push)


def claim(*, push: Push, now: datetime) -> bool:
    """Claim the right to send a push, for one sender only. Locks nothing: a conditional update."""
    mine = queries.due(now).filter(pk=push.pk)
    return bool(Push.objects.filter(pk__in=mine.values("pk")).update(leased_until=now + LEASE))


def taken(*, push: Push, now: datetime) -> None:
    """Note that the service has the push; the device may ask for it until it is too late."""
    Push.objects.filter(pk=push.pk).update(sent_at=now, leased_until=None)


def put_off(*, push: Push, now: datetime, wait: timedelta | None = None) -> None:
    """Try the push again after the time that the service asks for, or else a pause that grows."""
    pause = wait or FIRST_PAUSE * 2 ** min(push.attempts, 10)
    Push.objects.filter(pk=push.pk, attempts=push.attempts, sent_at=None).update(
        attempts=push.attempts + 1, due_at=now + min(pause, LONGEST_PAUSE), leased_until=None
    )


def give_up(*, push: Push) -> None:
    """Delete a push that the service never takes. Repeatable."""
    Push.objects.filter(pk=push.pk).delete()


def forget_device(*, device: PushDevice) -> None:
    """Delete a device that the push service no longer knows, with the pushes on their way to it."""
    PushDevice.objects.filter(pk=device.pk).delete()


def tidy(*, now: datetime) -> None:
    """Delete overdue pushes, and guests' devices of tournaments long over. Repeatable."""
    Push.objects.filter(until__lte=now).delete()
    guests = PushDevice.objects.filter(person=None, agreed_at__lte=now - GUEST_DEVICE_HOLDS)
    guests.delete()
