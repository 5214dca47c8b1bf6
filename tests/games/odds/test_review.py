"""Luck against skill in logs as tables write them."""

from __future__ import annotations

import json
import random
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path

import pytest

from games.odds import Score, review, scores, why
from tests.games.engine.scoring import Scorer
from tests.games.odds.dice import BOOKS, average, named, single
from tests.strategies import game

pytestmark = pytest.mark.slow

VECTORS = Path(__file__).parent.parent / "vectors"
GAMES = [json.loads(line) for line in (VECTORS / "games.jsonl").read_text("utf-8").splitlines()]
LOGS = [(row["id"], row["log"]) for row in GAMES if not row.get("illegal")]
SLUGS = [book.slug for book in BOOKS]
MUST = [book.slug for book in BOOKS if book.last_throw == "must"]


def table(slug, players="ab", **header):
    return Scorer(slug, players, starter=players[0], **header)


def reviewed(scorer):
    return review(scorer.header, scorer.events)


def turn(scorer, player, number=-1):
    (turn,) = [turn for turn in reviewed(scorer)[number].turns if turn.player == player]
    return turn


def holds(turn):
    """Assert what must be true of each turn."""
    assert turn.came == turn.expected - turn.luck - turn.skill
    assert turn.skill <= 0
    for decision in turn.decisions:
        assert decision.best.expected <= decision.taken.expected
        assert decision.best.expected == min(option.expected for option in decision.options)
        assert decision.taken in decision.options
        assert len({option.way for option in decision.options}) == len(decision.options) > 1


@pytest.mark.parametrize(("name", "log"), LOGS, ids=[name for name, _ in LOGS])
def test_the_golden_games(name, log):
    reviewed_rounds = review(log["header"], log["events"])
    for round_reviewed in reviewed_rounds:
        assert {turn.player for turn in round_reviewed.turns} <= set(round_reviewed.round.order)
        for each in round_reviewed.turns:
            holds(each)
    total = sum(scores(reviewed_rounds).values(), Score())
    assert total.turns == sum(len(round_reviewed.turns) for round_reviewed in reviewed_rounds)
    assert total.came == total.expected - total.luck - total.skill
    assert total.best <= total.decisions


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("seed", range(6))
def test_random_games_with_house_rules(slug, seed):
    header, events = game(random.Random(seed), most_events=120, slug=slug, most=4)
    for round_reviewed in review(header, events):
        for each in round_reviewed.turns:
            holds(each)
            for decision in each.decisions:
                told = why(each, decision)
                assert (told.code == "best") == (decision.lost == 0)
                for chances in (told.taken, told.best):
                    assert min(chances.worst, chances.best) >= 0
                    assert chances.worst + chances.best <= 1


# --- Worked by hand -------------------------------------------------------------------------------


def test_standing_below_what_lies_open_is_given_away():
    """Dortmund: a leaves 6-4-3 after two throws, b stands on 5-4-2 with a throw in hand.

    Standing costs the one Deckel. All three again costs one where no more than a plain 6-4-3 falls,
    because a was earlier.
    """
    scorer = table("dortmund")
    scorer.throw("a", "643").throw("a", "643").stand("a").throw("b", "542").stand("b")
    b = turn(scorer, "b")
    (decision,) = b.decisions
    told = why(b, decision)
    assert (told.code, told.left, told.to_come, told.covered) == ("stood", 1, 0, 0)
    assert told.lowest.dice == told.highest.dice == (6, 4, 3)
    assert (told.taken.expected, told.taken.worst, told.taken.best) == (1, 1, 0)
    assert told.best.expected == told.best.worst == 1 - told.best.best
    assert b.skill == told.best.expected - 1
    assert b.came == 1
    below = sum(1 for dice in product(range(1, 7), repeat=3) if lower_than_643(dice))
    again = next(o for o in decision.options if o.way.code == "cover" and not o.way.kept)
    assert again.expected == Fraction(below, 216)


def lower_than_643(dice):
    high, middle, low = sorted(dice, reverse=True)
    straight = (high - middle, middle - low) == (1, 1)
    named = straight or (middle, low) == (1, 1) or high == middle == low
    return not named and (high, middle, low) <= (6, 4, 3)


def test_throwing_on_although_above_everything_is_given_away():
    """Beside a 2 another 2 and a one fall in 2 of 36 throws, and 2-2-1 was there before."""
    scorer = table("dortmund")
    scorer.throw("a", "221").throw("a", "221").stand("a")
    scorer.throw("b", "632").throw("b", None, "2").reveal("b", "62")
    b = turn(scorer, "b")
    told = why(b, b.decisions[0])
    assert told.code == "went_on"
    assert (told.best.expected, told.best.worst, told.best.best) == (0, 0, 1)
    assert told.taken.expected == told.taken.worst == Fraction(2, 36)
    assert b.skill == -Fraction(2, 36)
    assert (b.luck, b.came) == (b.expected + Fraction(2, 36), 0)


