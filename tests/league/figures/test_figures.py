"""Counts made of results, by hand and by chance: persons, streaks, company, the rating."""

import random
from dataclasses import replace
from itertools import groupby

import pytest
from hypothesis import given
from hypothesis import strategies as st

from league import figures
from league.figures import EVENINGS, TOURNAMENTS, Beside, Game, Key, Line, Scope
from league.figures.rating import NEW, ranks, rate
from league.figures.runs import joined, of_one

ANKE, BERND, JETTE, TIMO = 1, 2, 3, 4
ALL, AT_EVENINGS = Scope(), Scope(occasion=EVENINGS)


def played(first, second, loser, *, number=1, day=6, seats=(ANKE, BERND, JETTE), **fields):
    """Return a game of the evening of that day, with the losers of the halves and of the game."""
    lines = tuple(
        Line(
            who,
            None if first is None else who == first,
            None if second is None else who == second,
            who == loser,
            fields.get("aus", {}).get(who, 0),
            fields.get("out_first", {}).get(who),
            fields.get("out_second", {}).get(who),
        )
        for who in seats
    )
    ended_by = "abandoned" if loser is None else "sweep" if first == second else "final"
    return Game(
        Key(f"2026-03-{day:02}", 100 + day, 1, number, 7),
        fields.get("rulebook", "rsc2003"),
        fields.get("depth", "card"),
        fields.get("occasion", EVENINGS),
        fields.get("ended_by", ended_by),
        lines,
    )


AN_EVENING = [
    played(BERND, JETTE, BERND, number=1, aus={ANKE: 1}),
    played(BERND, BERND, BERND, number=2, aus={ANKE: 1, JETTE: 1}),
    played(ANKE, BERND, ANKE, number=3),
]


# --- an evening, counted by hand ----------------------------------------------------------------
def test_an_evening_counted_by_hand():
    counted = figures.count(AN_EVENING)[AT_EVENINGS]
    anke, bernd, jette = (counted.persons[who] for who in (ANKE, BERND, JETTE))
    assert (anke.games, anke.lost, anke.lost_first, anke.lost_second) == (3, 1, 1, 0)
    assert (bernd.games, bernd.lost, bernd.lost_first, bernd.lost_second) == (3, 2, 2, 2)
    assert (jette.games, jette.lost, jette.lost_first, jette.lost_second) == (3, 0, 0, 1)
    assert (bernd.lost_final, bernd.swept, bernd.next_to_last) == (1, 1, 1)
    assert (anke.next_to_last, jette.next_to_last) == (0, 1)
    assert (anke.schock_aus, anke.most_in_a_game.number, anke.most_at_an_evening.number) == (
        2,
        1,
        2,
    )
    assert (anke.runs.kept.length, anke.runs.last.lost, anke.runs.last.length) == (2, True, 1)
    assert (bernd.runs.lost.length, bernd.runs.kept.length) == (2, 1)
    assert (jette.runs.kept.length, jette.runs.lost) == (3, None)
    assert anke.share_by_chance == pytest.approx(1 / 3, abs=1e-6)
    assert (counted.club.games, counted.club.evenings, counted.club.most_people.number) == (3, 1, 3)


def test_a_victim_lost_while_one_sat_there_and_a_nemesis_sat_there_when_one_lost():
    counted = figures.count(AN_EVENING)[AT_EVENINGS]
    assert counted.persons[ANKE].beside == {BERND: Beside(3, 2, 1), JETTE: Beside(3, 0, 1)}
    assert counted.persons[BERND].beside[ANKE] == Beside(3, 1, 2)


def test_a_game_that_was_broken_off_counts_nowhere():
    assert figures.count([played(BERND, None, None)]) == {}


def test_what_nobody_wrote_down_is_not_nought():
    card = played(None, BERND, BERND, ended_by="overtime")
    unknown = replace(card, lines=tuple(replace(line, schock_aus=None) for line in card.lines))
    bernd = figures.count([unknown])[ALL].persons[BERND]
    assert (bernd.first_of, bernd.second_of, bernd.schock_aus_of, bernd.jule_of) == (0, 1, 0, 0)
    assert (bernd.lost, bernd.lost_otherwise) == (1, 1)


def test_evenings_and_tournaments_are_counted_apart_and_together():
    cup = played(ANKE, ANKE, ANKE, day=7, occasion=TOURNAMENTS, rulebook="schockfreunde")
    counted = figures.count([*AN_EVENING, cup])
    assert counted[AT_EVENINGS].persons[ANKE].swept == 0
    assert counted[Scope(occasion=TOURNAMENTS)].persons[ANKE].swept == 1
    assert counted[ALL].persons[ANKE].games == 4
    assert Scope("rsc2003", "card", TOURNAMENTS) not in counted


