"""Writes about the open form, which anyone may send.

The owner of the address confirms it, or the desk accepts it if no mail goes out.
"""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event
from league.people.services.people import tidy_name
from league.tournaments.core.services.locking import locked
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.queries import registrations, requests
from league.tournaments.registration.services.identities import check_shown
from league.tournaments.registration.services.registering import (
    refuse_used_form,
    refuse_words,
    register,
)
from league.web.mailbox import tidy

Shown = Registration.Shown
# Time to confirm it by mail, or to accept it at the desk.
HELD_FOR, HELD_FOR_DESK = timedelta(hours=48), timedelta(days=14)
# Most mails to one address in a day.
A_DAY = 3
# Most waiting requests at one tournament.
MOST_WAITING = 200


def request_registration(
    *, event: Event, client_id: str, email: str, typed: dict[str, Any], language: str, now: datetime
) -> RegistrationRequest:
    """Store a request until the owner of `email`, or without one the desk, confirms it.

    A repeat answers the same. Locks the tournament. Raise IllegalError if registration is closed or
    too many wait, StaleError if the form was sent for another name, InvalidError if the address was
    asked often enough today, and for a text that is more than words.
    """
    email = tidy(email)
    refuse_words(typed)
    typed = {**typed, "name": tidy_name(typed["name"])}
    with transaction.atomic():
        tournament = locked(event)
        if typed.get("consented"):
            typed["agreed_to"] = tournament.consent
        known = RegistrationRequest.objects.filter(event=event, client_id=client_id).first()
        if known is not None:
            registration = known.registration
            sent_for = registration.name if registration else known.typed.get("name")
            refuse_used_form(sent_for or typed["name"], typed["name"])
            return known
        if refusal := registrations.against_registering(tournament.event, now):
            raise refusal
        since = RegistrationRequest.objects.filter(asked_at__gt=now - timedelta(days=1))
        if email and since.filter(email=email).count() >= A_DAY:
            raise InvalidError(
                "address_asked_enough",
                _("This address was asked often enough today. Look into its mail."),
                field="email",
            )
        check_shown(Registration(event=event), typed.get("shown", ""), typed.get("alias", ""))
        if requests.waiting_requests(event, now).count() >= MOST_WAITING:
            raise IllegalError(
                "too_many_requests", _("Too many have asked here already. Come back tomorrow.")
            )
        return RegistrationRequest.objects.create(
            event=event,
            client_id=client_id,
            email=email,
            typed=typed,
            language=language,
            asked_at=now,
            ends_at=now + (HELD_FOR if email else HELD_FOR_DESK),
        )


def confirm(*, request: RegistrationRequest, now: datetime) -> Registration:
    """Confirm a request for the owner of the address: it becomes a registration like any other.

    A repeat returns the same one. Locks the request, then the tournament. Raise IllegalError when
    its time is up, if only the desk can accept it, and as `register`.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        if not request.email:
            raise IllegalError("desk_decides", _("The tournament’s direction decides about this."))
        return _made(request, is_at_desk=False, now=now)


def accept(*, request: RegistrationRequest, alias: str = "", now: datetime) -> Registration:
    """Accept a request for the desk, even if registration has closed meanwhile.

    The applicant gets a place or waits for one, and becomes a guest of the club unless a person
    there has the same name. `alias` is another nickname than the chosen one. The address is not
    kept: its owner has not confirmed. A repeat returns the same one. Locks the request, then the
    tournament. Raise IllegalError when its time is up or the desk has declined it, InvalidError for
    a taken nickname.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        return _made(request, is_at_desk=True, alias=alias, now=now)


def accept_all(*, requests: Sequence[RegistrationRequest], now: datetime) -> int:
    """Accept several requests at once, as `accept`; return how many.

    Requests declined, accepted or expired meanwhile are left out. Locks the requests, then the
    tournament.
    """
    with transaction.atomic():
        held = RegistrationRequest.objects.select_for_update(no_key=True).order_by("pk")
        clear = [
            request
            for request in held.filter(pk__in=[one.pk for one in requests])
            if request.registration_id is None and request.typed and request.ends_at > now
        ]
        for request in clear:
            _made(request, is_at_desk=True, now=now)
        return len(clear)


def decline(*, request: RegistrationRequest) -> None:
    """Decline a request, or take it back for its sender: the typed data is deleted at once.

    Repeatable. Locks the request. Raise IllegalError if it is a registration already.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        if request.registration_id is not None:
            raise IllegalError(
                "already_accepted", _("This is a registration by now: withdraw that one.")
            )
        request.typed = {}
        request.save(update_fields=["typed"])


def _made(
    request: RegistrationRequest, *, is_at_desk: bool, alias: str = "", now: datetime
) -> Registration:
    if request.registration is not None:
        return request.registration
    if request.ends_at <= now:
        raise IllegalError("request_over", _("The time to confirm is over. Register once more."))
    if not request.typed:
        raise IllegalError("request_declined", _("This registration was declined or taken back."))
    typed = dict(request.typed)
    agreed_to = typed.pop("agreed_to", "")
    chosen = requests.chosen_alias(request)
    if chosen and alias:
        typed["alias"] = alias
    elif requests.taken_aliases(request.event, [chosen]):
        # The nickname is taken meanwhile, and its chooser does not want to be shown by name.
        typed.update(shown=Shown.NUMBER, alias="")
    made = register(
        event=request.event,
        client_id=request.client_id,
        email="" if is_at_desk else request.email,
        person=None,
        language=request.language,
        is_at_desk=is_at_desk,
        now=now,
        **typed,
    )
    if agreed_to:  # wording and moment of the form, even if the tournament has changed its own
        made.consent, made.consented_at = agreed_to, request.asked_at
        made.save(update_fields=["consent", "consented_at"])
    request.registration, request.typed = made, {}
    request.save(update_fields=["registration", "typed"])
    return made


def forget(*, now: datetime) -> int:
    """Delete requests a day after their time, so that a late owner can still read the reason.

    One the desk accepted stays while the link of its registration holds. Repeatable.
    """
    over = RegistrationRequest.objects.filter(ends_at__lt=now - timedelta(days=1))
    return over.exclude(requests.leads_to_registration(now)).delete()[0]
