"""P3: a table that many look at while it changes every two seconds.

* ours: onlookers of a public evening ask `/api/games/<key>/` with the ETag they know, as the page
  does, while a phone at the table taps every two seconds;
* bare: a view of a new Django project that answers 304 and asks no database;
* full: the whole page `/tische/<pk>/spiel/`, made anew each time.

Then 2,000 onlookers ask every three seconds for a minute: errors, how long an answer takes, and how
long after a tap they see it. Two workers, all sides in turn; the figure comes last. The asking
processes share the machine with the servers.
"""

# needs: postgresql
import heapq
import random
import selectors
import statistics
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench._figures import figure, size

ROUNDS = size(7, 1)
LINES = 8
PER_LINE = size(250, 20)
PER_PAGE = size(10, 2)
EVERY = 3.0
TAP_EVERY = 2.0
POLLERS = size(2_000, 20)
SECONDS = size(60.0, 5.0)
OURS, THEIRS = "config.settings", "bench.reference.settings"


def known(path: str, etag: str) -> bytes:
    return harness.get(path, f"If-None-Match: {etag}\r\n")


def ask(port: int, request: bytes) -> harness.Line:
    """Send one request on a connection of its own, and return it answered."""
    line = harness.Line(port, [request])
    line.send()
    while not line.receive():
        pass
    line.socket.close()
    return line


def etag_of(line: harness.Line) -> str:
    """Return the ETag of a new picture, nothing if the answer has none."""
    if line.head[9:12] != b"200":
        return ""
    return line.head.partition(b"tag: ")[2].split(b"\r\n")[0].decode()


# --- the table ------------------------------------------------------------------------------
@contextmanager
def tapping(port: int, phone: harness.Phone, key: str, seed: int) -> Iterator[list[float]]:
    """Throw every two seconds while an onlooker looks all the time.

    Yield a list that fills with the seconds from each tap being taken in to the onlooker seeing it.
    """
    path, over, seen = f"/api/games/{key}/", threading.Event(), []

    def go_on() -> None:
        etag = etag_of(ask(port, harness.get(path)))
        for n, event in enumerate(harness.throws(phone, 120, seed)):
            if over.wait(TAP_EVERY):
                return
            tap = {"seen": n, "events": [event]}
            ask(port, harness.post(f"{path}events/", phone.headers, tap))
            began = time.perf_counter()
            while not (text := etag_of(ask(port, known(path, etag)))):
                time.sleep(0.02)
            etag = text
            seen.append(time.perf_counter() - began)

    thread = threading.Thread(target=go_on)
    thread.start()
    try:
        yield seen
    finally:
        over.set()
        thread.join()


# --- the hall -------------------------------------------------------------------------------
def look_on(
    port: int, path: str, pollers: int, at: float, seed: int
) -> tuple[list[float], int, int]:
    """Run so many onlookers from the moment `at` on: seconds of answers, errors, new pictures."""
    rng, selector = random.Random(seed), selectors.DefaultSelector()
    lines = [harness.Line(port, []) for _n in range(pollers)]
    etags, pictures, waiting = [""] * pollers, 0, 0
    due = [(at + rng.uniform(0, EVERY), n) for n in range(pollers)]
    heapq.heapify(due)
    for n, line in enumerate(lines):
        selector.register(line.socket, selectors.EVENT_READ, n)
    while (due and due[0][0] < at + SECONDS) or waiting:
        now = time.time()
        if now > at + SECONDS + 30:
            break
        while due and due[0][0] <= min(now, at + SECONDS):
            when, n = heapq.heappop(due)
            lines[n].requests.append(known(path, etags[n]))
            lines[n].send()
            waiting += 1
            heapq.heappush(due, (when + EVERY, n))
        for item, _events in selector.select(min(0.05, max(0.0, due[0][0] - now))):
            if lines[item.data].receive():
                waiting -= 1
                if text := etag_of(lines[item.data]):
                    etags[item.data], pictures = text, pictures + 1
    for line in lines:
        line.socket.close()
    times = [took for line in lines for took in line.times]
    return times, waiting + sum(line.errors for line in lines), pictures


def hall(pool: ProcessPoolExecutor, port: int, path: str) -> tuple[list[float], int]:
    at = time.time() + 3
    parts = [POLLERS // harness.LOADERS] * harness.LOADERS
    jobs = [pool.submit(look_on, port, path, some, at, n) for n, some in enumerate(parts)]
    done = [job.result() for job in jobs]
    times = sorted(took for some, _errors, _pictures in done for took in some)
    print(f"asked {len(times)} times, new pictures {sum(pictures for _t, _e, pictures in done)}")
    return times, sum(errors for _times, errors, _pictures in done)


def main() -> None:
    harness.prepare(THEIRS)
    from django.core.management import call_command

    from league.events.models import Event
    from league.events.services.evenings import set_public

    call_command("collectstatic", "--no-input", verbosity=0)
    (phone,) = harness.phones(1, players=harness.PLAYERS)
    set_public(event=Event.objects.get(blocks__tables=phone.table), is_public=True)
    sides: dict[str, list[float]] = {"ours": [], "bare": [], "full": []}
    errors, seen = 0, []
    with (
        ProcessPoolExecutor(harness.LOADERS) as pool,
        harness.granian(OURS) as our_port,
        harness.granian(THEIRS) as their_port,
    ):

        def measure(name: str, port: int, request: bytes, times: int) -> None:
            nonlocal errors
            done = harness.load(pool, port, [[request] * times] * LINES)
            errors += done.errors
            sides[name].append(done.rate)

        def ours(number: int) -> None:
            path = f"/api/games/{key}/"
            etag = etag_of(ask(our_port, harness.get(path)))
            measure("ours", our_port, known(path, etag), PER_LINE)

        key = harness.new_game(phone)
        with tapping(our_port, phone, key, 1) as quiet:
            harness.in_turn(
                ROUNDS + 1,
                [
                    ours,
                    lambda _n: measure("bare", their_port, known("/unchanged/", '"1"'), PER_LINE),
                    lambda _n: measure(
                        "full", our_port, harness.get(f"/tische/{phone.table}/spiel/"), PER_PAGE
                    ),
                ],
            )
        key = harness.new_game(phone)
        with tapping(our_port, phone, key, 2) as busy:
            times, wrong = hall(pool, our_port, f"/api/games/{key}/")
        seen, errors = quiet + busy, errors + wrong
    rates = {name: rounds[1:] for name, rounds in sides.items()}  # the first round warms up
    to_bare = [a / b for a, b in zip(rates["ours"], rates["bare"], strict=True)]
    to_full = [a / b for a, b in zip(rates["ours"], rates["full"], strict=True)]
    p99 = times[int(len(times) * 0.99)]
    for name, rounds in rates.items():
        figure(f"{name}, requests per second", rounds, digits=0)
    figure("a tap is seen after", seen, unit="s", at_most=1)
    figure(f"{POLLERS} onlookers, median", statistics.median(times) * 1e3, unit="ms", digits=0)
    figure(f"{POLLERS} onlookers, p99", p99 * 1e3, unit="ms", digits=0, at_most=250)
    figure("errors", errors, digits=0, at_most=0)
    figure("ours to the full page", to_full, digits=1, at_least=10)
    figure("ours to bare", to_bare, at_least=0.8)
    if errors:
        sys.exit(1)


if __name__ == "__main__":
    main()
