"""Writes about the person behind a registration, and the player's public name."""

import re
from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event, Participation, Team
from league.people.models.people import Person, sort_key
from league.people.queries.recognition import look_alike_key, namesakes
from league.people.services.people import create_person
from league.tournaments.core.services.locking import fresh, locked, refuse_if_over
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.queries import registrations
from league.tournaments.registration.services.naming import shown_as
from league.web.plain_words import is_visible, refuse_address

State, Shown = Registration.State, Registration.Shown


# The app's own names for players who show none: not allowed as nicknames.
LIKE_A_NUMBER = re.compile(r"(startnummer|nummer|nr\.?|teilnehmer(in)?|#)?\s*\d*")


def settle_identity(
    *, registration: Registration, person: Person | None, name: str = "", now: datetime
) -> Registration:
    """Settle who a registration is: `person` of the club, or a guest of this other `name`.

    Can be settled once. Locks the tournament. Raise IllegalError if it was settled otherwise, or
    the person is registered already; InvalidError for a name that cannot be told from another.
    """
    with transaction.atomic():
        registration = fresh(registration)
        if registration.state != State.REGISTERED:
            raise IllegalError("no_place", _("This registration has no place."))
        if registration.participation_id is not None:
            if person is not None and registration.person == person:
                return registration
            raise IllegalError(
                "identity_settled", _("Somebody else has decided in the meantime who this is.")
            )
        if person is not None and registrations.registration_of(registration.event, person):
            raise IllegalError(
                "already_registered",
                _("%(name)s is registered already. Cancel one of the two registrations.")
                % {"name": person.name},
            )
        enter(registration, person or create_person(name=name), now)
        return registration


def accept_everybody(*, event: Event, now: datetime) -> int:
    """Accept all undecided registrations as guests of the club; return how many.

    A name shared with a person of the club is left to be decided singly. Repeatable. Locks the
    tournament.
    """
    with transaction.atomic():
        refuse_if_over(locked(event))
        return sum(accept(registration, now) for registration in registrations.undecided(event))


def set_shown(*, registration: Registration, shown: str, alias: str) -> Registration:
    """Set the public name of a player, everywhere. Repeatable.

    Locks the tournament. Raise InvalidError for a nickname that is missing or another's name.
    """
    with transaction.atomic():
        registration = fresh(registration)
        check_shown(registration, shown, alias)
        registration.save(update_fields=["shown", "alias"])
        if registration.participation is not None:
            rename(registration.participation)
        return registration


# --- steps of others, within their transaction ------------------------------------------------
def accept(registration: Registration, now: datetime) -> bool:
    """Make a registration with a unique name a guest of the club, who plays.

    Return False if the desk has to decide who it is. The tournament is locked.
    """
    person = _guest(registration.name)
    if person is not None:
        enter(registration, person, now)
    return person is not None


def rename(participation: Participation) -> None:
    """Update the public name to what the person allows. Within a transaction."""
    registration = Registration.objects.filter(participation=participation).first()
    if registration is None:
        return
    others = Participation.objects.filter(event=participation.event_id).exclude(pk=participation.pk)
    name = shown_as(
        shown=registration.shown,
        name=participation.person.name,
        alias=registration.alias,
        start_number=participation.start_number,
        # Read only if the name depends on them.
        taken=(other.name for other in others.select_related("person")),
    )
    if name != participation.shown_as:
        participation.shown_as = name
        participation.save(update_fields=["shown_as"])


def check_shown(registration: Registration, shown: str, alias: str) -> None:
    """Check and set the public name; no one gets another's name."""
    if shown not in Shown.values:
        raise InvalidError("shown_unknown", _("Choose what you are called."), field="shown")
    alias = " ".join(alias.split())[:40] if shown == Shown.ALIAS else ""
    if shown == Shown.ALIAS and not (alias and is_visible(alias)):
        raise InvalidError("alias_missing", _("Which nickname?"), field="alias")
    refuse_address(alias, "alias")
    if alias and LIKE_A_NUMBER.fullmatch(sort_key(alias)):
        raise InvalidError(
            "alias_like_a_number",
            _("That would look like a start number. Take a nickname."),
            field="alias",
        )
    if alias and _is_of_another(registration, alias):
        raise InvalidError(
            "alias_taken", _("Somebody here already has that name. Take another."), field="alias"
        )
    registration.shown, registration.alias = shown, alias


def _is_of_another(registration: Registration, alias: str) -> bool:
    """Return whether another person of the club or of this tournament has this name.

    Letters that only look the same count too.
    """
    namesake = namesakes([alias]).get(alias)
    if namesake is not None and namesake.pk != registration.person_id:
        return True
    here = Participation.objects.filter(event=registration.event_id).select_related("person")
    return any(
        participation.pk != registration.participation_id
        and look_alike_key(participation.name) == look_alike_key(alias)
        for participation in here
    )


def _guest(name: str) -> Person | None:
    """Create a guest; return None if the name is taken, also by a person created just now.

    Letters of another alphabet that make it look like a taken name count too.
    """
    if namesakes([name]):
        return None
    try:
        return create_person(name=name)
    except InvalidError:
        return None


def enter(registration: Registration, person: Person, now: datetime) -> None:
    """Enter a person among the players, with the team and the public name of the registration."""
    own, _created = Participation.objects.get_or_create(event=registration.event, person=person)
    own.answer, own.answered_at = Participation.Answer.YES, now
    own.team = _team(registration)
    own.save(update_fields=["answer", "answered_at", "team"])
    registration.person, registration.participation = person, own
    registration.save(update_fields=["person", "participation"])
    rename(own)


def _team(registration: Registration) -> Team | None:
    """Return the team of this name, creating it if it is missing."""
    if not registration.team_name:
        return None
    team, _created = Team.objects.get_or_create(
        event=registration.event,
        sort_key=sort_key(registration.team_name)[:100],
        defaults={"name": registration.team_name},
    )
    return team
