"""A phone without network answers each message as the server would, and grows the same log."""

from random import Random
from uuid import UUID

import pytest
from django.test import Client
from django.utils import timezone

from games.engine import slugs
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
        """The same to both; they answer alike. Returns the status and the answer."""
        seen = body.pop("seen", self.view["sequence"])
        answer = self.server.call(
            "post", f"games/{self.server.key}/{path}/", {"seen": seen, **body}
        )
        theirs = self.phone.call("ask", method, seen, *body.values())
        assert theirs == {"status": answer.status_code, "body": answer.json()}, body
        return theirs

    def send(self, *events, **fields):
        body = {"events": [{"id": self.id(), **event} for event in events], **fields}
        said = self.say("events", "send", **body)
        if self.rng.random() < 0.1:  # it arrives a second time
            assert self.say("events", "send", **{"seen": self.view["sequence"], **body}) == said
        self.view = said["body"].get("view", self.view)
        return said

    def preview(self, *events):
        return self.say("preview", "preview", events=list(events))

    def same_log(self):
        looked = self.server.look(rounds=1)
        mine = self.phone.call("ask", "rounds")["body"]
        assert mine == {key: looked[key] for key in mine}
        assert self.phone.call("entries") == self.entries()["entries"]


def doubtful(event, rng):
    """The same with something wrong about it, perhaps."""
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
    """What might be said next: a legal event, one about the last round, or one that is not."""
    rng, view = table.rng, table.view
    late = [one for one in view["late"] if one.get("effects") != []]
    if late and rng.random() < 0.3:
        return {**sample(rng.choice(late), rng), "round": "last", "reason": "zu spät gesehen"}
    if rng.random() < 0.12 or not view["actions"]:
        act = view["in_force"] is not None and view["in_force"]["act"]
        return {"type": "retract", "round": "last"} if act else {"type": "retract"}
    rare = {"infraction": 0.05, "ruling": 0.03, "overtime": 0.01, "abandon": 0, "retract": 0}
    usual = [one for one in view["actions"] if rng.random() < rare.get(one["type"], 1)]
    return sample(rng.choice(usual or view["actions"]), rng)


def play(table, messages):
    rng = table.rng
    for _ in range(messages):
        event = message(table)
        if rng.random() < 0.15:
            event = doubtful(event, rng)
        if rng.random() < 0.1:
            table.preview(event)
        said = table.send(event)
        if said["status"] == 200 and rng.random() < 0.05:
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


@pytest.mark.long
@pytest.mark.parametrize("rulebook", slugs())
def test_very_many_messages_are_answered_as_the_server_would(club, phone, rulebook):
    for seed in range(60):
        rng = Random(f"messages-{rulebook}-{seed}")
        person, lang = rng.choice(((club.rolf, "de"), (club.rolf, "en"), (club.anke, "de")))
        play(Table(phone, rng, club, rulebook, person, lang), 80)