def test_the_order_of_a_streak_is_that_of_the_games_and_not_that_of_their_entry():
    shuffled = [AN_EVENING[2], AN_EVENING[0], AN_EVENING[1]]
    assert figures.count(shuffled) == figures.count(AN_EVENING)


# --- streaks ------------------------------------------------------------------------------------
losses = st.lists(st.booleans(), min_size=1, max_size=30)


def stretch(lost, start=0):
    whole = None
    for place, is_lost in enumerate(lost, start):
        whole = joined(whole, of_one(Key("2026-03-06", 1, 1, place, 1), lost=is_lost))
    return whole


@given(losses, losses)
def test_streaks_of_two_seasons_are_those_of_all_their_games(before, after):
    both = joined(stretch(before), stretch(after, len(before)))
    assert both == stretch(before + after)


@given(losses)
def test_streaks_are_what_one_counts_on_the_fingers(lost):
    runs = [(kind, len(list(group))) for kind, group in groupby(lost)]
    runs_found = stretch(lost)
    for kind, best in ((False, runs_found.kept), (True, runs_found.lost)):
        longest = max((length for run_kind, length in runs if run_kind == kind), default=0)
        assert (best.length if best else 0) == longest
        assert best is None or best.end.number - best.start.number + 1 == longest
    assert (runs_found.last.lost, runs_found.last.length) == runs[-1]


# --- seasons ------------------------------------------------------------------------------------
def by_chance(rng, days):
    people = (ANKE, BERND, JETTE, TIMO)
    for day in days:
        for number in range(1, 6):
            seats = rng.sample(people, rng.choice((2, 3, 4)))
            first, second = rng.choice(seats), rng.choice(seats)
            yield played(first, second, rng.choice((first, second)), number=number, day=day,
                         seats=seats, aus={rng.choice(seats): 1})  # fmt: skip


@pytest.mark.parametrize("seed", range(5))
def test_two_seasons_together_are_one_long_season(seed):
    games = list(by_chance(random.Random(seed), range(1, 11)))
    early = figures.count(games[:25])[ALL].persons
    ratings = {ALL: {who: person.rating for who, person in early.items()}}
    late = figures.count(games[25:], ratings)[ALL].persons
    whole = figures.count(games)[ALL].persons
    for who, person in whole.items():
        added = figures.together([part[who] for part in (early, late) if who in part])
        added._aus_tonight = person._aus_tonight
        assert added == person


# --- the rating ---------------------------------------------------------------------------------
def test_whoever_lost_the_game_stands_last_and_whoever_lost_a_half_before_him():
    assert ranks(played(BERND, JETTE, BERND)) == [0, 2, 1]
    assert ranks(played(BERND, BERND, BERND)) == [0, 1, 0]


def test_who_was_out_earlier_stands_before_where_it_is_written_of_everybody():
    seats = (ANKE, BERND, JETTE, TIMO)
    out = {"out_first": {ANKE: 2, TIMO: 1, JETTE: 3}, "out_second": {ANKE: 1, TIMO: 1, JETTE: 1}}
    assert ranks(played(BERND, BERND, BERND, seats=seats, **out)) == [1, 3, 2, 0]
    out["out_second"].pop(TIMO)
    assert ranks(played(BERND, BERND, BERND, seats=seats, **out)) == [0, 1, 0, 0]


def test_a_game_that_nobody_lost_says_nothing_about_anybody():
    assert ranks(played(None, None, None, ended_by="ruling")) is None


def test_whoever_loses_falls_the_others_rise_and_all_are_surer_than_before():
    anke, bernd, jette = rate([NEW, NEW, NEW], [0, 1, 0])
    assert anke.mean == jette.mean > NEW.mean > bernd.mean
    assert all(
        rating.uncertainty < NEW.uncertainty and rating.games == 1 for rating in (anke, bernd)
    )


def test_who_loses_less_often_comes_out_above():
    rng = random.Random(3)
    games = []
    for number in range(1, 121):
        loser = rng.choices((ANKE, BERND, JETTE), (1, 3, 2))[0]
        games.append(played(loser, loser, loser, number=number))
    people = figures.count(games)[ALL].persons
    assert people[ANKE].rating.mean > people[JETTE].rating.mean > people[BERND].rating.mean
