"""Reading who may do what at a table without an account, and what is wrong there."""

from datetime import datetime, timedelta
from threading import Lock

from league.models import Objection, Result, TableLink

# A revoked link is refused by every process of the server after this time at the latest.
REMEMBERED = timedelta(seconds=1)


class _Revoked:
    """The short list of links that were revoked before their end, read once a second at most."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._links: frozenset[int] = frozenset()
        self._until: datetime | None = None

    def has(self, link_id: int, now: datetime) -> bool:
        until = self._until
        if until is None or not until - REMEMBERED <= now < until:
            with self._lock:
                revoked = TableLink.objects.filter(revoked_at__isnull=False, ends_at__gt=now)
                self._links = frozenset(revoked.values_list("pk", flat=True))
                self._until = now + REMEMBERED
        return link_id in self._links

    def forget(self) -> None:
        self._until = None


_revoked = _Revoked()


def is_revoked(link_id: int, now: datetime) -> bool:
    """Whether a link that has not ended was revoked. Asks the database once a second at most."""
    return _revoked.has(link_id, now)


def forget_revoked() -> None:
    """After a revocation: this process at least knows it at once."""
    _revoked.forget()


def open_objection(result: Result) -> Objection | None:
    """The problem with a result that nobody has ruled on yet."""
    return Objection.objects.filter(result=result, ruled_at=None).first()
