"""Writes about the open form: asked for by anybody, confirmed by the owner of the address."""

from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event
from league.tournaments.core.services.locking import locked
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration import queries
from league.tournaments.registration.services.registering import register

# So long it can be confirmed, and at most so many go out to one address in a day.
HELD_FOR = timedelta(hours=48)
A_DAY = 3
# So many wait at one tournament at most.
MOST_WAITING = 200


def request_registration(
    *, event: Event, client_id: str, email: str, typed: dict[str, Any], language: str, now: datetime
) -> RegistrationRequest:
    """Writes down what was typed, until the owner of `email` confirms it.

    A repeat answers the same. Locks the tournament. IllegalError where registration is closed or
    too many wait, InvalidError where the address was asked often enough today.
    """
    email = email.strip().lower()
    with transaction.atomic():
        tournament = locked(event)
        known = RegistrationRequest.objects.filter(event=event, client_id=client_id).first()
        if known is not None:
            return known
        if refusal := queries.against_registering(tournament.event, now):
            raise refusal
        since = RegistrationRequest.objects.filter(asked_at__gt=now - timedelta(days=1))
        if since.filter(email=email).count() >= A_DAY:
            raise InvalidError(
                "address_asked_enough",
                _("This address was asked often enough today. Look into its mail."),
                field="email",
            )
        if (
            RegistrationRequest.objects.filter(
                event=event, registration=None, ends_at__gt=now
            ).count()
            >= MOST_WAITING
        ):
            raise IllegalError(
                "too_many_requests", _("Too many wait for their mail here. Come back tomorrow.")
            )
        return RegistrationRequest.objects.create(
            event=event,
            client_id=client_id,
            email=email,
            typed=typed,
            language=language,
            asked_at=now,
            ends_at=now + HELD_FOR,
        )


def confirm(*, request: RegistrationRequest, now: datetime) -> Registration:
    """The owner of the address says yes: from here on it is a registration like any other.

    A repeat gives the same one. Locks the request, then the tournament. IllegalError when its time
    is up, and as `register`.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update().get(pk=request.pk)
        if request.registration is not None:
            return request.registration
        if request.ends_at <= now:
            raise IllegalError(
                "request_over", _("The time to confirm is over. Register once more.")
            )
        made = register(
            event=request.event,
            client_id=request.client_id,
            email=request.email,
            person=None,
            language=request.language,
            now=now,
            **request.typed,
        )
        request.registration, request.typed = made, {}
        request.save(update_fields=["registration", "typed"])
        return made


def forget(*, now: datetime) -> int:
    """Each goes a day after its time, so that a late owner reads why. Repeatable."""
    over = RegistrationRequest.objects.filter(ends_at__lt=now - timedelta(days=1))
    return over.delete()[0]
