"""P6: one throw through the engine, beside python-chess, a bare look-up loop and a phone's engine.

All sides play the same number of rounds in turn, so that a busy machine slows each alike:

* the engine replays whole games, throw by throw, with every check of every event; * the port for
phones replays the same games in Chromium. How many times as fast as Python it is (8 to 11) has no
aim: a quicker engine in Python would miss it. With every check the port is to be as quick as
Python's loop without any; * the floor reads the same events, looks each hand up in a table and
keeps the best and the worst of a round; it checks nothing, moves nothing and remembers nothing; *
python-chess plays seeded games with `push_uci`, which checks each move too.

Run from the project's root: `python bench/engine.py`. The figure comes last.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import chess

from bench._figures import figure, size
from games.engine import apply, legal_actions, load, replay, slugs, start
from games.engine.phone import rulebooks_json
from games.engine.state import State
from tests.games.chromium import Chromium

ROUNDS = size(9, 1)
HARNESS = Path(__file__).with_suffix(".js")
TIMES = size(20, 2)  # the games in one measurement on the phone, whose clock is coarse
GAMES_PER_RULEBOOK = size(20, 2)
PLAYERS = ["1", "2", "3", "4"]
Log = tuple[dict[str, Any], list[dict[str, Any]]]


def dice(rng: random.Random, number: int) -> list[int]:
    return [rng.randint(1, 6) for _ in range(number)]


def next_event(state: State, rng: random.Random) -> dict[str, Any]:
    """Return a next event as a table might write it down, throw by throw."""
    templates = {t["type"]: t for t in legal_actions(state)}
    if "opening" in templates:
        t = templates["opening"]
        return {"type": "opening", "player": t["player"], "dice": dice(rng, t["dice"])}
    if "reveal" in templates:
        t = templates["reveal"]
        return {"type": "reveal", "player": t["player"], "dice": dice(rng, t["dice"])}
    if "stand" in templates and rng.random() < 0.3:
        return {"type": "stand", "player": templates["stand"]["player"]}
    t = templates["throw"]
    way = rng.choice(t["choices"])
    fallen = dice(rng, way["dice"])
    event = {"type": "throw", "player": t["player"], "dice": fallen}
    return {**event, "kept": way["kept"], "turned": way["turned"]}


def play(slug: str, rng: random.Random) -> Log:
    header: dict[str, Any] = {"format": 1, "rulebook": slug, "players": PLAYERS}
    state, events = start(header), []
    while state.step != "over":
        events.append(next_event(state, rng))
        state = apply(state, events[-1])
    return header, events


def engine(logs: list[Log]) -> None:
    for header, events in logs:
        replay(header, events)


def floor(table: dict[tuple[int, ...], int], logs: list[Log]) -> int:
    """Do the least a loop must do: read each event, look the hand up, keep best and worst."""
    rounds = 0
    for _, events in logs:
        best = worst = turns = 0
        hand = 0
        for event in events:
            kind = event["type"]
            if kind == "throw":
                hand = table[(*event["kept"], *event["dice"])]
            elif kind == "stand":
                turns += 1
                if hand > best:
                    best = hand
                elif hand < worst:
                    worst = hand
                if turns == len(PLAYERS):
                    rounds += 1
                    best = worst = turns = 0
    return rounds


def playouts(rng: random.Random, number: int) -> list[list[str]]:
    games = []
    for _ in range(number):
        board = chess.Board()
        moves: list[str] = []
        while len(moves) < 80 and not board.is_game_over():
            move = rng.choice(list(board.legal_moves))
            moves.append(move.uci())
            board.push(move)
        games.append(moves)
    return games


def push(games: list[list[str]]) -> None:
    for moves in games:
        board = chess.Board()
        for move in moves:
            board.push_uci(move)


def seconds(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def main() -> None:
    rng = random.Random(11)
    logs = [play(slug, rng) for slug in slugs() for _ in range(GAMES_PER_RULEBOOK)]
    hands = load("dortmund").ranking.hands
    table = {dice: hand.rank for (dice, throws, whole), hand in hands.items() if throws == 1}
    chess_games = playouts(rng, 30)
    events = sum(len(log[1]) for log in logs)
    throws = sum(event["type"] == "throw" for log in logs for event in log[1])
    plies = sum(map(len, chess_games))
    ours: list[float] = []
    bare: list[float] = []
    theirs: list[float] = []
    on_phone: list[float] = []
    phone = Chromium(HARNESS)
    phone.call("learn", json.loads(rulebooks_json()), logs)
    # Once unmeasured: the tables of a rulebook are built when its first game begins.
    engine(logs)
    phone.call("replay", TIMES)
    for _ in range(ROUNDS):
        ours.append(seconds(lambda: engine(logs)) * 1e6 / events)
        on_phone.append(phone.call("replay", TIMES) * 1e3 / TIMES / events)
        bare.append(seconds(lambda: floor(table, logs)) * 1e6 / events)
        theirs.append(seconds(lambda: push(chess_games)) * 1e6 / plies)
    phone.close()
    # Each round's sides ran next to each other, so the ratio is taken before the median.
    to_floor = [own_rate / other for own_rate, other in zip(ours, bare, strict=True)]
    phone_to_floor = [own_rate / other for own_rate, other in zip(on_phone, bare, strict=True)]
    to_phone = [own_rate / other for own_rate, other in zip(ours, on_phone, strict=True)]
    to_chess = [other / their_rate for their_rate, other in zip(ours, theirs, strict=True)]
    print(f"{len(logs)} games of {len(PLAYERS)}, {events} events, {throws} of them throws")
    figure("engine, per event", ours, unit="µs")
    figure("engine, per throw", [t * events / throws for t in ours], unit="µs")
    figure("phone, per throw", [t * events / throws for t in on_phone], unit="µs")
    figure("floor, per event", bare, unit="µs")
    figure("python-chess, per ply", theirs, unit="µs")
    figure("games per second", [len(logs) * 1e6 / t / events for t in ours])
    figure("engine to floor", to_floor, at_most=4)
    figure("engine to phone, per throw", to_phone)
    figure("phone to floor, per event", phone_to_floor, at_most=1)
    figure("python-chess to engine, per event", to_chess, at_least=6)


if __name__ == "__main__":
    main()
