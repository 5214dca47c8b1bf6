"""Draws as a day needs them: drawn again by anybody, kept secret, fair to who sits out."""

import random
from copy import deepcopy
from dataclasses import replace

import pytest
from django.db import DatabaseError, transaction

from league import draw as core
from league import formats
from league.access.actors import Actor
from league.errors import IllegalError, InvalidError
from league.events.models import Participation, Seat
from league.results.models.results import Result
from league.results.services import confirming
from league.tournaments.core.queries import draws
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.direction.services import rounds, setting_up
from league.tournaments.draws.services import changes, drawing, releasing
from league.tournaments.models.tournaments import Draw
from tests import tournaments as day
from tests.builders import NIGHT, tournament
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.slow, pytest.mark.once]


def names(number: int) -> list[str]:
    return [f"Gast {at:02}" for at in range(1, number + 1)]


@built_once
def sixteen():
    """Return a tournament with four teams of four."""
    event = tournament()
    day.people(event, *names(16), team_size=4)
    return event


@pytest.fixture
def cup(sixteen):
    """Return a function for the tournament when the others have gone home; `block` changes every
    block.
    """

    def of(number: int, template: str = "gonzerath", *, in_teams: bool = False, **block):
        event = deepcopy(sixteen)
        here = Participation.objects.filter(event=event)
        here.filter(start_number__gt=number).update(attendance="absent")
        if not in_teams:
            here.update(team=None)
        chain = formats.load(template)
        blocks = [
            replace(part, **block) if part.who.kind == "all" else part for part in chain.blocks
        ]
        setting_up.set_chain(event=event, seen=day.seen(event), blocks=blocks, team=chain.team)
        return event

    return of


def proposed(event, number: int, seed: str = "s") -> Draw:
    block = day.block_of(event, number)
    return drawing.propose_draw(block=block, seen=day.seen(event), seed=seed, by=None, now=NIGHT)


def locked(event, number: int) -> None:
    day.play(event, number, random.Random(number))
    rounds.lock_block(block=day.block_of(event, number), seen=day.seen(event), now=NIGHT)


def test_anybody_can_draw_it_again_from_the_seed(cup):
    event = cup(16)
    draw = proposed(event, 1, "Bierdeckel")
    plan = core.plan_from_dict(draw.plan)
    again = core.schedule(plan, len(draw.rounds), random.Random("Bierdeckel"), draw.budget)
    assert [core.round_to_list(tables) for tables in again.rounds] == draw.rounds
    assert [table["people"] for table in draw.tables] == draw.rounds[0]


def test_rounds_for_the_same_people_are_drawn_at_once_and_stay_as_drawn(cup):
    event = cup(16, tables=formats.Tables(4, 4, 4))
    first = proposed(event, 1, "eins")
    assert len(first.rounds) == 3
    releasing.release_draw(draw=first, seen=day.seen(event), by=None, now=NIGHT)
    locked(event, 1)
    second = proposed(event, 2, "zwei")
    assert (second.seed, second.index) == ("eins", 1)
    assert [table["people"] for table in second.tables] == first.rounds[1]
    met = core.meetings([core.round_from_list(tables) for tables in first.rounds])
    assert max(times for row in met.values() for times in row.values()) == 1


def test_the_seed_is_not_shown_while_rounds_of_it_are_to_come(cup):
    event = cup(16)
    seeded = proposed(event, 1, "eins")
    releasing.release_draw(draw=seeded, seen=day.seen(event), by=None, now=NIGHT)
    assert draws.seed_of(draws.draw_in_force(day.block_of(event, 1))).shown == ""
    for number in (2, 3):
        locked(event, number - 1)
        day.draw(event, number)
    shown = draws.seed_of(draws.draw_in_force(day.block_of(event, 1)))
    assert shown.shown == "eins"


def test_somebody_who_comes_late_makes_the_next_round_a_fresh_draw(cup):
    event = cup(16)
    day.draw(event, 1, seed="eins")
    (late,) = day.people(event, "Zuspät Kommerin")
    block = day.block_of(event, 1)
    joined = changes.propose_join(
        block=block, participation=late, seen=day.seen(event), seed="x", by=None, now=NIGHT
    )
    releasing.release_draw(draw=joined, seen=day.seen(event), by=None, now=NIGHT)
    locked(event, 1)
    second = proposed(event, 2, "zwei")
    assert (second.seed, second.index, len(second.rounds)) == ("zwei", 0, 2)
    assert late.pk in {person for table in second.tables for person in table["people"]}


def test_before_it_is_released_no_table_and_no_seat_knows_of_a_draw(cup):
    event = cup(9)
    proposed(event, 1)
    assert not event.blocks.filter(tables__isnull=False).exists()
    assert not Seat.objects.exists()


def test_a_springer_sits_out_in_turn_and_gets_the_mean(cup):
    springer = formats.Tables(4, 3, 5, "springer")
    event = cup(14, template="schockfreunde", tables=springer)
    sat_out = []
    for number in (1, 2, 3):
        day.draw(event, number, seed=f"r{number}")
        draw = draws.draw_in_force(day.block_of(event, number))
        assert [len(table["people"]) for table in draw.tables] == [4, 4, 4]
        sat_out += draw.springers
        locked(event, number)
        rows = {row.person: row for row in TournamentState(event).blocks[number].rows}
        played = [row.here.points for row in rows.values() if not row.here.springer]
        assert {rows[springer].here.points for springer in draw.springers} == {
            sum(played) / len(played)
        }
    assert len(set(sat_out)) == 6, "nobody sits out twice before everybody could have"


