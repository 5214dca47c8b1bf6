"""The public pages of a club: none until it says so, then page by page."""

import re

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from league.club.models import Club
from league.club.services import set_public
from league.errors import InvalidError
from league.events.models import Event
from league.people.services.people import show_as
from league.seasons.models import Season
from league.standings.services import compute_all_time, compute_standing
from tests import builders
from tests.html import one_line
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@built_once
@time_machine.travel(builders.NIGHT)
def table(club):
    """Three at a table; Bernd lost. Jette is hidden, Bernd has a nickname."""
    table = builders.table(builders.evening(), club.bernd, club.jette, club.hilde)
    builders.card(table, club.bernd, club.bernd, club.bernd)
    builders.card(table, club.jette, club.hilde, club.jette, number=2)
    show_as(person=club.jette, seen_as="hidden")
    show_as(person=club.bernd, seen_as="nickname", nickname="Klappermax")
    compute_standing(season=Season.objects.get(), now=builders.NIGHT)
    compute_all_time(now=builders.NIGHT)
    return table


@pytest.fixture
def played(table, at_ten):
    return table


def page(client, url="/"):
    return one_line(client.get(url))


def of_season(name):
    return reverse(f"league:{name}", args=[Season.objects.get().pk])


def test_a_club_that_chose_nothing_shows_nothing(client, played):
    told = page(client)
    for word in ("Letzte Ergebnisse", "Saison", "Nächster Abend", "Klappermax", "Hilde"):
        assert word not in told
    for url in (of_season("season_table"), of_season("year_ranking"), reverse("league:all_time")):
        assert client.get(url).headers["Location"].startswith(reverse("account_login"))


def test_each_page_is_opened_by_itself(client, played):
    set_public(pages=["results"])
    told = page(client)
    assert "<strong>Klappermax</strong> hat verloren" in told
    assert "<strong>Jemand</strong> hat verloren" in told
    assert "Ganze Tabelle" not in told
    assert client.get(of_season("season_table")).status_code == 302
    set_public(pages=["table"])
    assert "Letzte Ergebnisse" not in page(client)
    assert client.get(of_season("season_table")).status_code == 200
    assert client.get(reverse("league:all_time")).status_code == 302


def test_the_public_table_has_everybodys_place_and_nobodys_name(client, played, club):
    set_public(pages=Club.PAGES)
    for url in (of_season("season_table"), reverse("league:all_time")):
        told = page(client, url)
        assert "Klappermax" in told
        assert "Jemand" in told
        assert "Hilde" in told
        assert "Bernd" not in told
        assert "Jette" not in told
        assert "/person/" not in told
        assert "/leute/" not in told
    client.force_login(club.hilde.user)
    told = page(client, of_season("season_table"))
    assert "Bernd" in told
    assert "Klappermax" not in told


def test_the_years_ranking_says_no_name_either(client, played):
    Season.objects.update(place_points=[3, 2, 1], place_points_of="evenings")
    set_public(pages=["year"])
    told = page(client, of_season("year_ranking"))
    assert "Klappermax" in told
    assert "Bernd" not in told
    assert "Jette" not in told


def test_the_next_evening_says_when_but_not_at_whose_place(client, club, at_ten):
    event = builders.evening(venue="private")
    Event.objects.filter(pk=event.pk).update(host=club.hilde, place="Hintereingang")
    assert "Nächster Abend" not in page(client)
    set_public(pages=["start"])
    told = page(client)
    assert "Nächster Abend" in told
    assert "Freitag, 6. März 2026" in told
    assert "Hilde" not in told
    assert "Hintereingang" not in told


def test_guests_with_a_login_see_what_everybody_sees(client, played, club):
    from league.people.services.people import give_login

    client.force_login(give_login(person=club.timo, email="timo@club.invalid"))
    assert client.get(of_season("season_table")).status_code == 404
    set_public(pages=["table"])
    assert "Bernd" not in page(client, of_season("season_table"))


def test_where_there_is_nowhere_to_go_on_to_nothing_offers_a_way(client, played):
    set_public(pages=["start", "results"])
    assert "Mehr vom Club" not in page(client)
    set_public(pages=["start", "table", "all_time"])
    told = page(client)
    assert "Mehr vom Club" in told
    assert reverse("league:all_time") in told


def test_the_public_start_page_asks_few_queries(client, played, django_assert_max_num_queries):
    set_public(pages=Club.PAGES)
    with django_assert_max_num_queries(14):
        client.get("/")


def test_the_chair_opens_and_closes_by_one_page(client, club):
    url = reverse("change_club", args=["oeffentlich"])
    client.force_login(club.anke.user)
    client.post(url, {"oeffentlich-pages": ["table", "results"]})
    assert Club.objects.get().public == {"table", "results"}
    shown = page(client, reverse("our_club"))
    assert len(re.findall(r'name="oeffentlich-pages"[^>]*checked', shown)) == 2
    assert client.post(url, {"oeffentlich-pages": ["kasse"]}).status_code == 422
    client.post(url)
    assert Club.objects.get().public == frozenset()


def test_there_is_one_club_and_it_knows_its_pages(db):
    set_public(pages=["table"])
    set_public(pages=["table"])
    assert Club.objects.count() == 1
    with pytest.raises(InvalidError):
        set_public(pages=["kasse"])
    with pytest.raises(IntegrityError), transaction.atomic():
        Club.objects.create(pk=2)


def test_the_table_of_a_season_may_be_shown_inside_another_site(client, played):
    assert client.get(of_season("embedded_season")).status_code == 302  # to the login
    set_public(pages=["table"])
    framed, own = client.get(of_season("embedded_season")), client.get(of_season("season_table"))
    assert "frame-ancestors *" in framed.headers["Content-Security-Policy"]
    assert "X-Frame-Options" not in framed.headers
    assert own.headers["X-Frame-Options"] == "DENY"
    assert of_season("embedded_season") in own.content.decode()
    text = one_line(framed)
    assert "Klappermax" in text
    assert "Bernd" not in text
    assert "<form" not in text
    assert "<script" not in text
