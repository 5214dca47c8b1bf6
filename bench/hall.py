"""500 phones on a tournament of 560 people, while its direction enters cards and draws.

For each of the two forms, the embedded one (SQLite, one web process with eight threads, a worker of
threads) and that of production (PostgreSQL, Redis, two web processes), started as `dev.py` does:

* half of the phones open the wall and ask for its picture every two seconds, the others their own
  page (`mein-tisch/`), and its part that changes every 15 to 25 seconds: both as the pages do, over
  lines that stay open, with the ETag they know;
* the direction types a card after the other by the API of a hall's own tools, closes the round and
  draws the next one.

It prints how long answers took, by what was asked for; an error, an answer that took more than ten
seconds (the page's patience) or a line that broke makes it fail. The figure comes last.
The asking process shares the machine with the servers.
"""

# needs: postgresql redis
import heapq
import json
import os
import random
import selectors
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench import _harness as harness
from bench._figures import figure, size
from bench.start import processor
from workshop import application
from workshop.processes import ProcessGroup

PHONES = size(500, 20)
PEOPLE = size(560, 40)
SECONDS = size(60.0, 6.0)
PATIENCE = 10.0
WALL_EVERY = 2.0
OWN_EVERY = (15.0, 25.0)
COME = size(15.0, 2.0)  # seconds within which all open their pages: a draw was just called out
CARD_EVERY = 2.0  # seconds: twice as often as a hall of 140 tables brings them
GAMES = ("121", "233", "344", "414", "22")  # of five, at a table of four or five


# --- the tournament -------------------------------------------------------------------------
def fill() -> None:
    """Lay the tournament and print it as JSON, in a process of its own on the form's database."""
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings"
    import django

    django.setup()
    from uuid import uuid4

    from django.core.management import call_command
    from django.utils import timezone

    from league.access.tokens import sign_registration, sign_wall
    from league.events.services import evenings
    from league.people.services import people
    from league.tournaments.direction.services import programs, setting_up
    from league.tournaments.registration.services import checking_in, registering
    from league.wall.services import renew_link

    call_command("migrate", "--no-input", verbosity=0)
    call_command("collectstatic", "--no-input", verbosity=0)
    now, today = timezone.now(), timezone.localdate()
    director = people.create_member(
        name="Dora Bench", email="dora@club.invalid", kind="active", start=today
    )
    people.appoint(person=director, role="director", start=today)
    event = setting_up.create_tournament(
        name="Bench",
        business_date=today,
        venue="pub",
        rulebook="rsc2003",
        template="hessen",
        registration_open=True,
    )
    event = evenings.set_public(event=event, is_public=True)
    own = []
    for number in range(PEOPLE):
        registration = registering.add_at_desk(
            event=event,
            client_id=uuid4().hex,
            name=f"Vorname{number} Nachname",
            team_name="",
            shown="full",
            now=now,
        )
        checking_in.check_in(participation=registration.participation, by=None, now=now)
        own.append(sign_registration(registration.pk))
    _token, secret = programs.make_token(
        event=event, name="Bench", client_id="bench", by=director.user, now=now
    )
    link = renew_link(event=event, seen=None, by=director.user, now=now)
    setup = {"event": event.pk, "own": own, "wall": sign_wall(link.pk), "token": secret}
    print(json.dumps(setup))


# --- the direction --------------------------------------------------------------------------
@dataclass
class Direction:
    """A hall's own tool, which enters all that the direction does."""

    port: int
    event: int
    token: str
    times: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    cards: int = 0
    draw: float = 0.0

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        request = urllib.request.Request(
            f"http://localhost:{self.port}/api/tournaments/{self.event}/direction/{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={
                "Authorization": f"Bearer {self.token}",
                "Content-Type": "application/json",
            },
        )
        began = time.perf_counter()
        with urllib.request.urlopen(request, timeout=60) as answer:
            body = json.load(answer)
        self.times.append(time.perf_counter() - began)
        return body

    def step(self, block: int, deed: str) -> None:
        seen = self.ask("GET", "")["revision"]
        body = {"id": f"{block}-{deed}", "do": deed, "seen": seen}
        self.ask("POST", f"blocks/{block}/steps/", body)

    def begin(self, block: int) -> None:
        began = time.perf_counter()
        self.step(block, "draw")
        self.draw = max(self.draw, time.perf_counter() - began)
        self.step(block, "release_draw")

    def play(self, over: threading.Event) -> None:
        """Enter the first round's cards, one after the other; then the next round and its cards."""
        try:
            for block in (1, 2):
                tables = [
                    table["number"]
                    for known in self.ask("GET", "")["open"]
                    if known["number"] == block
                    for table in known["tables"]
                ]
                for table in tables:
                    if over.wait(CARD_EVERY):
                        return
                    games = {str(number): text for number, text in enumerate(GAMES, 1)}
                    card = {"id": f"card-{block}-{table}", "complete": True, "games": games}
                    self.ask("PUT", f"cards/{block}/{table}/", card)
                    self.cards += 1
                self.step(block, "lock")
                self.step(block, "rank")
                self.begin(block + 1)
        except urllib.error.HTTPError as error:
            self.errors.append(f"{error.code} {error.read()[:300]!r}")
        except OSError as error:
            self.errors.append(repr(error))


