"""A team that withdraws in mid-season: what counts then, what stays, and that it can come back."""

from collections import Counter
from datetime import timedelta
from itertools import product
from random import Random

import pytest
from django.db import DatabaseError, transaction
from django.urls import reverse

from league.access.actors import Actor
from league.errors import IllegalError, InvalidError
from league.matches import rules
from league.matches.models import Match, TeamWithdrawal
from league.matches.queries.leagues import overview
from league.matches.queries.sheets import sheet_of, standings_of
from league.matches.rules import AWAY, FORFEIT, HOME, STRIKE, Outcome
from league.matches.services import sheets, withdrawals
from league.results.models.results import Charge
from tests.builders import NIGHT
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_ten")]


# --- what counts ----------------------------------------------------------------------------
def test_of_a_match_with_a_team_that_has_withdrawn():
    played = Outcome(10, 6, 28, 20)
    assert rules.counting(played) == played
    assert rules.counting(None) is None
    assert rules.counting(played, FORFEIT) == played
    assert rules.counting(None, FORFEIT) == Outcome(0, 16, 0, 48)
    assert rules.counting(None, None, FORFEIT) == Outcome(16, 0, 48, 0)
    assert rules.counting(None, FORFEIT, FORFEIT) is None
    for home, away in ((STRIKE, None), (None, STRIKE), (STRIKE, FORFEIT)):
        assert rules.counting(played, home, away) is None


@pytest.mark.parametrize("way", [FORFEIT, STRIKE])
def test_a_golden_season_in_which_a_team_withdraws_counted_by_hand(way):
    """Four teams; the second withdraws when two of the six match days are over."""
    rng, points, tables, counted = Random(7), Counter(), Counter(), []
    gone = 1
    for fixture in rules.fixtures(["a", "b", "c", "d"]):
        home, away = fixture.home, fixture.away
        losers = {
            place: [rng.choice([HOME, AWAY]) for _set in range(3)]
            for place in product(range(1, 5), repeat=2)
        }
        # By hand: tables that home has won, or all or none where the other did not play.
        home_won = sum(lost.count(AWAY) >= 2 for lost in losers.values())
        home_sets = sum(lost.count(AWAY) for lost in losers.values())
        is_played = fixture.day <= 2 or gone not in (home, away)
        if gone in (home, away) and way == STRIKE:
            pass
        elif is_played:
            margin = (home_won, home_sets) > (16 - home_won, 48 - home_sets)
            equal = (home_won, home_sets) == (8, 24)
            points[home] += 1 if equal else 2 * margin
            points[away] += 1 if equal else 2 * (not margin)
            tables[home] += home_won
            tables[away] += 16 - home_won
        else:
            other = away if home == gone else home
            points[other] += 2
            tables[other] += 16
        sets = [
            rules.SetResult(*place, number, lost_by)
            for place, lost in losers.items()
            for number, lost_by in enumerate(lost, 1)
        ]
        ways = [way if team == gone else None for team in (home, away)]
        result = rules.counting(rules.outcome(sets) if is_played else None, *ways)
        if result is not None:
            counted.append(rules.PlayedMatch(home, away, result))
    teams = [team for team in range(4) if way == FORFEIT or team != gone]
    rows = rules.ranking(teams, counted)
    assert [(row.team, row.points, row.tables_won) for row in rows] == [
        (row.team, points[row.team], tables[row.team]) for row in rows
    ]
    assert [row.points for row in rows] == sorted((points[team] for team in teams), reverse=True)
    assert {row.played for row in rows} == ({6} if way == FORFEIT else {4})
    assert [(row.team, row.points) for row in rows] == GOLDEN[way]


GOLDEN = {
    FORFEIT: [(0, 8), (2, 7), (3, 7), (1, 2)],
    STRIKE: [(2, 5), (0, 4), (3, 3)],
}


# --- withdrawing ----------------------------------------------------------------------------
def played(match, squads, moment=NIGHT, tables=16, sets=3):
    """Play the sets at so many tables, each lost by the first guest at the table."""
    for side, people in ((HOME, squads.home), (AWAY, squads.away)):
        sheets.line_up(match=match, side=side, pairs=[people[i : i + 2] for i in (0, 2, 4, 6)])
    for state in sheet_of(match).tables[:tables]:
        seat = next(seat for seat in state.seats if rules.side_at(seat.position) == AWAY)
        for number in range(1, sets + 1):
            enter(match, state.table, number, seat.pk, moment)


def enter(match, table, number, loser, moment):
    return sheets.enter_set(
        match=match,
        table=table,
        number=number,
        loser=loser,
        seen=None,
        client_id=f"{match.pk}-{table.pk}-{number}",
        actor=Actor(),
        now=moment,
    )


