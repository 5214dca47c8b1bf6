"""Writes about the access of programs. Each also leaves a line in the log of the server."""

from datetime import date, datetime
from logging import getLogger
from secrets import token_urlsafe

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.access.models import ReadToken
from league.access.queries.read_tokens import MARK, digest_of
from league.errors import IllegalError, InvalidError
from league.people.models.people import Person, User

MOST_TOKENS = 10
log = getLogger(__name__)


def make_token(
    *, person: Person, name: str, with_money: bool, client_id: str, now: datetime
) -> tuple[ReadToken, str]:
    """A new access and its secret, which is known at this moment only. Locks the person.

    A repeat of the same `client_id` answers with what it made, and an empty secret. InvalidError
    without a name, IllegalError where there are too many already.
    """
    name = " ".join(name.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("Give the access a name."), field="name")
    with transaction.atomic():
        Person.objects.select_for_update().get(pk=person.pk)
        own = ReadToken.objects.filter(person=person)
        if known := own.filter(client_id=client_id).first():
            return known, ""
        if own.filter(revoked_at=None).count() >= MOST_TOKENS:
            raise IllegalError(
                "too_many_tokens",
                _("Nobody needs more than ten accesses. Revoke an old one first."),
                field="name",
            )
        secret = f"{MARK}{token_urlsafe(32)}"
        token = ReadToken.objects.create(
            person=person,
            name=name,
            digest=digest_of(secret),
            with_money=with_money,
            client_id=client_id,
            made_at=now,
        )
    log.info("read token %s made for person %s, money: %s", token.pk, person.pk, with_money)
    return token, secret


def revoke_token(*, token: ReadToken, by: User, now: datetime) -> None:
    """The program reads nothing any more, from the next request on. Repeatable; locks the token."""
    open_ = ReadToken.objects.filter(pk=token.pk, revoked_at=None)
    if open_.update(revoked_at=now, revoked_by=by):
        log.info("read token %s revoked by user %s", token.pk, by.pk)


def note_use(*, token: ReadToken, today: date) -> None:
    """On which day it was used last; written once a day. Locks the token."""
    if token.last_used != today:
        ReadToken.objects.filter(pk=token.pk).update(last_used=today)