# --- the phones -----------------------------------------------------------------------------
@dataclass
class Asked:
    """Requests of some phones: seconds by kind, new pictures, errors."""

    times: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    new: int = 0
    again: int = 0  # over a new line, as the old one was closed
    errors: int = 0


class Phone:
    """A phone with its line: opens its page, then asks for changes."""

    def __init__(self, port: int, page: str, part: str, headers: str, kind: str) -> None:
        self.port, self.line = port, harness.Line(port, [])
        self.page, self.part, self.headers, self.kind = page, part, headers, kind
        self.etag, self.is_open, self.is_waiting = "", False, False

    def ask(self) -> None:
        known = f"If-None-Match: {self.etag}\r\n" if self.etag else ""
        path = self.part if self.is_open else self.page
        self.line.requests.append(harness.get(path, self.headers + known))
        self.is_waiting = True
        with suppress(OSError):  # the line was closed: reading it says so as well
            self.line.send()

    def connect_again(self) -> None:
        """Open a new line, and ask once more if a question was waiting.

        The server closes lines on which nothing was asked for a while, also in the moment of the
        next question, which a browser then asks once more.
        """
        waits, asked = self.is_waiting, self.line.requests[-1:]
        self.line.socket.close()
        self.line = harness.Line(self.port, asked if waits else [])
        if waits:
            self.line.send()

    def receive(self, asked: Asked) -> bool:
        """Return True if the answer is complete."""
        before = self.line.errors
        if not self.line.receive():
            return False
        self.is_waiting = False
        asked.times[self.kind if self.is_open else f"{self.kind}: opened"].append(
            self.line.times[-1]
        )
        asked.errors += self.line.errors - before
        head = self.line.head.decode("latin-1")
        if self.is_open and head[9:12] == "200":
            asked.new += 1
            self.etag = head.lower().partition("\netag: ")[2].partition("\r")[0]
        self.is_open = True
        return True


def look_on(port: int, setup: dict[str, Any], numbers: range, at: float) -> Asked:
    """Run these phones from the moment `at` on, for `SECONDS`."""
    rng, selector, asked = random.Random(numbers.start), selectors.DefaultSelector(), Asked()
    phones = []
    for number in numbers:
        if number % 2:
            page = f"/wand/{setup['wall']}/"
            phone = Phone(port, page, f"{page}bild/?lang=de", "", "wall")
        else:
            page = f"/turniere/{setup['event']}/mein-tisch/"
            cookie = f"Cookie: registration={setup['own'][number]}\r\n"
            phone = Phone(port, page, f"{page}?part=1", cookie, "own page")
        phones.append(phone)
        selector.register(phone.line.socket, selectors.EVENT_READ, phone)
    due = [(at + rng.uniform(0, COME), n) for n in range(len(phones))]
    heapq.heapify(due)
    end = at + SECONDS
    while (due and due[0][0] < end) or any(phone.is_waiting for phone in phones):
        now = time.time()
        if now > end + 30:
            break
        while due and due[0][0] <= min(now, end):
            _when, n = heapq.heappop(due)
            phones[n].ask()
        wait = max(0.0, due[0][0] - now) if due and due[0][0] < end else 0.05
        for key, _events in selector.select(min(0.05, wait)):
            phone = key.data
            try:
                done = phone.receive(asked)
            except OSError:
                selector.unregister(phone.line.socket)
                asked.errors += bool(phone.line.rest)  # in the middle of an answer
                asked.again += 1
                phone.connect_again()
                selector.register(phone.line.socket, selectors.EVENT_READ, phone)
                continue
            if done:  # the next time is counted from the answer, as the page does
                pause = WALL_EVERY if phone.kind == "wall" else rng.uniform(*OWN_EVERY)
                heapq.heappush(due, (time.time() + pause, phones.index(phone)))
    asked.errors += sum(phone.is_waiting for phone in phones)
    asked.times = dict(asked.times)
    return asked


