"""The club's own page, its imprint, and the invitation of a member taken up."""

import re

import pytest
from django.urls import reverse
from django.utils import timezone

from league.club.queries import club_name
from league.club.services import describe, write_texts
from league.people.models.invitations import Invitation
from league.people.models.people import Person
from league.people.services import invitations
from tests import builders
from tests.html import one_line
from tests.mail_server import sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def text(response):
    return one_line(response)


# --- the club -------------------------------------------------------------------------------
def test_what_the_club_says_of_itself_is_read_by_everybody(client, club):
    describe(name="Die Becherrunde", street="Am Filz 1", postcode="12345", town="Musterdorf")
    write_texts(
        imprint="Stine Federkiel\r\nAm Filz 1 <b>",
        privacy="Wir speichern Namen. Mehr: https://club.invalid/mehr",
    )
    page = text(client.get("/club/"))
    assert "<h1>Die Becherrunde</h1>" in page
    assert "Am Filz 1, 12345 Musterdorf" in page
    foot = page[page.index("<footer") :]
    assert 'href="/impressum/"' in foot
    assert 'href="/datenschutz/"' in foot
    assert "Stine Federkiel<br>Am Filz 1 &lt;b&gt;" in text(client.get("/impressum/"))
    assert 'href="https://club.invalid/mehr"' in text(client.get("/datenschutz/"))


def test_mails_bear_name_address_and_register_number_of_the_club(client, club):
    describe(
        name="Die Becherrunde",
        street="Am Filz 1",
        postcode="12345",
        town="Musterdorf",
        register="Amtsgericht Musterdorf, VR 7",
    )
    assert club_name() == "Die Becherrunde"
    invitations.invite(person=club.jette, by=club.stine, now=timezone.now())
    assert sent()[-1].subject == "Die Becherrunde: Deine Einladung"
    client.post("/anmelden/", {"email": club.jette.user.email})
    letter = sent()[-1]
    assert letter.subject == "Die Becherrunde: Dein Code zum Einloggen"
    signature = "Die Becherrunde\nAm Filz 1, 12345 Musterdorf\nAmtsgericht Musterdorf, VR 7\n"
    assert letter.body.endswith(f"\n\n-- \n{signature}")


# --- invitations ----------------------------------------------------------------------------
def take_in(client, **fields):
    data = {"name": "Wiebke Neu", "kind": "active", "start": "2026-03-06", **fields}
    return text(client.post(reverse("league:new_person"), data, follow=True))


def link_in(page):
    return re.search(r'(/einladung/[^/"<]+/)', page)[1]


def test_who_is_taken_up_with_an_address_is_asked_in_by_mail(client, club):
    client.force_login(club.stine.user)
    page = take_in(client, email="wiebke@club.invalid")
    assert "Die Einladung geht per E-Mail hinaus" in page
    [letter] = sent()
    assert letter.to == ["wiebke@club.invalid"]
    assert "Stine hat dich bei „Schockwart“ aufgenommen." in letter.body
    wiebke = Person.objects.get(name="Wiebke Neu")
    person_page = reverse("league:person", args=[wiebke.pk])
    assert "Einladung versandt" in text(client.get(person_page))

    client.logout()
    page = text(client.get(link_in(letter.body)))
    assert "Hallo Wiebke Neu" in page
    assert 'name="email"' not in page
    client.force_login(wiebke.user)
    client.force_login(club.stine.user)
    assert "Einladung angenommen" in text(client.get(person_page))


def test_who_has_no_address_gets_a_link_that_is_handed_over(client, club):
    client.force_login(club.stine.user)
    form = text(client.get(reverse("league:new_person")))
    assert "Ohne Adresse gibst du einen Link weiter" in form
    page = take_in(client, email="")
    link = link_in(page)
    assert not sent()
    client.logout()
    taken = client.post(link, {"email": club.jette.user.email})
    assert taken.status_code == 422
    assert "loggt sich schon jemand ein" in text(taken)
    response = client.post(link, {"email": "Wiebke@club.invalid"})
    assert (response.status_code, response.headers["Location"]) == (302, "/")
    assert Person.objects.get(name="Wiebke Neu").user.email == "wiebke@club.invalid"
    # Once is once: the same link changes no address again.
    again = client.post(link, {"email": "andere@club.invalid"})
    assert again.status_code == 410
    assert Person.objects.get(name="Wiebke Neu").user.email == "wiebke@club.invalid"


def test_a_new_invitation_ends_the_one_before_and_each_ends_by_itself(client, club):
    client.force_login(club.stine.user)
    first = link_in(take_in(client, email=""))
    wiebke = Person.objects.get(name="Wiebke Neu")
    page = client.post(reverse("league:invite", args=[wiebke.pk]), follow=True)
    second = link_in(text(page))
    client.logout()
    assert client.get(first).status_code == 410
    assert client.get(second).status_code == 200
    Invitation.objects.filter(state="by_hand").update(
        made_at=timezone.now() - invitations.VALID * 2, ends_at=timezone.now() - invitations.VALID
    )
    assert client.post(second, {"email": "wiebke@club.invalid"}).status_code == 410
    assert Person.objects.get(name="Wiebke Neu").user is None


def test_whoever_gets_an_address_later_is_asked_in_then(client, club):
    timo = builders.member("Tilda", kind="")
    client.force_login(club.stine.user)
    address = reverse("league:give_login", args=[timo.pk])
    client.post(address, {"login-email": "tilda@club.invalid"})
    assert [letter.to for letter in sent()] == [["tilda@club.invalid"]]
    client.post(address, {"login-email": "tilda2@club.invalid"})
    subjects = {letter.subject for letter in sent()}
    assert subjects == {"Schockwart: Deine Adresse ist geändert"}
