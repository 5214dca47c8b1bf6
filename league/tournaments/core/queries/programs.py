"""Queries for the programs that may do the direction's work at a tournament."""

from datetime import datetime

from django.db.models import QuerySet

from league.access.queries.read_tokens import digest_of
from league.events.models import Event
from league.tournaments.models.programs import TournamentToken
from league.web.rows import row_or_404

# The prefix of a program's secret, so that people and scanners recognise it.
MARK = "turnier_"


def tokens_of(event: Event) -> QuerySet[TournamentToken]:
    return TournamentToken.objects.filter(event=event).select_related("made_by__person")


def get_token_of(event: Event, pk: int) -> TournamentToken:
    """Return a token of this tournament; the caller has checked the rights."""
    return row_or_404(TournamentToken.objects, event=event, pk=pk)


def token_behind(secret: str, now: datetime) -> TournamentToken | None:
    """Return the token in force: neither revoked nor expired, made by a user who may log in."""
    return (
        TournamentToken.objects.select_related("made_by__person")
        .filter(digest=digest_of(secret), revoked_at=None, ends_at__gt=now, made_by__is_active=True)
        .first()
    )
