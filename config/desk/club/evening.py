"""One evening of the demo club: who is there, who sits where, and their games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from random import Random

from config.desk.club import scored
from config.desk.club.cast import CAST
from config.desk.club.play import Manner
from config.desk.club.season import Evening
from games.services import charge_breach
from league import queries
from league.models import Event, Participation, Person, Seat, Table, User
from league.services import events

BEGINS = time(19, 40)
A_GAME = timedelta(minutes=38)
MOST_AT_A_TABLE = 7
HABITS = {part.name: part for part in CAST}


@dataclass(frozen=True)
class Night:
    """What an evening needs to be written: its plan, its moments, who keeps the list."""

    event: Event
    plan: Evening
    rng: Random
    begins: datetime
    clerk: User | None

    def moment(self, game: int) -> datetime:
        """When game `game` of a table ended."""
        return self.begins + game * A_GAME


def open_evening(plan: Evening, day: date, rng: Random, zone: tzinfo, clerk: User | None) -> Night:
    event = events.create_evening(
        name=plan.name, business_date=day, venue=plan.venue, rulebook=plan.rulebook
    )
    return Night(event, plan, rng, datetime.combine(day, BEGINS, zone), clerk)


def take_attendance(night: Night, people: Mapping[str, Person]) -> list[Participation]:
    """Marks everybody and returns who is here, in the order of the circle; the late come last."""
    rng = night.rng
    for name, part in HABITS.items():
        if not part.kind and rng.random() < part.comes:
            events.add_participant(event=night.event, person=people[name])
    on_time: list[Participation] = []
    late: list[Participation] = []
    for one in queries.participations(night.event):
        comes = one.is_here or rng.random() < HABITS[one.person.name].comes
        is_late = comes and rng.random() < 0.07
        word = ("late" if is_late else "present") if comes else "absent"
        marked = events.mark_attendance(participation=one, attendance=word)
        if comes:
            (late if is_late else on_time).append(marked)
    rng.shuffle(on_time)
    return on_time + late


def seat_all(night: Night, here: Sequence[Participation]) -> list[Table]:
    """Everybody around the tables, so that they are of a size."""
    number = max(night.plan.tables, -(-len(here) // MOST_AT_A_TABLE))
    tables = []
    for place in range(number):
        table = events.add_table(event=night.event)
        for one in here[place::number]:
            events.seat(table=table, participation=one)
        tables.append(table)
    return tables


def play_tables(night: Night, tables: Sequence[Table]) -> list[Seat | None]:
    """Plays the evening's games at each table; returns who lost the last one, table by table."""
    lost: list[Seat | None] = []
    for place, table in enumerate(tables, start=1):
        circle = list(queries.seats_of(table))
        loser: Seat | None = None
        for number in range(1, night.plan.games + 1):
            starter = starter_of(night.plan.rulebook, circle, loser)
            game = scored.Game(table, number, circle, starter, night.moment(number))
            loser = _play(night, game, place) or loser
        lost.append(loser)
    return lost


def _play(night: Night, game: scored.Game, place: int) -> Seat | None:
    plan = night.plan
    if place in plan.cards:
        return scored.write_card(game, night.rng, wrong=(place, game.number) in plan.wrong)
    manner = Manner(
        depth="hands" if place in plan.hands else "throws",
        incidents=plan.incidents.get((place, game.number), {}),
    )
    return scored.score(game, manner, night.rng)


def starter_of(rulebook: str, circle: Sequence[Seat], lost_before: Seat | None) -> Seat | None:
    """RSC 2003 § 5: who lost the game before begins; elsewhere the dice say who."""
    return (lost_before or circle[0]) if rulebook == "rsc2003" else None


def charge_no_shows(night: Night) -> None:
    """Some of those who stayed away without a word."""
    away = [one for one in queries.participations(night.event) if not one.is_here]
    for one in night.rng.sample(away, min(night.plan.no_shows, len(away))):
        charge_breach(
            event=night.event,
            participation=one,
            code="no_show",
            count=1,
            cents=None,
            note="Ohne Absage weggeblieben.",
            client_id=str(scored.new_id(night.rng)),
            by=night.clerk,
            now=night.moment(night.plan.games),
        )
