"""Let all write as at a club's busiest hour, for two minutes, beside the real worker: no deadlock.

That a deadlock would be answered again (`config/repeating.py`) hides nothing here: services are
called without it, and the database counts for itself.
"""

import random
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import date, timedelta
from itertools import count
from typing import TypeVar
from uuid import uuid4

import pytest
from django.db import connection

from config.merging import queries as merging_queries
from config.merging import services as merging
from config.privacy import queries as privacy_queries
from config.privacy.services import erasing
from league.errors import LeagueError, StaleError
from league.events.models import Event, Participation
from league.events.services import attendance
from league.people.services import people
from league.seasons import services as seasons
from league.seasons.models import Season
from league.standings.queries.standings import stale_standings
from league.tasks import compute_rankings, compute_season, sweep_standings
from league.tournaments.core.queries.stored_state import tournaments_to_compute
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.draws.services import changes, drawing, releasing
from league.tournaments.registration.services import leaving
from tests import builders
from tests import tournaments as day
from tests.builders import DAY, NIGHT
from tests.plugins.worker import forget_tasks
from tests.waiting import quiet_for, rest

pytestmark = [
    pytest.mark.long,
    pytest.mark.worker,
    pytest.mark.postgresql,
    pytest.mark.locks_by_hand,
]

SECONDS = 120
T = TypeVar("T")


@dataclass
class Hour:
    """Deeds that are done again and again, each in its own thread, and how often each succeeded."""

    is_over: Callable[[], bool] = field(default_factory=lambda: quiet_for(SECONDS))
    done: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)

    def keep(self, name: str, deed: Callable[[int], object]) -> Callable[[], None]:
        """Repeat a deed until the hour is over. A refusal by the rules is an answer."""

        def run() -> None:
            try:
                for number in count(1):
                    if self.is_over():
                        return
                    try:
                        deed(number)
                    except LeagueError as refused:
                        self.refused[f"{name}: {refused.code}"] += 1
                        continue
                    self.done[name] += 1
            finally:
                connection.close()

        return run


