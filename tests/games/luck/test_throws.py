"""The sums and the worth of throws: the pure rules, worked by hand."""

import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from games.engine import card, replay
from games.luck import throws
from games.luck import weighing as luck
from games.odds import Score, review, scores
from tests.games.engine.scoring import Scorer
from tests.strategies import game

VECTORS = Path(__file__).parent.parent / "vectors"
GAMES = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text("utf-8").splitlines()]
LOGS = [(row["id"], row["log"]) for row in GAMES if not row.get("illegal")]


def table(slug, players="ab", **header):
    return Scorer(slug, players, starter=players[0], **header)


def agrees_with_the_card(header, events):
    state = replay(header, events)
    counted, text = throws.count(header, events), card(state)["seats"]
    for player, mine in counted.players.items():
        assert mine.deckel_taken == text[player]["deckel_taken"]
        if text[player]["deckel_given"] is not None:
            assert mine.deckel_given == text[player]["deckel_given"]
        if not any(state.table.part.tally.aus_unseen):
            known = text[player]["schock_aus"]
            assert mine.schock_aus + mine.aus_in_opening == known or known is None
        assert text[player]["jule"] in (mine.jule, None)
        assert mine.turns == sum(getattr(mine, code) for code in throws.CATEGORIES)
    known = [settled_round for settled_round in state.table.rounds if settled_round.hands]
    assert counted.turns == sum(len(settled_round.order) for settled_round in known)
    unseen = sum(
        len(settled_round.order) for settled_round in state.table.rounds if not settled_round.hands
    )
    assert sum(player.unseen for player in counted.players.values()) == unseen
    assert (
        counted.rounds == len(state.table.rounds) == sum(p.worst for p in counted.players.values())
    )


@pytest.mark.parametrize(("name", "log"), LOGS, ids=[name for name, _ in LOGS])
def test_the_golden_games_say_what_their_cards_say(name, log):
    agrees_with_the_card(log["header"], log["events"])


@pytest.mark.parametrize("seed", range(12))
def test_so_do_games_at_random_with_house_rules_rulings_and_retracts(seed):
    agrees_with_the_card(*game(random.Random(seed)))


def test_a_short_half_counted_by_hand():
    """a stands on his first throw, so b has one; the Aus of b ends the half."""
    scorer = table("dortmund")
    scorer.throw("a", "643").stand("a").throw("b", None).reveal("b", "111")
    counted = throws.count(scorer.header, scorer.events)
    assert (counted.rounds, counted.turns, counted.throws) == (1, 2, 2)
    assert counted.longest == throws.Half("first_half", 1, 2)
    a, b = counted.players["a"], counted.players["b"]
    assert (a.limited_3, a.zahl, a.worst, a.deckel_taken) == (1, 1, 1, 13)
    assert (b.limited_1, b.schock_aus, b.aus_at_once, b.best, b.deckel_given) == (1, 1, 1, 1, 13)


def test_a_whole_turn_that_was_taken_back_is_not_how_deep_the_game_was_written():
    scorer = table("dortmund").hand("a", "643")
    assert throws.count(scorer.header, scorer.events).depth == "hands"
    scorer.log("retract").throw("a", "643")
    assert throws.count(scorer.header, scorer.events).depth == "throws"


def test_a_round_in_one_entry_counts_who_lost_it_and_leaves_out_what_nobody_saw():
    scorer = table("dortmund", "abc").round(a="666", b="221", c="641").whole("c", 6)
    scorer.round(c="643", a="221", b="654")
    counted = throws.count(scorer.header, scorer.events)
    assert (counted.depth, counted.rounds, counted.turns, counted.throws) == ("rounds", 3, 6, 6)
    assert [player.unseen for player in counted.players.values()] == [1, 1, 1]
    assert [player.worst for player in counted.players.values()] == [1, 1, 1]
    assert [player.best for player in counted.players.values()] == [1, 1, 0]


def test_a_half_with_such_a_round_does_not_say_how_many_throws_it_took():
    scorer = table("dortmund", "abc").round(a="666", b="221", c="641").whole("c", "all")
    counted = throws.count(scorer.header, scorer.events)
    assert counted.longest == throws.Half("first_half", 2, 0)


def test_what_such_a_round_was_worth_is_not_weighed():
    scorer = table("dortmund").throw("a", "643").stand("a").throw("b", "221")
    scorer.whole("a", 3).throw("a", "654").stand("a").throw("b", "643")
    weighed = luck.weigh(scorer.header, scorer.events)
    assert [(row["number"], row["best"], len(row["turns"])) for row in weighed.rounds] == [
        (1, "a", 2),
        (2, None, 0),
        (3, "a", 2),
    ]
    assert [line.turns for line in weighed.players.values()] == [2, 2]


def test_dortmund_the_first_on_654_expects_eleven_twentysevenths():
    """Worked by hand in docs/odds.md: with 6-5-4 after one throw, one cup of the other to fear."""
    scorer = table("dortmund")
    scorer.throw("a", "654").stand("a").throw("b", None).reveal("b", "221")
    weighed = luck.weigh(scorer.header, scorer.events)
    (row,) = weighed.rounds
    a = row["turns"][0]["weighed"]
    stood = a["decisions"][-1]["taken"]
    assert stood["way"] == "stand"
    assert stood["expected"] == luck.parts(Fraction(11, 27)) == 407_407_407
    assert a["came"] == 0


def test_standing_below_what_lies_open_is_the_decision_that_cost_most():
    """docs/odds.md: Dortmund, the last on 5-4-2 against 6-4-3, one throw left, stands."""
    scorer = table("dortmund")
    scorer.throw("a", "643").throw("a", "643").stand("a").throw("b", "542").stand("b")
    b = luck.weigh(scorer.header, scorer.events).players["b"]
    told = b.costliest
    assert (told["code"], told["phase"], told["round"], told["dice"]) == (
        "stood", "first_half", 1, [5, 4, 2],
    )  # fmt: skip
    assert told["lowest"]["dice"] == [6, 4, 3]
    assert told["taken"]["is_worst"] == luck.UNIT
    assert b.cost == -b.skill > 0
    assert b.came == 1


def test_the_sums_are_those_of_the_exact_odds_and_hold_exactly():
    header, events = game(random.Random(5), most_events=200, slug="schock4life", most=3)
    weighed, exact = luck.weigh(header, events), scores(review(header, events))
    assert weighed.players.keys() == exact.keys() != set()
    for player, mine in weighed.players.items():
        total: Score = exact[player]
        assert abs(mine.expected - total.expected * luck.UNIT) <= Fraction(1, 2)
        assert abs(mine.skill - total.skill * luck.UNIT) <= Fraction(1, 2)
        assert (mine.turns, mine.decisions, mine.best) == (
            total.turns, total.decisions, total.best,
        )  # fmt: skip
        stored = mine.expected - mine.skill - mine.came * luck.UNIT
        assert abs(stored - total.luck * luck.UNIT) <= 1
        assert mine.cost <= -mine.skill + 1
