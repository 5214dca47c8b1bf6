"""A tournament of 120 with a real worker: seconds from a card to the right tables of the day.

And the seconds to a season's table while that tournament keeps the worker busy.

Thirty tables hand in their games one after the other. For each the time runs from the tap to the
rows: stored, heard by the worker, computed whole from all results, kept. Then they hand in their
next games from a process of their own, several a second, so that the worker never rests; meanwhile
games of an evening end in a season of fifty evenings, and the time runs from each tap to the rows
of its season. Beside it: one plain computation of all rankings, and the cost of a phone's poll that
hears that nothing changed. The figures are the median and the slowest of the cards. One worker with
one hand does the rankings, as docs/running.md has it.
"""

# needs: postgresql redis
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from datetime import timedelta
from importlib import import_module
from multiprocessing import get_context
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench._figures import figure, size

ROOT = Path(__file__).resolve().parent.parent
PEOPLE = size(120, 24)
CARDS = size(60, 6)
TAPS = size(15, 2)
A_SECOND = 5  # cards of the tournament, while the season's are measured
EVENINGS, MEMBERS = size(50, 5), 24


def start() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    django.setup()


def main() -> None:
    start()
    from django.core.management import call_command

    call_command("migrate", "--no-input", verbosity=0)
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency=1"]
    command += ["-Q", "standings,rankings", "--loglevel=ERROR"]
    worker = subprocess.Popen(command, cwd=ROOT)
    try:
        measure()
    finally:
        worker.terminate()
        worker.wait()


def measure() -> None:
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from league.standings.models import Standing
    from league.tournaments.core.queries.state import TournamentState
    from league.tournaments.core.queries.stored_state import tournaments_to_compute
    from league.tournaments.direction.services import setting_up
    from league.tournaments.draws.services import drawing
    from league.tournaments.ranking.services import ranking

    builders = import_module("tests.builders")
    day = import_module("tests.tournaments")
    drawing.MANY_ROUNDS = 5_000
    event = builders.tournament(f"Bench {time.time()}", day=timezone.localdate())
    day.people(event, *(f"Gast {time.time()} {n}" for n in range(PEOPLE)), team_size=4)
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    rng = random.Random(1)
    day.draw(event, 1)
    day.play(event, 1, rng)
    day.close(event, 1, rng)
    day.draw(event, 2)
    tables = day.tables(event, 2)
    wait(tournaments_to_compute)
    took = []
    for card in range(CARDS):
        state = tables[card % len(tables)]
        names = day.circle(state.table)
        began = time.perf_counter()
        day.random_game(state.table, card // len(tables) + 1, names, names, rng)
        wait(tournaments_to_compute)
        took.append(time.perf_counter() - began)
    began = time.perf_counter()
    for card in range(len(tables)):
        names = day.circle(tables[card].table)
        day.random_game(tables[card].table, CARDS // len(tables) + 1, names, names, rng)
    entered = time.perf_counter() - began
    began = time.perf_counter()
    wait(tournaments_to_compute)
    after = time.perf_counter() - began
    began = time.perf_counter()
    assert TournamentState(event).ranking
    reading = time.perf_counter() - began
    began = time.perf_counter()
    ranking.compute_tournament(event=event, now=timezone.now())
    whole = time.perf_counter() - began
    phone = Client(headers={"host": "localhost"})
    url = reverse("league:tournament_table", args=[event.pk]) + "?part=1"
    etag = phone.get(url).headers["ETag"]
    began = time.perf_counter()
    for _ in range(100):
        assert phone.get(url, headers={"if-none-match": etag}).status_code == 304
    poll = (time.perf_counter() - began) / 100
    soon, busy = season_meanwhile(event, CARDS // len(tables) + 2)
    print(f"{PEOPLE} people, {Standing.objects.filter(event=event).count()} rankings")
    print(f"plain computation {reading:.3f} s, computed and kept {whole:.3f} s")
    print(f"a card of each table at once: entered in {entered:.1f} s, right {after:.2f} s after")
    print(f"beside the season: {busy:.1f} cards a second of the tournament")
    figure("a poll that hears nothing new", 1000 * poll, unit="ms", digits=1)
    figure("tap to a tournament's table", took, unit="s")
    figure("tap to a season's table, slowest", max(soon), unit="s", at_most=1)
    figure("tap to a season's table beside it", soon, unit="s", at_most=1)


def season_meanwhile(event: Any, first: int) -> tuple[list[float], float]:
    """Return the seconds from each game of an evening to its season's table, and the cards a
    second.

    The cards come in beside it; `first` is the next game of each table of the tournament.
    """
    from league.events.queries import season_on
    from league.standings.queries.standings import stale_standings
    from league.tasks import sweep_standings

    builders = import_module("tests.builders")
    table = season_of_fifty(event.business_date)
    season = season_on(event.business_date)
    people = [seat.participation.person for seat in table.seats.all()]
    sweep_standings()
    took = []
    with ProcessPoolExecutor(1, get_context("spawn"), initializer=start) as pool:
        pool.submit(time.perf_counter).result()
        began = time.perf_counter()
        handing_in = pool.submit(hand_in, event.pk, first, TAPS)
        for number in range(1, TAPS + 1):
            time.sleep(max(0, began + number - time.perf_counter()))
            loser, tap = people[number % len(people)], time.perf_counter()
            builders.card(table, loser, loser, number=number)
            wait(lambda: stale_standings().filter(season=season))
            took.append(time.perf_counter() - tap)
        return took, handing_in.result()


def season_of_fifty(day: Any) -> Any:
    """Make a table of tonight; the season has fifty evenings behind it, whose tables are kept."""
    from league.people.services.people import create_person
    from league.standings.models import Standing, StandingRow

    builders = import_module("tests.builders")
    people = [create_person(name=f"Mitglied {time.time()} {n}") for n in range(MEMBERS)]
    for at in range(EVENINGS):
        past = builders.evening(name=f"Abend {time.time()}", day=day - timedelta(days=at % 9 + 1))
        standing = Standing.objects.create(scope="evening", season=past.season, event=past)
        StandingRow.objects.bulk_create(
            StandingRow(
                standing=standing, person=person, rank=place, position=place, evenings=1, games=9,
                halves_lost=4, games_lost=place % 5, sweeps=0, schock_aus=1, next_to_last=2,
            )
            for place, person in enumerate(people, start=1)
        )  # fmt: skip
        Standing.objects.filter(pk=standing.pk).update(as_of=past.created_at)
    return builders.table(builders.evening(name=f"Heute {time.time()}", day=day), *people[:5])


def hand_in(event: int, number: int, seconds: int) -> float:
    """Let the tables play on, a few cards each second; return how many they were in one."""
    from league.events.models import Event

    day = import_module("tests.tournaments")
    rng = random.Random(2)
    tables = [table.table for table in day.tables(Event.objects.get(pk=event), 2)]
    began, cards = time.perf_counter(), 0
    while (took := time.perf_counter() - began) < seconds:
        table = tables[cards % len(tables)]
        names = day.circle(table)
        day.random_game(table, number + cards // len(tables), names, names, rng)
        cards += 1
        time.sleep(max(0, cards / A_SECOND - (time.perf_counter() - began)))
    return cards / took


def wait(stale: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while stale().exists():
        if time.monotonic() > end:
            raise AssertionError("the worker does not come")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
