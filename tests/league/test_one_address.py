"""Mail addresses at every door: what one takes, all take; and where a message lies that was not
sent.
"""

import ast
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.mail.models import Mail
from league.mail.sending import deliver
from league.people.models.people import User
from tests.html import one_line
from tests.mail_server import mail_server, sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]

ROOT = Path(__file__).resolve().parents[2]


def at(person: Any) -> Client:
    client = Client()
    client.force_login(person.user)
    return client


def says(response: Any) -> str:
    return one_line(response)


def login(club: Any, email: str) -> str:
    return says(Client().post("/anmelden/", {"email": email}, follow=True))


def new_person(club: Any, email: str) -> str:
    sent_form = {"name": "Wiebke Neu", "kind": "active", "start": "2026-03-06", "email": email}
    return says(at(club.stine).post(reverse("league:new_person"), sent_form, follow=True))


def by_list(club: Any, email: str) -> str:
    typed = {"text": f"Name;E-Mail\nWiebke Neu;{email}"}
    return says(at(club.stine).post(reverse("league:people_list"), typed))


DOORS = pytest.mark.parametrize("door", [login, new_person, by_list])


@DOORS
def test_letters_before_the_at_are_refused_by_name_at_every_door(club: Any, door: Any) -> None:
    assert "Vor dem @ gehen keine Umlaute" in door(club, "jürgen@bredtholt.example")


@DOORS
def test_half_an_address_is_refused_at_every_door(club: Any, door: Any) -> None:
    page = door(club, "lars.petersen@mail")
    assert "Schreib die ganze E-Mail-Adresse" in page or "keine E-Mail-Adresse" in page


def test_an_invisible_sign_is_dropped_and_the_visible_address_logs_in(club: Any) -> None:
    new_person(club, "rune@beispiel.example\u200f")
    assert User.objects.filter(email="rune@beispiel.example").exists()
    sent()
    login(club, "\u200brune@beispiel.example")
    assert [letter.to for letter in sent()] == [["rune@beispiel.example"]]
    assert "keine E-Mail-Adresse" not in by_list(club, "noch@beispiel.example\u200f")


@pytest.mark.parametrize(
    "typed", ["max@maßanfertigung.example", "MAX@xn--maanfertigung-cdb.example"]
)
def test_sharp_s_in_a_domain_stays_one_whatever_the_browser_sends(club: Any, typed: str) -> None:
    new_person(club, "max@maßanfertigung.example")
    with mail_server() as server:
        deliver(timezone.now)
        login(club, typed)
        deliver(timezone.now)
    assert len(server.taken) == 2
    for letter in server.taken:
        assert "To: max@xn--maanfertigung-cdb.example" in letter
        assert "massanfertigung" not in letter


def test_every_form_asks_for_an_address_by_the_one_field() -> None:
    others = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for app in ("config", "league", "games", "finance")
        for path in (ROOT / app).rglob("*.py")
        if path != ROOT / "league/web/forms.py"
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Attribute)
        and ast.unparse(node) in {"forms.EmailField", "serializers.EmailField"}
    ]
    assert others == []


def test_without_a_mail_server_no_page_says_it_was_sent(club: Any, settings: Any) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
    assert "Die Einladung steht im Terminal des Servers" in new_person(club, "w@club.invalid")
    deliver(timezone.now)
    assert Mail.objects.get().state == Mail.State.PRINTED
    wiebke = User.objects.get(email="w@club.invalid").person
    assert "Einladung steht im Terminal" in says(at(club.stine).get(f"/leute/{wiebke.pk}/"))
    outbox = says(at(club.stine).get(reverse("league:outbox")))
    assert "Hier ist kein Mailserver eingerichtet" in outbox
    assert "versandt" not in outbox.replace("Noch nicht versandt", "")
    for page in (Client().get("/anmelden/"), at(club.stine).get("/meine-adresse/")):
        assert "E-Mails stehen im Terminal des Servers" in says(page)
