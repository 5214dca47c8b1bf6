"""The worker's rankings of a tournament are what its results say, whatever happened in between."""

import json
import random
from contextlib import suppress
from copy import deepcopy
from dataclasses import replace

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from hypothesis import given, settings
from hypothesis import strategies as st

from league import formats
from league.errors import LeagueError
from league.events.models import Event, Participation
from league.results.models.results import Result
from league.standings.models import PlaceRow, Standing, StandingCorrection, StandingMove
from league.tasks import compute_rankings, sweep_rankings
from league.tournaments.core.queries import live
from league.tournaments.core.queries import stored_state as kept
from league.tournaments.core.queries.playing import cards_out
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.core.queries.stored_state import StoredState, tournaments_to_compute
from league.tournaments.direction.services import setting_up
from league.tournaments.draws.services import drawing
from league.tournaments.ranking.services import finishing
from league.tournaments.registration.services import leaving, teams
from tests import builders, played
from tests import tournaments as day
from tests.builders import NIGHT
from tests.html import one_line

pytestmark = pytest.mark.slow

GUESTS = ["Kai", "Jenny", "Uwe", "Rosi", "Bea", "Olli", "Tina", "Max", "Ute"]


@pytest.fixture(scope="module", autouse=True)
def _tonight():
    # No test here waits for the best draw.
    with pytest.MonkeyPatch.context() as patch, time_machine.travel(NIGHT, tick=False):
        patch.setattr(drawing, "MANY_ROUNDS", 5_000)
        patch.setattr(drawing, "ONE_ROUND", 5_000)
        yield


@pytest.fixture(scope="module")
def built_event(built_club, stays):
    with stays(begun) as built:
        yield built


@pytest.fixture
def event(built_event, club):
    return deepcopy(built_event)


def begun():
    """Eight guests in teams of two, drawn; at each table two games are played."""
    made = builders.tournament()
    day.people(made, *GUESTS[:8], team_size=2)
    setting_up.fit_to_people(event=made, seen=day.seen(made))
    day.draw(made, 1)
    for state in day.tables(made, 1):
        names = day.circle(state.table)
        day.game(state.table, 1, names[0], names[1], names[1], {names[2]: 1})
        day.game(state.table, 2, names[2], names[2])
    return made


# --- kept as plain data ---------------------------------------------------------------------
def written(value):
    """Return the value as it comes back from the database."""
    return json.loads(json.dumps(value))


@settings(max_examples=20, deadline=None)
@given(st.randoms(use_true_random=False), played.scorings)
def test_a_row_is_read_as_it_was_kept(rng, scoring):
    block = replace(played.POINT_ROUND, scoring=scoring)
    if scoring.lives:
        block = replace(played.KNOCK_OUT, scoring=scoring)
    for row in formats.standing(block, played.season(rng), range(1, 13)):
        data = written(formats.row_to_dict(row))
        read = formats.row_from_dict(row.person, row.rank, row.position, data)
        assert read == replace(row, met=())


def test_ties_are_read_as_they_were_kept():
    rows = formats.standing(played.POINT_ROUND, played.TIED, played.FOUR)
    for tie in formats.open_ties(rows, 2):
        assert formats.tie_from_dict(written(formats.tie_to_dict(tie))) == tie


# --- kept and computed are the same ---------------------------------------------------------
def data_of(state):
    """Return all a state says about places, without what is only needed to reckon on."""

    def plain(row):
        return replace(row, met=())

    return {
        "rows": {n: [plain(row) for row in block.rows] for n, block in state.blocks.items()},
        "further": {n: block.advancing for n, block in state.blocks.items()},
        "podium": {n: block.podium_ties for n, block in state.blocks.items()},
        "ranking": [replace(placing, row=plain(placing.row)) for placing in state.ranking],
        "day": {placing.person: state.day[placing.person] for placing in state.ranking},
        "teams": state.teams,
        "honours": {code: list(rows) for code, rows in state.honours.items()},
        "cards": {n: [table.state for table in block.tables] for n, block in state.blocks.items()},
    }


def rows_of(event):
    return list(
        PlaceRow.objects.filter(standing__event=event)
        .order_by("standing__scope", "standing__block", "standing__award", "position")
        .values_list("standing", "participation", "team", "rank", "position", "figures")
    )


def check(event):
    """After its tasks the tournament is kept as it is computed, and as a rebuild keeps it."""
    event = Event.objects.get(pk=event.pk)
    compute_rankings(event.pk)
    tournament_state = TournamentState(event)
    assert data_of(StoredState(event)) == data_of(tournament_state)
    for block in tournament_state.blocks.values():
        assert cards_out(block.block) == [state.table for state in block.outstanding]
    left = rows_of(event)
    PlaceRow.objects.filter(standing__event=event).delete()
    day.counted(event)
    assert rows_of(event) == left


