"""Writes about joining by the club's link: the link itself, the requests, and the answers."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import ClubChange
from league.club.services import note_change
from league.errors import IllegalError
from league.people.models.joining import ClubInvitation, JoinRequest
from league.people.models.people import Person, User
from league.people.queries.joining import open_invitation, waiting_requests
from league.people.services.addresses import admit, change_address
from league.people.services.founding import lock_founding
from league.people.services.people import tidy_name
from league.web.mailbox import tidy
from league.web.plain_words import refuse_address

State = JoinRequest.State
# The time for which the link works.
VALID = timedelta(days=14)
# A club of this size reads no more at once; a flood is not read either.
MOST_WAITING = 50


def renew_invitation(*, seen: int | None, by: User | None, now: datetime) -> ClubInvitation:
    """Make a new link; the one before takes no requests any more.

    `seen` is the link that was looked at: a second tap returns the link of the first one. Locks the
    club.
    """
    with transaction.atomic():
        lock_founding()
        there = open_invitation(now)
        if there is not None and there.pk != seen:
            return there
        revoke_invitation(by=by, now=now)
        return ClubInvitation.objects.create(made_by=by, made_at=now, ends_at=now + VALID)


def revoke_invitation(*, by: User | None = None, now: datetime) -> None:
    """Revoke the club's link. Earlier requests still wait. Repeatable; locks the link."""
    with transaction.atomic():
        for link in ClubInvitation.objects.select_for_update(no_key=True).filter(revoked_at=None):
            note_change(matter=ClubChange.Matter.LINK, code=link.pk, before="used", by=by)
            link.revoked_at = now
            link.save(update_fields=["revoked_at"])


def ask_to_join(
    *, invitation: ClubInvitation, name: str, email: str, now: datetime
) -> JoinRequest | None:
    """Store a request; no mail is sent, and no person exists before an officer agrees.

    A repeat from the same address changes nothing. Whether the address belongs to a login is not
    told. Locks the club. InvalidError for a name, IllegalError while too many wait.
    """
    name, email = tidy_name(name), tidy(email)
    refuse_address(name, "name")
    with transaction.atomic():
        lock_founding()
        if known := waiting_requests().filter(email=email).first():
            return known
        if waiting_requests().count() >= MOST_WAITING:
            raise IllegalError(
                "too_many_wait", _("Many have asked already. Talk to somebody of the club.")
            )
        return JoinRequest.objects.create(
            invitation=invitation, name=name, email=email, asked_at=now
        )


def approve(
    *,
    request: JoinRequest,
    person: Person | None,
    kind: str,
    start: date,
    by: Person | None,
    user: User | None,
    now: datetime,
) -> Person:
    """Take in the author of a request as a new member of this kind (a guest if it is empty), or
    give a known `person` without a login the address. The invitation goes out by mail.

    Locks the request. IllegalError if it is decided already or the person can log in, InvalidError
    for a name or an address that is taken.
    """
    with transaction.atomic():
        request = _locked(request)
        if person is None:
            person = admit(
                name=request.name, email=request.email, kind=kind, start=start, by=by, now=now
            )
        else:
            person = Person.objects.select_for_update(no_key=True, of=["self"]).get(pk=person.pk)
            if person.user_id is not None:
                raise IllegalError("has_login", _("This person can log in already."))
            change_address(person=person, email=request.email, by=by, now=now)
        _decide(request, State.APPROVED, person, user, now)
        return person


def refuse(*, request: JoinRequest, user: User | None, now: datetime) -> None:
    """Refuse a request and erase its author. Locks the request; IllegalError as above."""
    with transaction.atomic():
        _decide(_locked(request), State.REFUSED, None, user, now)


def _locked(request: JoinRequest) -> JoinRequest:
    request = JoinRequest.objects.select_for_update(no_key=True, of=["self"]).get(pk=request.pk)
    if request.state != State.WAITING:
        raise IllegalError("request_decided", _("Somebody has decided this already."))
    return request


def _decide(
    request: JoinRequest, state: State, person: Person | None, user: User | None, now: datetime
) -> None:
    request.state, request.person = state, person
    request.decided_by, request.decided_at = user, now
    request.name = request.email = ""
    request.save()
