"""The address of a login: no user becomes another one, and none unseen."""

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.db import transaction
from django.test import Client

from league.access.models import LoginSession
from league.approvals.models import Approval, ApprovalStep
from league.approvals.services import carry_out_due
from league.people.models.people import User
from tests.builders import BERLIN
from tests.mail_server import sent

pytestmark = pytest.mark.once
MONDAY = datetime(2027, 3, 8, 20, 0, tzinfo=BERLIN)
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def monday(club):
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


def at(person):
    client = Client()
    client.force_login(person.user)
    return client


def changes(client, person, email, follow=True):
    """Send the form on a person's page, as chair and secretary have it."""
    return client.post(f"/leute/{person.pk}/zugang/", {"login-email": email}, follow=follow)


def says(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def address_of(person):
    return User.objects.get(pk=person.user_id).email


def last_code(letters):
    return re.findall(r"^(\d{6,8})$", "\n".join(letter.body for letter in letters), re.MULTILINE)[
        -1
    ]


def the_approval():
    return Approval.objects.get()


def decides(client, answer, **more):
    url = f"/zweite-person/{the_approval().pk}/entscheiden/"
    return client.post(url, {"answer": answer, **more}, follow=True)


# --- an office holder's ---------------------------------------------------------------------
def test_the_treasurers_address_does_not_change_by_the_chairs_hand_alone(club):
    kadir, was = at(club.kadir), address_of(club.kadir)
    page = changes(at(club.anke), club.kadir, "mallory@evil.example")
    assert "wartet" in says(page)
    assert address_of(club.kadir) == was
    assert kadir.get("/").status_code == 200  # his devices are still his
    letters = sent()
    assert sorted(letter.to[0] for letter in letters) == sorted([was, "mallory@evil.example"])
    old = next(letter for letter in letters if letter.to == [was])
    assert "Anke hat eingetragen" in old.body
    # On his page for every member, on his start page to be refused, and to the auditors.
    line = "Anke ändert die Adresse, mit der sich Kadir einloggt"
    assert line in says(at(club.bernd).get(f"/leute/{club.kadir.pk}/"))
    assert "mallory" not in says(at(club.bernd).get(f"/leute/{club.kadir.pk}/"))
    assert line in says(kadir.get("/"))
    assert "wartet auf eine zweite Person" in says(kadir.get("/"))


@pytest.mark.parametrize("role", ["anke", "kadir", "stine", "rolf", "paula"])
def test_it_waits_for_every_office(club, role):
    holder = getattr(club, role)
    keeper = club.stine if role == "anke" else club.anke
    changes(at(keeper), holder, "neu@club.invalid")
    assert the_approval().state == "waiting"
    assert address_of(holder) != "neu@club.invalid"


def test_a_second_person_confirms_on_the_start_page_and_the_old_devices_are_out(club):
    kadir = at(club.kadir)
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    sent()
    stine = at(club.stine)
    assert 'value="confirm"' in stine.get("/").content.decode()
    decides(stine, "confirm")
    assert address_of(club.kadir) == "neu@club.invalid"
    assert kadir.get("/leute/").status_code == 302
    letters = sent()
    assert {letter.to[0] for letter in letters} == {"kadir@club.invalid", "neu@club.invalid"}
    assert all("jetzt mit neu@club.invalid" in letter.body for letter in letters)
    # Tapped twice it is done once.
    decides(stine, "confirm")
    assert [approval_step.state for approval_step in ApprovalStep.objects.all()] == ["confirmed"]


def test_neither_who_asked_nor_a_member_confirms(club):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    assert decides(at(club.anke), "confirm").status_code == 403
    assert decides(at(club.kadir), "confirm").status_code == 403
    assert decides(at(club.bernd), "confirm").status_code == 404
    assert the_approval().state == "waiting"


def test_a_member_whose_address_the_chair_has_just_set_is_no_second_person(club):
    """Else the chair makes the second person as well."""
    changes(at(club.anke), club.bernd, "mallory@evil.example")
    for person in (club.stine, club.rolf, club.paula):
        User.objects.filter(pk=person.user_id).update(is_active=False)
    club.bernd.user.refresh_from_db()
    at(club.anke).post(f"/leute/{club.kadir.pk}/zugang/", {"login-email": "neu@club.invalid"})
    waiting = Approval.objects.get(state="waiting")
    url = f"/zweite-person/{waiting.pk}/entscheiden/"
    assert at(club.bernd).post(url, {"answer": "confirm"}).status_code == 404
    assert at(club.jette).post(url, {"answer": "confirm"}).status_code == 302
    assert address_of(club.kadir) == "neu@club.invalid"


def test_the_treasurer_says_no(club):
    changes(at(club.anke), club.kadir, "mallory@evil.example")
    decides(at(club.kadir), "refuse")
    assert the_approval().state == "refused"
    assert "gilt nicht" in sent()[-1].body
    assert carry_out_due(now=MONDAY + 30 * DAY) == 0
    assert address_of(club.kadir) == "kadir@club.invalid"
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    assert Approval.objects.filter(state="waiting").count() == 1


def test_the_code_from_the_old_address_is_enough(club):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    letters = sent()
    code = last_code([letter for letter in letters if letter.to == ["kadir@club.invalid"]])
    to_new = next(letter for letter in letters if letter.to == ["neu@club.invalid"])
    assert code not in to_new.body
    kadir = at(club.kadir)
    wrong = decides(kadir, "code", code="00000000")
    assert wrong.status_code == 422
    assert "stimmt nicht" in says(wrong)
    decides(kadir, "code", code=code)
    assert address_of(club.kadir) == "neu@club.invalid"
    assert ApprovalStep.objects.get().how == "code"


def test_a_code_is_not_tried_for_long(club):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    code = last_code(
        [email_message for email_message in sent() if email_message.to == ["kadir@club.invalid"]]
    )
    anke = at(club.anke)
    for _try in range(5):
        decides(anke, "code", code="00000000")
    assert "zu oft" in says(decides(anke, "code", code=code))
    assert the_approval().state == "waiting"


def test_after_seven_days_the_clock_does_it_once(club, monday):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    assert carry_out_due(now=MONDAY + 7 * DAY - timedelta(minutes=1)) == 0
    assert carry_out_due(now=MONDAY + 7 * DAY) == 1
    assert carry_out_due(now=MONDAY + 8 * DAY) == 0
    assert address_of(club.kadir) == "neu@club.invalid"
    assert [
        (approval_step.state, approval_step.how) for approval_step in ApprovalStep.objects.all()
    ] == [("done", "time")]
    # It stays on the start page of those who could have confirmed it, until one does.
    monday.move_to(MONDAY + 8 * DAY)
    assert "Gesehen" in says(at(club.stine).get("/"))
    decides(at(club.stine), "confirm")
    assert the_approval().state == "confirmed"


def test_with_the_clock_dead_the_pages_say_so_and_the_login_works(club, monday, client):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    monday.move_to(MONDAY + 9 * DAY)
    for who, where in ((club.bernd, f"/leute/{club.kadir.pk}/"), (club.stine, "/")):
        assert "fällig, noch nicht ausgeführt" in says(at(who).get(where))
    sent()
    client.post("/anmelden/", {"email": "neu@club.invalid"})
    assert [email_message.to for email_message in sent() if "Code" in email_message.body] == [
        ["neu@club.invalid"]
    ]
    assert address_of(club.kadir) == "neu@club.invalid"


def test_somebody_else_got_the_address_meanwhile(club):
    changes(at(club.anke), club.kadir, "neu@club.invalid")
    changes(at(club.anke), club.bernd, "neu@club.invalid")
    waiting = Approval.objects.get(state="waiting")
    at(club.stine).post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"})
    waiting.refresh_from_db()
    assert waiting.state == "void"
    assert address_of(club.kadir) == "kadir@club.invalid"


def test_a_second_address_does_not_push_the_first_aside(club):
    changes(at(club.anke), club.kadir, "eins@club.invalid")
    page = changes(at(club.stine), club.kadir, "zwei@club.invalid")
    assert page.status_code == 422
    assert "wartet schon eine neue Adresse" in says(page)


# --- one's own address ----------------------------------------------------------------------
def test_a_member_changes_the_own_address_with_a_code_to_the_new_one(club):
    bernd = at(club.bernd)
    tablet = at(club.bernd)
    assert tablet.get("/leute/").status_code == 200
    assert "/meine-adresse/" in bernd.get(f"/leute/{club.bernd.pk}/").content.decode()
    page = bernd.post("/meine-adresse/", {"email": "Bernd.Neu@club.invalid"})
    letters = sent()
    assert [letter.to for letter in letters] == [["bernd.neu@club.invalid"]]
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.content.decode())[1]
    code = last_code(letters)
    assert "Dieses Gerät bleibt eingeloggt; alle anderen werden ausgeloggt." in says(page)
    wrong = bernd.post("/meine-adresse/", {"ticket": ticket, "code": "000000"})
    assert wrong.status_code == 422
    assert address_of(club.bernd) == "bernd@club.invalid"
    sent()
    bernd.post("/meine-adresse/", {"ticket": ticket, "code": code})
    assert address_of(club.bernd) == "bernd.neu@club.invalid"
    assert {email_message.to[0] for email_message in sent()} == {
        "bernd@club.invalid",
        "bernd.neu@club.invalid",
    }
    assert bernd.get("/leute/").status_code == 200
    assert "dieses" in says(bernd.get("/meine-geraete/"))
    assert LoginSession.objects.filter(user=club.bernd.user).count() == 1
    assert tablet.get("/leute/").status_code == 302
    # The old address gets no code any more, the new one does.
    sent()
    Client().post("/anmelden/", {"email": "bernd@club.invalid"})
    assert sent() == []
    Client().post("/anmelden/", {"email": "bernd.neu@club.invalid"})
    assert [email_message.to for email_message in sent()] == [["bernd.neu@club.invalid"]]
    assert "Bernd ändert die eigene Adresse" in says(at(club.jette).get(f"/leute/{club.bernd.pk}/"))


