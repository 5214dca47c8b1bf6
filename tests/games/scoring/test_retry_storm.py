"""R5: every request arrives 1–16 times at once, in any order, early and late, at the real server.

A script of requests plays a game from its start over its end, a reopening and the end once more.
It is played twice: at one table each request is delivered once, at the other in waves. A wave holds
many copies of the present request (and of a rival's, who sends the same under another id and must
lose), copies of the next one, too early, and of old ones, repeated late.

What an answer may be:

* of a request that is in the log: always its one stored answer, the same bytes, whenever and from
  whichever process. Only a copy sent before its predecessor was answered may hear 409 (it has
  seen more than the server) or, before the game exists, 404: nothing is stored then, and every copy
  sent later succeeds. No phone sends so early; a network that turns things round might.
* of a request that is not (a rival who lost, a tap against the rules): never a success. The rival
  hears 409, since another entry has the number he saw, and that for ever; the illegal tap 422
  while the game is where he saw it and 409 afterwards.
"""

import json
import os
import random
import subprocess
import sys
import threading
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from uuid import UUID

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.utils import timezone

from finance.books.models.claims import Claim
from games.scoring.models import Entry, Game
from league.access.tokens import HolderToken, sign_device, sign_holder
from league.events.queries import seats_of
from league.links import services as access
from league.results.models.results import Charge, Result
from league.results.models.second_look import RefereeCall
from tests import builders
from tests.games.scoring.test_scorer_api import GAMES, at_seats
from tests.plugins.worker import ROOT, _database_url
from tests.waiting import LIMIT, alive, wait_until
from workshop.redis import free_port

pytestmark = pytest.mark.slow

MOST_COPIES = 16
CSRF = "c" * 32


# --- the server -----------------------------------------------------------------------------
@dataclass
class Server:
    port: int
    log: Path
    local: threading.local = field(default_factory=threading.local)

    def deliver(self, request, path):
        """Send a request; return status and body. Each thread keeps a connection, as phones do."""
        line = getattr(self.local, "line", None)
        if line is None:
            line = self.local.line = HTTPConnection("127.0.0.1", self.port, timeout=LIMIT)
        body = json.dumps(request.body)
        line.request("POST", path, body, {**request.phone, "Content-Type": "application/json"})
        answer = line.getresponse()
        return answer.status, answer.read()


@pytest.fixture
def server(transactional_db, tmp_path):
    """Run the web server as the club does, on the test database; nothing listens to its bell."""
    for folder in ("queue", "control"):
        (tmp_path / "broker" / folder).mkdir(parents=True)
    env = {name: value for name, value in os.environ.items() if name != "REDIS_URL"}
    env |= {"DJANGO_SETTINGS_MODULE": "config.settings", "DATABASE_URL": _database_url()}
    env |= {"VAR_DIR": str(tmp_path), "SECRET_KEY": settings.SECRET_KEY}
    port, log = free_port(), tmp_path / "web.log"
    command = [sys.executable, "-m", "granian", "--interface", "wsgi", "--no-ws"]
    command += ["--host", "127.0.0.1", "--port", str(port), "--blocking-threads", "8"]
    # Two processes know nothing of each other's copies of a game, so also on SQLite.
    command += ["--workers", "2", "config.wsgi:application"]
    with log.open("wb") as out:
        process = subprocess.Popen(command, cwd=ROOT, env=env, stdout=out, stderr=out)
    made = Server(port, log)
    try:
        wait_until(
            lambda: alive(process, log) and "Started worker-2" in log.read_text(errors="replace"),
            log.read_text,
        )
        yield made
    finally:
        process.terminate()
        process.wait(LIMIT)


# --- phones and what they send --------------------------------------------------------------
@dataclass(eq=False)
class Request:
    """One message of a phone. `path` is a function where it is known only later."""

    phone: dict
    path: object
    body: dict
    can_win: bool = True


def phone_at(table, name):
    """Return the headers that a phone on the table's link sends."""
    now = timezone.now()
    link = access.make_link(table=table, by=None, now=now, ends_at=now + timedelta(hours=12))
    holder = access.name_holder(link=link, device=name, name=name, seat=None, now=now)
    token = HolderToken(link.pk, table.pk, link.ends_at, holder.pk, holder.name)
    cookies = f"tisch_{table.pk}={sign_holder(token)}; geraet={sign_device(name)}"
    return {"Cookie": f"{cookies}; csrftoken={CSRF}", "X-CSRFToken": CSRF}


def login(person):
    client = Client()
    client.force_login(person.user)
    session = client.cookies[settings.SESSION_COOKIE_NAME].value
    return {"Cookie": f"sessionid={session}; csrftoken={CSRF}", "X-CSRFToken": CSRF}


