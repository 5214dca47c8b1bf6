"""A hall looks on: one answer for all, never one made for another reader, and soon the next."""

import pytest
from django.test import Client

from games.scoring import onlookers
from league.events.models import Table
from league.events.queries import seats_of
from league.events.services.evenings import set_public
from tests import builders
from tests.games.scoring.test_scorer_api import Phone

pytestmark = pytest.mark.once


@pytest.fixture
def phone(club):
    """Rolf writes a game at a public evening's table."""
    event = set_public(event=builders.evening("dortmund"), is_public=True)
    phone = Phone(builders.table(event, club.anke, club.bernd, club.jette), club.rolf)
    assert phone.start(starter=builders.seat_of(phone.table, club.anke)).status_code == 201
    return phone


def tap(phone):
    hand = {"type": "hand", "throws": 1, "in_one_throw": True, "dice": [6, 5, 4]}
    seat = seats_of(phone.table)[0]
    assert phone.send({**hand, "player": str(seat.pk)}).status_code == 200


def read_game(phone, client=None, **headers):
    headers = {"accept-language": "de", **headers}
    return (client or Client()).get(f"/api/games/{phone.key}/", headers=headers)


def test_onlookers_get_what_the_last_of_them_got_without_a_question(
    phone, monkeypatch, django_assert_num_queries
):
    monkeypatch.setattr(onlookers, "SECONDS", 3600)
    first = read_game(phone)
    tap(phone)
    with django_assert_num_queries(0):
        again = read_game(phone)
        unchanged = read_game(phone, **{"if-none-match": first["ETag"]})
    assert again.content == first.content
    assert (unchanged.status_code, unchanged.content) == (304, b"")
    assert unchanged["ETag"] == first["ETag"]


def test_a_little_later_everybody_sees_the_tap(phone):
    first = read_game(phone)
    tap(phone)
    later = read_game(phone, **{"if-none-match": first["ETag"]})
    assert later.status_code == 200
    assert later.json()["view"]["sequence"] == phone.seen == 1


def test_whoever_heard_that_nothing_is_new_leaves_no_empty_picture_behind(phone, monkeypatch):
    known = read_game(phone)["ETag"]
    monkeypatch.setattr(onlookers, "SECONDS", 3600)
    assert read_game(phone, **{"if-none-match": known}).status_code == 304
    assert read_game(phone).json()["view"]["sequence"] == 0


def test_an_etag_that_a_proxy_made_weak_is_known_again(phone, monkeypatch):
    """A proxy that packs an answer marks its ETag with „W/“, and phones send it back so."""
    weak = {"if-none-match": f"W/{read_game(phone)['ETag']}"}
    inside = read_game(phone, phone.client)["ETag"]
    assert read_game(phone, phone.client, **{"if-none-match": f"W/{inside}"}).status_code == 304
    assert read_game(phone, **weak).status_code == 304
    monkeypatch.setattr(onlookers, "SECONDS", 3600)
    assert read_game(phone).status_code == 200
    assert read_game(phone, **weak).status_code == 304


def test_nobody_gets_the_picture_of_those_who_may_see_more(phone, monkeypatch):
    monkeypatch.setattr(onlookers, "SECONDS", 3600)
    inside, outside = read_game(phone, phone.client).json(), read_game(phone).json()
    assert inside["view"]["can"]["score"]
    assert not outside["view"]["can"]["score"]
    tap(phone)
    assert read_game(phone, phone.client).json()["view"]["sequence"] == 1
    assert read_game(phone).json()["view"]["sequence"] == 0
    stranger = read_game(phone, authorization="Bearer x")
    assert stranger.status_code in {200, 401}
    assert b'"sequence":0' not in stranger.content


def test_an_evening_that_is_public_no_more_is_shown_to_nobody(phone):
    assert read_game(phone).status_code == 200
    set_public(event=Table.objects.get(pk=phone.table.pk).block.event, is_public=False)
    assert read_game(phone).status_code == 404
    assert read_game(phone).status_code == 404
