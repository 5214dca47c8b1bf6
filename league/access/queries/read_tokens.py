"""Reading the programs that have access to what a person sees."""

from hashlib import sha256
from typing import Any

from django.db.models import QuerySet

from league.access.models import ReadToken
from league.access.queries.rights import person_of
from league.people.models.people import Person
from league.web.rows import row_or_404

# Every secret begins with this, so that people and scanners know what they have found.
MARK = "schockwart_"


def digest_of(secret: str) -> str:
    """Return the digest of a secret: 256 random bits need no slow hash."""
    return sha256(secret.encode()).hexdigest()


def tokens_of(person: Person) -> QuerySet[ReadToken]:
    return ReadToken.objects.filter(person=person)


def get_token_for(user: Any, pk: int) -> ReadToken:
    """Return one of the user's own tokens; those of others do not exist."""
    return row_or_404(ReadToken.objects, pk=pk, person=person_of(user), person__isnull=False)


def token_behind(secret: str) -> ReadToken | None:
    """Return the token in force: not revoked, of a person whose login works."""
    return (
        ReadToken.objects.select_related("person__user")
        .filter(digest=digest_of(secret), revoked_at=None, person__user__is_active=True)
        .first()
    )
