"""A phone without network answers each message as the server would, and grows the same log."""

from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import load, slugs
from league.events.queries import seats_of
from tests.games.scoring.test_scorer_api import Phone, table_for
from tests.strategies import sample

pytestmark = pytest.mark.browser


class Table:
    """A game at the server, and the same one on a phone that has lost its network."""

    def __init__(self, phone, rng, club, rulebook, person, lang="de"):
        people = [club.anke, club.bernd, club.jette][: rng.choice((2, 3, 3))]
        self.phone, self.rng = phone, rng
        self.server = Phone(table_for(rulebook, people, day=timezone.localdate()), person)
        self.server.client = Client(headers={"accept-language": lang})
        self.server.client.force_login(person.user)
        seats = [seat.pk for seat in seats_of(self.server.table)]
        fields = {} if rng.random() < 0.3 else {"starter": rng.choice(seats)}
        if rng.random() < 0.2:
            fields["first_half_loser"] = rng.choice(seats)
        if rulebook == "jule" and rng.random() < 0.5:
            fields["options"] = {"aus_round": {"drink": "Bier"}}
        answer = self.server.start(**fields)
        if answer.status_code == 422:  # this rulebook wants to be told who begins
            answer = self.server.start(**{"starter": seats[0], **fields})
        self.view = answer.json()["view"]
        self.phone.call("open", self.entries(), lang)

    def entries(self):
        return self.server.call("get", f"games/{self.server.key}/entries/").json()

    def id(self):
        return UUID(int=self.rng.getrandbits(128)).hex

    def say(self, path, method, **body):
        """Say the same to server and phone, which answer alike; return status and body."""
        seen = body.pop("seen", self.view["sequence"])
        answer = self.server.call(
            "post", f"games/{self.server.key}/{path}/", {"seen": seen, **body}
        )
        theirs = self.phone.call("ask", method, seen, *body.values())
        assert theirs == {"status": answer.status_code, "body": answer.json()}, body
        return theirs

    def send(self, *events, **fields):
        body = {"events": [{"id": self.id(), **event} for event in events], **fields}
        send = self.say("events", "send", **body)
        if self.rng.random() < 0.1:  # it arrives a second time
            assert self.say("events", "send", **{"seen": self.view["sequence"], **body}) == send
        self.view = send["body"].get("view", self.view)
        return send

    def preview(self, *events):
        return self.say("preview", "preview", events=list(events))

    def same_log(self):
        game = self.server.read_game(rounds=1)
        mine = self.phone.call("ask", "rounds")["body"]
        assert mine == {key: game[key] for key in mine}
        assert self.phone.call("entries") == self.entries()["entries"]


def doubtful(event, rng):
    """Return the same event with something wrong about it, perhaps."""
    wrong = rng.choice(
        (
            {"player": "nobody"},
            {"dice": [7, 1, 1]},
            {"kept": [1, 2]},
            {"id": "#"},
            {"text": "x" * 401},
            {"cents": 2_000_000},
            {"effect": {"lose_round": "x" * 5_000}},
            {"round": "last"},
            {"code": "spinksen"},
            {"penalty": 12},
        )
    )
    return {**event, **wrong}


def message(table):
    """Return a message: a legal event, one about the last round, or one that is not legal."""
    rng, view = table.rng, table.view
    late = [action for action in view["late"] if action.get("effects") != []]
    if late and rng.random() < 0.3:
        return {**sample(rng.choice(late), rng), "round": "last", "reason": "zu spät gesehen"}
    if rng.random() < 0.12 or not view["actions"]:
        act = view["in_force"] is not None and view["in_force"]["act"]
        return {"type": "retract", "round": "last"} if act else {"type": "retract"}
    rare = {"infraction": 0.05, "ruling": 0.03, "overtime": 0.01, "abandon": 0, "retract": 0}
    usual = [action for action in view["actions"] if rng.random() < rare.get(action["type"], 1)]
    return sample(rng.choice(usual or view["actions"]), rng)


