"""The people a correction moved, in which table, from which place to which."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from league.results.queries.results import current_result
from league.seasons import services as seasons
from league.seasons.models import Season
from league.standings.models import Standing, StandingCorrection, StandingMove
from league.standings.queries import tallies as tallies_queries
from league.standings.queries.standings import (
    corrections_to_process,
    evening_standing,
    standing_of,
    standing_rows,
)
from league.standings.services import compute_all_time, compute_standing, note_moves
from league.tasks import sweep_standings
from tests import builders
from tests.builders import DAY, NIGHT
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules


@built_once
def table(club):
    """Bernd has lost; the evening, its season and all time are computed."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.bernd, club.bernd, club.bernd)
    sweep_standings()
    return table


def correct(table, loser, number=1, seen=1, reason="verwechselt", **fields):
    builders.card(table, loser, loser, loser, number=number, seen=seen, reason=reason, **fields)


def moves(scope):
    standing_moves = StandingMove.objects.filter(correction__standing__scope=scope)
    return [
        (
            standing_move.correction.result.version,
            standing_move.person.name,
            standing_move.was,
            standing_move.now,
        )
        for standing_move in standing_moves.order_by("correction", "person__name")
    ]


def test_a_new_game_moves_nobody_by_correction(club, table):
    builders.card(table, club.anke, club.anke, number=2)
    sweep_standings()
    assert not StandingMove.objects.exists()


def test_a_correction_says_whom_it_moved_in_each_table(club, table):
    correct(table, club.jette)
    sweep_standings()
    swapped = [(2, "Bernd", 3, 1), (2, "Jette", 1, 3)]
    assert moves("evening") == moves("season") == moves("all_time") == swapped


@pytest.mark.both
def test_a_game_that_comes_with_it_is_not_mistaken_for_it(club, table):
    """Anke loses the second game; only Bernd and Jette change by the correction of the first."""
    builders.card(table, club.anke, club.anke, number=2)
    correct(table, club.jette)
    sweep_standings()
    # Before the correction Anke and Bernd had lost one each, after it Anke and Jette.
    assert moves("season") == [(2, "Bernd", 2, 1), (2, "Jette", 1, 2)]


def test_two_corrections_at_once_are_told_apart(club, table):
    correct(table, club.jette)
    correct(table, club.anke, seen=2, reason="doch nicht")
    sweep_standings()
    assert moves("evening") == [
        (2, "Bernd", 3, 1),
        (2, "Jette", 1, 3),
        (3, "Anke", 1, 3),
        (3, "Jette", 3, 1),
    ]


def test_a_correction_that_moves_nobody_is_looked_at_once(club, table):
    correct(table, club.bernd, reason="zwei Schock-Aus", aus={club.anke: 1, club.jette: 1})
    sweep_standings()
    assert not StandingMove.objects.exists()
    assert not StandingCorrection.objects.filter(processed_at=None).exists()


@pytest.mark.both
def test_two_who_counted_the_same_correction_note_it_once(club, table):
    correct(table, club.jette)
    standing = standing_of(table.block.event.season)
    (correction,) = corrections_to_process([standing])[standing.pk]
    for _worker in range(2):
        note_moves([(correction, {club.jette.pk: (1, 3)})], NIGHT)
    assert moves("season") == [(2, "Jette", 1, 3)]


def test_a_change_while_it_is_counted_leaves_the_correction_for_the_next_time(
    club, table, monkeypatch
):
    correct(table, club.jette)
    count = tallies_queries.correction_counts

    def count_and_meanwhile_a_card_comes(*args):
        counts = count(*args)
        if current_result(table, 2) is None:
            builders.card(table, club.anke, club.anke, number=2)
        return counts

    monkeypatch.setattr(tallies_queries, "correction_counts", count_and_meanwhile_a_card_comes)
    compute_standing(season=table.block.event.season, now=NIGHT)
    assert moves("evening") == []
    sweep_standings()
    assert moves("evening") == [(2, "Bernd", 2, 1), (2, "Jette", 1, 2)]


def test_a_correction_after_the_close_moves_whoever_it_moves_when_the_season_opens(club, table):
    season = Season.objects.get(pk=table.block.event.season_id)
    seasons.close_season(
        season=season, by=None, now=NIGHT + timedelta(days=1), today=DAY + timedelta(weeks=60)
    )
    correct(table, club.jette, now=NIGHT + timedelta(days=2))
    sweep_standings()
    assert not StandingMove.objects.exists()
    evening = evening_standing(table.block.event)
    assert not evening.is_stale
    assert standing_rows(evening).get(person=club.bernd).games_lost == 1
    seasons.reopen_season(season=season, reason="Einspruch", by=None, now=NIGHT)
    sweep_standings()
    swapped = [(2, "Bernd", 3, 1), (2, "Jette", 1, 3)]
    assert moves("evening") == moves("season") == moves("all_time") == swapped


@pytest.mark.both
def test_the_database_keeps_what_a_correction_moved(club, table):
    correct(table, club.jette)
    sweep_standings()
    for wrong in (
        lambda: StandingMove.objects.update(now=2),
        lambda: StandingMove.objects.all().delete(),
        lambda: StandingCorrection.objects.update(processed_at=None),
        lambda: StandingCorrection.objects.all()._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            wrong()


@pytest.mark.both
@pytest.mark.parametrize(
    "keys",
    [
        {"scope": "evening"},
        {"scope": "season"},
        {"scope": "prize", "award": "last"},
        {"scope": "all_time", "award": "last"},
        {"scope": "nothing"},
    ],
)
def test_a_ranking_has_the_keys_of_its_scope(db, keys):
    with pytest.raises(IntegrityError), transaction.atomic():
        Standing.objects.create(**keys)


def test_all_time_waits_for_no_season_that_is_closed(club, table):
    assert not compute_all_time(now=NIGHT).is_stale
