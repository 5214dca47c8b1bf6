"""The one page of a club without people, and what its founder sees next."""

import re
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.events.services.evenings import set_public
from league.people.models.people import Person
from tests import builders
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]
HERE = {"REMOTE_ADDR": "127.0.0.1"}
PHONE = {"REMOTE_ADDR": "192.168.2.17"}
WILMA = {
    "club": "Die Becherrunde",
    "town": "Musterdorf",
    "name": "Wilma Erste",
    "email": "wilma@club.invalid",
}


def _page(response):
    return one_line(response)


def test_an_empty_club_asks_for_its_first_person(client):
    page = _page(client.get("/", **HERE))
    assert 'name="name"' in page
    assert 'name="email"' in page
    assert f'href="{reverse("account_login")}"' not in page


def test_who_founds_it_is_logged_in_and_hears_what_comes_next(client):
    response = client.post(reverse("found"), WILMA, **HERE)
    assert response.headers["Location"] == reverse("founding_step", args=[1])
    page = _page(client.get("/"))
    assert "Willkommen, Wilma Erste" in page
    for name in ("games:tonight", "league:new_person", "league:people", "league:new_evening"):
        assert f'href="{reverse(name)}"' in page
    assert client.session["_auth_user_id"] == str(Person.objects.get().user.pk)


def test_the_club_has_its_name_from_the_first_minute(client):
    client.post(reverse("found"), WILMA, **HERE)
    page = _page(client.get("/"))
    assert re.search(r"Die Becherrunde\s*</a>", page)
    client.logout()
    page = _page(client.get("/"))
    assert "<h1>Die Becherrunde</h1>" in page
    assert f'href="{reverse("league:imprint")}"' in page
    assert f'href="{reverse("league:privacy")}"' in page
    legal = _page(client.get("/impressum/"))
    assert "Die Becherrunde<br>Musterdorf" in legal
    assert "Wilma" not in legal  # she has not said yet that her name may be public
    assert "Aufsichtsbehörde" in _page(client.get("/datenschutz/"))


def test_a_club_without_a_name_is_not_founded(client):
    response = client.post(reverse("found"), WILMA | {"club": " "}, **HERE)
    assert response.status_code == 422
    assert not Person.objects.exists()


@pytest.mark.parametrize(
    ("path", "method"),
    [
        ("/anmelden/", "get"),
        ("/abende/", "get"),
        ("/kasse/", "get"),
        ("/gibt-es-nicht/", "get"),
        ("/anmelden/", "post"),
    ],
)
def test_every_other_page_leads_there(client, path, method):
    response = getattr(client, method)(path)
    assert (response.status_code, response.headers["Location"]) == (302, "/")


def test_once_founded_every_page_is_itself(client):
    assert client.get("/anmelden/").status_code == 302
    builders.member("Wilma", "chair")
    assert client.get("/anmelden/").status_code == 200
    assert "Einloggen" in _page(client.get("/"))
    assert 'name="email"' not in _page(client.get("/"))


def test_look_and_language_can_be_changed_before_anybody_is_there(client):
    client.post(reverse("theme"), {"theme": "dark", "next": "/"})
    assert 'data-theme="dark"' in _page(client.get("/"))


def test_a_phone_sees_only_how_it_is_done(client):
    page = _page(client.get("/", **PHONE))
    assert "found_club" in page
    assert "<form class" not in page
    assert client.post(reverse("found"), WILMA, **PHONE).status_code == 403
    proxied = client.post(reverse("found"), WILMA, headers={"x-forwarded-for": "192.0.2.7"})
    assert proxied.status_code == 403
    assert not Person.objects.exists()


def test_another_name_of_this_machine_does_not_found(client, settings):
    settings.ALLOWED_HOSTS = ["club.example"]
    elsewhere = client.post(reverse("found"), WILMA, headers={"host": "club.example"}, **HERE)
    assert elsewhere.status_code == 403
    assert not Person.objects.exists()


def test_founding_a_second_time_changes_nothing(client):
    client.post(reverse("found"), WILMA, **HERE)
    again = client.post(reverse("found"), {"name": "Zwo", "email": "zwo@club.invalid"}, **HERE)
    assert (again.status_code, again.headers["Location"]) == (302, "/")
    assert Person.objects.count() == 1


def test_who_was_a_moment_too_late_hears_it(client, monkeypatch):
    from config.site import queries

    builders.member("Wilma", "chair")
    monkeypatch.setattr(queries, "is_founded", lambda: False)
    response = client.post(reverse("found"), WILMA, **HERE)
    assert response.status_code == 409
    assert "schon gegründet" in _page(response)
    assert "_auth_user_id" not in client.session


@pytest.mark.parametrize(
    ("sent", "hint"),
    [
        ({"name": "Wilma", "email": "wilma"}, "E-Mail"),
        ({"name": "Wilma", "email": "wilma@club.invalid", "club": "A\u200b"}, "id_club_error"),
        ({"name": "", "email": "wilma@club.invalid"}, "id_name_error"),
        ({"name": "Wil\u200bma", "email": "wilma@club.invalid"}, "unsichtbares Zeichen"),
    ],
)
def test_what_is_wrong_stands_beside_its_field(client, sent, hint):
    response = client.post(reverse("found"), {"club": "Becher"} | sent, **HERE)
    assert response.status_code == 422
    assert hint in _page(response)
    assert not Person.objects.exists()


def test_a_form_from_elsewhere_founds_nothing(db):
    from django.test import Client

    assert Client(enforce_csrf_checks=True).post(reverse("found"), WILMA).status_code == 403
    assert not Person.objects.exists()


def test_the_first_steps_go_with_the_first_evening(client):
    chair = builders.member("Wilma", "chair")
    client.force_login(chair.user)
    assert "So geht es weiter" in _page(client.get("/"))
    builders.member("Otto", "treasurer")
    assert _page(client.get("/")).count("begonnen") == 2
    builders.evening()
    assert "So geht es weiter" not in _page(client.get("/"))


def test_without_a_treasurer_the_first_steps_stay(client):
    client.force_login(builders.member("Wilma", "chair").user)
    builders.evening()
    page = _page(client.get("/"))
    assert "Noch hat niemand das Amt des Kassenwarts" in page
    assert "Letzte Abende" in page
    builders.member("Otto", "treasurer")
    assert "Kassenwart" not in _page(client.get("/"))


def test_the_welcome_page_shows_tonights_public_evening_and_no_other(client):
    today = timezone.localdate()
    builders.member("Wilma", "chair")
    event = builders.evening(day=today)
    way = f'href="{reverse("league:evening", args=[event.pk])}"'
    assert way not in _page(client.get("/"))
    set_public(event=event, is_public=True)
    assert way in _page(client.get("/"))
    later = builders.evening(day=today + timedelta(days=1))
    set_public(event=later, is_public=True)
    set_public(event=event, is_public=False)
    assert "/abende/" not in _page(client.get("/"))


def test_a_member_without_office_is_not_told_to_found_anything(client):
    builders.member("Wilma", "chair")
    client.force_login(builders.member("Otto").user)
    assert "So geht es weiter" not in _page(client.get("/"))