def play(table, messages):
    rng = table.rng
    for _ in range(messages):
        event = message(table)
        if rng.random() < 0.15:
            event = doubtful(event, rng)
        if rng.random() < 0.1:
            table.preview(event)
        send = table.send(event)
        if send["status"] == 200 and rng.random() < 0.05:
            table.send(event, seen=table.view["sequence"] - 1)
    table.same_log()
    view = table.view
    if view["step"] != "over":
        table.say("finish", "finish", id=table.id())
        table.say("abandon", "abandon", id=table.id(), reason="Der letzte Bus")
    else:
        table.say("finish", "finish", id=table.id())
    closed = table.phone.call("ask", "rounds")["body"]["view"]["sequence"]
    table.say("events", "send", seen=closed, events=[{"id": "late", "type": "retract"}])
    table.say("finish", "finish", seen=closed, id=table.id())
    assert table.phone.call("entries") == table.entries()["entries"]


@pytest.mark.parametrize("rulebook", slugs())
def test_each_message_is_answered_as_the_server_would(club, phone, rulebook):
    rng = Random(f"messages-{rulebook}")
    play(Table(phone, rng, club, rulebook, club.rolf), 60)
    play(Table(phone, rng, club, rulebook, club.anke, "en"), 25)


def forms(seats, rulebook, rng):
    """Yield the forms a page may send to begin a game; the last of them is in order."""
    good = {"seats": seats, "starter": rng.choice(seats), "lot": False}
    if rulebook == "jule":
        good["options"] = {"aus_round": {"drink": "Bier"}}
    yield {**good, "seats": [*seats, 99_999]}
    yield {**good, "seats": []}
    yield {**good, "seats": seats[:1], "starter": seats[0]}
    yield {**good, "first_half_loser": 99_999}
    yield {**good, "options": {"springer": {"drink": "Bier"}}}
    if load(rulebook).opening.starter != "rolled":
        yield {**good, "starter": None}
    yield {
        **good,
        **rng.choice(({}, {"first_half_loser": seats[0]}, {"starter": None, "lot": True})),
    }


@pytest.mark.parametrize("rulebook", slugs())
def test_the_next_games_begin_on_the_phone_as_at_the_server(club, phone, rulebook):
    rng = Random(f"begin-{rulebook}")
    people = [club.anke, club.bernd, club.jette]
    server = Phone(table_for(rulebook, people, day=timezone.localdate()), club.rolf)
    path = f"tables/{server.table.pk}/"
    seats = [seat.pk for seat in seats_of(server.table)]
    lobby = server.call("get", path).json()
    for ends in ("ruling", "abandon", "ruling"):
        for number, form in enumerate(forms(seats, rulebook, rng)):
            body = {"id": str(UUID(int=rng.getrandbits(128))), **form}
            begun = phone.call("begin", lobby, body, "de", rng.random())
            answer = server.call("post", f"{path}games/", begun["sent"])
            assert begun["answer"] == {"status": answer.status_code, "body": answer.json()}, number
        assert answer.status_code == 201, answer.json()
        server.key, seen = body["id"], answer.json()["view"]["sequence"]
        running = server.call("get", path).json()
        again = phone.call("begin", running, body | {"id": str(UUID(int=1))}, "de", 0.5)["answer"]
        assert again["body"]["code"] == "game_running"
        if ends == "ruling":
            lost = {"id": "lost", "type": "ruling", "effect": {"lose_game": str(seats[1])}}
            sent = {"seen": seen, "events": [lost]}
            server.call("post", f"games/{server.key}/events/", sent)
            server.call("post", f"games/{server.key}/finish/", {"seen": seen + 1, "id": "end"})
            phone.call("ask", "send", seen, [lost])
            phone.call("ask", "finish", seen + 1, "end")
        else:
            server.call("post", f"games/{server.key}/abandon/", {"seen": seen, "id": "end"})
            phone.call("ask", "abandon", seen, "end")
        lobby = server.call("get", path).json()
        mine = phone.call("lobbyAfter", running)
        assert mine == {**lobby, "results": mine["results"], "rulebook": mine["rulebook"]}


