"""The start page of a member: when is the next evening, who is playing right now?"""

import re
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
import time_machine
from django.urls import reverse

from games.scoring.services.start import start_game
from league.access.actors import NOBODY, Actor
from league.people.services import people
from league.results.services.confirming import call_referee
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.once


def _home(client, person):
    client.force_login(person.user)
    return one_line(client.get("/"))


def _start(table):
    seats = list(table.seats.values_list("pk", flat=True))
    return start_game(
        table=table,
        key=uuid4(),
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=builders.NIGHT,
        rng=Random(1),
    )


def test_todays_evening_shows_which_tables_play(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    assert "spielt" not in _home(client, club.jette)
    builders.card(table, club.anke, club.bernd, club.bernd)
    _start(table)
    page = _home(client, club.jette)
    assert "Heute Abend" in page
    assert "Tisch 1 spielt, Spiel 2" in page
    assert reverse("games:play", args=[table.pk]) in page


def test_an_evening_to_come_is_not_tonight(client, club, at_ten):
    builders.evening(day=builders.DAY + timedelta(days=3))
    page = _home(client, club.jette)
    assert "Nächster Abend" in page
    assert "Heute Abend" not in page


def test_after_midnight_the_evening_goes_on_while_a_table_plays(client, club):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    with time_machine.travel(builders.NIGHT + timedelta(hours=4), tick=False):
        assert "Es steht noch keiner fest." in _home(client, club.jette)
        _start(table)
        page = _home(client, club.jette)
    assert "Heute Abend" in page
    assert "Tisch 1 spielt, Spiel 1" in page
    assert "Noch keiner." in page


def test_a_stranger_to_the_evening_sees_nothing_of_it(client, club, at_ten):
    _start(builders.table(builders.evening(), club.anke, club.bernd))
    login = people.give_login(person=club.timo, email="timo@club.invalid")
    client.force_login(login)
    assert "spielt" not in client.get("/").content.decode()


def test_a_referee_sees_that_somebody_waits(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    way = f'href="{reverse("league:referee")}"'
    assert way not in _home(client, club.rolf)
    actor = Actor(device="phone", user_id=club.anke.user.pk)
    call_referee(table=table, client_id="ruf", note="", actor=actor, now=builders.NIGHT)
    assert way in _home(client, club.rolf)
    assert way not in _home(client, club.jette)


def test_the_start_page_asks_few_queries(client, club, at_ten, django_assert_max_num_queries):
    event = builders.evening()
    for pair in ((club.anke, club.bernd), (club.kadir, club.stine), (club.rolf, club.paula)):
        _start(builders.table(event, *pair))
    client.force_login(club.jette.user)
    # One of them: closes of evenings that wait for one's signature; others: the last results, and
    # what is new on one's account, and objections; two for a worker that never gave a sign;
    # one for what the club has decided about its till.
    with django_assert_max_num_queries(31):
        client.get("/")


def _hand(person, device):
    return Actor(user_id=person.user.pk, device=device, name=person.name)


def test_games_that_wait_for_a_second_look_stand_on_the_page_of_who_sat_there(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    result = builders.card(
        table, club.anke, club.bernd, club.bernd, actor=_hand(club.anke, "ankes")
    )
    page = _home(client, club.bernd)
    assert "Stimmt das so?" in page
    assert "Tisch 1, Spiel 1" in page
    assert reverse("league:confirm", args=[result.pk]) in page
    # Who entered it is not asked, nor who did not sit there.
    assert "Stimmt das so?" not in _home(client, club.anke)
    assert "Stimmt das so?" not in _home(client, club.jette)


def test_yes_on_the_start_page_confirms_it_and_leads_back_there(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    result = builders.card(
        table, club.anke, club.bernd, club.bernd, actor=_hand(club.anke, "ankes")
    )
    _home(client, club.bernd)
    answer = client.post(reverse("league:confirm", args=[result.pk]), {"from": "home"})
    assert (answer.status_code, answer["Location"]) == (302, reverse("home"))
    result.refresh_from_db()
    assert result.confirmed_by == club.bernd.user
    assert "Stimmt das so?" not in _home(client, club.bernd)


def test_no_on_the_start_page_opens_the_form_that_reports_a_problem(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd)
    result = builders.card(
        table, club.anke, club.bernd, club.bernd, actor=_hand(club.anke, "ankes")
    )
    home = _home(client, club.bernd)
    no = re.search(r'<a class="button" href="([^"]+)">Nein</a>', home)
    address, fragment = no[1].split("#")
    opened = client.get(address).content.decode()
    assert f'<details id="{fragment}" open><summary>Problem melden' in opened
    # A visitor has it folded.
    plain = client.get(reverse("league:result", args=[result.pk])).content.decode()
    assert f'<details id="{fragment}"><summary>Problem melden' in plain


def test_who_entered_a_game_reads_whom_it_waits_for(client, club, at_ten):
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    result = builders.card(
        table, club.anke, club.bernd, club.bernd, actor=_hand(club.anke, "ankes")
    )
    client.force_login(club.anke.user)
    page = client.get(reverse("league:result", args=[result.pk])).content.decode()
    assert "Eine Bestätigung fehlt noch: von Bernd oder Jette." in page
