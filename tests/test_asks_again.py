"""Test that actions worth a break-in ask for the login again: every such address, and no other."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any

import pytest
from django.contrib.sessions.backends.db import SessionStore
from django.db import connection
from django.test import Client
from django.utils import timezone

from finance.books.models.settings import TillSettings
from league.access.reauthentication import HOLDS, PROVED
from tests.rights.asking import Ask, asked, steps_of
from tests.rights.decisions import DECISIONS
from tests.rights.matrix import Writes
from tests.rights.stage import ROUTES, method_of, route_of, send, undone
from tests.rights.world import NOW, browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]

# The actor who is asked if the line of the matrix is about something else.
ASKING: dict[str, str] = {
    "change_club POST": "chair",
    "founding_step POST": "chair",
    "league:appoint POST": "chair",
    "league:dismiss POST": "chair",
    "league:accept_election POST": "secretary",
    "league:give_login POST": "secretary",
    "league:own_address POST": "member",
    "league:read_tokens POST": "member",
    "passkeys POST": "member",
    "remove_passkey POST of oneself": "member",
    "league:decide_approval POST": "secretary",
    "league:tournament_programs POST": "director",
    "person_archive POST of oneself": "member",
    "erase_person POST": "secretary",
    "merge_people POST": "secretary",
    "finance:settings POST": "treasurer",
    "finance:set_bank_account POST": "treasurer",
    "finance:set_creditor POST": "treasurer",
    "finance:debit_file GET": "treasurer",
    "finance:transfer_file GET": "treasurer",
    "finance:pay_out_credit POST": "treasurer",
    "finance:pay_prize POST": "treasurer",
    "finance:draft_year POST": "treasurer",
    "finance:confirm_year POST": "chair",
    "finance:sign_year POST": "auditor",
    "finance:discharge_board POST": "chair",
    "finance:give_year_back POST": "chair",
    "finance:year_file GET": "treasurer",
    "finance:export_list GET": "treasurer",
    "finance:export_journal GET": "treasurer",
    "finance:export_stored GET": "treasurer",
    "finance:adviser_file GET": "treasurer",
}
IBAN = {"konto-holder": "Die Becher", "konto-iban": "DE89370400440532013000"}
ACCOUNT = {
    "change_club POST": Ask(["konto"], IBAN),
    "founding_step POST": Ask([3], IBAN),
}
# Daily work is not held up.
QUIET = {
    "league:rename POST": "secretary",
    "finance:pay POST": "treasurer",
    "finance:confirm_claim POST": "treasurer",
}


def test_the_addresses_that_ask_are_those() -> None:
    marked = {name for name, view in ROUTES.items() if getattr(view, "asks_again", False)}
    # A mark lies on the function; decorators around it carry it along.
    assert marked == {route_of(key) for key in ASKING}


def late(w: SimpleNamespace, actor: str) -> Client:
    """Return the browser of a user who logged in more than ten minutes ago."""
    client = browser(w, actor)
    store = SessionStore(client.cookies["sessionid"].value)
    store[PROVED] = (NOW - HOLDS - timedelta(seconds=1)).timestamp()
    store.save()
    return client


def answer(w: SimpleNamespace, key: str, actor: str) -> tuple[Any, list[str]]:
    ask, writes = ACCOUNT.get(key) or asked(key, w, actor), Writes()
    with connection.execute_wrapper(writes):
        response = send(late(w, actor), key, ask)
    return response, writes.but("league_mail")


@pytest.mark.parametrize("key", ASKING)
def test_it_asks_and_does_nothing(whole_club: SimpleNamespace, key: str) -> None:
    assert key in DECISIONS
    with undone():
        for step in steps_of(key):
            step(whole_club)
        TillSettings.objects.create(asks_above=0, set_at=timezone.now())
        response, writes = answer(whole_club, key, ASKING[key])
        if method_of(key) == "GET":
            assert response.headers["Location"].startswith("/noch-einmal/?next=")
        else:
            assert response.status_code == 403
            assert "Bist du es?" in response.content.decode()
        assert not writes


@pytest.mark.parametrize("key", QUIET)
def test_daily_work_does_not_ask(whole_club: SimpleNamespace, key: str) -> None:
    with undone():
        for step in steps_of(key):
            step(whole_club)
        response, writes = answer(whole_club, key, QUIET[key])
        assert response.status_code == 302
        assert writes
