"""Writes about programs of a hall: their tokens, and each of their requests once."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from hashlib import sha256
from logging import getLogger
from secrets import token_urlsafe
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Event
from league.links.services import end_of_link
from league.people.models.people import User
from league.tournaments.core.queries.programs import MARK, digest_of
from league.tournaments.core.services.locking import locked
from league.tournaments.models.programs import DirectedCall, TournamentToken

MOST_TOKENS = 10
# So long a program may send something again.
KEPT = timedelta(days=7)
log = getLogger(__name__)


def make_token(
    *, event: Event, name: str, client_id: str, by: User, now: datetime
) -> tuple[TournamentToken, str]:
    """A new token and its secret, which is known at this moment only; until noon after the day.

    A repeat of the same `client_id` answers with what it made, and an empty secret. Locks the
    tournament. InvalidError without a name, IllegalError where there are too many or the day is
    over.
    """
    name = " ".join(name.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("Give the access a name."), field="name")
    with transaction.atomic():
        locked(event)
        own = TournamentToken.objects.filter(event=event)
        if known := own.filter(client_id=client_id).first():
            return known, ""
        if now >= end_of_link(event):
            raise IllegalError("tournament_over", _("This tournament is over."), field="name")
        if own.filter(revoked_at=None).count() >= MOST_TOKENS:
            raise IllegalError(
                "too_many_tokens",
                _("Nobody needs more than ten accesses. Revoke an old one first."),
                field="name",
            )
        secret = f"{MARK}{token_urlsafe(32)}"
        token = TournamentToken.objects.create(
            event=event,
            name=name,
            digest=digest_of(secret),
            client_id=client_id,
            made_by=by,
            made_at=now,
            ends_at=end_of_link(event),
        )
    log.info("tournament token %s made for event %s by user %s", token.pk, event.pk, by.pk)
    return token, secret


def revoke_token(*, token: TournamentToken, by: User, now: datetime) -> None:
    """The program does nothing any more, from the next request on. Repeatable."""
    open_ = TournamentToken.objects.filter(pk=token.pk, revoked_at=None)
    if open_.update(revoked_at=now, revoked_by=by):
        log.info("tournament token %s revoked by user %s", token.pk, by.pk)


def note_use(*, token: TournamentToken, today: date) -> None:
    """On which day it was used last; written once a day."""
    if token.last_used != today:
        TournamentToken.objects.filter(pk=token.pk).update(last_used=today)


def answer_once(
    *,
    event: Event,
    client_id: str,
    asked: Any,
    do: Callable[[], dict[str, Any]],
    now: datetime,
) -> dict[str, Any]:
    """What `do` answers, done and kept in one transaction; a repeat gets the same answer.

    `asked` is all that the request says. What is refused leaves no trace, so it may be tried again
    with the same id. StaleError where the id was used for something else. Two at once with one id
    wait for each other.
    """
    digest = sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest()
    with transaction.atomic():
        calls = DirectedCall.objects.filter(event=event, client_id=client_id)
        try:
            with transaction.atomic():
                DirectedCall.objects.create(
                    event=event, client_id=client_id, digest=digest, made_at=now
                )
        except IntegrityError:
            known = calls.get()
            if known.digest != digest:
                raise StaleError(
                    "id_used_before", _("This id was used before, for something else.")
                ) from None
            answer: dict[str, Any] = known.answer
            return answer
        answer = do()
        calls.update(answer=answer)
        return answer


def forget_calls(*, now: datetime) -> None:
    """Answers that nobody asks for again go. Repeatable."""
    DirectedCall.objects.filter(made_at__lt=now - KEPT).delete()
