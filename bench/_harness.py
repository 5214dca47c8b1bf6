"""Servers, phones with games to write, and the load, for the scripts that measure the server.

The load comes from processes that send requests made beforehand over sockets, because every
microsecond of the phones' own would hide a difference between the sides.
"""

from __future__ import annotations

import json
import os
import random
import selectors
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

ROOT = Path(__file__).resolve().parent.parent
sys.path[0] = str(ROOT)  # instead of bench/, so that `bench.…` is a package here as well
Json = dict[str, Any]
PHONES = 8
PLAYERS = 4  # around each table
WORKERS = 2
LOADERS = 2


def prepare(settings: str) -> None:
    """Set up Django with these settings and lay every table, here and for all children."""
    if not os.environ.get("DATABASE_URL", "").startswith("postgres"):
        sys.exit("DATABASE_URL must point to a PostgreSQL that may be filled (dev.py bench).")
    os.environ["DJANGO_SETTINGS_MODULE"] = settings
    os.environ.setdefault("LOG_LEVEL", "WARNING")
    import django
    from django.apps import apps
    from django.conf import settings as django_settings
    from django.core.management import call_command
    from django.db import connection

    django.setup()
    Path(django_settings.STATIC_ROOT).mkdir(parents=True, exist_ok=True)
    call_command("migrate", "--no-input", verbosity=0)
    if apps.is_installed("bench.reference"):  # its tables are made anew: it has no history
        models = list(apps.get_app_config("reference").get_models())
        there = connection.introspection.table_names()
        with connection.schema_editor() as editor:
            for model in models:
                if model._meta.db_table not in there:
                    editor.create_model(model)
    with connection.cursor() as cursor:
        cursor.execute("SELECT current_setting('fsync'), current_setting('synchronous_commit')")
        if cursor.fetchone() != ("on", "on"):
            sys.exit("This PostgreSQL does not write durably.")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def granian(settings: str) -> Iterator[int]:
    """Run the web server as the club does, and yield its free port."""
    port = free_port()
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--workers", str(WORKERS)]
    command += ["--blocking-threads", "8", "--backlog", "4096", "--log-level", "error"]
    command += ["config.wsgi:application"]
    env = {**os.environ, "DJANGO_SETTINGS_MODULE": settings}
    server = subprocess.Popen(command, cwd=ROOT, env=env)
    try:
        end = time.monotonic() + 60
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), timeout=1).close()
                break
            except OSError:
                if server.poll() is not None or time.monotonic() > end:
                    raise
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait()


# --- phones ---------------------------------------------------------------------------------
@dataclass
class Phone:
    """A phone on a table's link, with its cookies."""

    table: int
    seats: list[int]
    headers: str
    actor: Any


def phones(number: int, players: int) -> list[Phone]:
    """Make an evening with tables, each with a link and a holder of its phone."""
    from django.utils import timezone

    from league.access.actors import Actor
    from league.access.tokens import HolderToken, sign_device, sign_holder
    from league.events.services import attendance, evenings, seating
    from league.links import services as access
    from league.people.services import people

    now = timezone.now()
    event = evenings.create_evening(
        name="Bench", business_date=timezone.localdate(), rulebook="rsc2003", venue="club_night"
    )
    made = []
    for n in range(number):
        table, seats = seating.add_table(event=event), []
        for m in range(players):
            person = people.create_person(name=f"P{uuid4().hex[:8]}-{n}-{m}", email="")
            there = attendance.add_participant(event=event, person=person)
            attendance.mark_attendance(participation=there, attendance="present")
            seats.append(seating.seat(table=table, participation=there).pk)
        end = now + timedelta(hours=12)
        link = access.make_link(table=table, by=None, now=now, ends_at=end)
        device = uuid4().hex
        holder = access.name_holder(link=link, device=device, name=f"H{n}", seat=None, now=now)
        token = HolderToken(link.pk, table.pk, link.ends_at, holder.pk, holder.name)
        csrf = uuid4().hex
        cookies = f"tisch_{table.pk}={sign_holder(token)}; geraet={sign_device(device)}"
        headers = f"Cookie: {cookies}; csrftoken={csrf}\r\nX-CSRFToken: {csrf}\r\n"
        actor = Actor(device=device, holder_id=holder.pk, table_id=table.pk, name=holder.name)
        made.append(Phone(table.pk, seats, headers, actor))
    return made


def new_game(phone: Phone) -> str:
    """Start the table's next game, abandon the one before, and return the new key."""
    from django.utils import timezone

    from games.scoring import queries
    from games.scoring.services import closing, start
    from league.events.models import Table

    now, table = timezone.now(), Table.objects.get(pk=phone.table)
    if running := queries.running_game(table):
        live = queries.live_game(running.key)
        live.refresh()
        closing.abandon_game(
            game=live,
            seen=live.sequence,
            client_id=uuid4().hex,
            reason="",
            actor=phone.actor,
            now=now,
        )
    game = start.start_game(
        table=table,
        key=uuid4(),
        seats=phone.seats,
        starter=phone.seats[0],
        options={},
        actor=phone.actor,
        now=now,
        rng=random.Random(1),
    )
    return str(game.key)


