"""Write one evening of the demo club: attendance, seats, and the games."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from random import Random

from config.demo import scored
from config.demo.cast import CAST
from config.demo.play import Manner
from config.demo.season import STOPS, Evening
from games.cards.services.breaches import charge_breach
from league.evenings.services import answers
from league.evenings.services.series import create_series
from league.events.models import Event, Participation, Table
from league.events.queries import participations, seats_of
from league.events.services import attendance, evenings, seating
from league.kings import services as kings
from league.kings.queries import race
from league.people.models.people import Person, User
from league.results.queries.results import current_result
from league.results.services import confirming

BEGINS, ENDS = time(19, 40), time(23, 30)
LATE_BY = timedelta(minutes=25)
A_GAME = timedelta(minutes=38)
CALLED_AGO = timedelta(minutes=2)
MOST_AT_A_TABLE = 8
ANSWERS = ("yes", "yes", "", "no", "yes", "maybe", "")
CONFIRMED = 0.6
"""How many results a second person has looked at."""
HABITS = {part.name: part for part in CAST}


@dataclass(frozen=True)
class Night:
    """The data for writing an evening: its plan, its moments, the keeper of its list."""

    event: Event
    plan: Evening
    rng: Random
    begins: datetime
    clerk: User | None

    def moment(self, game: int) -> datetime:
        """Return the end of game `game` of a table."""
        return self.begins + game * A_GAME


def open_evening(plan: Evening, day: date, rng: Random, zone: tzinfo, clerk: User | None) -> Night:
    event = evenings.create_evening(
        name=plan.name,
        business_date=day,
        venue=plan.venue,
        rulebook=plan.rulebook,
        start_time=BEGINS,
        end_time=ENDS,
    )
    return Night(event, plan, rng, datetime.combine(day, BEGINS, zone), clerk)


def take_attendance(night: Night, people: Mapping[str, Person]) -> list[Participation]:
    """Mark all people and return those present, in the order of the circle; the late come last."""
    rng = night.rng
    for name, part in HABITS.items():
        if not part.kind and rng.random() < part.comes:
            attendance.add_participant(event=night.event, person=people[name])
    # By their keys: a person may be renamed, or taken in, while the season is being filled.
    often = {people[name].pk: part.comes for name, part in HABITS.items()}
    on_time: list[Participation] = []
    late: list[Participation] = []
    for participation in participations(night.event):
        comes = participation.is_here or rng.random() < often.get(participation.person_id, 0)
        is_late = comes and rng.random() < 0.07
        word = ("late" if is_late else "present") if comes else "absent"
        marked = attendance.mark_attendance(
            participation=participation, attendance=word, now=night.begins + LATE_BY
        )
        if comes:
            (late if is_late else on_time).append(marked)
    rng.shuffle(on_time)
    return on_time + late


def seat_all(night: Night, here: Sequence[Participation]) -> list[Table]:
    """Seat all those present around the tables, so that they are of a size."""
    number = max(night.plan.tables, -(-len(here) // MOST_AT_A_TABLE))
    tables = []
    for place in range(number):
        table = seating.add_table(event=night.event)
        for participation in here[place::number]:
            seating.seat(table=table, participation=participation)
        tables.append(table)
    return tables


def play_tables(night: Night, tables: Sequence[Table]) -> None:
    """Play the evening's games at each table; most are confirmed by a second person."""
    for place, table in enumerate(tables, start=1):
        circle = list(seats_of(table))
        for number in range(1, night.plan.games + 1):
            game = scored.Round(table, number, circle, night.moment(number))
            _play(night, game, place)
            if night.rng.random() < CONFIRMED:
                scored.confirm(game)


def _play(night: Night, game: scored.Round, place: int) -> None:
    plan, rng = night.plan, night.rng
    here = (place, game.number)
    if place in plan.cards:
        scored.write_card(game, rng, wrong=here in plan.wrong)
        return
    manner = Manner(
        depth="hands" if place in plan.hands else "throws", incidents=plan.incidents.get(here, {})
    )
    written = scored.score(game, manner, rng)
    if here in plan.reopened:
        scored.take_up_again(game, written, plan.reopened[here], rng)


def leave_in_the_middle(night: Night, tables: Sequence[Table], now: datetime) -> None:
    """Leave each table in a game: one calls the referee, one has a problem with a result."""
    for place, (table, stop) in enumerate(zip(tables, STOPS, strict=True)):
        circle = list(seats_of(table))
        game = scored.Round(table, night.plan.games + 1, circle, now)
        scored.score(game, Manner(stop=stop), night.rng)
        scribe, witness = game.actors()
        if place == 0:
            result = current_result(table, night.plan.games)
            assert result is not None
            confirming.raise_objection(
                result=result,
                client_id=str(scored.new_id(night.rng)),
                text="Im Finale lag bei mir ein Schock 4 und kein Schock 3.",
                actor=witness,
                now=now,
            )
        else:
            confirming.call_referee(
                table=table,
                client_id=str(scored.new_id(night.rng)),
                note="Ein Würfel liegt auf dem Deckel.",
                actor=scribe,
                now=now - CALLED_AGO,
            )


def crown(night: Night) -> None:
    """Crown at the end of the evening; of equals the first won the half."""
    leaders = race(night.event).leaders
    kings.crown(
        event=night.event,
        person=leaders[0] if leaders else None,
        seen=None,
        by=night.clerk,
        now=night.moment(night.plan.games),
    )


def plan_ahead(days: Sequence[date], clerk: User | None, now: datetime) -> None:
    """Plan the next evenings, with some answers; one of them is cancelled."""
    coming = create_series(
        days=days,
        name="Spielabend",
        venue="club_night",
        rulebook="rsc2003",
        start_time=BEGINS,
        end_time=ENDS,
    )
    for number, event in enumerate(coming):
        for place, participation in enumerate(participations(event)):
            text = ANSWERS[(place + number) % len(ANSWERS)]
            answers.reply_for(participation=participation, answer=text, now=now)
    answers.cancel_event(event=coming[-1], reason="Kirmes", by=clerk, now=now)


def charge_no_shows(night: Night) -> None:
    """Charge some of those who stayed away without a word."""
    away = [
        participation for participation in participations(night.event) if not participation.is_here
    ]
    for participation in night.rng.sample(away, min(night.plan.no_shows, len(away))):
        charge_breach(
            event=night.event,
            participation=participation,
            code="no_show",
            count=1,
            cents=None,
            note="Ohne Absage weggeblieben.",
            client_id=str(scored.new_id(night.rng)),
            by=night.clerk,
            now=night.moment(night.plan.games),
        )
