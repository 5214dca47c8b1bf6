"""The scorer's API as a phone uses it: a game from the first throw to the till."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client

from games.engine import card, replay, state_json
from games.models import Entry, Game
from games.queries import short_names
from league import queries
from league.models import Charge, Result
from tests import builders

pytestmark = pytest.mark.slow

VECTORS = Path(__file__).parent / "vectors" / "games.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
RULEBOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")


class Phone:
    """Somebody's phone at a table; speaks JSON and makes its own ids."""

    def __init__(self, table, person=None):
        self.client = Client(headers={"accept-language": "de"})
        if person is not None:
            self.client.force_login(person.user)
        self.table, self.key, self.seen = table, None, 0

    def call(self, method, path, data=None):
        send = getattr(self.client, method)
        if method == "get":
            return send(f"/api/{path}")
        return send(f"/api/{path}", data or {}, content_type="application/json")

    def start(self, **fields):
        self.key = str(uuid4())
        seats = [seat.pk for seat in queries.seats_of(self.table)]
        answer = self.call(
            "post", f"tables/{self.table.pk}/games/", {"id": self.key, "seats": seats, **fields}
        )
        self.seen = 0
        return answer

    def send(self, *events, seen=None, ids=None):
        ids = ids or [uuid4().hex for _ in events]
        body = {
            "seen": self.seen if seen is None else seen,
            "events": [{"id": id_, **event} for id_, event in zip(ids, events, strict=True)],
        }
        answer = self.call("post", f"games/{self.key}/events/", body)
        if answer.status_code == 200:
            self.seen = answer.json()["view"]["sequence"]
        return answer

    def mark(self, what, **fields):
        body = {"seen": self.seen, "id": uuid4().hex, **fields}
        answer = self.call("post", f"games/{self.key}/{what}/", body)
        if answer.status_code == 200:
            self.seen = answer.json()["view"]["sequence"]
        return answer

    def look(self, **query):
        return self.call("get", f"games/{self.key}/" + ("?rounds=1" if query else "")).json()


def at_seats(log, table):
    """A log of the vectors with its players on the seats of a table."""
    seat = dict(
        zip(log["header"]["players"], [s.pk for s in queries.seats_of(table)], strict=False)
    )

    def named(value):
        if isinstance(value, str):
            return str(seat.get(value, value))
        if isinstance(value, list):
            return [named(one) for one in value]
        if isinstance(value, dict):
            return {
                key: one if key in {"type", "code", "text", "by", "reason", "mode"} else named(one)
                for key, one in value.items()
            }
        return value

    return named(log["header"]), [named(event) for event in log["events"]]


@pytest.fixture
def people(club):
    return [club.anke, club.bernd, club.jette, club.oemer, club.stine, club.kadir, club.paula]


def table_for(rulebook, people, number=3, **fields):
    return builders.table(builders.evening(rulebook, **fields), *people[:number])


def finished(rulebook):
    return next(
        row["log"]
        for row in GAMES
        if row["log"]["header"]["rulebook"] == rulebook
        and not row.get("illegal")
        and row["expect"]["phase"] == "over"
        and len(row["log"]["header"]["players"]) <= 7
        and not row["log"]["header"].get("house_rules")
        and row["expect"]["ended_by"] in {"final", "sweep"}
    )


@pytest.mark.parametrize("rulebook", RULEBOOKS)
def test_a_game_scored_on_the_phone_is_the_game_of_the_engine(club, people, rulebook):
    log = finished(rulebook)
    table = table_for(rulebook, people, len(log["header"]["players"]))
    header, events = at_seats(log, table)
    header["venue"] = "club_night"
    phone = Phone(table, club.rolf)
    options = {
        code: {"drink": option["drink"]} for code, option in header.get("options", {}).items()
    }
    starter = header.get("starter") or (
        header["players"][0] if rulebook in {"rsc2003", "dortmund"} else None
    )
    if starter is not None:
        header["starter"] = starter
    answer = phone.start(starter=starter and int(starter), options=options)
    assert answer.status_code == 201, answer.json()
    for event in events:
        answer = phone.send(event)
        assert answer.status_code == 200, (event, answer.json())
    expected = replay(header, events)
    state = state_json(expected)
    view = phone.look(rounds=1)
    assert view["rounds"][-1]["deckel"] == state["rounds"][-1]["deckel"]
    assert len(view["rounds"]) == len(state["rounds"])
    assert {key: view["view"][key] for key in ("phase", "step", "loser", "ended_by", "deckel")} == {
        key: state[key] for key in ("phase", "step", "loser", "ended_by", "deckel")
    }
    assert Result.objects.count() == 0
    assert phone.mark("finish").status_code == 200
    result = Result.objects.get()
    assert (result.source, result.ended_by, result.entered_by) == (
        "game",
        state["ended_by"],
        club.rolf.user,
    )
    said = card(expected)["seats"]
    for line in result.lines.all():
        mine = said[str(line.seat_id)]
        assert line.lost_game == mine["lost_game"]
        assert line.deckel_taken == mine["deckel_taken"]
        assert line.schock_aus == mine["schock_aus"]
    charged = [(c.code, c.cents, c.log_index) for c in Charge.objects.order_by("log_index", "pk")]
    assert charged == [(c["code"], c["cents"], c["event"]) for c in state["charges"]]
    game = Game.objects.get()
    assert game.status == "finished"
    assert len(game.sha256) == 64


