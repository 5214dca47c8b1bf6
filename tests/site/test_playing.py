"""The demo club's games: legal, to the end, as a table would write them down."""

from collections import Counter
from random import Random

import pytest

from config.demo.play import Manner, play
from config.demo.season import SEASON, breach
from games.engine import load, replay

pytestmark = pytest.mark.once

BOOKS = ("schock4life", "rsc2003", "schockfreunde", "dortmund", "jule")


def _header(book, players=5):
    names = [str(number) for number in range(players)]
    starts = load(book).opening.dice == 0
    header = {"format": 1, "rulebook": book, "players": names}
    return {**header, "starter": "0"} if starts else header


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("depth", ["throws", "hands"])
def test_every_game_is_legal_and_comes_to_an_end(book, depth):
    for seed in range(20):
        header = _header(book, 2 + seed % 6)
        state = replay(header, play(header, Manner(depth=depth), Random(seed)))
        assert state.step == "over"
        assert state.table.part.loser is not None


def test_the_same_chance_plays_the_same_game():
    header = _header("schock4life")
    assert play(header, Manner(), Random(7)) == play(header, Manner(), Random(7))
    assert play(header, Manner(), Random(7)) != play(header, Manner(), Random(8))


def test_a_season_of_games_has_what_a_club_knows():
    seen, ends = Counter(), Counter()
    for seed in range(60):
        header = _header("schock4life" if seed % 2 else "rsc2003")
        events = play(header, Manner(), Random(seed))
        ends[replay(header, events).table.part.ended_by] += 1
        seen.update(event["type"] for event in events)
        seen["cups"] += sum(event.get("dice", 0) is None for event in events)
        seen["turned sixes"] += sum(event.get("turned", 0) > 0 for event in events)
    for what in ("stand", "reveal", "opening", "reenter", "retract", "cups", "turned sixes"):
        assert seen[what], what
    assert ends["final"] > ends["sweep"] > 0


def test_players_are_not_stupid():
    """A player of the demo loses clearly less often than one who takes every first throw."""
    header, lost = _header("rsc2003", 2), Counter()
    for seed in range(150):
        rng = Random(seed)
        header = {**_header("rsc2003", 2), "starter": str(seed % 2)}
        lost[replay(header, _against_a_fool(header, rng)).table.part.loser] += 1
    assert lost["1"] > 1.5 * lost["0"]


def _against_a_fool(header, rng):
    from config.demo import turns
    from games.engine import apply, start

    state, events = start(header), []
    while state.step != "over":
        if state.turn == "1" and state.throws:
            event = {"type": "stand", "player": "1"}
        else:
            event = turns.next_tap(state, rng, cover=False)
        state = apply(state, event)
        events.append(event)
    return events


def test_an_incident_happens_when_its_round_has_come():
    header = _header("rsc2003")
    manner = Manner(incidents={3: breach("early_lift"), 5: breach("too_many_throws")})
    events = play(header, manner, Random(3))
    place = next(n for n, event in enumerate(events) if event.get("code") == "early_lift")
    before = replay(header, events[:place])
    assert len(before.table.rounds) == 3
    assert events[place]["player"] == before.turn
    codes = [charge.code for charge in replay(header, events).table.part.charges]
    assert codes == ["early_lift", "too_many_throws", "stake"]


def test_a_game_stopped_in_the_middle_has_somebody_throwing():
    header = _header("schock4life")
    for seed in range(20):
        state = replay(header, play(header, Manner(stop=13), Random(seed)))
        assert state.step == "throwing"
        assert state.throws >= 1
        assert len(state.table.rounds) >= 13


def test_both_rulebooks_and_all_depths_are_in_the_season():
    assert len(SEASON) == 12
    assert Counter(plan.rulebook for plan in SEASON) == {"rsc2003": 6, "schock4life": 6}
    assert any(plan.cards for plan in SEASON)
    assert any(plan.hands for plan in SEASON)
    assert {plan.confirmed for plan in SEASON} == {"all", "some", "none"}