def test_the_wrong_die_kept():
    """Last against a Schock 4: beside two ones a 5, a 6 or a one will do, beside a 3 nothing."""
    scorer = table("schock4life")
    scorer.throw("a", "411").throw("a", "411").stand("a")
    scorer.throw("b", "311").throw("b", None, "3").reveal("b", "11")
    b = turn(scorer, "b")
    told = why(b, b.decisions[0])
    assert (told.code, told.taken.way.kept, told.best.way.kept) == ("kept", (3,), (1, 1))
    assert (told.taken.worst, told.taken.expected) == (1, 4)
    assert (told.best.worst, told.best.expected) == (Fraction(1, 2), 2)
    assert (b.skill, b.came) == (-2, 4)


def test_a_cup_left_down_too_early():
    """Three of 216 throws are 2-2-1, where a was earlier; a player who looks throws once more."""
    scorer = table("dortmund")
    scorer.throw("a", "221").throw("a", "221").stand("a")
    scorer.throw("b", None).reveal("b", "654")
    b = turn(scorer, "b")
    (decision,) = b.decisions
    assert (decision.throws, why(b, decision).code) == (0, "unseen")
    assert decision.taken.expected == Fraction(3, 216)
    # Beside the one 2-2 must fall, 1/36; with all three again it is 1/72, and that is the best.
    assert decision.best.expected == Fraction(3, 216) * Fraction(3, 216)


def test_the_opener_may_stop_and_bind_the_others():
    """schock4life: a stands on 6-6-1 after one throw, so b and c have one each."""
    book = next(book for book in BOOKS if book.slug == "schock4life")
    scorer = table("schock4life", "abc")
    scorer.throw("a", "661").stand("a").hand("b", "321").hand("c", "221")
    a = turn(scorer, "a")
    (stand,) = [option for option in a.decisions[0].options if option.way.code == "stand"]
    others = [single(book), single(book)]
    assert stand.expected == average(named(book, "661"), others, [0, 0, 0], 13, 13, 0)
    assert why(a, a.decisions[0]).to_come == 2


# --- Chance is fair -------------------------------------------------------------------------------


@pytest.mark.parametrize("slug", SLUGS)
def test_luck_of_all_that_could_fall_is_zero(slug):
    """The last to throw, everything open: over all his dice no luck is left, good or bad."""
    luck, dice, ways = Fraction(0), Fraction(0), 0
    for fallen in product(range(1, 7), repeat=2):
        scorer = table(slug)
        scorer.throw("a", "643").throw("a", "643").stand("a")
        scorer.throw("b", "521").throw("b", "".join(map(str, fallen)), "5")
        b = turn(scorer, "b")
        first = b.expected - b.decisions[0].best.expected
        luck, dice, ways = luck + b.luck - first, dice + b.dice - first, ways + 1
    assert ways == 36
    assert luck == dice == 0


@pytest.mark.parametrize("slug", SLUGS)
def test_luck_of_a_first_throw_is_zero(slug):
    """Before the first throw a turn is worth the mean of what its best is worth after each."""
    worth = Fraction(0)
    for kind, ways in kinds(3).items():
        scorer = table(slug, "abc")
        scorer.throw("a", "643").throw("a", "643").stand("a")
        scorer.throw("b", kind).stand("b").hand("c", "221")
        b = turn(scorer, "b")
        worth += ways * b.decisions[0].best.expected
    assert worth / 216 == b.expected


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("number", [2, 3])
def test_dice_bring_nothing_on_average_even_where_nobody_looked(slug, number):
    """The first covers what he throws at once, which binds the others; counted over all of it."""
    share = Fraction(0)
    for kind, ways in kinds(number).items():
        scorer = table(slug, "abc")
        if number == 2:
            scorer.throw("a", "661")
        scorer.throw("a", None, "1" if number == 2 else "")
        limit = scorer.limit
        scorer.hand("b", "643", limit, True).hand("c", "652", limit, True).reveal("a", kind)
        a = turn(scorer, "a", 0)
        first = a.expected - a.decisions[0].best.expected if number == 2 else 0
        share += ways * (a.dice - first)
    assert share == 0


def kinds(number):
    """Return the throws of so many dice, with the ways that each can fall."""
    return Counter("".join(map(str, sorted(d))) for d in product(range(1, 7), repeat=number))


@pytest.mark.parametrize("slug", SLUGS)
def test_a_whole_round_of_one_throw_each_is_fair(slug):
    """Over all throws of the other nothing is left of the luck, for each hand of the first."""
    for mine in ("221", "621", "654", "333", "611"):
        luck = Fraction(0)
        for other, ways in kinds(3).items():
            scorer = table(slug).throw("a", mine).stand("a").hand("b", other)
            a = turn(scorer, "a", 0)
            luck += ways * (a.luck - a.dice)
        assert luck == 0


# --- What a log shows -----------------------------------------------------------------------------


def figures(scorer, player, number=-1):
    player_turn = turn(scorer, player, number)
    return (
        player_turn.expected,
        player_turn.dice,
        player_turn.came,
        player_turn.luck,
        player_turn.skill,
    )


