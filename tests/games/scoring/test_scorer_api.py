"""The scorer's API as a phone uses it: a game from the first throw to the till."""

import json
from pathlib import Path
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import card, replay, state_json
from games.scoring.models import Entry, Game
from games.scoring.queries import short_names
from league.events.queries import seats_of
from league.results.models.results import Charge, Result
from tests import builders
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.rules]

VECTORS = Path(__file__).parent.parent / "vectors" / "games.jsonl"
GAMES = [json.loads(line) for line in VECTORS.read_text("utf-8").splitlines()]
RULEBOOKS = ("schock4life", "schockfreunde", "rsc2003", "dortmund", "jule")


class Phone:
    """A person's phone at a table; speaks JSON and makes its own ids."""

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
        seats = [seat.pk for seat in seats_of(self.table)]
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

    def read_game(self, **query):
        return self.call("get", f"games/{self.key}/" + ("?rounds=1" if query else "")).json()


def at_seats(log, table):
    """Return a log of the vectors with its players on the seats of a table."""
    seat = dict(zip(log["header"]["players"], [s.pk for s in seats_of(table)], strict=False))

    def named(value):
        if isinstance(value, str):
            return str(seat.get(value, value))
        if isinstance(value, list):
            return [named(part) for part in value]
        if isinstance(value, dict):
            return {
                key: part
                if key in {"type", "code", "text", "by", "reason", "mode"}
                else named(part)
                for key, part in value.items()
            }
        return value

    return named(log["header"]), [named(event) for event in log["events"]]


@built_once
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


@pytest.mark.once
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
    view = phone.read_game(rounds=1)
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
    text = card(expected)["seats"]
    for line in result.lines.all():
        mine = text[str(line.seat_id)]
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
    anke, bernd, jette = [seat.pk for seat in seats_of(table)]
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


@pytest.mark.both
def test_a_game_under_way_is_written_to_its_end_on_a_card(club, people):
    table = table_for("dortmund", people)
    phone = Phone(table, club.rolf)
    seats = [seat.pk for seat in seats_of(table)]
    phone.start(starter=seats[0])
    hand = {"type": "hand", "throws": 1, "in_one_throw": True}
    for who, dice in zip(seats, ([1, 1, 1], [6, 5, 4], [6, 5, 2]), strict=True):
        phone.send({**hand, "player": str(who), "dice": dice})
    page = phone.client.get(f"/tische/{table.pk}/karte/")
    card = one_line(page)
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


