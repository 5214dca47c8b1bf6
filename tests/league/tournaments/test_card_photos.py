"""A photo lies beside a paper card: for the desk alone, without where it was taken, for weeks."""

import io
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from PIL import Image

from league.errors import LeagueError
from league.files import file_store
from league.files.pictures import LONGEST_PHOTO
from league.tasks import tidy_tournaments
from league.tournaments.direction.services import card_photos
from league.tournaments.models.card_photos import CardPhoto
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.finance.files import huge_picture
from tests.plugins.built import built_once

pytestmark = pytest.mark.django_db
GPS, MODEL = 0x8825, 0x0110


@pytest.fixture(autouse=True)
def _own_folder(settings, tmp_path):
    settings.CARD_PHOTO_DIR = tmp_path


@built_once
def table(club):
    event = builders.tournament()
    day.people(event, *(f"Gast {n}" for n in "ABCD"))
    day.draw(event, 1)
    return day.tables(event, 1)[0].table


def photo(width: int = 3000, height: int = 1000, colour: str = "white") -> bytes:
    """Return a photo as a phone takes it: lying on its side, with its place and its name in it."""
    exif = Image.Exif()
    exif[0x0112], exif[MODEL] = 6, "Telefon von Kai"
    exif.get_ifd(GPS).update({1: "N", 2: (49.0, 45.0, 36.0)})
    made = io.BytesIO()
    Image.new("RGB", (width, height), colour).save(made, "JPEG", exif=exif)
    return made.getvalue()


def add(table, content, client_id=""):
    return card_photos.add_photo(
        table=table, content=content, client_id=client_id or uuid4().hex, by=None, now=NIGHT
    )


def refused(table, content) -> str:
    with pytest.raises(LeagueError) as raised:
        add(table, content)
    return raised.value.code


def test_the_desk_lays_a_photo_beside_the_card_and_only_its_pixels_stay(client, club, table):
    client.force_login(club.stine.user)
    event = table.block.event
    page = reverse("games:score_card", args=[table.pk])
    address = reverse("league:add_card_photo", args=[event.pk, table.pk])
    upload = SimpleUploadedFile("GPS.exe", photo())
    client.post(address, {"client_id": "a", "photo": upload})
    own = CardPhoto.objects.get()
    shown = reverse("league:card_photo", args=[event.pk, own.pk])
    assert shown in client.get(page).content.decode()
    answer = client.get(shown)
    assert answer["Content-Type"] == "image/jpeg"
    assert "sandbox" in answer["Content-Security-Policy"]
    with Image.open(io.BytesIO(answer.content)) as there:
        assert there.height == LONGEST_PHOTO > there.width  # upright
        assert not there.getexif()
    assert b"Telefon" not in answer.content
    for stranger in (club.bernd, None):  # a member; no login
        client.logout()
        if stranger:
            client.force_login(stranger.user)
        assert client.get(shown).status_code in {302, 404}
    client.force_login(club.anke.user)
    client.post(reverse("league:remove_card_photo", args=[event.pk, own.pk]))
    assert client.get(shown).status_code == 404


@pytest.mark.once
def test_what_is_no_photo_or_too_much_is_refused_with_a_reason(client, club, table, settings):
    assert refused(table, b"\xff\xd8\xff no picture") == "photo_unreadable"
    assert refused(table, b"<svg xmlns='http://www.w3.org/2000/svg'/>") == "photo_unreadable"
    assert refused(table, b"x" * (card_photos.MOST_PHOTO_BYTES + 1)) == "photo_too_large"
    assert refused(table, huge_picture()) == "picture_too_many_pixels"
    for colour in range(card_photos.MOST_PHOTOS):
        add(table, photo(20, 10, f"#{colour}{colour}{colour}"))
    assert refused(table, photo(20, 10, "red")) == "photos_full"
    client.force_login(club.stine.user)
    address = reverse("league:add_card_photo", args=[table.block.event_id, table.pk])
    answer = client.post(address, {"client_id": "x"}, follow=True)
    assert "Wähle erst ein Foto aus." in answer.content.decode()


def test_the_same_photo_twice_is_one_and_it_goes_after_weeks(table, settings):
    content = photo(40, 20)
    first = add(table, content, "a")
    assert add(table, photo(40, 20, "red"), "a") == first  # sent again
    assert add(table, content) == first
    path = file_store.path_of(settings.CARD_PHOTO_DIR, first.sha256)
    assert path.exists()
    assert card_photos.remove_outdated_photos(now=NIGHT) == 0
    card_photos.remove_outdated_photos(now=NIGHT + timedelta(days=62))
    assert not CardPhoto.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_file_goes_with_its_last_photo(table, settings, time_machine):
    own = add(table, photo(40, 20))
    path = file_store.path_of(settings.CARD_PHOTO_DIR, own.sha256)
    assert path.exists()
    time_machine.move_to(NIGHT + timedelta(days=62))
    tidy_tournaments()
    assert not path.exists()