@pytest.mark.parametrize("slug", MUST)
def test_a_table_that_logs_late_writes_faces_where_the_cup_was(slug):
    """The rulebook says that the last throw stays covered, so no player behind has seen it."""
    late = table(slug, "abc").throw("a", "631").throw("a", "651").throw("a", "42", "1")
    cups = table(slug, "abc").throw("a", "631").throw("a", "651").throw("a", None, "1")
    for scorer in (late, cups):
        scorer.throw("b", "643").stand("b").throw("c", "652").stand("c")
    cups.reveal("a", "42")
    for player in "abc":
        assert figures(late, player) == figures(cups, player)
    assert turn(late, "a").decisions[-1].taken.way.code == "cover"
    told = why(turn(late, "c"), turn(late, "c").decisions[0])
    assert (told.covered, told.to_come, told.lowest.dice) == (1, 0, (6, 4, 3))


def test_where_the_last_throw_may_lie_open_the_log_says_whether_it_did():
    """Schockfreunde: c sees the last throw of a, or does not."""
    seen, covered = (
        table("schockfreunde", "abc").throw("a", "631").throw("a", "651").throw("a", fallen, "1")
        for fallen in ("42", None)
    )
    for scorer in (seen, covered):
        scorer.throw("b", "643").stand("b").throw("c", "652").stand("c")
    covered.reveal("a", "42")
    last = [turn(scorer, "a").decisions[-1] for scorer in (seen, covered)]
    assert [decision.taken.way.code for decision in last] == ["throw", "cover"]
    assert {option.way.code for option in last[0].options} == {"stand", "throw", "cover"}
    told = [why(turn(scorer, "c"), turn(scorer, "c").decisions[0]) for scorer in (seen, covered)]
    assert [reason.covered for reason in told] == [0, 1]


def test_a_round_played_open_covers_nothing():
    """RSC § 7: the first stands on an open first throw, so the others have one throw each, open."""
    scorer = (
        table("rsc2003", "abc").throw("a", "643").stand("a").throw("b", "652").throw("c", "631")
    )
    b, c = turn(scorer, "b"), turn(scorer, "c")
    assert b.situation.covers == (False,)
    assert b.decisions == c.decisions == ()
    assert b.skill == 0
    assert b.expected > 0


def test_what_was_taken_back_was_never_thrown():
    scorer = table("dortmund").throw("a", "665").log("retract").throw("a", "643").stand("a")
    scorer.throw("b", "654")
    plain = table("dortmund").throw("a", "643").stand("a").throw("b", "654")
    assert figures(scorer, "a") == figures(plain, "a")


def test_a_turn_in_one_entry_says_nothing_of_its_decisions():
    scorer = table("dortmund").hand("a", "643", 2, True).throw("b", "652").stand("b")
    (only_round,) = reviewed(scorer)
    assert [each.player for each in only_round.turns] == ["b"]


def test_rounds_that_no_dice_have_decided_are_left_out():
    scorer = table("rsc2003").throw("a", "643").stand("a")
    scorer.log("infraction", "b", code="too_many_throws").throw("b", "654")
    assert reviewed(scorer) == ()
    scorer.log("overtime", mode="sudden_round")
    scorer.throw("b", "643").stand("b").throw("a", "654")
    assert len(scorer.rounds) == 2
    assert reviewed(scorer) == ()


def test_a_round_that_was_voided_starts_again():
    scorer = table("jule").throw("a", "643").throw("a", "643").stand("a").throw("b", "665")
    scorer.log("ruling", by="referee", text="", effect={"void_round": True})
    scorer.throw("a", "621").stand("a").throw("b", "643")
    (only_round,) = reviewed(scorer)
    assert [len(each.decisions) for each in only_round.turns] == [1, 0]
    assert only_round.turns[1].situation.limit == 1


def test_whoever_throws_along_in_the_middle_of_a_turn_spoils_it():
    """a and b have the Deckel; c buys in while a throws, so a did not know the table."""
    scorer = table("schockfreunde", "abc", house_rules={"deckel": 5})
    scorer.round(a="311", b="221", c="665").round(b="311", c="665", a="221")
    assert (scorer.middle, scorer.order) == (0, ["a", "b"])
    scorer.throw("a", "643").reenter("c").stand("a")
    scorer.throw("b", "652").throw("c", "654")
    (round_reviewed,) = [
        round_reviewed for round_reviewed in reviewed(scorer) if round_reviewed.turns
    ]
    assert [each.player for each in round_reviewed.turns] == ["b", "c"]
    assert [each.situation.later for each in round_reviewed.turns] == [(0,), ()]


def test_the_games_of_a_person_add_up():
    scorer = table("dortmund").throw("a", "643").throw("a", "643").stand("a")
    scorer.throw("b", "542").stand("b")
    once = scores(reviewed(scorer))["b"]
    assert (once.turns, once.decisions, once.best, once.came) == (1, 1, 0, 1)
    b = turn(scorer, "b")
    assert (once.luck, once.skill, once.dice) == (b.luck, b.skill, b.dice)
    twice = once + once
    assert (twice.turns, twice.came, twice.skill) == (2, 2, 2 * b.skill)
    assert twice.came == twice.expected - twice.luck - twice.skill
