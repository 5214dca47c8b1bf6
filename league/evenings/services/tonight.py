"""Beginning to play with a list of names: evening, attendance and tables in one go."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import (
    GOOD_SEATS,
    MIN_SEATS,
    Block,
    Event,
    Participation,
    Seat,
    Table,
    TableOpening,
    Venue,
)
from league.events.queries import digest_of, evening_on, table_opened
from league.events.services.attendance import add_participant, mark_attendance
from league.events.services.evenings import create_evening
from league.events.services.seating import add_table, seat_all
from league.people.models.people import Person, User
from league.people.services.founding import lock_founding
from league.people.services.people import create_member

# More come to a tournament, which has a registration of its own.
MOST_PLAYERS = 40


@dataclass(frozen=True)
class Newcomer:
    """An unknown person: a member of this kind, a guest if it is empty."""

    name: str
    kind: str = ""


Player = Person | Newcomer


def play_tonight(
    *,
    players: Sequence[Player],
    leaving: Collection[int] = (),
    rulebook: str,
    house_rules: Mapping[str, Any],
    name: str,
    client_id: str,
    asked: str,
    by: User | None,
    now: datetime,
    today: date,
) -> Table:
    """Seat all players in this order, clockwise, and return the first table.

    Uses the evening of today if it exists, else opens one called `name`. New players are recorded,
    all are marked present, and more than GOOD_SEATS sit at several tables. All or nothing; a repeat
    of the same `client_id` answers with the same table and is refused if it `asked` for something
    else. `rulebook` and `house_rules` were checked by a caller who knows rulebooks. Locks the club,
    the evening's tables and those who play. InvalidError for too few, too many or a person named
    twice, IllegalError for a person in a game at another table who is not among those `leaving` it,
    by keys of persons.
    """
    with transaction.atomic():
        lock_founding()
        if known := table_opened(client_id, asked):
            return known
        if not MIN_SEATS <= len(players) <= MOST_PLAYERS:
            raise InvalidError(
                "players_number",
                _("Name at least two people, and at most %(most)s.") % {"most": MOST_PLAYERS},
                field="names",
            )
        persons = [_taken_in(player, today) for player in players]
        if len({person.pk for person in persons}) < len(persons):
            raise InvalidError(
                "named_twice", _("Somebody is named twice. Choose each person once."), field="names"
            )
        event = evening_on(today) or create_evening(
            name=name,
            business_date=today,
            venue=Venue.CLUB_NIGHT,
            rulebook=rulebook,
            house_rules=dict(house_rules),
        )
        # The rows of all first: each who is marked as here locks the event after the own row.
        list(Block.objects.select_for_update(no_key=True).filter(event=event).order_by("pk"))
        rows = Participation.objects.select_for_update(no_key=True).filter(event=event)
        list(rows.filter(person__in=persons).order_by("pk"))
        here = [_here(event, person, now, leaves=person.pk in leaving) for person in persons]
        tables = [_seated(event, some, rulebook, house_rules) for some in _shared(here, GOOD_SEATS)]
        TableOpening.objects.create(
            client_id=client_id,
            digest=digest_of(asked),
            table=tables[0],
            opened_by=by,
            opened_at=now,
        )
        return tables[0]


def _taken_in(player: Player, today: date) -> Person:
    if isinstance(player, Person):
        return player
    return create_member(name=player.name, email="", kind=player.kind, start=today)


def _here(event: Event, person: Person, now: datetime, *, leaves: bool) -> Participation:
    participation = add_participant(event=event, person=person)
    busy = Seat.objects.filter(
        participation=participation, active=True, table__playing__isnull=False
    ).first()
    if busy is not None and not leaves:
        raise IllegalError(
            "in_a_game",
            _("%(name)s is in a game at table %(table)s.")
            % {"name": person.name, "table": busy.table.number},
            field="names",
        )
    if participation.is_here:
        return participation
    present = Participation.Attendance.PRESENT
    return mark_attendance(participation=participation, attendance=present, now=now)


def _shared(here: Sequence[Participation], most: int) -> list[Sequence[Participation]]:
    """Split the list into as few tables as hold all, as even as can be, in the order of the
    list.
    """
    count = -(-len(here) // most)
    size, larger = divmod(len(here), count)
    starts = [number * size + min(number, larger) for number in range(count + 1)]
    return [here[start:end] for start, end in pairwise(starts)]


def _seated(
    event: Event, some: Sequence[Participation], rulebook: str, house_rules: Mapping[str, Any]
) -> Table:
    table = add_table(event=event)
    if event.rulebook != rulebook:
        table.rulebook, table.house_rules = rulebook, dict(house_rules)
        table.save(update_fields=["rulebook", "house_rules"])
    seat_all(table=table, participations=some)
    return table
