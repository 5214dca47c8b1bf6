"""Writes about registrations: with a place, on the waiting list, moved up, cancelled.

Each of them locks the tournament first, so the last place is given once.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Event, Participation
from league.people.models.people import Person, sort_key
from league.people.services.people import tidy_name
from league.tournaments.core.services.locking import fresh, locked, refuse_if_over
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.tournaments import Registration, Tournament
from league.tournaments.registration.queries import registrations
from league.tournaments.registration.services.identities import accept, check_shown, enter
from league.web.plain_words import refuse_address

State, Shown, Mail = Registration.State, Registration.Shown, RegistrationMail.Kind


def register(
    *,
    event: Event,
    client_id: str,
    name: str,
    email: str = "",
    team_name: str = "",
    shown: str = Shown.SHORT,
    alias: str = "",
    consented: bool = False,
    is_adult: bool = False,
    person: Person | None,
    language: str = "",
    is_at_desk: bool = False,
    now: datetime,
) -> Registration:
    """Register a player, who gets a place or waits for one.

    `person` is the logged-in user who registers for themselves, once. For others the owner of the
    address has confirmed, and it stays a registration: the place is kept, but a person of the club
    is made only when the desk accepts (`identities.accept_everybody`, `checking_in.receive`); with
    `is_at_desk` it does so now, even if registration is closed. Mails about it are in `language`,
    else in the club's. A repeat of `client_id` answers the same. Locks the tournament. Raise
    IllegalError if registration is closed, InvalidError for missing entries and for a name or team
    that is more than words.
    """
    refuse_words({"name": name, "team_name": team_name})
    with transaction.atomic():
        tournament = locked(event)
        name = person.name if person else tidy_name(name)
        if known := _known(event, client_id, name) or registrations.registration_of(event, person):
            return known
        if is_at_desk:
            refuse_if_over(tournament)
        elif refusal := registrations.against_registering(tournament.event, now):
            raise refusal
        if tournament.adults_only and not is_adult:
            raise InvalidError(
                "not_adult", _("Only those aged 18 or over may play here."), field="is_adult"
            )
        if tournament.consent and not consented:
            raise InvalidError(
                "consent_missing",
                _("It does not work without your consent. Tick the box if you agree."),
                field="consented",
            )
        fill_places(event=event, now=now)
        registration = Registration(
            event=tournament.event,
            client_id=client_id,
            state=State.WAITING,
            name=name,
            email=email,
            team_name=_team_name(tournament, team_name),
            person=person,
            consent=tournament.consent,
            consented_at=now if tournament.consent else None,
            registered_at=now,
            language=language,
        )
        check_shown(registration, shown, alias)
        waits = registrations.counts(tournament.event).is_full
        made = _begin(registration, waits=waits, now=now)
        if is_at_desk and not waits:
            accept(made, now)
        return made


def add_at_desk(
    *,
    event: Event,
    client_id: str,
    name: str,
    team_name: str = "",
    shown: str = Shown.SHORT,
    alias: str = "",
    past_limit: bool = False,
    now: datetime,
) -> Registration:
    """Register a person who comes to the desk, even if registration is closed.

    So the identity is settled, unless a person of the club has the name. A repeat of `client_id`
    answers the same. Locks the tournament. Raise IllegalError if it is full and the desk does not
    take one more (`past_limit`), and for a name that still waits for a decision.
    """
    with transaction.atomic():
        tournament = locked(event)
        name = tidy_name(name)
        if known := _known(event, client_id, name):
            return known
        refuse_if_over(tournament)
        if registrations.waits_for_a_decision(event, name):
            raise IllegalError(
                "name_waits",
                _("%(name)s is already waiting for the decision who that is.") % {"name": name},
                field="name",
            )
        if registrations.counts(tournament.event).is_full and not past_limit:
            raise IllegalError(
                "tournament_full",
                _("All places are taken. Tick the box if you take somebody all the same."),
                field="past_limit",
            )
        registration = Registration(
            event=tournament.event,
            client_id=client_id,
            state=State.WAITING,
            name=name,
            team_name=_team_name(tournament, team_name),
            registered_at=now,
        )
        check_shown(registration, shown, alias)
        made = _begin(registration, waits=False, now=now)
        accept(made, now)
        return made


def add_several(
    *, event: Event, client_id: str, names: Sequence[str], past_limit: bool = False, now: datetime
) -> tuple[int, int]:
    """Add a list of people at the desk, all or none; count the new and the known ones.

    A repeat of `client_id` adds no one. Locks the tournament. Errors as `add_at_desk`.
    """
    with transaction.atomic():
        locked(event)
        here = Registration.objects.filter(event=event).exclude(state=State.CANCELLED)
        known = {sort_key(registrations.real_name(own)) for own in here.select_related("person")}
        known |= {sort_key(own.name) for own in here}
        wanted = {sort_key(tidy_name(name)): name for name in names}
        new = [name for key, name in wanted.items() if key not in known]
        for name in new:
            key = sha256(sort_key(name).encode()).hexdigest()[:20]
            add_at_desk(
                event=event,
                client_id=f"{client_id}-{key}",
                name=name,
                past_limit=past_limit,
                now=now,
            )
        return len(new), len(names) - len(new)


def cancel(*, registration: Registration, now: datetime) -> Registration:
    """Cancel a registration; the first in line gets the place at once.

    A repeat changes nothing. Locks the tournament. Raise IllegalError after the check-in.
    """
    with transaction.atomic():
        registration = fresh(registration)
        if registration.state == State.CANCELLED:
            return registration
        if refusal := registrations.against_cancelling(registration):
            raise refusal
        own = registration.participation
        registration.state, registration.cancelled_at = State.CANCELLED, now
        registration.participation = None
        registration.save(update_fields=["state", "cancelled_at", "participation"])
        if own is not None:
            own.answer, own.answered_at, own.team = Participation.Answer.NO, now, None
            own.save(update_fields=["answer", "answered_at", "team"])
        _mail(registration, Mail.CANCELLED, now)
        fill_places(event=registration.event, now=now)
        return registration


def fill_places(*, event: Event, now: datetime) -> list[Registration]:
    """Move up waiting registrations, in order, while places are free; return them.

    Repeatable. Called when a place becomes free or places are added. Locks the tournament.
    """
    with transaction.atomic():
        tournament = locked(event)
        if tournament.event.is_cancelled or tournament.finished_at is not None:
            return []
        counts = registrations.counts(tournament.event)
        if not counts.waiting:
            return []
        waiting = registrations.waiting_list(event)
        if counts.places is not None:
            waiting = waiting[: max(0, counts.places - counts.registered)]
        return [_move_up(registration, now) for registration in waiting]


def move_up(*, registration: Registration, now: datetime) -> Registration:
    """Give a waiting registration a place, past the line and past the limit.

    A registration with a place keeps it. Locks the tournament. Raise IllegalError if it is
    cancelled.
    """
    with transaction.atomic():
        registration = fresh(registration)
        refuse_if_over(registration.event.tournament)
        if registration.state == State.CANCELLED:
            raise IllegalError(
                "registration_cancelled",
                _("%(name)s has cancelled. Register the person again if they do come.")
                % {"name": registration.name},
            )
        if registration.state == State.WAITING:
            _move_up(registration, now)
        return registration


def refuse_words(typed: Mapping[str, Any]) -> None:
    """Raise InvalidError if a name or team holds an address or HTML: others read them."""
    for field in ("name", "team_name"):
        refuse_address(typed.get(field, ""), field)


def refuse_used_form(known: str, name: str) -> None:
    """Raise StaleError if a form that was sent for one name comes again with another."""
    if sort_key(known) != sort_key(name):
        raise StaleError(
            "form_was_used",
            _("%(name)s is already registered with this form. Open it anew for the next person.")
            % {"name": known},
        )


def has_address(registration: Registration) -> bool:
    """Return whether mail reaches the registered person."""
    user = registration.person.user if registration.person else None
    return bool(registration.email) or user is not None


# --- the steps ------------------------------------------------------------------------------
def _known(event: Event, client_id: str, name: str) -> Registration | None:
    """Return the registration this form has stored already.

    Raise StaleError if the form now holds another name.
    """
    if not 0 < len(client_id) <= 64:
        raise InvalidError("client_id_missing", _("Reload the page and try again."))
    known = Registration.objects.filter(event=event, client_id=client_id).first()
    if known is not None:
        refuse_used_form(known.name, name)
    return known


def _begin(registration: Registration, *, waits: bool, now: datetime) -> Registration:
    registration.save()
    if not waits:
        _place(registration, now)
    _mail(registration, Mail.CONFIRMED, now)
    return registration


def _move_up(registration: Registration, now: datetime) -> Registration:
    registration.moved_up_at = now
    _place(registration, now)
    _mail(registration, Mail.MOVED_UP, now)
    return registration


def _place(registration: Registration, now: datetime) -> None:
    """Give a place, and enter a person of the club among the players."""
    registration.state = State.REGISTERED
    registration.save(update_fields=["state", "moved_up_at"])
    if registration.person:
        enter(registration, registration.person, now)


def _team_name(tournament: Tournament, name: str) -> str:
    return " ".join(name.split())[:60] if tournament.team is not None else ""


def _mail(registration: Registration, kind: str, now: datetime) -> None:
    """Store that this mail is due, if an address is known. The worker sends it."""
    if has_address(registration):
        RegistrationMail.objects.get_or_create(
            registration=registration, kind=kind, defaults={"wanted_at": now}
        )
