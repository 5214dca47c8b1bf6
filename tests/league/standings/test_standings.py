"""The season's table as a projection: stale, computed, rebuilt to the same rows."""

import random
from datetime import date, timedelta

import pytest
from django.core.management import call_command

from league.standings.models import StandingRow
from league.standings.queries import tallies as tallies_queries
from league.standings.queries.standings import standing_of, standing_rows
from league.standings.services import compute_standing
from league.tasks import compute_season, sweep_standings
from league.templatetags.league import percent
from tests import builders


def rows(season):
    standing = standing_of(season)
    return [
        (row.position, row.rank, row.person.name, row.games, row.games_lost, row.next_to_last)
        for row in standing_rows(standing)
    ]


def everything():
    rows = StandingRow.objects.order_by("standing", "position")
    return list(rows.values_list(
        "standing", "person", "rank", "position", "evenings", "games", "halves_lost",
        "games_lost", "sweeps", "schock_aus", "next_to_last",
    ))  # fmt: skip


def test_a_card_makes_the_table_stale_and_the_task_brings_it_up_to_date(club):
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    season = table.block.event.season
    assert standing_of(season).is_stale
    compute_season(season.pk)
    assert not standing_of(season).is_stale
    assert rows(season) == [
        (1, 1, "Anke", 1, 0, 1),
        (2, 2, "Jette", 1, 0, 0),
        (3, 3, "Bernd", 1, 1, 0),
    ]


def test_beat_sweeps_what_nobody_rang_for(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.anke)
    sweep_standings()
    assert not standing_of(table.block.event.season).is_stale


def test_a_change_while_it_is_computed_leaves_the_table_stale(club, monkeypatch):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.anke)
    season = table.block.event.season
    read = tallies_queries.tallies_of_events

    def read_and_meanwhile_a_card_comes(*args):
        games = read(*args)
        builders.card(table, club.bernd, club.bernd, number=2)
        return games

    monkeypatch.setattr(tallies_queries, "tallies_of_events", read_and_meanwhile_a_card_comes)
    standing = compute_standing(season=season, now=builders.NIGHT)
    assert standing.is_stale
    monkeypatch.undo()
    compute_season(season.pk)
    assert rows(season) == [(1, 1, "Anke", 2, 1, 0), (1 + 1, 1, "Bernd", 2, 1, 0)]


def test_an_overtaken_computation_writes_nothing(club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    builders.card(table, club.anke, club.anke)
    season = table.block.event.season
    fresh = compute_standing(season=season, now=builders.NIGHT)
    again = compute_standing(season=season, now=builders.NIGHT + timedelta(hours=1))
    assert again.computed == fresh.computed
    assert len(rows(season)) == 2


def test_a_rebuild_gives_exactly_the_rows_the_tasks_left(club):
    rng = random.Random(13)
    cast = [club.anke, club.bernd, club.jette, club.oemer, club.timo]
    for month in (1, 2, 3):
        evening = builders.evening(day=date(2026, month, 6))
        table = builders.table(evening, *cast)
        for number in range(1, 6):
            first, second = rng.choice(cast), rng.choice(cast)
            builders.card(table, first, second, rng.choice([first, second]), number=number)
            if rng.random() < 0.4:
                who = rng.choice(cast)
                builders.card(table, who, who, number=number, seen=1, reason="verschrieben")
            compute_season(evening.season_id)
    left = everything()
    assert len(left) == 5 * (3 + 1 + 1)
    call_command("rebuild_standings", verbosity=0)
    assert everything() == left


@pytest.mark.worker
def test_the_real_worker_computes_the_table_after_the_commit(worker, club):
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    season = table.block.event.season
    worker.wait_until(lambda: not standing_of(season).is_stale)
    assert [name for _, _, name, *_ in rows(season)] == ["Anke", "Jette", "Bernd"]


@pytest.mark.parametrize(
    ("share", "written"),
    [(3 / 32, "9,4"), (1 / 3, "33,3"), (2 / 3, "66,7"), (0, "0,0"), (1, "100,0")],
)
def test_a_share_is_rounded_half_up(share, written):
    assert percent(share) == f"{written}\u00a0%"
