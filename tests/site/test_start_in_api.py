"""The start page in the API: the same as on the page, for members and for the public."""

import pytest
from django.urls import reverse

from league.club.models import Club
from league.club.services import set_public
from league.people.services.people import show_as
from league.seasons.models import Season
from league.standings.services import compute_standing
from tests import builders
from tests.site.test_home import _start

pytestmark = pytest.mark.once

URL = "/api/start/"


@pytest.fixture
def table(club, at_ten):
    """Bernd lost the first game, the second is being played."""
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    builders.card(table, club.bernd, club.bernd, club.bernd)
    _start(table)
    compute_standing(season=Season.objects.get(), now=builders.NIGHT)
    return table


def test_a_member_sees_tonight_the_table_and_the_last_results(client, club, table):
    client.force_login(club.anke.user)
    body = client.get(URL).json()
    assert (body["inside"], body["is_tonight"]) == (True, True)
    assert body["next_event"]["id"] == table.block.event_id
    assert [(row["table"], row["number"]) for row in body["running"]] == [(table.pk, 2)]
    assert [row["losers"] for row in body["results"]] == [["Bernd"]]
    assert [row["person"]["name"] for row in body["top"]][-1] == "Bernd"
    assert body["mine"]["person"]["id"] == club.anke.pk


def test_what_it_names_can_be_opened(client, club, table):
    client.force_login(club.anke.user)
    body = client.get(URL).json()
    for name, key in (
        ("league:api_evening", body["next_event"]["id"]),
        ("games:api_game", body["running"][0]["id"]),
        ("league:api_result", body["results"][0]["result"]),
        ("league:api_season_standing", body["season"]["id"]),
    ):
        assert client.get(reverse(name, args=[key])).status_code == 200, name


def test_strangers_see_what_the_club_chose_and_no_more(client, club, table):
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    body = client.get(URL).json()
    assert (body["public"], body["next_event"], body["results"], body["top"]) == ([], None, [], [])
    set_public(pages=Club.PAGES)
    body = client.get(URL).json()
    assert body["public"] == list(Club.PAGES)
    assert body["next_event"]["id"] == table.block.event_id
    assert [row["losers"] for row in body["results"]] == [["Klappermax"]]
    # Neither the evening nor the result is public.
    assert {(row["result"], row["event"]) for row in body["results"]} == {(None, None)}
    assert body["running"] == []


def test_a_club_without_people_is_not_founded(client, db):
    assert client.get(URL).json()["is_founded"] is False
