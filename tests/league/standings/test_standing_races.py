"""Cards, the worker, the direction and the chair at the same moment: none waits in a ring, and no
change is lost.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest
from django.core.management import call_command
from django.db import connection, transaction

from league.events.models import Participation
from league.events.queries import seats_of
from league.events.services import attendance
from league.seasons import services as seasons
from league.seasons.models import Season
from league.standings.models import Standing, StandingRow
from league.standings.queries.standings import all_time, stale_standings, standing_of, standing_rows
from league.standings.queries.tallies import COLUMNS
from league.tasks import compute_season, sweep_standings
from league.tournaments.core.queries.stored_state import tournaments_to_compute
from league.tournaments.direction.services import setting_up
from league.tournaments.draws.services import drawing
from league.tournaments.ranking.services import ranking
from league.tournaments.registration.services import leaving
from tests import builders
from tests import tournaments as day
from tests.builders import DAY, NIGHT
from tests.waiting import wait_for_one_that_waits

# Locks of others are taken by hand, in whatever order.
pytestmark = [pytest.mark.slow, pytest.mark.locks_by_hand]


def at_once(*calls: Callable[[], object]) -> None:
    """Run the calls in threads of their own that start together. An error is an error here."""
    start = Barrier(len(calls))

    def run(call: Callable[[], object]) -> object:
        start.wait()
        try:
            return call()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(calls)) as threads:
        list(threads.map(run, calls))


def kept():
    return list(
        StandingRow.objects.order_by("standing", "position").values_list(
            "standing", "person", *COLUMNS
        )
    )


@pytest.fixture
def tables(transactional_db, club):
    """Return two tables at each of two evenings of one season."""
    tables = []
    for week in range(2):
        evening = builders.evening(day=DAY + timedelta(weeks=week))
        tables.append(builders.table(evening, club.anke, club.bernd, club.jette))
        tables.append(builders.table(evening, club.oemer, club.timo, club.hilde))
    return tables


def play(table, games):
    people = [seat.participation.person for seat in seats_of(table)]
    for number in range(1, games + 1):
        loser = people[number % 3]
        builders.card(table, loser, loser, number=number)
        builders.card(table, *people[:2], people[0], number=number, seen=1, reason="doch")


def test_first_cards_of_many_tables_at_once_are_all_counted(tables):
    at_once(*[lambda table=table: play(table, 2) for table in tables])
    # A worker that another test left running may have computed some of them meanwhile.
    wanted = Standing.objects.order_by("scope").values_list("scope", "wanted")
    scopes = Standing.Scope
    least = {scopes.EVENING: 2 * 2 * 2, scopes.SEASON: 4 * 2 * 2, scopes.ALL_TIME: 4 * 2 * 2}
    assert [scope for scope, _n in wanted] == sorted([scopes.EVENING, *least])
    assert [pair for pair in wanted if pair[1] < least[scopes(pair[0])]] == []
    sweep_standings()
    assert sum(row.games for row in standing_rows(all_time())) == 4 * 2 * 3


def test_cards_while_the_worker_computes_again_and_again(tables):
    season = tables[0].block.event.season_id
    at_once(
        *[lambda table=table: play(table, 4) for table in tables],
        *[lambda: [compute_season(season) for _ in range(8)] for _ in range(2)],
    )
    sweep_standings()
    assert not stale_standings().exists()
    left = kept()
    call_command("rebuild_standings", verbosity=0)
    assert kept() == left
    rows = standing_rows(standing_of(tables[0].block.event.season))
    assert sum(row.games for row in rows) == 4 * 4 * 3


# --- who waits for whom ---------------------------------------------------------------------
def while_it_waits(deed: Callable[[], object], ours: Callable[[], object]) -> None:
    """Start `deed` elsewhere, and do `ours` in this transaction once it waits for our locks."""
    with ThreadPoolExecutor(1) as thread:

        def elsewhere() -> object:
            try:
                return deed()
            finally:
                connection.close()

        with transaction.atomic():
            list(Standing.objects.select_for_update().order_by("pk"))
            running = thread.submit(elsewhere)
            wait_for_one_that_waits()
            ours()
        running.result()


@pytest.mark.postgresql
@pytest.mark.parametrize("deed", ["close", "count", "reopen"])
def test_the_chair_waits_for_the_first_card_of_an_evening(club, tables, deed):
    """The card holds the tables of season and all time while it makes that of the evening."""
    builders.card(tables[0], club.anke, club.anke)
    sweep_standings()
    season = Season.objects.get(pk=tables[0].block.event.season_id)

    def close():
        seasons.close_season(season=season, by=None, now=NIGHT, today=date(2030, 1, 1))

    if deed == "reopen":
        close()
    deeds = {
        "close": close,
        "count": lambda: seasons.set_scoring(
            season=season, best_evenings=3, dropped_evenings=None, min_games=0
        ),
        "reopen": lambda: seasons.reopen_season(
            season=season, reason="Einspruch", by=None, now=NIGHT
        ),
    }
    while_it_waits(deeds[deed], lambda: builders.card(tables[2], club.bernd, club.bernd))
    sweep_standings()
    assert not stale_standings().exists()


@pytest.fixture
def tournament(transactional_db, club, monkeypatch):
    monkeypatch.setattr(drawing, "MANY_ROUNDS", 5_000)
    event = builders.tournament()
    own = day.people(event, *(f"Gast {at}" for at in range(9)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    day.draw(event, 1)
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        day.game(state.table, 1, names[0], names[0])
    return event, own


@pytest.mark.postgresql
@pytest.mark.parametrize("deed", ["came back", "is noted"])
def test_who_comes_and_goes_waits_for_the_worker_who_writes_the_rankings(tournament, deed):
    event, (participation, *_others) = tournament
    deeds = {
        "came back": lambda: leaving.come_back(participation=participation, seen=day.seen(event)),
        "is noted": lambda: attendance.mark_attendance(
            participation=participation, attendance="late"
        ),
    }
    if deed == "came back":
        Participation.objects.filter(pk=participation.pk).update(attendance="absent")
    while_it_waits(deeds[deed], lambda: ranking.compute_tournament(event=event, now=NIGHT))
    assert tournaments_to_compute().exists()
    ranking.compute_tournament(event=event, now=NIGHT)
    assert not tournaments_to_compute().exists()
