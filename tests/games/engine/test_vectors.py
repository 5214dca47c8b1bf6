"""The worked rounds and games that came with the format, through the library and the command."""

from __future__ import annotations

import json
import lzma
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import EngineError, canonical, card, replay, state_json
from games.engine.lines import settle_line

VECTORS = Path(__file__).parent.parent / "vectors"
ROOT = Path(__file__).parent.parent.parent.parent


def rows(name):
    return [json.loads(line) for line in (VECTORS / name).read_text("utf-8").splitlines()]


ROUNDS, GAMES, WHOLE = rows("rounds.jsonl"), rows("games.jsonl"), rows("whole-rounds.jsonl")
LEGAL = [row for row in [*GAMES, *WHOLE] if "phase" in row["expect"]]
ILLEGAL = [row for row in [*GAMES, *WHOLE] if "phase" not in row["expect"]]


def test_all_vectors_are_here():
    assert (len(ROUNDS), len(LEGAL), len(ILLEGAL)) == (42, 60 + 28, 40 + 29)


@pytest.mark.parametrize("row", ROUNDS, ids=lambda row: row["id"])
def test_a_worked_round_settles_as_the_texts_say(row):
    assert settle_line(json.dumps(row).encode()) == row["expect"]


@pytest.mark.parametrize("row", LEGAL, ids=lambda row: row["id"])
def test_a_worked_game_ends_in_its_state(row):
    assert state_json(replay(row["log"]["header"], row["log"]["events"])) == row["expect"]


@pytest.mark.parametrize("row", ILLEGAL, ids=lambda row: row["id"])
def test_a_log_with_an_illegal_event_is_refused_at_that_event(row):
    with pytest.raises(EngineError) as refused:
        replay(row["log"]["header"], row["log"]["events"])
    assert refused.value.event == row["expect"]["event"]


def test_no_card_of_a_worked_game_has_changed():
    """As they were before the second edition of the rules; none of these logs names one."""
    cards = json.loads((VECTORS / "cards.json").read_text("utf-8"))
    played_through = [row for row in GAMES if row in LEGAL]
    assert {row["id"]: card(played(row["log"])) for row in played_through} == cards


def test_no_card_of_the_demo_club_s_old_games_has_changed():
    """The logs of a season as they were stored before there was a second edition."""
    with lzma.open(VECTORS / "demo.jsonl.xz", "rt", encoding="utf-8") as lines:
        old = [json.loads(line) for line in lines]
    assert len(old) == 99
    assert all("rules" not in row["log"]["header"] for row in old)
    for row in old:
        assert card(played(row["log"])) == row["card"]


def played(log):
    return replay(log["header"], log["events"])


def run(command, lines):
    done = subprocess.run(
        [sys.executable, "-m", "games.engine", command],
        input="".join(line + "\n" for line in lines).encode(),
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert done.stderr == b""
    return done.returncode, done.stdout.decode().splitlines()


def test_the_command_settles_every_worked_round():
    status, out = run("settle", [json.dumps(row) for row in ROUNDS])
    assert (status, out) == (0, [canonical(row["expect"]) for row in ROUNDS])


def test_the_command_replays_every_worked_game():
    status, out = run("replay", [json.dumps(row["log"]) for row in LEGAL])
    assert (status, out) == (0, [canonical(row["expect"]) for row in LEGAL])


def test_the_command_names_the_event_it_refuses():
    status, out = run("replay", [json.dumps(row["log"]) for row in ILLEGAL])
    assert status == 1
    assert [json.loads(line)["event"] for line in out] == [
        row["expect"]["event"] for row in ILLEGAL
    ]