def throws(phone: Phone, number: int, seed: int) -> list[Json]:
    """Return so many throws as a table might write them down, under `rsc2003`, the game not yet
    over.

    Only throws that cannot end the game: each player who may throw again does, and one who has
    covered uncovers.
    """
    from games.engine import apply, legal_actions, start

    rng = random.Random(seed)
    while True:
        state = start(
            {
                "format": 1,
                "rulebook": "rsc2003",
                "players": [str(pk) for pk in phone.seats],
                "starter": str(phone.seats[0]),
            }
        )
        events: list[Json] = []
        while len(events) < number and state.step != "over":
            templates = {
                legal_action["type"]: legal_action for legal_action in legal_actions(state)
            }
            if "throw" in templates:
                way = rng.choice(templates["throw"]["choices"])
                dice = [rng.randint(1, 6) for _ in range(way["dice"])]
                event = {"type": "throw", "player": templates["throw"]["player"], "dice": dice}
                event |= {"kept": way["kept"], "turned": way["turned"]}
            else:
                template = templates["reveal"]
                dice = [rng.randint(1, 6) for _ in range(template["dice"])]
                event = {"type": "reveal", "player": template["player"], "dice": dice}
            state = apply(state, event)
            events.append({"id": uuid4().hex, **event})
        if len(events) == number:
            return events


def long_game(phone: Phone, early: int, late: int, window: int, seed: int) -> list[Json]:
    """Return the events of a long game with `window` entries after `early` and after `late` of
    them.

    Both windows are of the same kinds: a throw, and the throw taken back. So are the entries that
    are missing in between.
    """
    events = throws(phone, 150, seed)

    def taken_back(at: int, until: int) -> list[Json]:
        pair = [events[at], {"type": "retract"}]
        return [{**pair[n % 2], "id": uuid4().hex} for n in range(until)]

    out = events[:early] + taken_back(early, window) + events[early:-1]
    out += taken_back(len(events) - 1, (late - len(out)) // 2 * 2)
    return out + taken_back(len(events) - 1, window)


def post(path: str, headers: str, body: Json) -> bytes:
    text = json.dumps(body, separators=(",", ":")).encode()
    head = (
        f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}"
        f"Content-Type: application/json\r\nContent-Length: {len(text)}\r\n\r\n"
    )
    return head.encode() + text


def get(path: str, headers: str = "") -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n".encode()


# --- the load -------------------------------------------------------------------------------
class Line:
    """A connection with its requests, sent one after the other as answers come."""

    def __init__(self, port: int, requests: list[bytes]) -> None:
        self.socket = socket.create_connection(("127.0.0.1", port))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.requests, self.sent, self.errors, self.rest = requests, 0, 0, b""
        self.head = b""
        self.times: list[float] = []
        self.began = 0.0

    def send(self) -> bool:
        if self.sent == len(self.requests):
            return False
        self.began = time.perf_counter()
        self.socket.sendall(self.requests[self.sent])
        self.sent += 1
        return True

    def receive(self) -> bool:
        """Read the bytes that have come; return True once an answer is complete."""
        got = self.socket.recv(65536)
        if not got:
            raise ConnectionError("the server closed the connection")
        self.rest += got
        head, separator, body = self.rest.partition(b"\r\n\r\n")
        if not separator:
            return False
        # An answer without changes comes without a body, and without its length.
        length = int(head.lower().partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
        if len(body) < length:
            return False
        self.times.append(time.perf_counter() - self.began)
        if head[9:12] not in (b"200", b"201", b"304"):
            self.errors += 1
            if self.errors == 1:
                print(head.decode()[:80], body.decode()[:300], file=sys.stderr)
        self.rest, self.head = b"", head
        return True


def _drive(port: int, queues: list[list[bytes]], at: float) -> tuple[float, int, list[float]]:
    lines = [Line(port, queue) for queue in queues]
    selector = selectors.DefaultSelector()
    for line in lines:
        selector.register(line.socket, selectors.EVENT_READ, line)
    time.sleep(max(0.0, at - time.time()))
    for line in lines:
        line.send()
    left = len(lines)
    while left:
        for key, _ in selector.select():
            line = key.data
            if line.receive() and not line.send():
                left -= 1
    end = time.time()
    for line in lines:
        line.socket.close()
    return end, sum(line.errors for line in lines), [t for line in lines for t in line.times]


@dataclass
class Load:
    """Outcome of one load: requests per second, errors, seconds for each."""

    rate: float
    errors: int
    times: list[float]


def load(pool: ProcessPoolExecutor, port: int, queues: list[list[bytes]]) -> Load:
    """Send each queue over a connection of its own, all at once."""
    at = time.time() + 0.3
    parts = [queues[n::LOADERS] for n in range(LOADERS)]
    jobs = [pool.submit(_drive, port, part, at) for part in parts if part]
    done = [job.result() for job in jobs]
    took = max(end for end, _, _ in done) - at
    number = sum(len(queue) for queue in queues)
    times = [took for _, _, times in done for took in times]
    return Load(number / took, sum(errors for _, errors, _ in done), times)


def in_turn(rounds: int, sides: Sequence[Callable[[int], None]]) -> None:
    """Run all sides in each round, beginning with another one each time.

    So a busy moment hits no side alone.
    """
    for number in range(rounds):
        turn = number % len(sides)
        for side in [*sides[turn:], *sides[:turn]]:
            side(number)
