"""Other sites read and show what is public, and nothing of a login."""

import pytest
from django.test import Client

from tests import builders
from tests import tournaments as day
from tests.directing import address, all_play

pytestmark = [pytest.mark.django_db, pytest.mark.once]

API = "/api/tournaments/"


@pytest.fixture
def cup(club):
    event = builders.tournament()
    day.people(event, *(f"Gast {letter}" for letter in "ABCDEFGH"))
    day.draw(event, 1)
    all_play(event)
    return day.counted(event)


def test_a_script_of_another_site_reads_what_is_public(cup):
    answer = Client().get(API)
    assert answer.headers["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Cookie" in answer.headers["Vary"]


@pytest.mark.parametrize("method", ["post", "options"])
def test_a_script_of_another_site_writes_nothing(cup, method):
    answer = getattr(Client(), method)(API)
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_what_a_login_or_a_token_reads_is_for_no_other_site(club, cup, client):
    client.force_login(club.rolf.user)
    assert "Access-Control-Allow-Origin" not in client.get(API).headers
    answer = Client().get(API, headers={"authorization": "Bearer unbekannt"})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_the_table_may_be_shown_inside_another_site_and_no_other_page(cup):
    framed = Client().get(address("embedded_table", cup))
    assert framed.status_code == 200
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    text = framed.content.decode()
    assert "<form" not in text
    assert "<script" not in text
    own = Client().get(address("tournament_table", cup))
    assert "frame-ancestors 'none'" in own.headers["Content-Security-Policy"]
    assert own.headers["X-Frame-Options"] == "DENY"
    assert address("embedded_table", cup) in own.content.decode()


def test_the_table_of_a_tournament_of_the_club_alone_is_not_embedded(cup):
    type(cup).objects.filter(pk=cup.pk).update(is_public=False)
    assert Client().get(address("embedded_table", cup)).status_code == 302  # to the login
