"""The phone's picture of a game is the server's, byte for byte, after each entry."""

import json
from hashlib import sha256
from pathlib import Path
from random import Random
from types import SimpleNamespace
from uuid import UUID

import pytest
from django.utils import translation

from games.engine import EngineError, canonical, replay, slugs
from games.scoring import snapshot as picture
from games.scoring.api import answers
from games.scoring.live import Live, without_words
from games.scoring.models import Entry
from league.access.queries.tables import TableRights
from league.events.models import Event
from tests.games.random_logs import random_log

VECTORS = Path(__file__).parents[2] / "vectors"
WORKED = [
    *(json.loads(line) for line in (VECTORS / "games.jsonl").read_text().splitlines()),
    *(json.loads(line) for line in (VECTORS / "whole-rounds.jsonl").read_text().splitlines()),
]
INSIDE = TableRights(see=True, inside=True, score=True, rule=True, call=True)
PUBLIC = TableRights(see=True)
LOOKS = [(lang, rights) for lang in ("de", "en") for rights in (INSIDE, PUBLIC)]
PEOPLE = ("Anke Ahrens", "Anke Zöller", "Bernd", "Startnummer 12", "Jette de Vries", "Ömer Ak")


pytestmark = pytest.mark.browser


class Played:
    """A log as it lies in the database, without one: entries with ids, free text apart."""

    def __init__(self, log, *, charges=True, takes_rounds=True):
        self.header = log["header"]
        self.rows = []
        players = self.header["players"]
        self.names = {
            player: PEOPLE[n] if n < len(PEOPLE) else player for n, player in enumerate(players)
        }
        self.charges, self.takes_rounds = charges, takes_rounds
        for event in log["events"]:
            self.add(event)

    def add(self, event):
        data, words = without_words(event)
        self.rows.append((f"id-{len(self.rows) + 1}", event["type"], data, words))

    def mark(self, kind, **words):
        self.rows.append((f"id-{len(self.rows) + 1}", kind, {}, words))

    def live(self):
        event = SimpleNamespace(kind=Event.Kind.EVENING)
        table = SimpleNamespace(block=SimpleNamespace(event=event))
        game = SimpleNamespace(
            pk=1, key=UUID(int=7), table_id=3, number=2, header=self.header, table=table
        )
        live = Live(game)
        live.charges, live.takes_rounds = self.charges, self.takes_rounds
        return live

    def told(self):
        return {
            "told": {
                "id": str(UUID(int=7)),
                "table": 3,
                "number": 2,
                "header": self.header,
                "charges": self.charges,
                "takes_rounds": self.takes_rounds,
                "names": self.names,
            },
            "entries": [
                {"id": id, "type": kind, "data": data, "words": words}
                for id, kind, data, words in self.rows
            ],
            "looks": [{"lang": lang, "rights": vars(rights)} for lang, rights in LOOKS],
        }

    def answers(self):
        """Yield the server's answers: after each entry to each onlooker in turn, and in the end."""
        live = self.live()
        for place in range(len(self.rows) + 1):
            if place:
                live.extend(place - 1, [self.rows[place - 1][:3]])
            lang, rights = LOOKS[place % len(LOOKS)]
            with translation.override(lang):
                yield answers.both(live, live.sequence, self.names, rights)
        notes = {n: row[3] for n, row in enumerate(self.rows, start=1) if row[3]}
        for lang, rights in LOOKS:
            with translation.override(lang):
                yield {
                    "depth": live.depth(live.sequence),
                    "rounds": picture.history(
                        live.state.table.rounds, self.names, full=rights.inside
                    ),
                    "happened": picture.happened(live, live.sequence, notes),
                    "decision": picture.decision(live, live.sequence, notes),
                }


def digest(value):
    return sha256(canonical(value).encode()).hexdigest()[:16]


def same(phone, played):
    call = phone.call("digests", played.told())
    for place, server in enumerate(played.answers()):
        if call[place] != digest(server):
            assert phone.call("answer", played.told(), place) == json.loads(canonical(server))
    assert len(call) == place + 1


def test_after_each_entry_of_the_worked_games(phone):
    games = [log for worked in WORKED if (log := legal(worked["log"]))]
    assert len(games) > 100
    for log in games:
        same(phone, Played(log))


def legal(log):
    """Up to the event that is refused, where one is; None where the header is."""
    try:
        replay(log["header"], log["events"])
    except EngineError as error:
        return None if error.event is None else {**log, "events": log["events"][: error.event]}
    return log


def random_game(rulebook, seed):
    rng = Random(f"phone-{rulebook}-{seed}")
    log = random_log(rng, rulebook)
    half = {"type": "ruling", "effect": {"lose_half": log["header"]["players"][0]}}
    if seed % 8 == 0:
        log["events"] = [{**half, "from_card": True}]
    played = Played(log, charges=seed % 5 != 1, takes_rounds=seed % 4 != 1)
    if rng.random() < 0.5:
        played.mark(Entry.FINISH)
        played.mark(Entry.REOPEN, reason="Falscher Name")
        played.mark(rng.choice((Entry.FINISH, Entry.CARD)))
    return played


@pytest.mark.parametrize("rulebook", slugs())
def test_after_each_entry_of_random_games(phone, rulebook):
    for seed in range(24):
        same(phone, random_game(rulebook, seed))


@pytest.mark.long
@pytest.mark.parametrize("rulebook", slugs())
def test_after_each_entry_of_very_many_random_games(phone, rulebook):
    for seed in range(24, 1_000):
        same(phone, random_game(rulebook, seed))