def test_a_game_closed_by_mistake_is_opened_again_as_long_as_nobody_knows(club, phone):
    table = Table(phone, Random("open"), club, "rsc2003", club.rolf)
    seen = table.view["sequence"]
    assert phone.call("ask", "reopen", seen, "open", "?")["body"]["code"] == "game_running"
    phone.call("ask", "abandon", seen, "end")
    assert phone.call("ask", "load")["body"]["view"]["can"]["reopen"]
    assert phone.call("ask", "reopen", seen + 2, "open", " ")["body"]["field"] == "reason"
    view = phone.call("ask", "reopen", seen + 2, "open", "Falsch getippt")["body"]["view"]
    assert (view["status"], view["correcting"], view["sequence"]) == ("running", True, seen + 3)
    # The server takes it in the same order, and then it is no longer the phone's to decide.
    for path, sent in (
        ("abandon", {"seen": seen, "id": "end"}),
        ("reopen", {"seen": seen + 2, "id": "open", "reason": "Falsch getippt"}),
    ):
        answer = table.server.call("post", f"games/{table.server.key}/{path}/", sent)
        assert answer.status_code == 200, answer.json()
    assert phone.call("entries") == table.entries()["entries"]
    phone.call("ask", "finish", seen + 3, "again")
    table.server.call(
        "post", f"games/{table.server.key}/finish/", {"seen": seen + 3, "id": "again"}
    )
    phone.call("extend", table.entries())
    answer = phone.call("ask", "reopen", seen + 4, "more", "?")
    assert (answer["status"], answer["body"]["code"]) == (503, "needs_network")


def test_a_round_changed_at_the_server_is_seen_and_taken_back_without_network(club, phone):
    rng = Random("mended")
    table = Table(phone, rng, club, "schock4life", club.rolf)
    server = table.server
    while len(server.read_game(rounds=1)["rounds"]) < 3:
        view = server.read_game()["view"]
        offer = next((action for action in view["actions"] if action["type"] == "round"), None)
        event = sample(offer or rng.choice(view["actions"][:1]), rng)
        server.send(event, seen=view["sequence"])
    offer = server.call("get", f"games/{server.key}/rounds/2/").json()["offer"]
    loser, best = offer["losers"][0], offer["bests"][1]
    seen = server.read_game()["view"]["sequence"]
    mended = {"seen": seen, "id": "mend", "outcome": {"loser": loser, "penalty": 1, "best": best}}
    answer = server.call("post", f"games/{server.key}/rounds/2/", mended)
    assert answer.status_code == 200, answer.json()
    table.view = answer.json()["view"]
    for since in (0, seen):  # what is known already is passed over
        told = server.call("get", f"games/{server.key}/entries/?since={since}").json()
        phone.call("extend", told)
    table.same_log()
    assert table.view["in_force"]["type"] == "mend"
    table.send({"type": "retract", "round": "last"})
    table.same_log()


def test_the_log_is_given_to_those_inside_from_where_they_know_it(club, phone):
    table = Table(phone, Random("log"), club, "rsc2003", club.rolf)
    for _ in range(4):
        table.send(sample(table.view["actions"][0], table.rng))
    table.send({"type": "infraction", **breach(table.view), "reason": "Es war laut"})
    entries = table.entries()["entries"]
    assert [entry["type"] for entry in entries][-1] == "infraction"
    assert (entries[-1]["words"], entries[0]["words"]) == ({"reason": "Es war laut"}, {})
    path = f"games/{table.server.key}/entries/?since=3"
    answer = table.server.call("get", path)
    assert answer.json()["entries"] == entries[3:]
    assert answer.json()["sequence"] == 5
    etag = answer.headers["ETag"]
    assert (
        table.server.client.get(f"/api/{path}", headers={"if-none-match": etag}).status_code == 304
    )
    assert table.server.call("get", path.replace("since=3", "since=x")).status_code == 400


def test_what_only_the_server_can_do_is_refused_with_the_reason(club, phone):
    table = Table(phone, Random("far"), club, "rsc2003", club.rolf)
    answer = table.phone.call("ask", "round")
    assert (answer["status"], answer["body"]["code"]) == (503, "needs_network")
    assert answer["body"]["sentence"].startswith("Das geht nur mit Netz.")


def breach(view):
    action = next(row for row in view["actions"] if row["type"] == "infraction")
    plain = next(code for code in action["codes"] if "votes" not in code)
    return {"player": action["player"], "code": plain["code"]}


@pytest.mark.long
@pytest.mark.parametrize("rulebook", slugs())
def test_very_many_messages_are_answered_as_the_server_would(club, phone, rulebook):
    for seed in range(60):
        rng = Random(f"messages-{rulebook}-{seed}")
        person, lang = rng.choice(((club.rolf, "de"), (club.rolf, "en"), (club.anke, "de")))
        play(Table(phone, rng, club, rulebook, person, lang), 80)
