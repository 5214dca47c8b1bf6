"""The worker's tables of seasons are what their results say, whatever happened in between.

Games, corrections, other ways to count, closings and re-openings come by chance, and the tasks run
now and then. The test notes every version of every game itself and counts with that.
"""

import random
from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection

from league.access.actors import NOBODY
from league.results.models.results import Result
from league.results.services.results import SeatLine, record_result
from league.seasons import services as seasons
from league.seasons.models import Season
from league.standings import scoring
from league.standings.models import Standing, StandingCorrection, StandingMove, StandingRow
from league.standings.queries.standings import members_of, scoring_options, stale_standings
from league.standings.queries.tallies import COLUMNS, tallies_of_season, values_of
from league.tasks import compute_season, sweep_standings
from tests import builders
from tests.builders import NIGHT

pytestmark = pytest.mark.slow

Scope = Standing.Scope
FAR = date(2040, 1, 1)
MINUTE = timedelta(minutes=1)


class Years:
    """Two seasons of evenings, and what the test knows of them."""

    def __init__(self, rng: random.Random, cast, evenings: int) -> None:
        self.rng, self.now = rng, NIGHT
        # By table and number: each version with when it was entered.
        self.games: dict[tuple[int, int], list[tuple[datetime, scoring.Game]]] = {}
        self.played_at, self.keys = Counter(), []
        self.tables = []
        for at in range(evenings):
            year, month = 2025 + at % 2, at // 2 % 12 + 1
            event = builders.evening(day=date(year, month, at // 24 + 1), name=f"Abend {at}")
            people = rng.sample(cast, rng.randint(2, len(cast)))
            self.tables.append(builders.table(event, *people))
        self.seats = {
            table.pk: dict(table.seats.values_list("pk", "participation__person_id"))
            for table in self.tables
        }
        self.season_of = {
            table.block.event_id: table.block.event.season_id for table in self.tables
        }

    # --- what happens -----------------------------------------------------------------------
    def happens(self) -> None:
        self.now += MINUTE
        chance = self.rng.random()
        if chance < 0.6 or not self.keys:
            table = self.rng.choice(self.tables)
            self.played_at[table] += 1
            self.keys.append((table, self.played_at[table]))
            self.enter(*self.keys[-1])
        elif chance < 0.93:
            self.enter(*self.rng.choice(self.keys))
        elif chance < 0.97:
            self.count_otherwise()
        else:
            self.close_or_open()

    def enter(self, table, number: int) -> Result:
        """Enter a game by chance, or another version of it."""
        rng, seats = self.rng, self.seats[table.pk]
        there = rng.sample(sorted(seats), rng.randint(2, len(seats)))
        ended_by = rng.choice(["final"] * 5 + ["sweep"] * 2 + ["overtime", "ruling", "abandoned"])
        first, second = rng.choice([*there, None]), rng.choice([*there, None])
        if ended_by == "sweep":
            second = first = rng.choice(there)
        lost = None if ended_by == "abandoned" else rng.choice(there)
        if ended_by == "sweep":
            lost = first
        knows_halves = rng.random() < 0.9
        lines = {
            seat: SeatLine(
                lost_first=seat == first if knows_halves else None,
                lost_second=seat == second if knows_halves else None,
                lost_game=seat == lost,
                schock_aus=rng.choice([None, 0, 0, 0, 1, 2]),
            )
            for seat in there
        }
        versions = self.games.setdefault((table.pk, number), [])
        result = record_result(
            table=table,
            number=number,
            replaces=len(versions) or None,
            client_id=uuid4().hex,
            source="card",
            ended_by=ended_by,
            rulebook="rsc2003",
            house_rules={},
            lines=lines,
            reason="verzählt" if versions else "",
            actor=NOBODY,
            now=self.now,
        )
        Line = (
            scoring.Line(
                seats[seat],
                seat_line.lost_first,
                seat_line.lost_second,
                seat_line.lost_game,
                seat_line.schock_aus,
            )
            for seat, seat_line in lines.items()
        )
        game = scoring.Game(table.block.event_id, ended_by, tuple(Line))
        versions.append((self.now, game))
        return result

    def season_at(self, table) -> Season:
        return Season.objects.get(pk=self.season_of[table.block.event_id])

    def season(self) -> Season:
        return Season.objects.get(pk=self.rng.choice(sorted(set(self.season_of.values()))))

    def count_otherwise(self) -> None:
        season = self.season()
        if not season.is_closed:
            best, drop = self.rng.choice([(None, None), (2, None), (None, 1)])
            seasons.set_scoring(
                season=season,
                best_evenings=best,
                dropped_evenings=drop,
                min_games=self.rng.choice([0, 0, 4]),
            )

    def close_or_open(self) -> None:
        season = self.season()
        if season.is_closed:
            seasons.reopen_season(season=season, reason="Einspruch", by=None, now=self.now)
        else:
            seasons.close_season(season=season, by=None, now=self.now, today=FAR)

    def tasks_run(self) -> None:
        if self.rng.random() < 0.5:
            sweep_standings()
        else:
            compute_season(self.season().pk)
        connection.run_on_commit.clear()  # the bells were heard

    # --- what it comes to -------------------------------------------------------------------
    def played(self, season: int, until: datetime | None) -> Iterator[scoring.Game]:
        """Yield the version of each game that counted at that moment."""
        for versions in self.games.values():
            known = [game for at, game in versions if until is None or at <= until]
            if known and self.season_of[known[-1].event] == season:
                yield known[-1]

    def pure(self) -> dict[tuple[str, int | None, int | None], list[scoring.Row]]:
        """Return every table, counted from the games alone."""
        pure, sums = {}, []
        for season in Season.objects.all():
            evenings = scoring.tally(self.played(season.pk, season.closed_at))
            for event, rows in evenings.items():
                pure[Scope.EVENING, season.pk, event] = scoring.season({event: rows})
            rows = scoring.season(evenings, options=scoring_options(season))
            pure[Scope.SEASON, season.pk, None] = rows
            sums += rows
        pure[Scope.ALL_TIME, None, None] = scoring.total(sums, members=members_of(None))
        return pure


def kept():
    """Return every stored row, by its table."""
    by_key = {}
    for scope, season, event, person, *values in StandingRow.objects.order_by(
        "standing", "position"
    ).values_list("standing__scope", "standing__season", "standing__event", "person", *COLUMNS):
        by_key.setdefault((scope, season, event), []).append((person, values))
    return by_key


def check(club: Years) -> None:
    """Assert that the tasks, a rebuild and the games themselves come to the same tables."""
    sweep_standings()
    assert not stale_standings().exists()
    left = kept()
    wanted = {
        key: [(row.person, values_of(row)) for row in rows]
        for key, rows in club.pure().items()
        if rows
    }
    assert left == wanted
    StandingRow.objects.filter(standing__season__closed_at=None).delete()
    call_command("rebuild_standings", verbosity=0)
    assert kept() == left
    moment = NIGHT + club.rng.random() * (club.now - NIGHT)
    for season in Season.objects.all():
        evenings = tallies_of_season(season, moment)
        assert evenings == scoring.tally(club.played(season.pk, moment))


def check_a_correction(club: Years) -> None:
    """Assert that a correction moved just those who have another place after it than before."""
    open_ones = [key for key in club.keys if not club.season_at(key[0]).is_closed]
    if not open_ones:
        return
    sweep_standings()
    before = club.pure()
    table, number = club.rng.choice(open_ones)
    club.now += MINUTE
    result = club.enter(table, number)
    sweep_standings()
    after = club.pure()
    moved = {}
    for scope, person, was, now in StandingMove.objects.filter(
        correction__result=result
    ).values_list("correction__standing__scope", "person", "was", "now"):
        moved.setdefault(scope, {})[person] = (was, now)
    assert not StandingCorrection.objects.filter(result=result, processed_at=None).exists()
    event, season = table.block.event_id, club.season_at(table).pk
    for key in (
        (Scope.EVENING, season, event), (Scope.SEASON, season, None), (Scope.ALL_TIME, None, None)
    ):  # fmt: skip
        was, now = (scoring.places(tables.get(key, [])) for tables in (before, after))
        assert moved.get(key[0], {}) == {
            person: (was.get(person), now.get(person))
            for person in {**was, **now}
            if was.get(person) != now.get(person)
        }


def live_through(rng: random.Random, cast, *, evenings: int, changes: int, look: int) -> None:
    club = Years(rng, cast, evenings)
    for at in range(1, changes + 1):
        club.happens()
        if rng.random() < 0.3:
            club.tasks_run()
        if rng.random() < 0.05:
            check_a_correction(club)
        if at % look == 0:
            check(club)


@pytest.fixture
def cast(club):
    return [club.anke, club.bernd, club.jette, club.oemer, club.timo, club.hilde]


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.rules)])
def test_what_the_tasks_leave_is_what_the_results_say(cast, seed):
    live_through(random.Random(seed), cast, evenings=6, changes=50, look=25)


@pytest.mark.long
def test_ten_thousand_results_and_corrections(cast):
    live_through(random.Random(10), cast, evenings=48, changes=10_000, look=500)
