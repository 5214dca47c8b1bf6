"""Short names in public, and who is who at the desk."""

import pytest
from django.test import Client
from django.urls import reverse

from league.errors import IllegalError, InvalidError
from league.events.models import Participation
from league.people.services.people import create_person
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.services.naming import shown_as
from league.tournaments.registration.services.registering import register
from tests import builders
from tests.builders import NIGHT
from tests.html import one_line
from tests.registering import again, desk

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    ("name", "taken", "seen"),
    [
        ("Max Müller", [], "Max M."),
        ("Max Müller (2)", [], "Max M."),
        ("Max Müller (2)", ["Max M."], "Max Mü."),
        ("Max Mü (2)", ["Max M."], "Max M. 2"),
        ("Hilde Tresen 2", [], "Hilde T."),
        ("Hilde Tresen (aus Velen)", [], "Hilde T."),
        ("Hilde Tresen [Gast", [], "Hilde T."),
        ("Dr. Hilde Tresen", [], "Hilde T."),
        ("Prof. Dr. med. Kai von der Berge", [], "Kai B."),
        ("Dipl.-Ing. Kai Berge jun.", [], "Kai B."),
        ("Kai „Berge“", [], "Kai B."),
        ("Kai (2)", [], "Kai"),
        ("(2)", [], "(2)"),
    ],
)
def test_a_short_name_has_the_first_letter_of_the_surname(name, taken, seen):
    text = shown_as(shown="short", name=name, alias="", start_number=None, taken=taken)
    assert text == seen


@pytest.mark.django_db
@pytest.mark.parametrize(
    "alias", ["Startnummer 3", "startnummer", "3", "Nr. 12", "Teilnehmer", "#7"]
)
def test_a_nickname_that_looks_like_a_start_number_is_refused(alias):
    event = builders.tournament()
    with pytest.raises(InvalidError, match="Startnummer"):
        register(
            event=event,
            client_id="a",
            name="Kai Berger",
            shown="alias",
            alias=alias,
            is_adult=True,
            person=None,
            now=NIGHT,
        )


# --- who is who -----------------------------------------------------------------------------
@pytest.fixture
def event(club):
    return builders.tournament(places=None)


@pytest.fixture
def door(club, time_machine):
    time_machine.move_to(NIGHT, tick=False)
    client = Client(headers={"accept-language": "de"})
    client.force_login(club.rolf.user)
    return client


def page(door, event):
    return one_line(door.get(reverse("league:registrations", args=[event.pk])))


def deed(registration):
    return reverse("league:at_desk", args=[registration.pk])


def test_the_same_name_does_not_wait_twice_for_its_decision(event):
    desk(event, "Bernd")
    with pytest.raises(IllegalError) as refused:
        desk(event, "  bernd ")
    assert (refused.value.code, refused.value.field) == ("name_waits", "name")
    assert Registration.objects.count() == 1


def test_the_proposed_name_is_free(event, door):
    create_person(name="Bernd (2)")
    desk(event, "Bernd")
    assert 'value="Bernd (3)"' in page(door, event)


def test_whoever_was_typed_once_too_often_is_taken_off_the_list(event, door):
    twice = desk(event, "Bernd")
    assert "ohne Anmeldung im Club" not in page(door, event)
    assert 'name="cancel"' in page(door, event)
    door.post(deed(twice), {"cancel": "1"})
    assert again(twice).state == "cancelled"
    assert "Wer ist das?" not in page(door, event)


def test_a_member_is_recognised_and_checked_in_at_once(club, event, door):
    typed = {"client_id": "tippen", "name": "bernd", "shown": "short"}
    answer = door.post(reverse("league:registrations", args=[event.pk]), typed, follow=True)
    assert "Ja, das ist Bernd, und gleich einchecken" in answer.content.decode()
    own = Registration.objects.get()
    for _ in range(2):
        door.post(deed(own), {"same": "in"})
    assert Participation.objects.get(event=event, person=club.bernd).start_number == 1
    assert again(own).person == club.bernd


def test_the_desk_hears_at_the_top_why_nobody_more_is_taken(event, door):
    event.tournament.places = 2
    event.tournament.save()
    for name in ("Gast A", "Gast B"):
        desk(event, name)
    typed = {"client_id": "tippen", "name": "Gast C", "shown": "short"}
    answer = door.post(reverse("league:registrations", args=[event.pk]), typed)
    html = answer.content.decode()
    assert answer.status_code == 422
    assert html.index('href="#id_past_limit"') < html.index('role="search"')
    assert 'id="id_past_limit"' in html


def test_the_desk_knows_who_can_register(event, door):
    assert "Sie ist offen." in page(door, event)
    event.is_public = False
    event.save()
    assert "nur für Mitglieder" in page(door, event)