class Script:
    """The requests of one game, in groups of rivals; of each group exactly one is stored."""

    def __init__(self, rng, table, log, referee):
        self.rng, self.table, self.seen, self.groups = rng, table, 0, []
        self.ids = random.Random(table.pk)
        self.phones = [phone_at(table, f"phone-{n}") for n in range(2)]
        self.referee = referee
        self.key = self.id(32)
        self.game = f"/api/games/{UUID(self.key)}/"
        self.header, self.events = at_seats(log, table)
        self.play()

    def id(self, length=20):
        return f"{self.ids.getrandbits(4 * length):0{length}x}"

    def group(self, what, entries, *, rivals=True, **body):
        """Make phones send the same under ids of their own, having seen the same."""
        phones = self.rng.sample(self.phones, self.rng.choice([1, 2]) if rivals else 1)
        made = []
        for phone in phones:
            row = {"seen": self.seen, **body}
            if what == "events/":
                row["events"] = [{**event, "id": self.id()} for event in body["events"]]
            else:
                row["id"] = self.id()
            made.append(Request(phone, f"{self.game}{what}", row))
        if what == "events/" and self.rng.random() < 0.2:
            wrong = [{"id": self.id(), "type": "throw", "player": "nobody", "dice": [1, 1, 1]}]
            body = {"seen": self.seen, "events": wrong}
            made.append(Request(self.phones[0], f"{self.game}events/", body, can_win=False))
        self.groups.append(made)
        self.seen += entries

    def taken_back_and_made_again(self, event):
        self.group("retract/", 1)
        self.group("events/", 1, events=[event])

    def play(self):
        table = f"/api/tables/{self.table.pk}/"
        body = {"id": str(UUID(self.key)), "seats": [int(pk) for pk in self.header["players"]]}
        if "starter" in self.header or self.header["rulebook"] in {"rsc2003", "dortmund"}:
            body["starter"] = int(self.header.get("starter", body["seats"][0]))
        self.groups.append([Request(self.phones[0], f"{table}games/", body)])
        call = {"id": self.id(), "note": "Bitte kommen"}
        left = list(self.events)
        while left:
            number = self.rng.randint(1, 5)
            some, left = left[:number], left[number:]
            self.group("events/", len(some), events=some)
            if self.rng.random() < 0.15 and left:
                self.taken_back_and_made_again(some[-1])
            if self.rng.random() < 0.1:
                self.groups.append([Request(self.phones[1], f"{table}call/", call)])
        self.end()

    def end(self):
        self.group("finish/", 1)
        self.group("reopen/", 1, reason="Verzählt")
        self.taken_back_and_made_again(self.events[-1])
        self.group("finish/", 1)
        self.groups.append([Request(self.referee, self.confirm_path, {})])

    def confirm_path(self):
        return f"/api/results/{Result.objects.get(table=self.table, is_current=True).pk}/confirm/"


class AbandonedScript(Script):
    def end(self):
        while "events" not in (last := self.groups.pop()[0].body):
            pass
        self.seen = last["seen"]
        self.group("abandon/", 2, reason="Wirt macht zu")


# --- the storm ------------------------------------------------------------------------------
class Storm:
    def __init__(self, rng, server, pool):
        self.rng, self.server, self.pool = rng, server, pool
        self.answers = defaultdict(list)  # request -> (whether too early, status, body)
        self.past = []

    def blow(self, scripts):
        """Send a wave for each group, those of several games at the same time."""
        lines = [list(script.groups) for script in scripts]
        for number in range(max(len(line) for line in lines)):
            now = [request for line in lines for request in line[number : number + 1]]
            later = [request for line in lines for request in line[number + 1 : number + 2]]
            self.wave([r for group in now for r in group], [r for group in later for r in group])
            for group in now:
                heard = [answer for request in group for answer in self.answers[request]]
                assert any(status in {200, 201} for _, status, _ in heard), (group, heard[:2])

    def wave(self, present, later):
        copies = [
            (request, False) for request in present for _ in range(self.rng.randint(1, MOST_COPIES))
        ]
        old = self.rng.sample(self.past, min(3, len(self.past)))
        copies += [(request, False) for request in old for _ in range(self.rng.randint(1, 4))]
        copies += [
            (request, True)
            for request in later
            if isinstance(request.path, str) and self.rng.random() < 0.3
            for _ in range(self.rng.randint(1, 4))
        ]
        self.rng.shuffle(copies)
        paths = {r: r.path if isinstance(r.path, str) else r.path() for r, _ in copies}
        sent = [
            (request, early, self.pool.submit(self.server.deliver, request, paths[request]))
            for request, early in copies
        ]
        for request, early, answer in sent:
            status, body = answer.result()
            assert status < 500, self.server.log.read_text(errors="replace")[-4000:]
            self.answers[request].append((early, status, body))
        for group_request in present:
            if callable(group_request.path):
                group_request.path = paths[group_request]
        self.past += [r for r in present if r not in self.past]

    def check(self, scripts):
        stored = 0
        for script in scripts:
            for group in script.groups:
                won = [request for request in group if self.was_stored(request)]
                assert len(won) == 1, [self.answers[request][:2] for request in group]
                stored += 1
        return stored

    def was_stored(self, request):
        answers = self.answers[request]
        good = {(status, body) for _, status, body in answers if status in {200, 201}}
        refused = {(early, status) for early, status, _ in answers if status not in {200, 201}}
        if good:
            assert request.can_win, request
            assert len(good) == 1, (request, good)
            assert refused <= {(True, 409), (True, 404)}, (request, refused)
            return True
        codes = {(s, json.loads(b)["code"]) for _, s, b in answers if s != 404}
        if request.can_win:
            assert codes == {(409, "stale")}, (request, codes)
        else:
            assert {status for status, _ in codes} <= {409, 422}, (request, codes)
        return False


