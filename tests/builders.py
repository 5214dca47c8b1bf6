"""Short words for people, evenings, tables and cards of tests. All through the services."""

from datetime import date, datetime
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

from games.cards.services.cards import enter_card
from games.rules import outcomes as cards
from league.access.actors import NOBODY, Actor
from league.events.models import Event, Table
from league.events.services import attendance, evenings, seating
from league.people.models.people import Person
from league.people.services import people
from league.results.models.results import Result
from league.tournaments.direction.services.setting_up import create_tournament

BERLIN = ZoneInfo("Europe/Berlin")
DAY = date(2026, 3, 6)
NIGHT = datetime(2026, 3, 6, 21, 30, tzinfo=BERLIN)


def member(
    name: str, *offices: str, kind: str = "active", since: date = date(2025, 1, 1)
) -> Person:
    """Return a member with a login; a guest without one if `kind` is empty.

    All people here show their names: a choice that is not made is no matter of the test.
    """
    email = f"{name.lower().replace('ö', 'oe')}@club.invalid" if kind else ""
    person = people.create_member(name=name, email=email, kind=kind, start=since)
    for role in offices:
        people.appoint(person=person, role=role, start=since)
    return people.show_as(person=person, seen_as="name")


def evening(rulebook: str = "rsc2003", day: date = DAY, **fields: Any) -> Event:
    fields = {"name": "Spielabend", "venue": "club_night", **fields}
    return evenings.create_evening(business_date=day, rulebook=rulebook, **fields)


def tournament(name: str = "Schockturnier", day: date = DAY, **fields: Any) -> Event:
    """Make a public tournament with open registration: 10 € for the day and 5 € for the pot."""
    fields = {"registration_open": True, "fee_cents": 1000, "pot_cents": 500, **fields}
    event = create_tournament(
        name=name,
        business_date=day,
        venue="pub",
        rulebook=fields.pop("rulebook", "rsc2003"),
        template=fields.pop("template", "schockfreunde"),
        **fields,
    )
    return evenings.set_public(event=event, is_public=True)


def table(event: Event, *persons: Person) -> Table:
    """Make a table with these persons around it, who are present."""
    made = seating.add_table(event=event)
    for person in persons:
        participation = attendance.add_participant(event=event, person=person)
        attendance.mark_attendance(participation=participation, attendance="present")
        seating.seat(table=made, participation=participation)
    return made


def seat_of(table: Table, person: Person | None) -> int | None:
    if person is None:
        return None
    return table.seats.get(participation__person=person).pk


def card(
    table: Table,
    first: Person | None,
    second: Person | None,
    game: Person | None = None,
    *,
    number: int = 1,
    seen: int | None = None,
    reason: str = "",
    ending: str = cards.NORMAL,
    aus: dict[Person, int] | None = None,
    client_id: str | None = None,
    actor: Actor = NOBODY,
    now: datetime = NIGHT,
) -> Result:
    """Enter a card: losers of the halves and the game, strokes for Schock-Aus."""
    from league.events.queries import seats_of
    from league.results.queries.results import row_of_result

    return enter_card(
        table=table,
        number=number,
        replaces=row_of_result(table, number),
        seen=seen,
        client_id=client_id or uuid4().hex,
        card=cards.Card(
            seats=[seat.pk for seat in seats_of(table)],
            lost_first=seat_of(table, first),
            lost_second=seat_of(table, second),
            lost_game=seat_of(table, game),
            ending=ending,
            schock_aus={seat_of(table, who): n for who, n in (aus or {}).items()},
        ),
        reason=reason,
        actor=actor,
        now=now,
    )
