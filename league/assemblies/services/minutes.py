"""Writes about the minutes: signed, released to the members, added to."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.assemblies.models.calling import Assembly
from league.assemblies.models.minutes import Minutes, MinutesAddendum
from league.assemblies.queries import minutes as queries
from league.assemblies.services.checks import lock
from league.errors import IllegalError, InvalidError, StaleError
from league.people.models.people import User


def sign(*, assembly: Assembly, seen: str, by: User | None, now: datetime) -> Minutes:
    """Store the minutes once both have signed the paper: their text is final.

    Repeatable; locks the meeting. `seen` is the digest of what was printed or read. IllegalError
    before the meeting is closed; StaleError if the minutes have changed since.
    """
    with transaction.atomic():
        assembly = lock(assembly)
        if (known := Minutes.objects.filter(assembly=assembly).first()) is not None:
            return known
        if assembly.closed_at is None:
            raise IllegalError("assembly_is_open", _("Close the meeting first."))
        content = queries.content_of(assembly)
        digest = queries.digest_of(content)
        if digest != seen:
            raise StaleError(
                "minutes_changed", _("The minutes have changed since. Read them once more.")
            )
        return Minutes.objects.create(
            assembly=assembly, content=content, digest=digest, signed_at=now, signed_by=by
        )


def release(*, minutes: Minutes, now: datetime) -> None:
    """Release the minutes to the members from now on. Repeatable; one conditional update."""
    Minutes.objects.filter(pk=minutes.pk, released_at=None).update(released_at=now)


def add_addendum(
    *, minutes: Minutes, text: str, client_id: str, by: User | None, now: datetime
) -> MinutesAddendum:
    """Add a later note to the minutes.

    A repeat of the same `client_id` changes nothing. Locks nothing. InvalidError without words.
    """
    text = text.strip()[:2000]
    if not text:
        raise InvalidError("empty", _("This must not stay empty."), field="text")
    addendum, _new = MinutesAddendum.objects.get_or_create(
        client_id=client_id,
        defaults={"minutes": minutes, "text": text, "added_by": by, "added_at": now},
    )
    return addendum