def once(server, scripts):
    """Send the same without a storm: each request delivered once, with no rival."""
    for script in scripts:
        for group in script.groups:
            request = group[0]
            path = request.path if isinstance(request.path, str) else request.path()
            status, body = server.deliver(request, path)
            assert status in {200, 201}, (request, body)


def end_state(script):
    """Return all that came of a game, with its players by their places at the table."""
    table = script.table
    place = {str(seat.pk): n for n, seat in enumerate(seats_of(table))}
    game = Game.objects.get(table=table)

    def placed(value):
        if isinstance(value, dict):
            return {place.get(key, key): placed(part) for key, part in value.items()}
        if isinstance(value, list):
            return [placed(part) for part in value]
        return f"place {place[value]}" if isinstance(value, str) and value in place else value

    results = Result.objects.filter(table=table).order_by("version")
    row = ("version", "is_current", "in_correction", "source", "depth", "ended_by", "reason")
    lines = [
        {
            **{key: value for key, value in vars(line).items() if not key.startswith("_")},
            "id": 0,
            "result_id": line.result.version,
            "seat_id": place[str(line.seat_id)],
        }
        for result in results
        for line in result.lines.order_by("seat__position", "pk")
    ]
    charges = Charge.objects.filter(result__table=table).order_by("result__version", "pk")
    claims = Claim.objects.filter(charge__result__table=table).order_by("pk")
    return {
        "entries": [
            (entry.sequence, entry.type, placed(entry.data), getattr(entry, "note", None) and 1)
            for entry in Entry.objects.filter(game=game).select_related("note")
        ],
        "game": (game.number, game.status, placed(game.header)),
        "results": [
            (*(getattr(result, key) for key in row), result.confirmed_by_id) for result in results
        ],
        "lines": lines,
        "charges": [
            (c.result.version, c.person_id, c.code, c.kind, c.count, c.cents, c.log_index)
            for c in charges
        ],
        "claims": [(c.person_id, c.code, c.amount, c.state, c.is_current, c.paid) for c in claims],
        "calls": RefereeCall.objects.filter(table=table).count(),
    }


def plain_logs(most):
    """Finished games of the vectors without a ruling, which only a referee may send."""
    return [
        row["log"]
        for row in GAMES
        if not row.get("illegal")
        and row["expect"]["phase"] == "over"
        and row["expect"]["ended_by"] in {"final", "sweep"}
        and len(row["log"]["header"]["players"]) <= 3
        and len(row["log"]["events"]) <= most
        and not row["log"]["header"].get("house_rules")
        and not row["log"]["header"].get("options")
        and "retract" not in str(row["log"]["events"])
        and "ruling" not in str(row["log"]["events"])
    ]


def storm(server, club, seed, log):
    """Play two games in a storm, two in still air, one of each abandoned; return the number of
    requests.
    """
    people = [
        [club.anke, club.bernd, club.jette],
        [club.oemer, club.stine, club.paula],
    ]
    today = timezone.localdate()
    referee = login(club.rolf)
    rulebook = log["header"]["rulebook"]
    number = len(log["header"]["players"])

    def scripts(day):
        evening = builders.evening(rulebook, day=day)
        tables = [builders.table(evening, *some[:number]) for some in people]
        rng = random.Random(seed)
        return [Script(rng, tables[0], log, referee), AbandonedScript(rng, tables[1], log, referee)]

    wild, calm = scripts(today), scripts(today - timedelta(days=1))
    with ThreadPoolExecutor(MOST_COPIES) as pool:
        blowing = Storm(random.Random(seed), server, pool)
        blowing.blow(wild)
    once(server, calm)
    stored = blowing.check(wild)
    for wild_state, other in zip(wild, calm, strict=True):
        assert end_state(wild_state) == end_state(other)
    assert Result.objects.filter(is_current=True, confirmed_by=club.rolf.user).count() == 2
    assert Claim.objects.exists() == Charge.objects.exists()
    return stored, sum(len(answers) for answers in blowing.answers.values())


def test_a_storm_of_repeats_ends_as_one_delivery_would(server, club):
    seed = 4711
    log = min(
        plain_logs(60), key=lambda log: (not log["header"].get("starter"), len(log["events"]))
    )
    stored, delivered = storm(server, club, seed, log)
    connection.close()
    assert delivered > 5 * stored


@pytest.mark.long
@pytest.mark.parametrize("seed", range(12))
def test_a_storm_over_many_games(server, club, seed):
    logs = plain_logs(180)
    storm(server, club, seed, logs[seed * 7 % len(logs)])
    connection.close()