def some_game(event, number, rng):
    """Play one more game at some table that is not over."""
    block = TournamentState(event).blocks[number]
    open_ones = [state for state in block.played if not state.is_over]
    if open_ones:
        state = rng.choice(open_ones)
        names = day.circle(state.table)
        lives = {block_row.person: block_row.lives for block_row in block.rows}
        alive = [
            seat.participation.person.name
            for seat in state.seats
            if lives[seat.participation_id] != 0
        ]
        day.random_game(state.table, state.played + 1, names, alive, rng)
    return len(open_ones)


def correct(event, rng):
    """Correct some card."""
    result = rng.choice(list(Result.objects.filter(is_current=True, table__block__event=event)))
    result.table.block.event = event
    names = [
        line.seat.participation.person.name
        for line in result.lines.select_related("seat__participation__person")
    ]
    circle = day.circle(result.table)
    if set(names) <= set(circle):
        first, second = rng.choice(names), rng.choice(names)
        loser = None if first == second else rng.choice([first, second])
        day.game(
            result.table,
            result.number,
            first,
            second,
            loser,
            {rng.choice(names): 1} if rng.random() < 0.5 else {},
            out=set(circle) - set(names),
            reason="verzählt",
        )


def somebody_moves(event, rng):
    """Into another team, home, or back; where that cannot be now it is refused."""
    participation = rng.choice(
        list(Participation.objects.filter(event=event).select_related("event"))
    )
    deed = rng.choice(["team", "home", "back"])
    with suppress(LeagueError):
        if deed == "team":
            others = list(event.teams.all())
            teams.set_team(participation=participation, team=rng.choice([None, *others]))
        elif deed == "home" and rng.random() < 0.3:
            leaving.go_home(participation=participation, seen=day.seen(event))
        else:
            leaving.come_back(participation=participation, seen=day.seen(event))


def play_a_day(rng, template):
    event = builders.tournament(template=template)
    day.people(event, *GUESTS[: rng.choice([8, 9])], team_size=3)
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    for number in sorted(TournamentState(event).blocks):
        try:
            day.draw(event, number, seed=str(rng.random()))
        except LeagueError:
            break  # too few went on after all that went home
        while some_game(event, number, rng):
            for deed in (correct, somebody_moves):
                if rng.random() < 0.2:
                    deed(event, rng)
            if rng.random() < 0.1:
                check(event)
        day.close(event, number, rng)
        correct(event, rng)
        check(event)
    return event


TEMPLATES = ["schockfreunde", "werl", "gonzerath", "koenigswinter", "steele"]


@pytest.mark.django_db
@pytest.mark.parametrize("seed", [pytest.param(0, marks=pytest.mark.once), 1])
def test_what_the_tasks_leave_is_what_the_results_say(club, seed):
    rng = random.Random(seed)
    play_a_day(rng, TEMPLATES[seed])


@pytest.mark.long
@pytest.mark.django_db
@pytest.mark.parametrize("seed", range(100, 160))
def test_what_the_tasks_leave_is_what_the_results_say_on_many_days(club, seed):
    rng = random.Random(seed)
    play_a_day(rng, rng.choice(TEMPLATES))


# --- when they are computed -----------------------------------------------------------------
def test_many_changes_are_computed_once(event):
    compute_rankings(event.pk)
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        day.game(state.table, 3, names[0], names[0])
    enqueued = [getattr(hook, "key", None) for _, hook, _ in connection.run_on_commit]
    assert enqueued.count((compute_rankings.name, event.pk)) == 1
    assert list(tournaments_to_compute()) == [event]
    compute_rankings(event.pk)
    assert not tournaments_to_compute().exists()
    with CaptureQueriesContext(connection) as asked:
        compute_rankings(event.pk)
    assert len(asked) == 1


def test_beat_finds_what_nobody_rang_for(event):
    sweep_rankings()
    assert not tournaments_to_compute().exists()
    assert data_of(StoredState(event)) == data_of(TournamentState(event))


def test_rows_that_did_not_change_stay(event):
    day.counted(event)
    before = set(PlaceRow.objects.values_list("pk", flat=True))
    day.counted(event)
    assert set(PlaceRow.objects.values_list("pk", flat=True)) == before


def test_each_ranking_names_its_criteria_and_its_version(event):
    day.counted(event)
    block = Standing.objects.get(scope="block", block__number=1)
    assert block.criteria[0] == "points"
    assert block.scoring_version == formats.SCORING_VERSION
    assert block.as_of == NIGHT


# --- what is seen meanwhile -----------------------------------------------------------------
def page(event, name="tournament_table", **asked):
    answer = Client(headers={"accept-language": "de"}).get(
        reverse(f"league:{name}", args=[event.pk]), asked
    )
    return one_line(answer)


