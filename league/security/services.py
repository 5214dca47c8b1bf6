"""Writes of the security log: adding entries, erasing their private parts, dropping months."""

from datetime import datetime
from secrets import token_hex

from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.db.models import Max, Q

from league.people.models.people import Person, User
from league.security import rules
from league.security.models import KEPT_MONTHS, SecurityEntry, SecurityMonth, SecurityPrivate
from league.security.origin import current

Kind = SecurityEntry.Kind


def note(
    *,
    kind: Kind,
    now: datetime,
    actor: Person | None = None,
    subject: Person | None = None,
    about: str = "",
    email: str = "",
) -> SecurityEntry:
    """Add an entry: part of the transaction that it records.

    Its origin is the request that is being answered; so is the `actor` where it is None. Locks the
    log until the transaction ends, so it comes after all other locks.
    """
    with transaction.atomic():
        lock()
        number, previous, month = _head()
        origin, salt = current(), token_hex()
        link = rules.Link(
            number=number + 1,
            at=now,
            kind=kind,
            actor=actor.pk if actor else origin.who(),
            subject=subject.pk if subject else None,
            about=about[:80],
            private=rules.private_digest(salt, email, origin.ip, origin.agent),
        )
        entry = SecurityEntry.objects.create(
            number=link.number,
            at=link.at,
            month=max(month, rules.month_of(link.at)),  # two clocks may differ
            kind=link.kind,
            actor=link.actor,
            subject=link.subject,
            about=link.about,
            private_digest=link.private,
            previous_hash=previous,
            hash=rules.chained(previous, link),
        )
        SecurityPrivate.objects.create(
            entry=entry, salt=salt, email=email, ip=origin.ip, agent=origin.agent
        )
        return entry


def note_user(*, kind: Kind, user: User, now: datetime, about: str = "") -> SecurityEntry:
    """Add an entry about a user's own login. Locks the log."""
    me: Person | None = getattr(user, "person", None)
    return note(kind=kind, now=now, actor=me, subject=me, about=about)


def lock() -> None:
    """Let one writer at a time add to the log until the transaction ends: the last of all locks."""
    list(
        ContentType.objects.select_for_update(no_key=True).filter(
            app_label="league", model="securityentry"
        )
    )


def _head() -> tuple[int, str, int]:
    """Return number, hash and month of the newest entry, or of the last one that has gone."""
    last = SecurityEntry.objects.order_by("-number").values_list("number", "hash", "month").first()
    if last is not None:
        return last
    months = SecurityMonth.objects.order_by("-month")
    return months.values_list("last_number", "head_hash", "month").first() or (0, "", 0)


def erase(*, persons: list[int], email: str = "", now: datetime) -> int:
    """Erase addresses, IPs and browsers of entries about or by these persons, and of those that
    name `email`; return how many.

    The entries stay and their chain still holds. Repeatable; one statement.
    """
    theirs = Q(entry__subject__in=persons) | Q(entry__actor__in=persons)
    if email:
        theirs |= Q(email__iexact=email)
    of_these = SecurityPrivate.objects.filter(theirs, erased_at=None)
    return of_these.update(salt="", email="", ip="", agent="", erased_at=now)


def drop_expired(*, now: datetime, months: int = KEPT_MONTHS) -> int:
    """Drop whole months once they are so many months old, a year at least; the hash of their last
    entry stays. Return how many.

    Repeatable; locks the log. The database refuses a month that is not whole or too young.
    """
    stays = max(months, KEPT_MONTHS)
    oldest = SecurityEntry.objects.order_by("number").values_list("month", flat=True).first()
    if oldest is None or oldest + stays >= rules.month_of(now):
        return 0
    dropped = 0
    with transaction.atomic():
        lock()
        newest = SecurityEntry.objects.aggregate(month=Max("month"))["month"] or 0
        old = SecurityEntry.objects.filter(month__lte=newest - stays)
        for month in sorted(set(old.values_list("month", flat=True))):
            if month + stays >= rules.month_of(now):
                break
            last = SecurityEntry.objects.filter(month=month).order_by("-number")[0]
            SecurityMonth.objects.create(
                month=month, last_number=last.number, head_hash=last.hash, gone_at=now
            )
            SecurityEntry.objects.filter(number__lte=last.number).delete()
            dropped += 1
    return dropped