def test_a_first_half_from_paper_goes_on_throw_by_throw_and_counts_nothing_twice(club, people):
    table = table_for("dortmund", people)
    phone = Phone(table, club.rolf)
    anke, bernd, jette = [seat.pk for seat in queries.seats_of(table)]
    answer = phone.start(starter=anke, first_half_loser=bernd)
    assert answer.status_code == 201
    view = answer.json()["view"]
    assert (view["phase"], view["first_half_loser"], view["sequence"]) == (
        "second_half",
        str(bernd),
        1,
    )
    phone.seen = 1
    hand = {"type": "hand", "throws": 1, "in_one_throw": True}
    for who, dice in ((bernd, [1, 1, 1]), (jette, [6, 5, 2]), (anke, [6, 5, 4])):
        assert phone.send({**hand, "player": str(who), "dice": dice}).status_code == 200
    # Jette lost the second half; in the final she begins, as the last loser.
    for who, dice in ((jette, [1, 1, 1]), (bernd, [6, 5, 2])):
        assert phone.send({**hand, "player": str(who), "dice": dice}).status_code == 200
    assert phone.mark("finish").status_code == 200
    result = Result.objects.get()
    assert (result.source, result.depth, result.ended_by) == ("game", "card", "final")
    line = result.lines.get(seat=bernd)
    assert (line.lost_first, line.lost_second, line.lost_game) == (True, False, True)
    assert (line.schock_aus, line.deckel_taken, line.exit_first) == (None, None, None)


def test_a_game_under_way_is_written_to_its_end_on_a_card(club, people):
    table = table_for("dortmund", people)
    phone = Phone(table, club.rolf)
    seats = [seat.pk for seat in queries.seats_of(table)]
    phone.start(starter=seats[0])
    hand = {"type": "hand", "throws": 1, "in_one_throw": True}
    for who, dice in zip(seats, ([1, 1, 1], [6, 5, 4], [6, 5, 2]), strict=True):
        phone.send({**hand, "player": str(who), "dice": dice})
    page = phone.client.get(f"/tische/{table.pk}/karte/")
    card = page.content.decode()
    assert f'name="lost_first" value="{seats[2]}" checked' in card
    assert f'name="aus_{seats[0]}" value="1" checked' in card
    sent = {
        "client_id": "karte",
        "number": 1,
        "ending": "normal",
        "lost_first": seats[2],
        "lost_second": seats[2],
        f"aus_{seats[0]}": ["1"],
    }
    assert phone.client.post(f"/tische/{table.pk}/karte/", sent).status_code == 302
    assert Game.objects.get().status == "card"
    result = Result.objects.get()
    assert (result.number, result.source, result.depth) == (1, "card", "card")
    late = phone.send({**hand, "player": str(seats[2]), "dice": [6, 5, 4]})
    assert late.status_code == 409
    assert late.json()["view"]["status"] == "card"
    assert Entry.objects.last().type == "card"


@pytest.mark.parametrize(
    ("names", "short"),
    [
        (("Anke Brett", "Bernd Becher"), ("Anke", "Bernd")),
        (("Anke Brett", "Anke Maier", "Jette"), ("Anke B.", "Anke M.", "Jette")),
        (("Anke Brett", "Anke Becher"), ("Anke Brett", "Anke Becher")),
        (("Anke", "Anke Brett"), ("Anke", "Anke B.")),
    ],
)
def test_at_the_table_people_go_by_the_shortest_name_that_tells_them_apart(names, short):
    given = dict(zip("abcdef", names, strict=False))
    assert tuple(short_names(given).values()) == short


@pytest.mark.parametrize("what", ["events", "preview"])
@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ([], "non_field_errors"),
        ({"events": [{}]}, "seen"),
        ({"seen": "0", "events": [{}]}, "seen"),
        ({"seen": True, "events": [{}]}, "seen"),
        ({"seen": -1, "events": [{}]}, "seen"),
        ({"seen": 5_001, "events": [{}]}, "seen"),
        ({"seen": 0}, "events"),
        ({"seen": 0, "events": []}, "events"),
        ({"seen": 0, "events": {"id": "1"}}, "events"),
        ({"seen": 0, "events": ["throw"]}, "events"),
        ({"seen": 0, "events": [{}] * 501}, "events"),
    ],
)
def test_what_is_no_message_of_a_phone_is_told_which_part_is_wrong(club, people, what, sent, field):
    table = table_for("dortmund", people)
    phone = Phone(table, club.rolf)
    assert phone.start(starter=builders.seat_of(table, club.anke)).status_code == 201
    answer = phone.client.post(
        f"/api/games/{phone.key}/{what}/", sent, content_type="application/json"
    )
    assert answer.status_code == 400
    assert answer.json()["code"] == "invalid"
    assert list(answer.json()["fields"]) == [field]
    assert not Entry.objects.exists()