def test_a_springer_takes_the_seat_of_somebody_who_leaves_too_small_a_table(cup):
    tables = formats.Tables(4, 4, 5, "springer")
    event = cup(13, template="schockfreunde", tables=tables)
    day.draw(event, 1)
    block = day.block_of(event, 1)
    (springer,) = draws.draw_in_force(block).springers
    gone = TournamentState(event).people[draws.draw_in_force(block).tables[1]["people"][2]]
    left = changes.propose_leave(
        block=block, participation=gone, seen=day.seen(event), seed="x", by=None, now=NIGHT
    )
    releasing.release_draw(draw=left, seen=day.seen(event), by=None, now=NIGHT)
    now = draws.draw_in_force(block)
    assert now.springers == []
    assert now.tables[1]["people"][2] == springer
    assert not TournamentState(event).people[gone.pk].is_here


def test_somebody_moves_over_where_a_table_becomes_too_small(cup):
    event = cup(7, template="schockfreunde")
    day.draw(event, 1)
    block = day.block_of(event, 1)
    small = min(draws.draw_in_force(block).tables, key=lambda table: len(table["people"]))
    assert len(small["people"]) == 3
    gone = TournamentState(event).people[small["people"][0]]
    left = changes.propose_leave(
        block=block, participation=gone, seen=day.seen(event), seed="x", by=None, now=NIGHT
    )
    assert [len(table["people"]) for table in left.tables] == [3, 3]


def test_the_deckel_of_a_table_follow_its_size(cup):
    event = cup(7, template="schockfreunde", deckel={3: 11, 4: 13, 5: 15})
    day.draw(event, 1)
    laid = {len(table.seats): table.table.house_rules["deckel"] for table in day.tables(event, 1)}
    assert laid == {4: 13, 3: 11}


def test_neighbours_in_the_ranking_sit_together_where_it_is_drawn_by_points(cup):
    event = cup(12, tables=formats.Tables(4, 4, 4))
    blocks = list(TournamentState(event).format.blocks)
    blocks[1] = replace(blocks[1], draw="points")
    setting_up.set_chain(event=event, seen=day.seen(event), blocks=blocks, team=None)
    day.draw(event, 1)
    locked(event, 1)
    best = [row.person for row in TournamentState(event).blocks[1].rows[:4]]
    assert set(proposed(event, 2).tables[0]["people"]) == set(best)


def test_team_mates_are_kept_apart(cup):
    event = cup(16, "schockfreunde", in_teams=True, separate_teams=True)
    people = TournamentState(event).people
    for table in proposed(event, 1).tables:
        teams = [people[person].team_id for person in table["people"]]
        assert len(set(teams)) == len(teams)


def test_so_few_that_no_table_comes_out_even_are_told_how_many_it_takes(cup):
    event = cup(9)
    for own in draws.present(event)[:7]:
        own.attendance = "absent"
        own.save(update_fields=["attendance"])
    with pytest.raises(InvalidError, match=r"2 Leute.*3"):
        proposed(event, 1)


def test_whoever_left_after_the_draw_stops_its_release(cup):
    event = cup(9)
    draw = proposed(event, 1)
    gone = draws.present(event)[0]
    gone.attendance = "absent"
    gone.save(update_fields=["attendance"])
    with pytest.raises(IllegalError, match="nicht mehr da"):
        releasing.release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)


def test_the_database_keeps_a_draw_as_it_was(cup):
    event = cup(9)
    draw = proposed(event, 1)
    releasing.release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)
    for change in ({"tables": []}, {"seed": "anders"}, {"released_at": None}):
        with pytest.raises(DatabaseError), transaction.atomic():
            Draw.objects.filter(pk=draw.pk).update(**change)
    with pytest.raises(DatabaseError), transaction.atomic():
        Draw.objects.filter(pk=draw.pk).delete()


def test_a_released_version_stays_readable_after_the_next(cup):
    event = cup(12)
    day.draw(event, 1)
    block = day.block_of(event, 1)
    again = changes.propose_redraw(
        block=block, keep=[], seen=day.seen(event), seed="neu", reason="zu laut", by=None, now=NIGHT
    )
    releasing.release_draw(draw=again, seen=day.seen(event), by=None, now=NIGHT)
    old, new = block.draws.order_by("version")
    assert (old.superseded_at, new.superseded_at) == (NIGHT, None)
    assert old.tables != new.tables
    assert new.reason == "zu laut"


def test_a_ranking_waits_for_a_reported_problem(cup):
    event = cup(9)
    block = day.draw(event, 1)
    locked(event, 1)
    result = Result.objects.filter(table__block=block).first()
    phone = Actor(device="handy", table_id=result.table_id)
    confirming.raise_objection(
        result=result, client_id="p", text="Das war Kai", actor=phone, now=NIGHT
    )
    with pytest.raises(IllegalError, match=f"Tisch {result.table.number} ist ein Problem"):
        rounds.release_ranking(block=day.block_of(event, 1), seen=day.seen(event), now=NIGHT)


def test_who_is_not_here_yet_gets_no_seat(cup):
    event = cup(9)
    day.draw(event, 1)
    (late,) = day.people(event, "Zuspät Kommerin")
    late.attendance = late.Attendance.OPEN
    with pytest.raises(IllegalError) as refused:
        changes.propose_join(
            block=day.block_of(event, 1), participation=late, seen=day.seen(event), seed="x",
            by=None, now=NIGHT,
        )  # fmt: skip
    assert refused.value.code == "not_here"
