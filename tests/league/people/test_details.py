"""Further details of people: the readers of each, and dates that were wrong."""

import re
from datetime import date, timedelta
from io import BytesIO

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from PIL import Image

from finance.dues.queries import plan
from finance.dues.services import set_rate
from league.errors import IllegalError, InvalidError
from league.files.file_store import path_of
from league.people.models.details import Consent, DetailValue, PersonDetails
from league.people.models.people import Membership, Office, Person
from league.people.services import details, people
from tests import builders
from tests.finance.files import huge_picture
from tests.html import markup, one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]

NOW = timezone.now()


@pytest.fixture
def club(settings, tmp_path):
    settings.PHOTO_DIR = tmp_path
    chair, jette, bernd = (builders.member(name) for name in ("Anke", "Jette", "Bernd"))
    people.appoint(person=chair, role=Office.Role.CHAIR, start=date(2020, 1, 1))
    return {"anke": chair, "jette": jette, "bernd": bernd}


def page(client, viewer, of):
    client.force_login(viewer.user)
    return markup(client.get(reverse("league:person", args=[of.pk])))


def says(person, **values):
    return details.save_details(person=person, values=values, now=NOW)


def test_members_reach_each_other_where_both_want_it(client, club):
    anke, jette, bernd = club.values()
    says(jette, phone="0651 4711", reachable=True)
    assert "0651 4711" not in page(client, bernd, jette)
    assert "tel:06514711" in page(client, anke, jette)  # she keeps the list
    says(bernd, reachable=True)
    assert "tel:06514711" in page(client, bernd, jette)
    given = Consent.objects.get(person=bernd)
    says(bernd, reachable=False)
    assert "0651 4711" not in page(client, bernd, jette)
    given.refresh_from_db()
    assert given.withdrawn_at == NOW


def test_nobody_else_says_that_members_may_reach_somebody_with_a_login(client, club):
    anke, jette, _bernd = club.values()
    client.force_login(anke.user)
    address = reverse("league:person_details", args=[jette.pk])
    assert "Mitglieder dürfen mich erreichen" not in markup(client.get(address))
    client.post(address, {"phone": "0651 4711", "reachable": "on"})
    assert not PersonDetails.objects.get(person=jette).reachable
    says(jette, reachable=True)
    client.post(address, {"phone": "0651 4712"})
    assert PersonDetails.objects.get(person=jette).reachable
    gerda = people.create_person(name="Gerda ohne Login")
    client.post(reverse("league:person_details", args=[gerda.pk]), {"reachable": "on"})
    assert PersonDetails.objects.get(person=gerda).reachable


def test_the_club_says_who_sees_a_field_and_adds_its_own(client, club):
    anke, jette, bernd = club.values()
    client.force_login(anke.user)
    new = {"name": "T-Shirt", "seen_by": "members"}
    client.post(reverse("league:add_person_field"), new)
    client.post(reverse("league:person_details", args=[jette.pk]), {"own-1": "XL", "notes": "Laut"})
    assert "XL" in page(client, bernd, jette)
    assert "Laut" not in page(client, bernd, jette)
    assert "Laut" not in page(client, jette, jette)
    assert "Laut" in page(client, anke, jette)
    details.set_seen_by(code="own-1", seen_by="board")
    assert "XL" not in page(client, bernd, jette)
    client.force_login(anke.user)
    shown = one_line(client.get(reverse("league:person_fields")))
    assert "Darin steht etwas zu einer Person, und das geht für immer." in shown
    client.post(reverse("league:end_person_field", args=["own-1"]))
    assert not DetailValue.objects.exists()
    assert details.add_field(name="T-Shirt", seen_by="board").code == "own-2"


def test_of_a_photo_only_its_pixels_stay_and_what_is_none_is_refused(client, club):
    _anke, jette, bernd = club.values()
    taken = BytesIO()
    exif = Image.Exif()
    exif[0x010E] = "Am Tresen 3"
    Image.new("RGB", (900, 600), "red").save(taken, "JPEG", exif=exif)
    client.force_login(jette.user)
    address = reverse("league:person_details", args=[jette.pk])
    large = taken.getvalue() + bytes(6_000_000)  # what a phone takes is larger than a crest
    sent = client.post(address, {"photo": SimpleUploadedFile("ich.jpg", large)})
    assert sent.status_code == 302
    shown = client.get(reverse("league:person_photo", args=[jette.pk]))
    assert b"Am Tresen" not in shown.content
    assert max(Image.open(BytesIO(shown.content)).size) == 512
    bomb = client.post(address, {"photo": SimpleUploadedFile("ich.png", huge_picture())})
    assert bomb.status_code == 422
    assert "Dieses Bild hat zu viele Pixel. Wähl ein kleineres." in one_line(bomb)
    bad = client.post(address, {"photo": SimpleUploadedFile("ich.jpg", b"<svg onload=alert(1)>")})
    assert bad.status_code == 422
    assert 'id="id_photo_error" tabindex="-1" autofocus>' in one_line(bad)
    client.force_login(bernd.user)
    assert client.get(reverse("league:person_photo", args=[jette.pk])).status_code == 200
    details.set_seen_by(code="photo", seen_by="board")
    assert client.get(reverse("league:person_photo", args=[jette.pk])).status_code == 404


