"""Writes about the open form: asked for by anybody, confirmed by the owner of the address, or
accepted by the desk where no mail goes out.
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
# So long it can be confirmed by mail, or accepted by the desk.
HELD_FOR, HELD_FOR_DESK = timedelta(hours=48), timedelta(days=14)
# At most so many mails go out to one address in a day.
A_DAY = 3
# So many wait at one tournament at most.
MOST_WAITING = 200


def request_registration(
    *, event: Event, client_id: str, email: str, typed: dict[str, Any], language: str, now: datetime
) -> RegistrationRequest:
    """Writes down what was typed, until the owner of `email` confirms it; without one, until the
    desk accepts it.

    A repeat answers the same. Locks the tournament. IllegalError where registration is closed or
    too many wait, StaleError where the form was sent for somebody else, InvalidError where the
    address was asked often enough today, and for a text that is more than words.
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
    """The owner of the address says yes: from here on it is a registration like any other.

    A repeat gives the same one. Locks the request, then the tournament. IllegalError when its time
    is up, where only the desk can accept it, and as `register`.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        if not request.email:
            raise IllegalError("desk_decides", _("The tournament’s direction decides about this."))
        return _made(request, is_at_desk=False, now=now)


def accept(*, request: RegistrationRequest, alias: str = "", now: datetime) -> Registration:
    """The desk vouches for somebody, also when registration is closed meanwhile: he has a place, or
    waits for one, and is a guest of the club unless somebody there is called like him.

    `alias` is another nickname than the one he chose. An address is not kept: its owner has not
    said yes. A repeat gives the same one. Locks the request, then the tournament. IllegalError when
    its time is up or the desk has declined it, InvalidError for a nickname that somebody has.
    """
    with transaction.atomic():
        request = RegistrationRequest.objects.select_for_update(no_key=True).get(pk=request.pk)
        return _made(request, is_at_desk=True, alias=alias, now=now)


def accept_all(*, requests: Sequence[RegistrationRequest], now: datetime) -> int:
    """The desk vouches for several at once, as `accept` does for one; how many that were.

    Whose request was declined, accepted or is over meanwhile is left out. Locks the requests, then
    the tournament.
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
    """The desk does not take somebody, or he takes it back: what was typed goes at once.

    Repeatable. Locks the request. IllegalError where it is a registration already.
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
        # Somebody has got the nickname since. Whoever chose one does not want to be read by name.
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
    if agreed_to:  # the words of the form and its moment, whatever the tournament asks for by now
        made.consent, made.consented_at = agreed_to, request.asked_at
        made.save(update_fields=["consent", "consented_at"])
    request.registration, request.typed = made, {}
    request.save(update_fields=["registration", "typed"])
    return made


def forget(*, now: datetime) -> int:
    """Each goes a day after its time, so that a late owner reads why. One that the desk accepted
    leads to the registration for as long as the link of that one holds. Repeatable.
    """
    over = RegistrationRequest.objects.filter(ends_at__lt=now - timedelta(days=1))
    return over.exclude(requests.leads_to_registration(now)).delete()[0]