@pytest.mark.once
def test_until_the_worker_has_computed_the_page_says_so(event):
    assert "wird gerade neu gerechnet" in page(event)


@pytest.mark.once
def test_meanwhile_the_last_rows_are_shown_and_the_page_says_that_they_are(event):
    day.counted(event)
    before = page(event)
    assert "Stand " in before
    assert "wird gerade neu gerechnet" not in before
    table = day.tables(event, 1)[0].table
    names = day.circle(table)
    for number in (3, 4, 5):
        day.game(table, number, names[3], names[3])
    stale = page(event)
    assert "wird gerade neu gerechnet" in stale
    assert shown(stale) == shown(before)
    day.counted(event)
    assert shown(page(event)) != shown(before)


def shown(html):
    """Return the body of the first table."""
    return html.split("<tbody>")[1].split("</tbody>")[0]


def test_the_direction_never_decides_by_rows_that_are_old(event):
    day.counted(event)
    assert type(kept.state_now(event)) is StoredState
    table = day.tables(event, 1)[0].table
    day.game(table, 3, day.circle(table)[0], day.circle(table)[0])
    assert type(kept.state_now(event)) is TournamentState


@pytest.mark.once
def test_a_page_costs_the_same_however_much_was_played(event):
    def cost():
        live.forget_states()
        with CaptureQueriesContext(connection) as asked:
            page(event)
        return len(asked)

    day.counted(event)
    cost()
    few = cost()
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        for number in (3, 4, 5):
            day.game(state.table, number, names[1], names[1])
    day.counted(event)
    assert cost() == few == 17


# --- a tournament that is over --------------------------------------------------------------
# What is written for it test_year_ranking.py writes on both databases.
@pytest.fixture(scope="module")
def built_over(built_event, stays):
    with stays(lambda: finished(deepcopy(built_event))) as built:
        yield built


@pytest.fixture
def over(built_over, club):
    return deepcopy(built_over)


def finished(event):
    for number in sorted(TournamentState(event).blocks):
        if number > 1:
            day.draw(event, number)
        rng = random.Random(number)
        while some_game(event, number, rng):
            pass
        day.close(event, number, rng)
    day.finish(event)
    return Event.objects.get(pk=event.pk)


def test_whoever_finishes_a_tournament_keeps_its_rankings_of_that_moment(over):
    assert data_of(StoredState(over)) == data_of(TournamentState(over))
    assert not tournaments_to_compute().exists()


@pytest.mark.once
def test_a_finished_tournament_keeps_its_rows_until_it_is_opened_again(over):
    before = rows_of(over)
    rng = random.Random(3)
    for _ in range(4):
        correct(over, rng)
    compute_rankings(over.pk)
    day.counted(over)
    assert rows_of(over) == before
    assert "Danach wurde noch eine Karte korrigiert." in page(over)
    finishing.reopen_tournament(event=over, now=NIGHT)
    compute_rankings(over.pk)
    event = Event.objects.get(pk=over.pk)
    assert rows_of(event) != before
    assert data_of(StoredState(event)) == data_of(TournamentState(event))


def test_a_team_without_people_goes_with_its_row(event):
    day.counted(event)
    team = event.teams.first()
    for participation in Participation.objects.filter(team=team):
        teams.set_team(participation=participation, team=None)
    teams.remove_team(team=team)
    compute_rankings(event.pk)
    assert data_of(StoredState(event)) == data_of(TournamentState(event))


# --- corrected ------------------------------------------------------------------------------
@pytest.mark.once
def test_a_corrected_card_says_whom_it_moved_and_why_only_inside(event, club):
    day.counted(event)
    table = day.tables(event, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[2], names[2], reason="Uwe hat sich verzählt")
    compute_rankings(event.pk)
    seen = page(event, block=1)
    assert "Korrigiert am" in seen
    assert "statt" in seen
    assert "verzählt" not in seen
    member = Client(headers={"accept-language": "de"})
    member.force_login(club.bernd.user)
    url = reverse("league:tournament_table", args=[event.pk])
    assert "verzählt" in member.get(url, {"block": 1}).content.decode()
    moved = StandingMove.objects.filter(correction__standing__block__number=1)
    state = TournamentState(event)
    ranks = {state.people[row.person].person_id: row.rank for row in state.blocks[1].rows}
    assert moved.exists()
    assert all(ranks[move.person_id] == move.now for move in moved)


@pytest.mark.once
def test_what_moved_nobody_is_not_listed(event):
    day.counted(event)
    table = day.tables(event, 1)[0].table
    names = day.circle(table)
    day.game(table, 1, names[1], names[0], names[1], {names[2]: 1}, reason="Hälften vertauscht")
    compute_rankings(event.pk)
    assert "Korrigiert am" not in page(event, block=1)
    assert not StandingCorrection.objects.filter(processed_at=None).exists()
