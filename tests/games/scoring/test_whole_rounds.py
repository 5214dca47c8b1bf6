"""Rounds in one entry over the API: their result, a breach that comes late, and where not."""

import json
from uuid import uuid4

import pytest
from django.utils import timezone

from games.scoring.queries import live_game
from league.events import queries as events_queries
from league.events.queries import seats_of
from league.results.models.results import Result
from tests import builders
from tests import tournaments as day
from tests.games.scoring.test_scorer_api import Phone, table_for, too_many
from tests.plugins.built import built_once

pytestmark = [pytest.mark.rules, pytest.mark.django_db]


@built_once
def phone(club):
    people = [club.anke, club.bernd, club.jette]
    phone = Phone(table_for("rsc2003", people, day=timezone.localdate()), club.rolf)
    phone.seats = [str(seat.pk) for seat in seats_of(phone.table)]
    assert phone.start(starter=int(phone.seats[0])).status_code == 201
    return phone


def lost(loser, penalty, best=None):
    return {"type": "round", "loser": loser, "penalty": penalty, "best": best}


def test_a_game_by_rounds_is_a_result_that_says_what_it_knows(phone):
    a, b, c = phone.seats
    for event in (lost(b, 6), lost(c, 6, a), lost(b, 1), lost(c, 5, b)):
        assert phone.send(event).status_code == 200
    view = phone.read_game()["view"]
    assert view["deckel"] == {a: 0, b: 2, c: 11}
    assert view["last_round"]["sentence"] == "Jette bekommt 5 Deckel; am besten war Bernd."
    (offered,) = [action for action in view["actions"] if action["type"] == "round"]
    assert (offered["losers"], offered["best"]) == ([c, b], "required")
    for event in (lost(c, 2, b), lost(a, "all", c), lost(c, "all", a)):
        assert phone.send(event).status_code == 200
    assert phone.mark("finish").status_code == 200
    result = Result.objects.get()
    assert result.depth == "rounds"
    lines = {str(line.seat_id): line for line in result.lines.all()}
    assert [lines[seat].lost_game for seat in phone.seats] == [False, False, True]
    assert [lines[seat].schock_aus for seat in phone.seats] == [1, None, 1]
    assert [lines[seat].deckel_taken for seat in phone.seats] == [13, 7, 26]
    assert {line.throw_points for line in lines.values()} == {None}
    assert {line.deckel_given for line in lines.values()} == {None}


def test_the_undo_names_whose_round_it_takes_back(phone):
    _a, b, _c = phone.seats
    phone.send(lost(b, 3))
    assert phone.read_game()["view"]["in_force"] | {"happened": None} == {
        "type": "round",
        "player": b,
        "covered": False,
        "act": False,
        "happened": None,
    }
    back = phone.send({"type": "retract"}).json()["view"]
    assert (back["middle"], back["last_round"]) == (13, None)


def test_without_the_best_who_gives_it_is_refused_and_nothing_is_written(phone):
    _a, b, c = phone.seats
    phone.send(lost(b, 6), lost(c, 6), lost(b, 1))
    answer = phone.send(lost(c, 2))
    assert (answer.status_code, answer.json()["code"]) == (422, "best_missing")
    assert answer.json()["sentence"].startswith("Die Deckel kommen jetzt vom besten Wurf")
    assert answer.json()["view"]["sequence"] == 3


def test_a_throw_too_many_gives_such_a_round_to_who_threw_it(phone):
    a, b, c = phone.seats
    phone.send(lost(b, 5, a))
    view = phone.send(too_many(c, round="last")).json()["view"]
    assert view["deckel"] == {a: 0, b: 0, c: 5}
    assert (view["last_round"]["worst"], view["last_round"]["best"]) == (c, a)
    again = phone.send({"type": "retract", "round": "last"}).json()["view"]
    assert again["deckel"] == {a: 0, b: 5, c: 0}


def test_who_forfeits_as_the_best_leaves_the_best_open_where_nobody_names_another(phone):
    a, b, _c = phone.seats
    phone.send(lost(b, 5, a))
    view = phone.send(too_many(a, round="last")).json()["view"]
    assert (view["last_round"]["worst"], view["last_round"]["best"]) == (a, None)


def test_who_forfeits_as_the_giver_needs_another_best(phone):
    a, b, c = phone.seats
    phone.send(lost(b, 6), lost(c, 6), lost(b, 1), lost(c, 2, b))
    answer = phone.send(too_many(b, round="last"))
    assert (answer.status_code, answer.json()["code"]) == (422, "best_missing")
    once = too_many(b, round="last", best=c)
    ids = [uuid4().hex]
    view = phone.send(once, ids=ids).json()["view"]
    assert view["deckel"] == {a: 0, b: 9, c: 4}
    # What arrives twice is counted once.
    assert phone.send(once, ids=ids).json()["view"]["deckel"] == view["deckel"]


@pytest.mark.both
def test_a_log_by_rounds_is_taken_in_with_other_seats(phone, club):
    _a, b, c = phone.seats
    phone.send(lost(b, 6), lost(c, 3, b))
    log = phone.call("get", f"games/{phone.key}/log/").json()
    phone.mark("abandon", reason="letzter Bus")
    body = {"id": str(uuid4()), **json.loads(json.dumps(log))}
    answer = phone.call("post", f"tables/{phone.table.pk}/import/", body)
    assert answer.status_code == 201, answer.json()
    assert answer.json()["view"]["middle"] == 4


@pytest.mark.both
def test_where_single_hands_give_points_a_round_is_not_offered_and_refused(club):
    event = builders.tournament(template="koenigswinter", day=timezone.localdate())
    day.people(event, "Kai Berger", "Jenny Boll", "Ute Clausen", "Ole Dahl")
    day.draw(event, 1)
    phone = Phone(events_queries.table(day.tables(event, 1)[0].table.pk), club.rolf)
    seats = [seat.pk for seat in seats_of(phone.table)]
    started = phone.start(starter=seats[0])
    assert started.status_code == 201, started.json()
    assert started.json()["game"]["takes_rounds"] is False
    answer = phone.send(lost(str(seats[1]), 3))
    assert (answer.status_code, answer.json()["code"]) == (422, "hands_count")
    assert "round" not in {action["type"] for action in answer.json()["view"]["actions"]}
    log = {"header": live_game(phone.key).header, "events": [lost(str(seats[1]), 3)]}
    phone.mark("abandon", reason="war nur ein Versuch")
    body = {"id": str(uuid4()), **log}
    answer = phone.call("post", f"tables/{phone.table.pk}/import/", body)
    assert (answer.status_code, answer.json()["code"]) == (422, "hands_count")
