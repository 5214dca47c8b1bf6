"""A tournament's papers, from its pages: the direction gets each sheet, and none of a secret."""

import random
from io import BytesIO

import pytest
from django.urls import reverse
from PIL import Image
from pypdf import PdfReader

from league.club import services as club
from league.club.models import Club
from league.events.services import evenings
from league.links.models import TableLink
from league.tournaments.core.queries.state import TournamentState
from league.tournaments.draws.services import drawing
from tests import tournaments as day
from tests.builders import NIGHT, member, tournament
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.usefixtures("at_ten")]


@built_once
def cup():
    event = tournament(template="gonzerath")
    day.people(event, "Anna", "Bert", "Cleo", "Dirk", "Emil", "Fine", "Gerd")
    return event


def text_of(response) -> str:
    assert response["Content-Type"] == "application/pdf"
    pages = PdfReader(BytesIO(response.content)).pages
    return " ".join(" ".join(page.extract_text().split()) for page in pages)


def paper(client, event, name: str, query: str = "", method: str = "get"):
    url = reverse("league:papers", args=[event.pk, name]) + query
    return getattr(client, method)(url)


def test_the_cards_name_each_table_and_carry_its_link(client, rosi, cup):
    day.draw(cup, 1)
    sheet = text_of(paper(client, cup, "tischkarten", "?block=1", "post"))
    assert all(name in sheet for name in ("Anna", "Gerd", "1. Durchgang", "Tisch 1", "Tisch 2"))
    assert TableLink.objects.count() == 2


def test_every_paper_says_whose_it_is_and_shows_the_crest(client, rosi, cup, settings, tmp_path):
    settings.CREST_DIR = tmp_path
    picture = BytesIO()
    Image.new("RGB", (40, 60), "#a33").save(picture, "PNG")
    described = {"name": "Die Becherrunde", "street": "Am Tresen 3", "postcode": "12345"}
    club.describe(**described, town="Musterdorf", register="VR 123", contact="", by=rosi.user)
    club.choose_look(colour=Club.Colour.AMBER, crest=picture.getvalue(), by=rosi.user)
    day.draw(cup, 1)
    sheets = [
        paper(client, cup, "tischkarten", "?block=1", "post"),
        paper(client, cup, "sitzplan", "?block=1"),
        paper(client, cup, "aushang"),
    ]
    for sheet in sheets:
        read = text_of(sheet)
        assert "Die Becherrunde · Am Tresen 3, 12345 Musterdorf · VR 123" in read
    for sheet in sheets[1:]:
        (crest,) = PdfReader(BytesIO(sheet.content)).pages[0].images
        assert crest.image.size == (40, 60)


def test_cards_make_links_so_nobody_gets_them_by_a_mere_visit(client, rosi, cup):
    day.draw(cup, 1)
    assert paper(client, cup, "tischkarten", "?block=1").status_code == 404
    assert TableLink.objects.count() == 0


def test_of_a_draw_that_is_not_released_there_is_no_sheet(client, rosi, cup):
    block = day.block_of(cup, 1)
    drawing.propose_draw(block=block, seen=day.seen(cup), seed="x", by=rosi.user, now=NIGHT)
    for name, method in (("sitzplan", "get"), ("tischkarten", "post")):
        assert paper(client, cup, name, "?block=1", method).status_code == 404
    assert paper(client, cup, "sitzplan").status_code == 404


def test_the_ranking_is_printed_with_what_decides(client, rosi, cup):
    block = day.draw(cup, 1)
    table = block.tables.first()
    first, second, *_others = day.circle(table)
    day.game(table, 1, first, second, first)
    sheet = text_of(paper(client, cup, "tabelle", "?block=1"))
    assert "weniger verlorene Spiele" in sheet
    assert first in sheet


def test_there_are_no_certificates_before_the_end(client, rosi, cup):
    assert paper(client, cup, "urkunden").status_code == 404


def finish(cup):
    """Play each block to the end."""
    for number in range(1, cup.blocks.count() + 1):
        if TournamentState(cup).unfinished is None:
            break
        day.draw(cup, number)
        rng = random.Random(number)
        day.play(cup, number, rng)
        day.close(cup, number, rng)
    day.finish(cup)


def test_certificates_carry_the_full_name_and_the_public_one_where_asked(client, rosi, cup):
    anna = cup.participations.get(person__name="Anna")
    anna.shown_as = "Startnummer 1"
    anna.save()
    finish(cup)
    full = text_of(paper(client, cup, "urkunden"))
    assert "Anna" in full
    assert "Startnummer 1" not in full
    shown = text_of(paper(client, cup, "urkunden", "?names=public"))
    assert "Startnummer 1" in shown
    assert "Anna" not in shown


# Names as they are in the database, and on paper.
LETTERS = {
    "Ćwikła GROẞ": "Ćwikła GROẞ",
    "Ionuț Șerban": "Ionuț Șerban",
    "Жанна Ёлкина": "Жанна Ёлкина",
    "Ζωή Παππά": "Ζωή Παππά",
    "Bo 🎲 Ljung": "Bo Ljung",
    "Mia 漢": "Mia ?",
    "Łukasz Maß": "Łukasz Maß",
    "Gerd": "Gerd",
}


def test_a_certificate_has_each_letter_of_a_name_or_writes_it_otherwise(client, rosi):
    cup = tournament(template="gonzerath")
    day.people(cup, *LETTERS)
    finish(cup)
    said = text_of(paper(client, cup, "urkunden"))
    assert [name for name in LETTERS.values() if name not in said] == []
    assert "🎲" not in said


def test_a_member_without_an_office_prints_nothing(client, cup):
    client.force_login(member("Uwe").user)
    assert paper(client, cup, "tabelle").status_code == 404


@pytest.mark.parametrize(("size", "width"), [("", 210), ("?size=a3", 297)])
def test_a_poster_has_the_code_of_the_tournaments_page(client, size, width):
    director = member("Rosi", "director")
    client.force_login(director.user)
    event = tournament(name="14. Offene Meisterschaft von Musterstadt")
    answer = paper(client, event, "aushang", size)
    (page,) = PdfReader(BytesIO(answer.content)).pages
    assert round(float(page.mediabox.width) / 72 * 25.4) == width
    text = " ".join(page.extract_text().split())
    assert "14. Offene Meisterschaft von Musterstadt" in text
    assert reverse("league:tournament", args=[event.pk]) in text
    assert "Startgeld 10,00 €" in text
    evenings.set_public(event=event, is_public=False)
    assert paper(client, event, "aushang", size).status_code == 404
