"""Writes about access: of programs, and of the devices with a login.

Those of programs also leave a line in the log of the server.
"""

from datetime import date, datetime
from logging import getLogger
from secrets import token_urlsafe
from typing import Any, TypeVar

from django.contrib.sessions.models import Session
from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy as _

from league.access.models import LoginSession, ReadToken
from league.access.queries.read_tokens import MARK, digest_of
from league.errors import IllegalError, InvalidError
from league.people.models.people import Person, User
from league.security import services as security
from league.security.models import SecurityEntry

MOST_TOKENS = 10
Token = TypeVar("Token", bound=Model)
log = getLogger(__name__)
Kind = SecurityEntry.Kind


def issue(
    own: QuerySet[Token], mark: str, *, name: str, client_id: str, **fields: Any
) -> tuple[Token, str]:
    """Make a new token with these `fields` and return it with its secret.

    The caller has locked the owner. The token lies beside those of the same owner. The secret
    begins with `mark` and is known at this moment only. A repeat of the same `client_id` answers
    with what it made, and an empty secret. Raises InvalidError without a name, IllegalError if the
    owner has too many already.
    """
    name = " ".join(name.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("Give the access a name."), field="name")
    if known := own.filter(client_id=client_id).first():
        return known, ""
    if own.filter(revoked_at=None).count() >= MOST_TOKENS:
        raise IllegalError(
            "too_many_tokens",
            _("Nobody needs more than ten accesses. Revoke an old one first."),
            field="name",
        )
    secret = f"{mark}{token_urlsafe(32)}"
    made = own.create(name=name, digest=digest_of(secret), client_id=client_id, **fields)
    return made, secret


def note_last_use(own: QuerySet[Any], last_used: date | None, today: date) -> None:
    """Note the day on which the token was used last; written once a day. Locks it."""
    if last_used != today:
        own.update(last_used=today)


def make_token(
    *, person: Person, name: str, with_money: bool, client_id: str, now: datetime
) -> tuple[ReadToken, str]:
    """Make a new access and its secret, which is known at this moment only. Locks the person.

    Refused and repeated as `issue` says.
    """
    with transaction.atomic():
        Person.objects.select_for_update(no_key=True).get(pk=person.pk)
        token, secret = issue(
            ReadToken.objects.filter(person=person),
            MARK,
            name=name,
            client_id=client_id,
            person=person,
            with_money=with_money,
            made_at=now,
        )
        if not secret:
            return token, ""
        security.note(
            kind=Kind.PROGRAM_LET_IN,
            now=now,
            actor=person,
            subject=person,
            about=f"token:{token.pk}",
        )
    log.info("read token %s made for person %s, money: %s", token.pk, person.pk, with_money)
    return token, secret


def revoke_token(*, token: ReadToken, by: User, now: datetime) -> None:
    """Revoke the token: from the next request on its program reads nothing.

    Repeatable; locks the token.
    """
    with transaction.atomic():
        open_ = ReadToken.objects.filter(pk=token.pk, revoked_at=None)
        revoked = open_.update(revoked_at=now, revoked_by=by)
        if revoked:
            about = f"token:{token.pk}"
            security.note_user(kind=Kind.PROGRAM_SHUT_OUT, user=by, now=now, about=about)
    if revoked:
        log.info("read token %s revoked by user %s", token.pk, by.pk)


def note_use(*, token: ReadToken, today: date) -> None:
    """Note the day on which the token was used last; written once a day. Locks the token."""
    note_last_use(ReadToken.objects.filter(pk=token.pk), token.last_used, today)


# --- devices --------------------------------------------------------------------------------
def note_session(*, user: User, session_key: str, agent: str, now: datetime, today: date) -> None:
    """Note that the user is logged in on this device and was seen today.

    Repeatable; locks its row.
    """
    session = LoginSession(
        session_key=session_key, user=user, agent=agent[:60], logged_in_at=now, seen_on=today
    )
    LoginSession.objects.bulk_create(
        [session],
        update_conflicts=True,
        unique_fields=["session_key"],
        update_fields=["user", "agent", "seen_on"],
    )


def end_sessions(*, user: User, but: str, only: int | None, now: datetime) -> int:
    """Log a user out on the device of the key `only`, or on all but that of the session `but`.

    Returns how many there were. Repeatable.
    """
    with transaction.atomic():
        own = LoginSession.objects.filter(user=user).exclude(session_key=but)
        ended = _end(own if only is None else own.filter(pk=only))
        if ended:
            security.note_user(
                kind=Kind.SESSION_ENDED, user=user, now=now, about=f"devices:{ended}"
            )
        return ended


def end_every_session(*, user: User) -> int:
    """Log a user out on every device: part of what changes the login. Repeatable."""
    return _end(LoginSession.objects.filter(user=user))


def end_this_session(*, session_key: str) -> None:
    """Log the user out on this device. Repeatable."""
    _end(LoginSession.objects.filter(session_key=session_key))


def _end(sessions: QuerySet[LoginSession]) -> int:
    Session.objects.filter(session_key__in=sessions.values("session_key")).delete()
    ended, _each = sessions.delete()
    return ended


def forget_sessions(*, now: datetime) -> None:
    """Delete sessions that have run out, and the devices they belonged to. Repeatable."""
    Session.objects.filter(expire_date__lte=now).delete()
    there = Session.objects.values("session_key")
    LoginSession.objects.exclude(session_key__in=there).delete()
