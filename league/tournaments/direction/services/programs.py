"""Writes about programs of a hall: their tokens, and each of their requests once."""

import json
from collections.abc import Callable
from datetime import date, datetime, timedelta
from hashlib import sha256
from logging import getLogger
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from league.access import services as access
from league.errors import IllegalError, StaleError
from league.events.models import Event
from league.links.services import end_of_link
from league.people.models.people import User
from league.tournaments.core.queries.programs import MARK
from league.tournaments.core.services.locking import locked
from league.tournaments.models.programs import DirectedCall, TournamentToken

# For this long a program may repeat a request.
RETENTION = timedelta(days=7)
log = getLogger(__name__)


def make_token(
    *, event: Event, name: str, client_id: str, by: User, now: datetime
) -> tuple[TournamentToken, str]:
    """Make a token and return it with its secret, which is known at this moment only.

    It holds until noon after the day. Locks the tournament. Refused and repeated as in
    `access.issue`; raise IllegalError once the day is over.
    """
    with transaction.atomic():
        locked(event)
        own = TournamentToken.objects.filter(event=event)
        if now >= end_of_link(event) and not own.filter(client_id=client_id).exists():
            raise IllegalError("tournament_over", _("This tournament is over."), field="name")
        token, secret = access.issue(
            own,
            MARK,
            name=name,
            client_id=client_id,
            event=event,
            made_by=by,
            made_at=now,
            ends_at=end_of_link(event),
        )
        if not secret:
            return token, ""
    log.info("tournament token %s made for event %s by user %s", token.pk, event.pk, by.pk)
    return token, secret


def revoke_token(*, token: TournamentToken, by: User, now: datetime) -> None:
    """Revoke a token: the program's next request is refused. Repeatable."""
    open_ = TournamentToken.objects.filter(pk=token.pk, revoked_at=None)
    if open_.update(revoked_at=now, revoked_by=by):
        log.info("tournament token %s revoked by user %s", token.pk, by.pk)


def note_use(*, token: TournamentToken, today: date) -> None:
    """Note the day of the last use; written once a day."""
    access.note_last_use(TournamentToken.objects.filter(pk=token.pk), token.last_used, today)


def answer_once(
    *,
    event: Event,
    client_id: str,
    asked: Any,
    do: Callable[[], dict[str, Any]],
    now: datetime,
) -> dict[str, Any]:
    """Return the answer of `do`, done and stored in one transaction; a repeat gets the same answer.

    `asked` is the whole content of the request. A refusal leaves no trace, so it may be tried again
    with the same id. Raise StaleError if the id was used for another request. Two at once with one
    id wait for each other.
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
    """Delete answers too old to be asked for again. Repeatable."""
    DirectedCall.objects.filter(made_at__lt=now - RETENTION).delete()