def deadlocks() -> int:
    """Return how many the database has counted, of all that wrote into it."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()")
        return int(cursor.fetchone()[0])


@pytest.fixture
def event(worker, club, monkeypatch) -> Event:
    monkeypatch.setattr(drawing, "MANY_ROUNDS", 1_000)
    event = builders.tournament()
    day.people(event, *(f"Gast {at}" for at in range(12)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    day.draw(event, 1)
    return event


def decide(deed: Callable[[], T]) -> T:
    """Do it again, as a director does who is told of a decision made meanwhile."""
    for _ in range(50):
        try:
            return deed()
        except StaleError:
            continue
    return deed()


def of_the_tournament(hour: Hour, event: Event) -> Iterator[Callable[[], None]]:
    tables = [state.table for state in day.tables(event, 1)]
    people = list(Participation.objects.filter(event=event))
    rng = random.Random(1)
    given = {"by": None, "now": NIGHT}

    def redraw(n: int) -> None:
        keep = [tables[0].number]
        block = day.block_of(event, 1)
        how = {"block": block, "keep": keep, "seed": str(n), "reason": "neu", **given}
        release(decide(lambda: changes.propose_redraw(seen=day.seen(event), **how)))

    def leave(n: int) -> None:
        block = day.block_of(event, 1)
        own = people[n % len(people)]
        seats = {"block": block, "participation": own, "seed": str(n), **given}
        release(decide(lambda: changes.propose_leave(seen=day.seen(event), **seats)))
        decide(lambda: leaving.come_back(participation=own, seen=day.seen(event)))
        own.refresh_from_db()
        release(decide(lambda: changes.propose_join(seen=day.seen(event), **seats)))

    def release(draw) -> None:
        decide(lambda: releasing.release_draw(draw=draw, seen=day.seen(event), **given))

    yield hour.keep("a draw", lambda n: (redraw if n % 2 else leave)(n))
    steps = (
        lambda block: rounds.call_sharp(block=block, seen=day.seen(event), now=NIGHT),
        lambda block: rounds.take_sharp_back(block=block, seen=day.seen(event)),
        lambda block: rounds.add_minutes(block=block, minutes=1, seen=day.seen(event), now=NIGHT),
    )

    def step(n: int) -> None:
        rest(0.2)  # else no draw would ever be the newest
        steps[n % len(steps)](day.block_of(event, 1))

    yield hour.keep("a step", step)
    for table in tables[:1]:  # a game keeps its table from being drawn anew

        def play(n: int, table=table) -> None:
            names = day.circle(table)
            loser = rng.choice(names)
            day.game(table, 1 + n % 3, loser, loser, reason="doch")

        yield hour.keep("a card of the tournament", play)


def of_the_season(hour: Hour, club) -> Iterator[Callable[[], None]]:
    season = Season.objects.get()
    for week in range(2):
        evening = builders.evening(day=DAY - timedelta(weeks=week + 1))
        own = [
            builders.table(evening, club.anke, club.bernd, club.jette),
            builders.table(evening, club.oemer, club.timo, club.hilde),
        ]
        for table in own:
            people = [seat.participation.person for seat in table.seats.all()]

            def play(n: int, table=table, people=people) -> None:
                loser = people[n % 3]
                there = table.results.filter(number=1 + n % 4, is_current=True).first()
                builders.card(
                    table,
                    loser,
                    loser,
                    number=1 + n % 4,
                    seen=there.version if there else None,
                    reason="doch",
                )

            yield hour.keep("a card of an evening", play)
        guest = people_of(evening)
        yield hour.keep(
            "attendance",
            lambda n, guest=guest: attendance.mark_attendance(
                participation=guest, attendance="late" if n % 2 else "present"
            ),
        )
    yield hour.keep(
        "how the season counts",
        lambda n: seasons.set_scoring(
            season=season, best_evenings=1 + n % 3, dropped_evenings=None, min_games=0
        ),
    )

    def close_and_open(n: int) -> None:
        if n % 2:
            seasons.close_season(season=season, by=None, now=NIGHT, today=date(2030, 1, 1))
        else:
            seasons.reopen_season(season=season, reason="Einspruch", by=None, now=NIGHT)

    yield hour.keep("a closing", close_and_open)
    yield hour.keep("a task", lambda n: compute_season.run(season.pk))


def people_of(evening: Event) -> Participation:
    return evening.participations.order_by("pk")[0]


def of_the_people(hour: Hour, club) -> Iterator[Callable[[], None]]:
    evenings = [builders.evening(name=f"Abend {n}", day=DAY - timedelta(days=n)) for n in (1, 2)]

    def guest(evening: Event):
        person = people.create_member(name=f"Gast {uuid4().hex}", email="", kind="", start=DAY)
        builders.card(builders.table(evening, person, club.bernd), person, person)
        return person

    def merge(n: int) -> None:
        stays, goes = (guest(evening) for evening in evenings)
        seen = merging_queries.preview(stays, goes, club.stine, NIGHT.date())
        merging.merge(
            kept=stays,
            absorbed=goes,
            by=club.stine.user,
            client_id=uuid4().hex,
            confirmed=seen.digest,
            now=NIGHT,
        )

    def erase(n: int) -> None:
        person = guest(evenings[n % 2])
        seen = privacy_queries.preview(person, NIGHT.date())
        erasing.erase(person=person, by=club.anke.user, now=NIGHT, confirmed=seen.digest)

    yield hour.keep("a merge", merge)
    yield hour.keep("an erasure", erase)


def test_nothing_ends_in_a_deadlock_in_two_minutes(worker, club, event, settings, tmp_path):
    settings.ERASURE_DIR = tmp_path
    before = deadlocks()
    hour = Hour()
    deeds = [
        *of_the_tournament(hour, event),
        *of_the_season(hour, club),
        *of_the_people(hour, club),
        hour.keep("a task of the tournament", lambda n: compute_rankings.run(event.pk)),
    ]
    hour.is_over = quiet_for(SECONDS)
    with ThreadPoolExecutor(len(deeds)) as threads:
        for running in [threads.submit(deed) for deed in deeds]:
            running.result()
    seen = {"done": hour.done, "refused": hour.refused}
    assert deadlocks() == before, seen
    assert {"a draw", "a step", "a merge", "an erasure", "a closing"} <= set(hour.done), seen
    season = Season.objects.get()
    if season.is_closed:
        seasons.reopen_season(season=season, reason="zu Ende", by=None, now=NIGHT)
    sweep_standings()
    compute_rankings.run(event.pk)
    assert not stale_standings().exists()
    assert not tournaments_to_compute().exists()
    forget_tasks()
    worker.wait_until(worker.is_idle, seconds=120)
