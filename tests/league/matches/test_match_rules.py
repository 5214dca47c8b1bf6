"""Rules of matches: fixtures, the way of the guests, seats, the table of teams. Pure."""

from collections import Counter
from itertools import product
from random import Random

import pytest

from league.matches import rules
from league.matches.rules import AWAY, HOME, Outcome, PlayedMatch, SetResult

SOME_PUBS = ("Anker", "Krone", "Post", "Löwe", "Hirsch", "Stern", "Mühle", "Adler", "Eck")


def own_pubs(teams: int) -> list[str]:
    return [f"pub {team}" for team in range(teams)]


@pytest.mark.parametrize("teams", range(2, 13))
def test_everybody_meets_everybody_once_at_home_and_once_away(teams):
    fixtures = rules.fixtures(own_pubs(teams))
    pairs = [(fixture.home, fixture.away) for fixture in fixtures]
    assert sorted(pairs) == [(a, b) for a, b in product(range(teams), repeat=2) if a != b]
    plays = Counter(
        (fixture.day, team) for fixture in fixtures for team in (fixture.home, fixture.away)
    )
    assert max(plays.values()) == 1


@pytest.mark.parametrize("teams", range(2, 13))
def test_half_a_season_has_as_many_home_days_as_away_days_give_or_take_one(teams):
    half = rules.fixtures(own_pubs(teams))
    half = half[: len(half) // 2]
    home, away = (
        Counter(fixture.home for fixture in half),
        Counter(fixture.away for fixture in half),
    )
    assert all(abs(home[team] - away[team]) <= 1 for team in range(teams))


@pytest.mark.parametrize("teams", range(3, 13))
def test_two_teams_of_one_pub_are_never_at_home_on_the_same_day(teams):
    pubs = [SOME_PUBS[team // 2] for team in range(teams)]
    Random(teams).shuffle(pubs)
    at = Counter((fixture.day, pubs[fixture.home]) for fixture in rules.fixtures(pubs))
    assert max(at.values()) == 1


def test_three_teams_in_one_pub_cannot_be():
    with pytest.raises(rules.TooManyAtOnePubError, match="Krone"):
        rules.fixtures(["Krone", "Anker", "Krone", "Krone"])


def test_the_guests_go_one_table_on_until_they_were_at_each():
    tables_of_pair = {
        pair: [
            table
            for round_number in range(1, 5)
            for table in range(1, 5)
            if rules.away_pair_at(table, round_number) == pair
        ]
        for pair in range(1, 5)
    }
    assert tables_of_pair == {1: [1, 2, 3, 4], 2: [2, 3, 4, 1], 3: [3, 4, 1, 2], 4: [4, 1, 2, 3]}


def test_whoever_plays_together_sits_opposite():
    seats = sorted(
        (rules.position_of(side, which), side) for side in rules.SIDES for which in (0, 1)
    )
    assert seats == [(1, HOME), (2, AWAY), (3, HOME), (4, AWAY)]
    assert [rules.side_at(position) for position, _side in seats] == [HOME, AWAY, HOME, AWAY]


# --- a match --------------------------------------------------------------------------------
def table(round_number, number, *losers):
    return [SetResult(round_number, number, at, lost_by) for at, lost_by in enumerate(losers, 1)]


def test_two_of_three_sets_win_a_table_and_the_third_counts_too():
    sets = table(1, 1, AWAY, AWAY, HOME) + table(1, 2, HOME, HOME, HOME)
    assert rules.outcome(sets) == Outcome(home_tables=1, away_tables=1, home_sets=2, away_sets=4)
    assert not rules.outcome(sets).is_complete


def test_with_as_many_tables_more_sets_win():
    assert Outcome(8, 8, 25, 23).winner == HOME
    assert Outcome(8, 8, 24, 24).winner is None
    assert Outcome(7, 9, 30, 18).winner == AWAY


# --- the table ------------------------------------------------------------------------------
def test_the_table_of_a_worked_example():
    """Anker and Krone have four points and the same differences; Krone won against Anker."""
    anker, krone, post = 1, 2, 3
    matches = [
        PlayedMatch(anker, krone, Outcome(6, 10, 22, 26)),
        PlayedMatch(krone, post, Outcome(6, 10, 22, 26)),
        PlayedMatch(post, anker, Outcome(6, 10, 22, 26)),
        PlayedMatch(anker, post, Outcome(12, 4, 30, 18)),
        PlayedMatch(krone, post, Outcome(12, 4, 30, 18)),
    ]
    rows = rules.ranking([anker, krone, post], matches)
    assert [(row.place, row.team, row.points) for row in rows] == [
        (1, krone, 4),
        (2, anker, 4),
        (3, post, 2),
    ]
    assert rows[1] == rules.TeamRow(
        anker, 2, won=2, lost=1, tables_won=28, tables_lost=20, sets_won=78, sets_lost=66
    )


def test_whoever_is_equal_in_everything_shares_the_place():
    drawn = PlayedMatch(1, 2, Outcome(8, 8, 24, 24))
    rows = rules.ranking([1, 2, 3], [drawn])
    assert [(row.place, row.team) for row in rows] == [(1, 1), (1, 2), (3, 3)]


def test_a_golden_season_of_five_teams_counted_by_hand():
    """Twenty matches of 48 sets; tables, points and places are counted here once more, plainly."""
    rng = Random("Deckel")
    teams = ["Bechergeister", "Würfelfreunde", "Dreier", "Stammtisch Ost", "Die Runde"]
    strength = dict(zip(range(5), (0.60, 0.45, 0.50, 0.52, 0.43), strict=True))
    matches, points = [], Counter()
    tables, sets = Counter(), Counter()
    for fixture in rules.fixtures(own_pubs(len(teams))):
        home, away = fixture.home, fixture.away
        chance = strength[home] / (strength[home] + strength[away])
        played, won = [], Counter()
        for round_number, number in product(range(1, 5), repeat=2):
            losers = [AWAY if rng.random() < chance else HOME for _set in range(3)]
            played += table(round_number, number, *losers)
            home_won = losers.count(AWAY)
            won["home sets"] += home_won
            won["home tables"] += home_won >= 2
        for team, plus in ((home, 1), (away, -1)):
            tables[team] += plus * (2 * won["home tables"] - 16)
            sets[team] += plus * (2 * won["home sets"] - 48)
        margin = (won["home tables"] - 8, won["home sets"] - 24)
        points[home] += 2 if margin > (0, 0) else margin == (0, 0)
        points[away] += 2 if margin < (0, 0) else margin == (0, 0)
        matches.append(PlayedMatch(home, away, rules.outcome(played)))
    by_hand = sorted(range(5), key=lambda team: (points[team], tables[team], sets[team]))[::-1]
    rows = rules.ranking(range(5), matches)
    assert [row.team for row in rows] == by_hand
    assert [(row.points, row.table_difference, row.set_difference) for row in rows] == [
        (points[team], tables[team], sets[team]) for team in by_hand
    ]
    assert {row.played for row in rows} == {8}
    # The season as it came out once, so that no later change of the rules passes by unseen.
    assert [(teams[row.team], row.points, row.tables_won) for row in rows] == GOLDEN


GOLDEN = [
    ("Bechergeister", 16, 72),
    ("Dreier", 7, 65),
    ("Stammtisch Ost", 6, 63),
    ("Würfelfreunde", 6, 62),
    ("Die Runde", 5, 58),
]
