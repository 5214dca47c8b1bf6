"""Test two writers at the same moment: one waits for the other, and neither waits for both.

Each test is a ring that was found by use or by reading. PostgreSQL ends a ring by refusing one of
the two with `deadlock detected`, so the test fails with that error.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from django.db import connection, transaction

from config.merging import queries as merging_queries
from config.merging import services as merging
from league import formats
from league.access.actors import NOBODY
from league.approvals.models import Approval
from league.errors import LeagueError
from league.events.models import Block
from league.people.services import people
from league.standings.models import Standing
from league.standings.services import compute_standing, mark_stale
from league.tasks import sweep_standings
from league.tournaments.core.services.locking import locked
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.draws.services import changes, drawing, releasing, seating
from league.tournaments.draws.services.swapping import swap_seats
from league.tournaments.ranking.services import ranking
from league.tournaments.registration.services import leaving
from tests import builders
from tests import tournaments as day
from tests.builders import DAY, NIGHT
from tests.waiting import wait_for_one_that_waits

pytestmark = [pytest.mark.slow, pytest.mark.postgresql, pytest.mark.locks_by_hand]


def in_turns(
    *,
    first: Callable[[], object],
    theirs: Callable[[], object],
    then: Callable[[], object],
) -> object:
    """Run `first`, then `theirs` on another connection until it waits for us or ends, then `then`.

    `first` and `then` are one transaction. Returns what `theirs` returned, or its refusal by the
    rules: that is an answer as well. An error of the database fails the test.
    """

    def elsewhere() -> object:
        try:
            return theirs()
        except LeagueError as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as thread:
        with transaction.atomic():
            first()
            running = thread.submit(elsewhere)
            wait_for_one_that_waits(running)
            then()
        return running.result()


def hold(rows: object) -> Callable[[], object]:
    """Lock the rows of this query set as a service does that begins with them."""
    return lambda: list(rows.select_for_update(no_key=True).order_by("pk"))  # type: ignore[attr-defined]


@pytest.fixture
def tournament(transactional_db, monkeypatch):
    """Play a first round of nine, with a game at each table."""
    monkeypatch.setattr(drawing, "MANY_ROUNDS", 5_000)
    event = builders.tournament()
    own = day.people(event, *(f"Gast {at}" for at in range(9)))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    day.draw(event, 1)
    for state in day.tables(event, 1):
        names = day.circle(state.table)
        day.game(state.table, 1, names[0], names[0])
    ranking.compute_tournament(event=event, now=NIGHT)
    return event, own


def leave(event, participation):
    """Return the proposal that takes a person out of the first round, not yet released."""
    return changes.propose_leave(
        block=day.block_of(event, 1),
        participation=participation,
        seen=day.seen(event),
        seed="Bierdeckel",
        by=None,
        now=NIGHT,
    )


def release(event, draw):
    releasing.release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)


def card(event, number=2):
    table = day.tables(event, 1)[0].table
    names = day.circle(table)
    return lambda: day.game(table, number, names[0], names[0])


@pytest.mark.parametrize("deed", ["a card", "a release"])
def test_a_release_does_not_meet_the_worker_who_writes_the_rankings(tournament, deed):
    event, (participation, *_others) = tournament
    mark_stale(event=event)
    draw = leave(event, participation)
    theirs = card(event) if deed == "a card" else lambda: release(event, draw)
    in_turns(
        first=hold(Standing.objects.filter(event=event)),
        theirs=theirs,
        then=lambda: ranking.compute_tournament(event=event, now=NIGHT),
    )


def test_the_worker_asks_for_no_block_when_it_writes_the_rankings(tournament):
    """A row written twice in one transaction has its keys checked again by COMMIT."""
    event, _people = tournament
    mark_stale(event=event)

    def compute() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = '5s'")
        ranking.compute_tournament(event=event, now=NIGHT)

    with ThreadPoolExecutor(1) as thread, transaction.atomic():
        list(Block.objects.select_for_update().filter(event=event))

        def elsewhere() -> None:
            try:
                compute()
            finally:
                connection.close()

        thread.submit(elsewhere).result()


def test_a_card_does_not_meet_a_release_that_lays_deckel_on_its_table(tournament):
    event, _people = tournament
    block = day.block_of(event, 1)
    tables = {state.table.number: state.table for state in day.tables(event, 1)}
    seats = {
        number: tuple(seat.participation_id for seat in table.seats.filter(active=True))
        for number, table in tables.items()
    }
    own = formats.Block.from_dict(block.settings).tables
    deckel = {str(size): 11 for size in range(own.least, own.most + 1)}
    block.settings = {**block.settings, "deckel": deckel}
    in_turns(
        first=hold(Block.objects.filter(pk=block.pk)),
        theirs=card(event),
        then=lambda: seating.seat_draw(block, seats),
    )


def test_two_who_change_places_do_not_meet_a_card(tournament):
    event, _people = tournament
    block = day.block_of(event, 1)
    there, other = (state.table.seats.filter(active=True)[0] for state in day.tables(event, 1)[:2])
    in_turns(
        first=card(event),
        theirs=lambda: swap(event, block, there, other),
        then=card(event, number=3),
    )


def swap(event, block, there, other):
    swap_seats(
        block=block,
        first=there.participation,
        other=other.participation,
        from_start=True,
        client_id="swap",
        seen=day.seen(event),
        by=None,
        actor=NOBODY,
        now=NIGHT,
    )


def test_who_goes_home_does_not_meet_the_release_that_lets_them_go(tournament):
    event, (participation, *_others) = tournament
    draw = leave(event, participation)
    in_turns(
        first=lambda: locked(event),
        theirs=lambda: leaving.go_home(participation=participation, seen=day.seen(event)),
        then=lambda: release(event, draw),
    )


@pytest.mark.parametrize("deed", ["scharf is called", "scharf is taken back"])
def test_a_step_of_a_round_does_not_meet_a_release(tournament, deed):
    event, (participation, *_others) = tournament
    block = day.block_of(event, 1)
    if deed == "scharf is taken back":
        rounds.call_sharp(block=block, seen=day.seen(event), now=NIGHT)
    draw = leave(event, participation)
    deeds = {
        "scharf is called": lambda: rounds.call_sharp(block=block, seen=day.seen(event), now=NIGHT),
        "scharf is taken back": lambda: rounds.take_sharp_back(block=block, seen=day.seen(event)),
    }
    in_turns(first=lambda: locked(event), theirs=deeds[deed], then=lambda: release(event, draw))


# --- two records of one person --------------------------------------------------------------
@pytest.fixture
def twice(transactional_db, club):
    """Let Uwe play two evenings under two names; the table of the later was made first."""
    uwe = people.create_member(name="Uwe", email="", kind="", start=DAY)
    brandt = people.create_member(name="Uwe Brandt", email="", kind="active", start=DAY)
    earlier = builders.evening()
    later = builders.evening(day=DAY + timedelta(days=7))
    for evening in (later, earlier):
        builders.card(builders.table(evening, uwe, club.bernd, club.jette), uwe, uwe)
    sweep_standings()
    return uwe, brandt, later


def merge(club, uwe, brandt):
    seen = merging_queries.preview(brandt, uwe, club.stine, NIGHT.date())
    return lambda: merging.merge(
        kept=brandt,
        absorbed=uwe,
        by=club.stine.user,
        client_id="form",
        confirmed=seen.digest,
        now=NIGHT,
    )


def test_a_merge_does_not_meet_the_worker_who_writes_the_table(club, twice):
    uwe, brandt, later = twice
    another = builders.evening(day=DAY + timedelta(days=14))
    builders.card(builders.table(another, brandt, club.oemer), club.oemer, club.oemer)
    done = in_turns(
        first=hold(Standing.objects.all()),
        theirs=merge(club, uwe, brandt),
        then=lambda: compute_standing(season=later.season, now=NIGHT),
    )
    assert isinstance(done, Approval)


def test_a_merge_marks_the_tables_of_all_evenings_in_the_order_in_which_a_card_does(club, twice):
    """The table of one evening is older than that of its season, as after a move to another."""
    uwe, brandt, later = twice
    Standing.objects.exclude(scope=Standing.Scope.EVENING).delete()
    Standing.objects.exclude(event=later).delete()
    mark_stale(event=later)
    done = in_turns(
        first=hold(Standing.objects.filter(event=later)),
        theirs=merge(club, uwe, brandt),
        then=lambda: mark_stale(event=later),
    )
    assert isinstance(done, Approval)