def test_another_persons_ticket_is_none(club):
    page = at(club.jette).post("/meine-adresse/", {"email": "neu@club.invalid"})
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.content.decode())[1]
    typed = {"ticket": ticket, "code": last_code(sent())}
    assert "gilt nicht mehr" in says(at(club.bernd).post("/meine-adresse/", typed, follow=True))
    assert address_of(club.bernd) == "bernd@club.invalid"


def test_an_officers_own_change_waits_as_well(club):
    kadir = at(club.kadir)
    page = kadir.post("/meine-adresse/", {"email": "neu@club.invalid"})
    ticket = re.search(r'name="ticket" value="([^"]+)"', page.content.decode())[1]
    typed = {"ticket": ticket, "code": last_code(sent())}
    page = kadir.post("/meine-adresse/", typed, follow=True)
    assert "Die Adresse wartet" in says(page)
    assert address_of(club.kadir) == "kadir@club.invalid"
    old = [email_message for email_message in sent() if email_message.to == ["kadir@club.invalid"]]
    tablet = at(club.kadir)
    assert tablet.get("/leute/").status_code == 200
    decides(kadir, "code", code=last_code(old))
    assert address_of(club.kadir) == "neu@club.invalid"
    assert kadir.get("/leute/").status_code == 200
    assert tablet.get("/leute/").status_code == 302