@pytest.mark.once
@pytest.mark.parametrize("what", ["events", "preview"])
@pytest.mark.parametrize(
    ("sent", "field"),
    [
        ([], "non_field_errors"),
        ({"events": [{}]}, "seen"),
        ({"seen": "0", "events": [{}]}, "seen"),
        ({"seen": True, "events": [{}]}, "seen"),
        ({"seen": -1, "events": [{}]}, "seen"),
        ({"seen": 50_001, "events": [{}]}, "seen"),
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


# --- a breach of the round that has just been settled -----------------------------------------
def hand(seat, dice):
    return {
        "type": "hand", "player": str(seat), "dice": dice, "throws": 1, "in_one_throw": True,
    }  # fmt: skip


@built_once
def settled(club, people):
    """RSC 2003: Anke has a Schock 5, Bernd the least, Jette was the last to throw."""
    table = table_for("rsc2003", people, day=timezone.localdate())
    phone = Phone(table, club.rolf)
    seats = [seat.pk for seat in seats_of(table)]
    phone.start(starter=seats[0])
    for seat, dice in zip(seats, ([5, 1, 1], [2, 2, 1], [6, 5, 2]), strict=True):
        assert phone.send(hand(seat, dice)).status_code == 200
    return phone, seats


def too_many(seat, **more):
    return {"type": "infraction", "player": str(seat), "code": "too_many_throws", **more}


def test_a_throw_too_many_of_the_last_player_costs_the_round_that_was_just_settled(settled):
    phone, (anke, bernd, jette) = settled
    before = phone.read_game()["view"]
    assert before["deckel"][str(bernd)] == 5
    offered = {row["player"] for row in before["late"] if row["type"] == "infraction"}
    assert offered == {str(anke), str(bernd), str(jette)}
    view = phone.send(too_many(jette, round="last")).json()["view"]
    assert view["deckel"] == {str(anke): 0, str(bernd): 0, str(jette): 5}
    assert (view["turn"], view["forfeits"]) == (str(jette), [])
    assert "Jette gilt wegen „Zu oft gewürfelt“ als Letzter" in view["last_round"]["sentence"]
    assert "§ 22" in view["last_round"]["sentence"]
    assert [(charge["player"], charge["cents"]) for charge in view["charges"]] == [
        (str(jette), 100)
    ]
    assert [(mark["player"], mark["label"]) for mark in view["marks"]] == [
        (str(jette), "Zu oft gewürfelt")
    ]
    assert (view["in_force"]["type"], view["in_force"]["act"]) == ("infraction", True)
    back = phone.send({"type": "retract", "round": "last"}).json()["view"]
    assert {key: before[key] for key in ("deckel", "turn", "charges", "late", "marks")} == {
        key: back[key] for key in ("deckel", "turn", "charges", "late", "marks")
    }
    assert back["last_round"]["sentence"] == before["last_round"]["sentence"]


def test_the_same_breach_said_of_this_round_waits_and_is_seen_waiting(settled):
    phone, (_anke, _bernd, jette) = settled
    view = phone.send(too_many(jette)).json()["view"]
    assert view["last_round"]["worst"] != str(jette)
    assert [forfeit["player"] for forfeit in view["forfeits"]] == [str(jette)]
    assert view["forfeits"][0]["sentence"] == (
        "Jette gilt wegen „Zu oft gewürfelt“ als Letzter, egal mit welchem Wurf (§ 22)."
    )


@pytest.mark.both
def test_what_was_said_since_comes_again_after_the_late_breach_with_its_words(club, settled):
    phone, (_anke, bernd, jette) = settled
    fields = {"type": "infraction", "player": str(bernd), "code": "early_lift", "reason": "zweimal"}
    assert phone.send(fields).status_code == 200
    ruling = {"type": "ruling", "by": "Rolf", "text": "war zu viel"}
    ruling |= {"effect": {"lose_round": str(jette)}, "round": "last"}
    view = phone.send(ruling).json()["view"]
    assert view["deckel"][str(jette)] == 5
    assert [charge["code"] for charge in view["charges"]] == ["early_lift"]
    told = phone.read_game(rounds=1)["happened"]
    assert [(row["type"], row["text"], row["after_round"]) for row in told] == [
        ("ruling", "war zu viel", 0),
        ("infraction", "zweimal", 1),
    ]
    log = phone.call("get", f"games/{phone.key}/log/").json()
    assert state_json(replay(log["header"], log["events"]))["deckel"] == view["deckel"]


@pytest.mark.both
def test_a_late_breach_sent_twice_counts_once_and_so_does_taking_it_back(settled):
    phone, (_anke, _bernd, jette) = settled
    seen, id_ = phone.seen, uuid4().hex
    first = phone.send(too_many(jette, round="last"), ids=[id_])
    again = phone.send(too_many(jette, round="last"), seen=seen, ids=[id_])
    assert again.json() == first.json()
    assert len(again.json()["view"]["charges"]) == 1
    other = phone.send(too_many(jette, round="last", count=2), seen=seen, ids=[id_])
    assert (other.status_code, other.json()["code"]) == (422, "id_reused")
    seen, id_ = phone.seen, uuid4().hex
    first = phone.send({"type": "retract", "round": "last"}, ids=[id_])
    again = phone.send({"type": "retract", "round": "last"}, seen=seen, ids=[id_])
    assert again.json() == first.json()
    assert again.json()["view"]["charges"] == []


@pytest.mark.both
def test_a_late_breach_is_shown_before_it_counts(settled):
    phone, (anke, bernd, jette) = settled
    body = {"seen": phone.seen, "events": [too_many(jette, round="last")]}
    data = phone.call("post", f"games/{phone.key}/preview/", body).json()
    assert [settle["worst"] for settle in data["settles"]] == [str(jette)]
    assert data["view"]["deckel"] == {str(anke): 0, str(bernd): 0, str(jette): 5}
    assert Entry.objects.count() == 3


def test_once_something_of_the_next_round_lies_there_the_last_one_is_as_it_is(settled):
    phone, (_anke, bernd, jette) = settled
    throw = {"type": "throw", "player": str(bernd), "kept": [], "turned": 0, "dice": [6, 4, 2]}
    assert phone.send(throw).json()["view"]["late"] == []
    refused = phone.send(too_many(jette, round="last"))
    assert (refused.status_code, refused.json()["code"]) == (422, "no_last_round")
    several = phone.send(too_many(jette, round="last"), too_many(jette))
    assert (several.status_code, several.json()["code"]) == (422, "late_alone")
    nothing = phone.send({"type": "retract", "round": "last"})
    assert nothing.json()["code"] == "no_last_round"


def test_only_a_referee_rules_on_the_last_round_and_takes_that_back(club, settled):
    phone, (_anke, _bernd, jette) = settled
    ruling = {"type": "ruling", "text": "zu viel", "effect": {"lose_round": str(jette)}}
    hers = Phone(phone.table, club.jette)
    hers.key, hers.seen = phone.key, phone.seen
    refused = hers.send({**ruling, "round": "last"})
    assert (refused.status_code, refused.json()["code"]) == (403, "referee_only")
    assert phone.send({**ruling, "round": "last"}).status_code == 200
    hers.seen = phone.seen
    refused = hers.send({"type": "retract", "round": "last"})
    assert (refused.status_code, refused.json()["code"]) == (403, "referee_only")
    assert hers.send(too_many(jette)).status_code == 200


def test_a_breach_in_the_throw_that_ended_the_game_turns_the_game(club, people):
    table = table_for("rsc2003", people, 2)
    phone = Phone(table, club.rolf)
    anke, bernd = [seat.pk for seat in seats_of(table)]
    phone.start(starter=anke)
    for seat, dice in ((anke, [1, 1, 1]), (bernd, [2, 2, 1])):
        phone.send(hand(seat, dice))
    # Bernd begins the second half and wins it, then the final: of two Aus the earlier counts.
    for seat, dice in ((bernd, [1, 1, 1]), (anke, [2, 2, 1]), (bernd, [1, 1, 1])):
        assert phone.send(hand(seat, dice)).status_code == 200
    over = phone.send(hand(anke, [1, 1, 1])).json()["view"]
    assert (over["step"], over["loser"]) == ("over", str(anke))
    assert [action["type"] for action in over["actions"]] == ["retract"]
    view = phone.send(too_many(bernd, round="last")).json()["view"]
    assert (view["step"], view["loser"]) == ("over", str(bernd))
    assert phone.mark("finish").status_code == 200
    assert Result.objects.get().lines.get(lost_game=True).seat_id == bernd


def test_a_half_lost_by_a_second_dropped_die_takes_the_last_round_with_it(club, people):
    table = table_for("jule", people)
    phone = Phone(table, club.rolf)
    anke, bernd, jette = [seat.pk for seat in seats_of(table)]
    phone.start(starter=anke)
    dropped = {"type": "infraction", "player": str(jette), "code": "dropped_dice"}
    assert phone.send(dropped).status_code == 200
    for seat, dice in ((anke, [1, 1, 1]), (bernd, [2, 2, 1]), (jette, [6, 5, 2])):
        phone.send(hand(seat, dice))
    assert phone.read_game()["view"]["first_half_loser"] == str(bernd)
    view = phone.send({**dropped, "round": "last"}).json()["view"]
    assert (view["phase"], view["first_half_loser"]) == ("second_half", str(jette))
    assert phone.read_game(rounds=1)["rounds"] == []
    back = phone.send({"type": "retract", "round": "last"}).json()["view"]
    assert back["first_half_loser"] == str(bernd)


def test_who_played_is_asked_first_whether_the_last_game_is_right(club, people):
    table = table_for("rsc2003", people, day=timezone.localdate())
    phone = Phone(table, club.rolf)
    anke = seats_of(table)[0].pk
    phone.start(starter=anke)
    ruling = {"type": "ruling", "effect": {"lose_game": str(anke)}, "text": "so war es"}
    assert phone.send(ruling).status_code == 200
    lobby = f"tables/{table.pk}/"

    phones = {person: Phone(table, person) for person in (club.bernd, club.jette, club.hilde)}
    phones[club.rolf] = phone
    for each in phones.values():
        each.client.get(f"/tische/{table.pk}/spiel/")

    def asks(person):
        return phones[person].call("get", lobby).json()["asks"]

    assert asks(club.bernd) is None
    assert phone.mark("finish").status_code == 200
    first = phone.key
    assert asks(club.bernd) == asks(club.jette) == first
    # Rolf entered it, Hilde did not play.
    assert (asks(club.rolf), asks(club.hilde)) == (None, None)
    # The next game runs, and it is still the first thing they are asked.
    phone.start(starter=anke)
    assert asks(club.bernd) == first
    confirm = f"results/{Result.objects.get().pk}/confirm/"
    confirmed = phones[club.jette].call("post", confirm)
    assert confirmed.status_code == 200, confirmed.json()
    assert asks(club.bernd) is None


def test_a_paper_card_is_asked_about_like_a_scored_game(club, people):
    table = table_for("rsc2003", people, day=timezone.localdate())
    builders.card(table, club.anke, club.bernd, club.bernd)
    lobby = f"tables/{table.pk}/"
    jette = Phone(table, club.jette)
    asked = jette.call("get", lobby).json()
    result = Result.objects.get()
    assert asked["asks"] is None
    assert [asked["asks_card"][key] for key in ("id", "number", "loser")] == [result.pk, 1, "Bernd"]
    assert Phone(table, club.hilde).call("get", lobby).json()["asks_card"] is None
    assert jette.call("post", f"results/{result.pk}/confirm/").status_code == 200
    assert jette.call("get", lobby).json()["asks_card"] is None


def test_after_a_correction_it_is_asked_again_and_never_while_it_is_being_corrected(club, people):
    table = table_for("rsc2003", people, day=timezone.localdate())
    phone, jette = Phone(table, club.rolf), Phone(table, club.jette)
    anke, bernd = (str(seat.pk) for seat in list(seats_of(table))[:2])
    phone.start(starter=int(anke))
    ruling = {"type": "ruling", "effect": {"lose_game": anke}, "text": "so war es"}
    assert phone.send(ruling).status_code == 200
    assert phone.mark("finish").status_code == 200
    jette.client.get(f"/tische/{table.pk}/spiel/")

    def asked():
        return jette.call("get", f"tables/{table.pk}/").json()["asks"]

    def confirm():
        return jette.call("post", f"results/{Result.objects.get(is_current=True).pk}/confirm/")

    assert asked() == phone.key
    assert confirm().status_code == 200
    assert asked() is None
    assert phone.mark("reopen", reason="Es war Bernd").status_code == 200
    assert asked() is None
    assert phone.send({"type": "retract"}).status_code == 200
    assert phone.send({**ruling, "effect": {"lose_game": bernd}}).status_code == 200
    assert phone.mark("finish").status_code == 200
    assert asked() == phone.key
    assert confirm().status_code == 200
    assert asked() is None
