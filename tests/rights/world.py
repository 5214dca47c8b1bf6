"""Build the club the matrix asks about: one evening with two tables, and a person of every kind.

„Here“ is the table of most questions. A person „elsewhere“ is as near to it as one can be without
belonging to it: at the other table, or with the other table's link.
"""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import UUID

from django.conf import settings
from django.test import Client

from finance.books.formulas import PIECE, Formula
from finance.catalogue.services.catalogue import set_tariff
from league.access import tokens
from league.access.actors import Actor
from league.events.services import attendance
from league.links import services as access
from league.links.models import Holder, TableLink
from league.people.models.people import Membership, Office, User
from league.people.services import people
from league.results.models.results import Charge
from league.results.services.results import record_charge
from tests import builders
from tests.rights.actors import ACTORS, NAMES, ROLES

TODAY, NOW = builders.DAY, builders.NIGHT
DAY = timedelta(days=1)
GAME = UUID("6a1a2f0e-0000-4000-8000-000000000001")


def build() -> SimpleNamespace:
    """Build all of it, through the services if they allow it."""
    w = SimpleNamespace(
        persons={},
        handlers={},
        cookies={name: {} for name in [*ACTORS, "all"]},
        made_once={},  # requests, by their rows
        game=GAME,
    )
    _people(w)
    w.mara = builders.member("Mara")
    w.hilde = builders.member("Hilde", kind="passive")
    w.alone = people.create_person(name="Ohne Zugang", email="")
    who = w.persons
    before = builders.evening("rsc2003", day=TODAY - 7 * DAY)
    for person in (who["guest_other"], w.mara):
        attendance.add_participant(event=before, person=person)
    w.event = builders.evening("rsc2003")
    w.here = builders.table(w.event, who["member_here"], who["guest_here"], w.mara)
    w.there = builders.table(w.event, who["member"], who["member_phone"], w.hilde)
    w.waiting = attendance.add_participant(event=w.event, person=who["guest_tonight"])
    attendance.mark_attendance(participation=w.waiting, attendance="present")
    w.season = w.event.season
    _links(w)
    _played(w)
    for name, person in who.items():
        client = Client()
        client.force_login(person.user)
        w.cookies[name][settings.SESSION_COOKIE_NAME] = client.cookies["sessionid"].value
    client = Client()
    client.force_login(User.objects.create_user("niemand@club.invalid"))
    w.cookies["unknown"][settings.SESSION_COOKIE_NAME] = client.cookies["sessionid"].value
    who["inactive"].user.is_active = False
    who["inactive"].user.save()
    return w


def browser(w: SimpleNamespace, actor: str, **options: Any) -> Client:
    """Return the browser of an actor of the matrix."""
    client = Client(headers={"accept-language": "de"}, **options)
    # One handler for all, as in a server: it reads its middleware once.
    client.handler = w.handlers.setdefault(str(options), client.handler)
    client.cookies.load(w.cookies[actor])
    return client


def _people(w: SimpleNamespace) -> None:
    since = TODAY.replace(year=2025)
    for name, called in NAMES.items():
        kind = {"supporting": "supporting"}.get(name, "active")
        person = w.persons[name] = builders.member(called, kind=kind, since=since)
        if name.startswith("guest"):
            person.memberships.all().delete()
    for role in ROLES:
        people.appoint(person=w.persons[role], role=role, start=since)
        # The services refuse a treasurer who is auditor as well, so not through them.
        Office.objects.create(person=w.persons["former"], role=role, start=since, end=TODAY)
        Office.objects.create(person=w.persons["future"], role=role, start=TODAY + DAY)
        Office.objects.create(person=w.persons["all"], role=role, start=since)
    for role in ("chair", "treasurer"):
        people.appoint(person=w.persons["inactive"], role=role, start=since)
    Membership.objects.filter(person=w.persons["left"]).update(end=TODAY)


def _links(w: SimpleNamespace) -> None:
    """Make the cookies of phones on which a name was given on a table's link."""
    by = w.persons["referee"].user
    w.link = access.make_link(table=w.here, by=by, now=NOW)
    revoked = TableLink.objects.create(
        table=w.here, made_by=by, made_at=NOW, ends_at=NOW + DAY, revoked_at=NOW, revoked_by=by
    )
    ended = TableLink.objects.create(
        table=w.here, made_by=by, made_at=NOW - DAY, ends_at=NOW - timedelta(hours=1)
    )
    elsewhere = access.make_link(table=w.there, by=by, now=NOW)
    for actor, link in (
        ("phone", w.link),
        ("member_phone", w.link),
        ("phone_elsewhere", elsewhere),
        ("phone_ended", ended),
        ("phone_revoked", revoked),
    ):
        holder = Holder.objects.create(link=link, device=actor, name="Wer auch immer", since=NOW)
        token = tokens.HolderToken(link.pk, link.table_id, link.ends_at, holder.pk, holder.name)
        w.cookies[actor][f"tisch_{link.table_id}"] = tokens.sign_holder(token)
    w.token, w.revoked_token, w.ended_token = (
        tokens.sign_link(tokens.LinkToken(link.pk, w.here.pk, link.ends_at))
        for link in (w.link, revoked, ended)
    )


def _played(w: SimpleNamespace) -> None:
    """Play game 1 here, entered on Mara's phone; a fine, a round, and the till's proposals."""
    mara = Actor(user_id=w.mara.user.pk, device="maras-phone", name="Mara")
    w.result = builders.card(w.here, w.persons["member_here"], w.mara, w.mara, actor=mara)
    w.fine = _charge(w, "early_lift", "fine", 100)
    w.round = _charge(w, "dropped_dice", "drinks_round", None)
    w.open = _charge(w, "left_table", "donation", None)
    w.price = set_tariff(
        code="deckel", formula=Formula(PIECE, cents=150), start=TODAY - 30 * DAY, now=NOW
    )


def _charge(w: SimpleNamespace, code: str, kind: str, cents: int | None) -> Charge:
    return record_charge(
        event=w.event,
        person=w.mara,
        code=code,
        kind=kind,
        cents=cents,
        note="Notiz zur Strafe",
        client_id=code,
        by=None,
        now=NOW,
    )