def test_a_new_photo_is_seen_at_once_and_the_old_one_is_gone(
    client, club, django_capture_on_commit_callbacks
):
    jette, bernd = club["jette"], club["bernd"]
    pictures = [BytesIO() for _colour in range(2)]
    for picture, colour in zip(pictures, ("red", "blue"), strict=True):
        Image.new("RGB", (9, 9), colour).save(picture, "PNG")
    red, blue = (picture.getvalue() for picture in pictures)

    def takes(person, **choice):
        with django_capture_on_commit_callbacks(execute=True):
            details.save_details(person=person, values={}, now=NOW, **choice)
        return PersonDetails.objects.get(person=person).photo

    def portrait():
        return re.search(r'class="portrait"[^>]* src="([^"]+)"', page(client, jette, jette)).group(
            1
        )

    old, seen = takes(jette, photo=red), portrait()
    assert takes(bernd, photo=red) == old
    new = takes(jette, photo=blue)
    assert portrait() != seen  # a browser keeps what lies at the same address for an hour
    assert path_of(settings.PHOTO_DIR, old).exists()  # Bernd has the same one
    takes(bernd, without_photo=True)
    assert not path_of(settings.PHOTO_DIR, old).exists()
    assert path_of(settings.PHOTO_DIR, new).exists()


def test_what_is_nonsense_is_refused(club):
    _anke, jette, bernd = club.values()
    says(jette, member_number="7")
    for values, code in (
        ({"member_number": "7"}, "member_number_taken"),
        ({"phone": "ruf mich an"}, "phone_wrong"),
        ({"birthday": NOW.date() + timedelta(days=1)}, "birthday_wrong"),
    ):
        with pytest.raises(InvalidError) as error:
            says(bernd, **values)
        assert error.value.code == code


def test_the_list_is_searched_and_guests_stand_apart(client, club):
    people.create_person(name="Gästin Gerda")
    client.force_login(club["bernd"].user)
    former = builders.member("Frühere Frieda")
    Membership.objects.filter(person=former).update(end=NOW.date())
    shown = client.get(reverse("league:people")).content.decode()
    assert shown.index("Jette") < shown.index("Frühere Frieda")
    assert "Gästin Gerda" not in shown  # she was not asked to an evening
    client.force_login(club["anke"].user)
    bar = markup(client.get(reverse("league:people"))).partition('class="action-bar"')[2]
    assert bar.partition("</div>")[0].count("<a ") == 1  # it lies over the list on a phone
    guests = client.get(reverse("league:people"), {"who": "guests"}).content.decode()
    assert ("Gästin Gerda" in guests, "Bernd" in guests) == (True, False)
    found = client.get(reverse("league:people"), {"search": "FRUH"}).content.decode()
    assert ("Frühere Frieda" in found, "Bernd" in found) == (True, False)


def test_a_wrong_date_is_put_right_and_dues_follow_by_difference(client, club):
    anke, jette, bernd = club.values()
    Membership.objects.filter(person__in=[jette, bernd]).update(start=date(2025, 1, 1))
    set_rate(
        kind="active",
        period="month",
        cents=1000,
        start=date(2025, 1, 1),
        ground="Versammlung",
        decided_on=None,
        now=NOW,
    )
    today = date(2025, 12, 31)

    def due(person):
        (dues,) = (dues for dues in plan(today).members if dues.person == person)
        return sum(share.cents for share in dues.new)

    before = due(jette)
    membership = jette.memberships.get()
    client.force_login(anke.user)
    address = reverse("league:correct_membership", args=[membership.pk])
    typed = {"kind": "active", "start": "2025-07-01", "last": ""}
    assert client.post(address, typed).status_code == 302
    assert (before, due(jette)) == (12_000, 6_000)
    assert "01.01.2025" in client.get(address).content.decode()
    # A planned end, taken back.
    people.end_membership(person=jette, end=date(2025, 10, 1))
    client.post(address, typed)
    membership.refresh_from_db()
    assert membership.end is None
    assert membership.corrections.count() == 2
    people.start_membership(person=jette, kind="passive", start=date(2026, 1, 1))
    with pytest.raises(IllegalError) as error:
        details.correct_membership(
            membership=membership, kind="active", start=date(2025, 7, 1), end=None, by=None, now=NOW
        )
    assert error.value.code == "membership_overlaps"


def test_who_leaves_is_shown_what_ends_and_keeps_the_login(client, club):
    anke, jette, _bernd = club.values()
    people.appoint(person=jette, role=Office.Role.REFEREE, start=date(2020, 1, 1))
    client.force_login(anke.user)
    address = reverse("league:leave_club", args=[jette.pk])
    assert "Schiedsrichter" in client.get(address).content.decode()
    last = timezone.localdate()
    assert client.post(address, {"last": last.isoformat()}).status_code == 302
    assert jette.memberships.get().last_day == last
    assert jette.offices.get().end == last + timedelta(days=1)
    assert Person.objects.get(pk=jette.pk).user.is_active
    assert not PersonDetails.objects.filter(person=jette).exists()


def test_leaving_moves_ends_that_were_planned_for_later(client, club):
    anke, jette, bernd = club.values()
    today = timezone.localdate()
    office = people.appoint(person=jette, role=Office.Role.REFEREE, start=date(2020, 1, 1))
    people.dismiss(office=office, end=today + timedelta(days=40))
    people.end_membership(person=jette, end=today + timedelta(days=40))
    Client().force_login(jette.user)
    client.force_login(anke.user)
    address = reverse("league:leave_club", args=[jette.pk])
    shown = one_line(client.get(address))
    assert "Schiedsrichter" in shown
    assert "Ein Gerät bleibt eingeloggt" in shown
    assert client.post(address, {"last": today.isoformat()}).status_code == 302
    assert jette.memberships.get().last_day == today
    assert jette.offices.get().end == today + timedelta(days=1)
    # Who is to be of another kind from next week on has not left for good: that is put right first.
    people.start_membership(person=bernd, kind="passive", start=today + timedelta(days=7))
    refused = client.post(
        reverse("league:leave_club", args=[bernd.pk]), {"last": today.isoformat()}
    )
    assert refused.status_code == 422
    assert bernd.memberships.filter(end=None).exists()
