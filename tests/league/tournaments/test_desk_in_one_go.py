"""Many at once at the desk: a list, all who ask, one field for who comes in."""

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from league.tournaments.models.tournaments import Registration
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.directing import address, page, who
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def cup(club):
    return builders.tournament(places=8)


def add(desk, event, **sent):
    sent = {"client_id": "liste", **sent}
    return desk.post(address("add_several", event), sent, follow=True)


def names(event):
    return sorted(own.name for own in Registration.objects.filter(event=event))


def test_a_list_one_name_a_line_is_added_at_once_and_repeated_without_harm(desk, cup):
    for _time in range(2):
        answer = add(desk, cup, text="Bodo Brohl\nTilda Lahn\n\nUwe Ahr")
        assert answer.redirect_chain
    assert names(cup) == ["Bodo Brohl", "Tilda Lahn", "Uwe Ahr"]
    assert "0 Leute sind auf der Liste. 3 waren schon darauf." in one_line(answer)


def test_names_that_were_turned_are_shown_before_anything_is_stored(desk, cup):
    shown = one_line(add(desk, cup, text="Vorname;Name\nBodo;Brohl\nTilda;Lahn"))
    assert "2 Namen wurden gelesen. Stimmen sie?" in shown
    assert "Bodo Brohl Tilda Lahn</textarea>" in shown
    assert names(cup) == []


def test_a_file_is_shown_and_then_added(desk, cup):
    content = "Name;Vorname;Ort\nBrohl;Bodo;Mayen\nLahn;Tilda;Ems\n".encode("cp1252")
    sent = {"client_id": "d", "file": SimpleUploadedFile("liste.csv", content)}
    shown = one_line(desk.post(address("add_several", cup), sent))
    assert "Bodo Brohl Tilda Lahn</textarea>" in shown
    add(desk, cup, client_id="d", text="Bodo Brohl\nTilda Lahn")
    assert names(cup) == ["Bodo Brohl", "Tilda Lahn"]


def test_a_list_that_does_not_fit_adds_nobody(desk, cup):
    text = "\n".join(f"Gast {letter}" for letter in "ABCDEFGHI")
    answer = add(desk, cup, text=text)
    assert answer.status_code == 422
    assert names(cup) == []
    add(desk, cup, text=text, past_limit="on")
    assert len(names(cup)) == 9


def test_a_name_is_found_in_any_order_with_a_comma_and_by_any_filter(desk, cup):
    day.people(cup, "Bodo Brohl", "Tilda Lahn")
    for typed in ("Brohl, Bodo", "bodo brohl", "roh,"):
        text = page(desk, cup, "registrations", search=typed, show="missing")
        assert "Bodo Brohl" in text
        assert "Tilda Lahn" not in text
    assert 'name="show"' not in page(desk, cup, "registrations", show="missing").split("</form>")[0]


def test_one_field_checks_in_by_name_and_number(desk, cup):
    add(desk, cup, text="Bodo Brohl\nTilda Lahn\nTill Lahn")
    answer = desk.post(address("registrations", cup), {"typed": "Brohl, Bodo 17"}, follow=True)
    assert "Bodo Brohl ist da. Startnummer 17." in one_line(answer)
    assert who(cup, "Bodo Brohl").start_number == 17
    several = desk.post(address("registrations", cup), {"typed": "Lahn"}, follow=True)
    assert "„Lahn“ passt auf 2 Leute. Wähle unten aus." in one_line(several)
    nobody = desk.post(address("registrations", cup), {"typed": "Brohl"}, follow=True)
    assert "Es fehlt niemand, der „Brohl“ heißt." in one_line(nobody)
    assert who(cup, "Tilda Lahn").checked_in_at is None


def test_all_who_ask_are_accepted_in_one_tap(desk, cup, time_machine):
    time_machine.move_to(NIGHT, tick=False)
    builders.member("Vera Ahr")
    for name in ("Zita Wied", "Yves Nette", "Vera Ahr"):
        agreed = {"is_adult": "on", "consented": "on", "shown": "full"}
        Client().post(address("register", cup), {"client_id": name, "name": name, **agreed})
    assert "Alle 2 annehmen" in page(desk, cup, "registrations")
    desk.post(address("registrations", cup), {"accept_asking": "1"})
    assert names(cup) == ["Yves Nette", "Zita Wied"]
    assert "Vera Ahr" in page(desk, cup, "registrations")  # who of the two it is, is asked