def table_of(league) -> list[tuple[str, int, int]]:
    shown = overview(league)
    return [(shown.teams[row.team].name, row.played, row.points) for row in shown.ranking]


def withdraw(team, reason="Zu wenige Leute"):
    return withdrawals.withdraw_team(team=team, reason=reason, by=None, now=NIGHT)


def test_what_was_played_stays_and_the_rest_is_lost(league, match, squads):
    played(match, squads)
    before, fines = table_of(league), Charge.objects.count()
    assert before[0] == ("Bechergeister", 1, 2)
    withdraw(match.home)
    withdraw(match.home)  # once more says the same
    assert TeamWithdrawal.objects.count() == 1
    # The one that was played counts, and the other three of Bechergeister are lost.
    assert table_of(league) == [
        ("Würfelfreunde", 2, 4),
        ("Die Dreier", 2, 2),
        ("Bechergeister", 4, 2),
    ]
    assert Charge.objects.filter(withdrawal=None).count() == fines
    withdrawals.take_back(team=match.home, reason="Doch genug", by=None, now=NIGHT)
    withdrawals.take_back(team=match.home, reason="Doch genug", by=None, now=NIGHT)
    assert table_of(league) == before
    with pytest.raises(DatabaseError), transaction.atomic():
        TeamWithdrawal.objects.all().delete()
    with pytest.raises(DatabaseError), transaction.atomic():
        TeamWithdrawal.objects.update(way="strike")


def test_where_the_league_strikes_nothing_of_the_team_counts(league, match, squads):
    league.withdrawal = "strike"
    league.save()
    played(match, squads)
    withdraw(match.home)
    assert table_of(league) == [("Die Dreier", 0, 0), ("Würfelfreunde", 0, 0)]
    standing = standings_of([match])[match.pk]
    assert (standing.counts, standing.struck) == (False, True)
    assert Charge.objects.filter(withdrawal=None).count() == 48  # fines are of another matter


def test_nobody_plays_a_match_of_a_team_that_is_gone(league, match, squads):
    withdraw(match.home)
    with pytest.raises(IllegalError, match="zurückgezogen"):
        sheets.line_up(match=match, side=HOME, pairs=[squads.home[i : i + 2] for i in (0, 2, 4, 6)])


def test_it_comes_back_until_the_next_match_of_the_league(league, match, squads):
    gone = league.teams.get(name="Würfelfreunde")
    withdraw(gone)
    played(match, squads, NIGHT + timedelta(hours=1), tables=1, sets=1)
    with pytest.raises(IllegalError, match="weitergespielt"):
        withdrawals.take_back(team=gone, reason="Doch", by=None, now=NIGHT + timedelta(days=1))


def test_it_needs_a_reason_and_fixtures(league):
    team = league.teams.first()
    with pytest.raises(InvalidError):
        withdraw(team, reason=" ")
    with pytest.raises(IllegalError):
        withdraw(team)


@pytest.mark.once
def test_whoever_directs_withdraws_a_team_on_its_page(client, club, league, match):
    client.force_login(club.anke.user)
    address = reverse("league:withdraw_team", args=[match.home_id])
    team_page = reverse("league:league_team", args=[match.home_id])
    assert "Was gespielt ist, bleibt" in client.get(team_page).content.decode()
    page = client.post(address, {"reason": "Wirt weg"}, follow=True).content.decode()
    assert "Wirt weg" in page
    league_page = client.get(reverse("league:team_league", args=[league.pk])).content.decode()
    assert "zurückgezogen" in league_page
    unplayed = Match.objects.get(home=match.home, away__name="Würfelfreunde")
    assert "0 : 16" in client.get(reverse("league:match", args=[unplayed.pk])).content.decode()
    client.post(address, {"reason": "Neuer Wirt", "back": "1"})
    assert standings_of([unplayed])[unplayed.pk].awarded_to == ""


def test_the_rule_is_changed_until_the_first_set_is_played(client, club, league, match, squads):
    page = reverse("league:team_league", args=[league.pk])
    client.force_login(club.bernd.user)
    assert client.post(page, {"withdrawal": "strike"}).status_code == 403
    client.force_login(club.anke.user)
    for _twice in range(2):
        shown = one_line(client.post(page, {"withdrawal": "strike"}, follow=True))
    assert "mitten in der Saison zurückzieht: Keine ihrer Begegnungen zählt" in shown
    assert "Anke" in shown[shown.index("Wer hier was geändert hat") :]
    assert client.post(page, {"withdrawal": "gar nicht"}).status_code == 422
    played(match, squads, tables=1, sets=1)
    refused = client.post(page, {"withdrawal": "forfeit"})
    assert refused.status_code == 422
    assert "Diese Liga hat begonnen" in one_line(refused)
    assert 'name="withdrawal"' not in one_line(client.get(page))
    league.refresh_from_db()
    assert league.withdrawal == "strike"
