"""Read the rights of all people, and their sources."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from allauth.mfa.models import Authenticator
from django.contrib.sessions.models import Session
from django.db.models import Count
from django.utils.formats import date_format
from django.utils.translation import gettext as _

from config.site.rights.register import BESIDE, RIGHTS
from finance.years.queries.audits import auditors
from league.access.models import LoginSession, ReadToken
from league.access.queries.rights import day_of, each_right_asked_once, read_for_all
from league.access.queries.tables import PLAYERS_CORRECT
from league.events.models import Seat
from league.links.models import Holder
from league.matches.models import SquadMember
from league.people.models.invitations import Invitation
from league.people.models.people import Dated, Membership, Office, Person
from league.tournaments.models.programs import TournamentToken


@dataclass(frozen=True)
class GrantedRight:
    """A person's right, by its code in the register, and each reason in words."""

    code: str
    what: str
    why: tuple[str, ...]


@dataclass(frozen=True)
class PersonRights:
    """All rights of one person; `offices` are those of today."""

    person: Person
    offices: tuple[str, ...]
    rights: list[GrantedRight] = field(default_factory=list)


def rights_of_all(today: date, now: datetime) -> list[PersonRights]:
    """Return all people with any right, by name. The queries do not grow with the club."""
    offices: dict[int, list[Office]] = defaultdict(list)
    for office in Office.objects.on(today):
        offices[office.person_id].append(office)
    memberships: dict[int, list[Membership]] = defaultdict(list)
    for membership in Membership.objects.on(today).select_related("kind"):
        memberships[membership.person_id].append(membership)
    rows = {
        person.pk: PersonRights(
            person, tuple(str(office.get_role_display()) for office in offices[person.pk])
        )
        for person in Person.objects.select_related("user")
    }
    with each_right_asked_once():
        read_for_all([row.person.user for row in rows.values() if row.person.user], today)
        for pk, row in rows.items():
            row.rights.extend(_asked(row.person, today, offices[pk], memberships[pk]))
    beside = [
        *_logins(rows.values(), now),
        *_programs(now),
        *_tables(today, now),
        *_others(today, now),
    ]
    for person, right in beside:
        rows[person].rights.append(right)
    return [row for row in rows.values() if row.rights]


def _asked(
    person: Person, today: date, offices: Iterable[Office], memberships: Iterable[Membership]
) -> Iterator[GrantedRight]:
    """Yield the rights of a login, by the questions that the pages ask."""
    user = person.user
    if user is None or not user.is_active:
        return
    for right in RIGHTS:
        if right.may(user, today):
            why = [_office(office) for office in offices if office.role in right.roles]
            if right.code == "member":
                why = [_span(str(membership.kind), membership) for membership in memberships]
            yield GrantedRight(right.code, str(right.label), tuple(why or [_("by the login")]))


# --- what opens something beside offices and membership ---------------------------------------
def _logins(rows: Iterable[PersonRights], now: datetime) -> Iterator[tuple[int, GrantedRight]]:
    """Yield devices and passkeys, locks, and rights that an office without a login cannot use."""
    running = Session.objects.filter(expire_date__gt=now).values("session_key")
    sessions = LoginSession.objects.filter(session_key__in=running)
    devices = dict(sessions.order_by().values_list("user").annotate(Count("pk")))
    keys = Authenticator.objects.filter(type=Authenticator.Type.WEBAUTHN)
    passkeys = dict(keys.order_by().values_list("user").annotate(Count("pk")))
    for row in rows:
        user = row.person.user
        if user is None:
            if row.offices:
                yield row.person.pk, _granted("no_login", ", ".join(row.offices))
            continue
        if not user.is_active:
            yield row.person.pk, _granted("locked", *row.offices)
        counted = {"devices": devices.get(user.pk, 0), "passkeys": passkeys.get(user.pk, 0)}
        if any(counted.values()):
            words = _("devices: %(devices)s, passkeys: %(passkeys)s") % counted
            yield row.person.pk, _granted("devices", words)


def _programs(now: datetime) -> Iterator[tuple[int, GrantedRight]]:
    for token in ReadToken.objects.filter(revoked_at=None):
        reads = _("money too") if token.with_money else _("without money")
        since = _("since %(day)s") % {"day": _day(day_of(token.made_at))}
        yield token.person_id, _granted("program", f"{token.name}, {reads}, {since}")
    halls = TournamentToken.objects.filter(revoked_at=None, ends_at__gt=now)
    for hall in halls.select_related("event", "made_by__person"):
        if (person := getattr(hall.made_by, "person", None)) is not None:
            words = f"{hall.name}, {hall.event.name}, {_until(hall.ends_at)}"
            yield person.pk, _granted("hall", words)


def _tables(today: date, now: datetime) -> Iterator[tuple[int, GrantedRight]]:
    """Yield seats at which a person may still write, and phones opened for such a seat."""
    seats = Seat.objects.filter(
        active=True, participation__event__business_date__gt=today - PLAYERS_CORRECT
    )
    for seat in seats.select_related("participation__event", "table").order_by("pk"):
        event = seat.participation.event
        last = event.business_date + PLAYERS_CORRECT - timedelta(days=1)
        place = _("table %(number)s, %(event)s") % {
            "number": seat.table.number,
            "event": event.name,
        }
        words = _("%(place)s, until %(day)s") % {"place": place, "day": _day(last)}
        yield seat.participation.person_id, _granted("seat", words)
    holders = Holder.objects.filter(link__ends_at__gt=now, link__revoked_at=None)
    for holder in holders.select_related("link__table", "seat__participation"):
        if holder.seat is not None:
            place = _("table %(number)s") % {"number": holder.link.table.number}
            words = f"{place}, {_until(holder.link.ends_at)}"
            yield holder.seat.participation.person_id, _granted("phone", words)


def _others(today: date, now: datetime) -> Iterator[tuple[int, GrantedRight]]:
    """Yield invitations, captains, last year's auditors, and offices to come."""
    for asked in Invitation.objects.filter(state__in=Invitation.OPEN, ends_at__gt=now):
        yield asked.person_id, _granted("invitation", _until(asked.ends_at))
    captains = SquadMember.objects.filter(is_captain=True, season__closed_at=None)
    for member in captains.select_related("team__league").order_by("-season__start", "pk"):
        yield (
            member.person_id,
            _granted("captain", f"{member.team.name}, {member.team.league.name}"),
        )
    for person in auditors(today.year - 1, today):
        yield person.pk, _granted("audits", str(today.year - 1))
    for office in Office.objects.filter(start__gt=today):
        yield office.person_id, _granted("later", _office(office))


def _granted(code: str, *why: str) -> GrantedRight:
    return GrantedRight(code, str(BESIDE[code]), why)


# --- words ------------------------------------------------------------------------------------
def _office(office: Office) -> str:
    return _span(str(office.get_role_display()), office)


def _span(name: str, dated: Dated) -> str:
    if dated.last_day is None:
        return _("%(name)s since %(start)s") % {"name": name, "start": _day(dated.start)}
    return _("%(name)s, %(start)s to %(last)s") % {
        "name": name,
        "start": _day(dated.start),
        "last": _day(dated.last_day),
    }


def _until(moment: datetime) -> str:
    return _("until %(day)s") % {"day": _day(day_of(moment))}


def _day(day: date) -> str:
    return date_format(day, "SHORT_DATE_FORMAT")
