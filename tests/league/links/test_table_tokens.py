"""A program that writes at one table: its token, and all that it does not open."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from games.scoring.models import Entry, Game
from league.access import tokens
from league.events.queries import seats_of
from league.links import services as links
from league.links.models import Holder
from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.once]


class Program:
    """No cookies, no CSRF token: a bearer alone. It is held to CSRF like a browser would be."""

    def __init__(self, token=""):
        self.client = Client(enforce_csrf_checks=True, headers={"accept-language": "de"})
        self.headers = {"authorization": f"Bearer {token}"} if token else {}

    def call(self, method, path, data=None):
        send = getattr(self.client, method)
        if method == "get":
            return send(f"/api/{path}", headers=self.headers)
        kind = "application/json"
        return send(f"/api/{path}", data or {}, content_type=kind, headers=self.headers)


@pytest.fixture
def table(club):
    event = builders.evening(day=timezone.localdate())
    return builders.table(event, club.anke, club.bernd)


@pytest.fixture
def link(club, table):
    return links.make_link(table=table, by=club.rolf.user, now=timezone.now())


def address(link, **changed):
    values = {"link_id": link.pk, "table_id": link.table_id, "ends": link.ends_at, **changed}
    return f"https://club.example/t/{tokens.sign_link(tokens.LinkToken(**values))}/"


def ask(table, link_text, name="Anzeige"):
    sent = {"link": link_text, "name": name}
    return Program().call("post", f"tables/{table.pk}/token/", sent)


def start(program, table):
    seats = [seat.pk for seat in seats_of(table)]
    sent = {"id": str(uuid4()), "seats": seats, "starter": seats[0]}
    return program.call("post", f"tables/{table.pk}/games/", sent)


def test_with_the_link_a_program_gets_a_token_and_plays_under_its_name(table, link):
    answer = ask(table, address(link))
    assert answer.status_code == 201
    assert datetime.fromisoformat(answer.json()["ends"]) == link.ends_at
    program = Program(answer.json()["token"])
    assert start(program, table).status_code == 201
    game = Game.objects.get()
    event = {"id": "1", "type": "throw", "player": str(seats_of(table)[0].pk)}
    event |= {"kept": [], "turned": 0, "dice": [6, 4, 1]}
    path = f"games/{game.key}/events/"
    assert program.call("post", path, {"seen": 0, "events": [event]}).status_code == 200
    assert Entry.objects.get().holder.name == "Anzeige"
    assert program.call("get", f"games/{game.key}/").status_code == 200


def test_it_opens_this_table_and_nothing_else(club, table, link):
    other = builders.table(builders.evening(day=timezone.localdate()), club.jette, club.stine)
    program = Program(ask(table, address(link)).json()["token"])
    assert start(program, other).status_code == 404
    for path in ("people/", "till/", "me/"):
        assert program.call("get", path).status_code in {401, 403, 404}
    page = program.client.get(f"/tische/{table.pk}/spiel/", headers=program.headers)
    assert page.status_code == 302


def test_a_ruling_is_not_for_a_program(table, link):
    program = Program(ask(table, address(link)).json()["token"])
    start(program, table)
    ruling = {"id": "r", "type": "ruling", "by": "ich", "text": "so", "effect": {}}
    path = f"games/{Game.objects.get().key}/events/"
    answer = program.call("post", path, {"seen": 0, "events": [ruling]})
    assert (answer.status_code, answer.json()["code"]) == (403, "referee_only")


def test_a_revoked_link_ends_its_tokens(club, table, link, django_capture_on_commit_callbacks):
    program = Program(ask(table, address(link)).json()["token"])
    with django_capture_on_commit_callbacks(execute=True):
        links.revoke_link(link=link, by=club.rolf.user, now=timezone.now())
    answer = start(program, table)
    assert (answer.status_code, answer.json()["code"]) == (401, "token_unknown")
    refused = ask(table, address(link))
    assert (refused.status_code, refused.json()["code"]) == (403, "link_over")


@pytest.mark.parametrize(
    "wrong", ["", "https://club.example/t/abc/", "https://club.example/t/MQ:1:x/"]
)
def test_without_a_link_of_ours_there_is_none(table, link, wrong):
    assert ask(table, wrong).status_code in {400, 403}
    assert not Holder.objects.exists()


def test_the_link_of_another_table_or_of_yesterday_gives_none(club, table, link):
    past = timezone.now() - timedelta(minutes=1)
    assert ask(table, address(link, ends=past)).status_code == 403
    assert ask(table, address(link, table_id=table.pk + 1)).status_code == 403
    assert ask(table, address(link), name="   ").status_code == 400


def test_it_is_not_asked_for_without_end(table, link):
    answers = [ask(table, "x").status_code for _ in range(21)]
    assert answers[-1] == 429
    assert answers[0] == 403


def test_a_login_beside_the_token_counts_for_nothing(club, table, link):
    program = Program(ask(table, address(link)).json()["token"])
    program.client.force_login(club.rolf.user)
    start(program, table)
    ruling = {"id": "r", "type": "ruling", "by": "ich", "text": "so", "effect": {}}
    path = f"games/{Game.objects.get().key}/events/"
    answer = program.call("post", path, {"seen": 0, "events": [ruling]})
    assert (answer.status_code, answer.json()["code"]) == (403, "referee_only")