def hall(
    pool: ProcessPoolExecutor, port: int, web: int, setup: dict[str, Any], form: str
) -> tuple[int, int, float]:
    """Print the figures of one form; return errors, answers that came too late, the slowest one."""
    direction = Direction(port, setup["event"], setup["token"])
    direction.begin(1)
    over, at = threading.Event(), time.time() + 3
    cards = threading.Thread(target=direction.play, args=(over,))
    cards.start()
    half, before = PHONES // harness.LOADERS, processor(web)
    jobs = [
        pool.submit(look_on, port, setup, range(n * half, (n + 1) * half), at)
        for n in range(harness.LOADERS)
    ]
    done = [job.result() for job in jobs]
    took = processor(web) - before
    over.set()
    cards.join()
    times: dict[str, list[float]] = defaultdict(list)
    for asked in done:
        for kind, some in asked.times.items():
            times[kind] += some
    print(f"{form}: {PHONES} phones, {PEOPLE} people")
    for kind, some in (*sorted(times.items()), ("direction", direction.times)):
        some.sort()
        at_most = {share: some[min(len(some) - 1, int(len(some) * share))] for share in (0.9, 0.99)}
        print(
            f"  {kind:18} {len(some):6} answers, median {statistics.median(some) * 1e3:5.0f} ms,"
            f" p90 {at_most[0.9] * 1e3:5.0f}, p99 {at_most[0.99] * 1e3:5.0f},"
            f" slowest {some[-1] * 1e3:5.0f}"
        )
    new, again = (sum(getattr(asked, name) for asked in done) for name in ("new", "again"))
    print(
        f"  {direction.cards} cards, slowest draw {direction.draw:.1f} s, new pictures {new},"
        f" lines opened again {again}"
    )
    number = sum(map(len, times.values()))
    print(
        f"  {took:.0f} s of the processor in the web server for {number} answers"
        f" in {SECONDS:.0f} s: {took / number * 1e3:.1f} ms each, draws and cards included;"
        f" load of the machine {os.getloadavg()[0]:.0f}"
    )
    for error in direction.errors:
        print(f"  {error}")
    slowest = max(some[-1] for kind, some in times.items())
    late = sum(took > PATIENCE for some in times.values() for took in some)
    return sum(asked.errors for asked in done) + len(direction.errors), late, slowest


# --- the two forms --------------------------------------------------------------------------
def run(pool: ProcessPoolExecutor, processes: ProcessGroup, form: str) -> tuple[int, int, float]:
    """Run one form with its own database, started as dev.py starts it."""
    with tempfile.TemporaryDirectory(prefix="schockwart-hall-") as name:
        folder = Path(name)
        env = {**os.environ, "VAR_DIR": name, "LOG_LEVEL": "WARNING"}
        if form == "embedded":
            env = {key: value for key, value in env.items() if key not in SERVERS}
        command = [sys.executable, __file__, "fill"]
        done = subprocess.run(command, env=env, check=True, stdout=subprocess.PIPE, text=True)
        setup = json.loads(done.stdout.splitlines()[-1])
        port = harness.free_port()
        try:
            child = application.start_web(
                processes, env, folder / "web.log", application.HOST, port
            )
            application.start_worker(processes, env, folder / "worker.log")
            if form != "embedded":
                application.start_clock(processes, env, folder / "clock.log")
            web = folder / "web.log"
            processes.wait_until(lambda: application.answers(port, web), "The web server")
            return hall(pool, port, child.process.pid, setup, form)
        finally:
            processes.end()


SERVERS = ("DATABASE_URL", "REDIS_URL")


def main() -> None:
    forms = sys.argv[1:] or ["embedded", "production"]
    figures = []
    with ProcessGroup() as processes, ProcessPoolExecutor(harness.LOADERS) as pool:
        for form in forms:
            figures.append((form, *run(pool, processes, form)))
    for form, errors, late, slowest in figures:
        figure(f"{form}: errors", errors, digits=0, at_most=0)
        figure(f"{form}: later than {PATIENCE:.0f} s", late, digits=0, at_most=0)
        figure(f"{form}: slowest answer", slowest, unit="s", digits=1)
    sys.exit(any(errors or late for _form, errors, late, _slowest in figures))


if __name__ == "__main__":
    if sys.argv[1:] == ["fill"]:
        fill()
    else:
        main()
