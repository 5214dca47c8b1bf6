"""A tournament of 120 with a real worker: how soon after a card the tables of the day are right.

Thirty tables hand in their games one after the other. For each the time runs from the tap to the
rows: stored, heard by the worker, computed whole from all results, kept. Beside it: one plain
computation of all rankings, and what a phone's poll costs that hears that nothing changed. The
figures are the median and the slowest of the cards.
"""

# needs: postgresql redis
import os
import random
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

PEOPLE = int(os.environ.get("BENCH_PEOPLE", "120"))
CARDS = int(os.environ.get("BENCH_CARDS", "60"))


def main() -> None:
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    django.setup()
    from django.core.management import call_command

    call_command("migrate", "--no-input", verbosity=0)
    command = [sys.executable, "-m", "celery", "-A", "config", "worker", "--concurrency=2"]
    worker = subprocess.Popen([*command, "--loglevel=ERROR"], cwd=ROOT)
    try:
        measure()
    finally:
        worker.terminate()
        worker.wait()


def measure() -> None:
    from django.test import Client
    from django.urls import reverse
    from django.utils import timezone

    from league.models import Standing
    from league.queries.tournaments.course import Course
    from league.queries.tournaments.kept import tournaments_to_compute
    from league.services.tournaments import drawing, ranking, setting_up

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
    assert Course(event).ranking
    reading = time.perf_counter() - began
    began = time.perf_counter()
    ranking.compute_tournament(event=event, now=timezone.now())
    whole = time.perf_counter() - began
    phone = Client(headers={"host": "localhost"})
    url = reverse("league:tournament_table", args=[event.pk]) + "?teil=1"
    etag = phone.get(url).headers["ETag"]
    began = time.perf_counter()
    for _ in range(100):
        assert phone.get(url, headers={"if-none-match": etag}).status_code == 304
    poll = (time.perf_counter() - began) / 100
    print(f"{PEOPLE} people, {Standing.objects.filter(event=event).count()} rankings")
    print(f"plain computation {reading:.3f} s, computed and kept {whole:.3f} s")
    print(f"a card of each table at once: entered in {entered:.1f} s, right {after:.2f} s after")
    print(f"a poll that hears nothing new: {1000 * poll:.1f} ms")
    print(f"tap to table: median {statistics.median(took):.2f} s, slowest {max(took):.2f} s")


def wait(stale: Callable[[], Any]) -> None:
    end = time.monotonic() + 60
    while stale().exists():
        if time.monotonic() > end:
            raise AssertionError("the worker does not come")
        time.sleep(0.01)


if __name__ == "__main__":
    main()
