"""Writes about access to a table without an account: links, holders of phones, the log of both."""

from datetime import datetime, time, timedelta
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import transaction
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.access.queries.tables import forget_revoked
from league.errors import IllegalError, InvalidError
from league.events.models import Event, Seat, Table
from league.events.queries import seats_of
from league.links.models import Holder, LinkUse, TableLink
from league.links.queries import last_holder, link_in_force
from league.people.models.people import User, sort_key
from league.web.plain_words import is_visible, refuse_address

# However late an evening gets, it is over at noon of the day after.
LONGEST = timedelta(hours=48)
SAME_VISIT = timedelta(minutes=1)


def end_of_link(event: Event) -> datetime:
    """Return when a link of this evening ends by itself: at noon after the business date."""
    day = event.business_date + timedelta(days=1)
    return datetime.combine(day, time(12), tzinfo=ZoneInfo(settings.TIME_ZONE))


def make_link(
    *,
    table: Table,
    by: User | None,
    now: datetime,
    ends_at: datetime | None = None,
    replaces: TableLink | None = None,
) -> TableLink:
    """Return the link that opens the table: the existing one or a new one. Locks the table.

    A new link is made if none is in force, or to replace the one that is (`replaces`), which is
    revoked; so a repeat changes nothing. Ends at noon after the business date unless `ends_at` says
    otherwise. IllegalError if that is past or more than 48 hours ahead.
    """
    ends_at = ends_at or end_of_link(table.block.event)
    if ends_at <= now:
        raise IllegalError(
            "evening_is_over",
            _("This evening is over. Enter what is missing as a card."),
        )
    if ends_at > now + LONGEST:
        earliest = (ends_at - LONGEST).astimezone(ZoneInfo(settings.TIME_ZONE))
        raise IllegalError(
            "link_too_early",
            _("It is too early for that: a link lasts 48 hours at most. Possible from %(when)s.")
            % {"when": date_format(earliest, "j. F Y, H:i")},
        )
    with transaction.atomic():
        table = Table.objects.select_for_update(no_key=True).get(pk=table.pk)
        there = link_in_force(table, now)
        if there is not None and (replaces is None or replaces.pk != there.pk):
            return there
        if there is not None:
            revoke_link(link=there, by=by, now=now)
        return TableLink.objects.create(table=table, made_by=by, made_at=now, ends_at=ends_at)


def revoke_link(*, link: TableLink, by: User | None, now: datetime) -> None:
    """Refuse the link, and every phone that came by it, from now on. For ever; repeatable.

    Locks the link. Every process of the server knows it within a second, this one at once.
    """
    with transaction.atomic():
        link = TableLink.objects.select_for_update(no_key=True).get(pk=link.pk)
        if link.revoked_at is None:
            link.revoked_at, link.revoked_by = now, by
            link.save(update_fields=["revoked_at", "revoked_by"])
        transaction.on_commit(forget_revoked)


def log_use(*, link: TableLink, kind: str, device: str, now: datetime) -> None:
    """Log that a phone opened a link or was refused; once a minute for the same phone."""
    seen = LinkUse.objects.filter(link=link, kind=kind, device=device, at__gt=now - SAME_VISIT)
    if not seen.exists():
        LinkUse.objects.create(link=link, kind=kind, device=device, at=now)


def name_holder(
    *, link: TableLink, device: str, name: str, seat: Seat | None, now: datetime
) -> Holder:
    """Record the holder of this phone: a person on a seat of the table (`seat`), or another `name`.

    The name is asserted and not checked; typing the name of a seat means that seat. The same phone
    with the same name stays the same holder; another name is a new one, and earlier entries keep
    the old. Locks the link. IllegalError if the link is no longer in force, InvalidError for no
    name, one that is more than words, or a seat from elsewhere.
    """
    if seat is not None:
        if seat.table_id != link.table_id or not seat.active:
            raise InvalidError("foreign_seat", _("This person no longer sits at this table."))
    else:
        seat = _seat_of(link, name)
    if seat is not None:
        name = seat.participation.name
    name = " ".join(name.split())[: Holder._meta.get_field("name").max_length]
    if not name or not is_visible(name):
        raise InvalidError("name_missing", _("Please say who has the phone."), field="name")
    if seat is None:
        refuse_address(name, "name")
    with transaction.atomic():
        link = TableLink.objects.select_for_update(no_key=True).get(pk=link.pk)
        if link.revoked_at is not None or link.ends_at <= now:
            raise IllegalError(
                "link_over",
                _("This link is no longer valid. The referee will give you a new card."),
            )
        known = last_holder(link, device)
        if known is not None and (known.name, known.seat_id) == (name, seat.pk if seat else None):
            return known
        holder = Holder.objects.create(link=link, device=device, name=name, seat=seat, since=now)
        LinkUse.objects.create(
            link=link, kind=LinkUse.Kind.NAMED, device=device, holder=holder, at=now
        )
        return holder


def _seat_of(link: TableLink, name: str) -> Seat | None:
    wanted = sort_key(" ".join(name.split()))
    for seat in seats_of(link.table):
        if wanted in (sort_key(seat.participation.name), seat.participation.person.sort_key):
            return seat
    return None