def test_a_taken_address_is_refused_beside_the_field(club):
    page = at(club.bernd).post("/meine-adresse/", {"email": "jette@club.invalid"})
    assert page.status_code == 422
    assert "loggt sich schon jemand ein" in says(page)


def test_a_members_address_changes_at_once_by_the_secretary_and_stays_written_down(club):
    changes(at(club.stine), club.bernd, "neu@club.invalid")
    assert address_of(club.bernd) == "neu@club.invalid"
    approval = the_approval()
    assert (approval.state, approval.proposed_by) == ("at_once", club.stine)
    assert approval.proposed_at == MONDAY
    line = "Stine ändert die Adresse, mit der sich Bernd einloggt"
    assert line in says(at(club.jette).get(f"/leute/{club.bernd.pk}/"))


def test_the_same_address_again_logs_every_device_out(club):
    bernd = at(club.bernd)
    changes(at(club.stine), club.bernd, "bernd@club.invalid")
    assert bernd.get("/leute/").status_code == 302
    assert not Approval.objects.exists()


def test_a_mail_server_that_is_gone_stops_nothing(club, settings):
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    client = at(club.stine)
    with transaction.atomic():
        changes(client, club.bernd, "neu@club.invalid", follow=False)
    assert address_of(club.bernd) == "neu@club.invalid"
