"""Asked in: by mail, by a link, by a code that is read out; and what has become of it."""

from datetime import timedelta

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from league.access.models import LoginSession
from league.access.tokens import invitation_code, sign_invitation
from league.approvals.queries import logins
from league.mail import services as outbox
from league.mail.models import Mail
from league.mail.sending import deliver
from league.people.models.people import User
from league.people.services import addresses, invitations, people
from league.security.models import SecurityEntry
from tests import builders
from tests.html import one_line
from tests.mail_server import mail_server, no_mail_server, sent

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def at(person):
    client = Client()
    client.force_login(person.user)
    return client


def page(client, url):
    return one_line(client.get(url))


def admitted(club, email="dora@x.invalid"):
    return addresses.admit(
        name="Dora",
        email=email,
        kind="active",
        start=builders.DAY,
        by=club.stine,
        now=timezone.now(),
    )


def link(person):
    return f"/einladung/{sign_invitation(person.invitations.get(done_at=None).pk)}/"


def test_the_secretary_sees_how_far_it_has_come(club):
    dora = admitted(club)
    stine, url = at(club.stine), f"/leute/{dora.pk}/"
    assert "Einladung unterwegs" in page(stine, url)
    with mail_server("550 unknown"):
        deliver(timezone.now)
    assert "Einladung nicht versandt" in page(stine, url)
    outbox.again(mail=Mail.objects.get(about__startswith="invitation"), now=timezone.now())
    assert len(sent()) == 1
    assert "Einladung versandt" in page(stine, url)
    assert "Einladung versandt" in page(stine, "/leute/")
    assert "Einladung" not in page(at(club.bernd), "/leute/")
    Client().get(link(dora))
    assert "Einladung geöffnet" in page(stine, url)
    Client().post(link(dora), {"come": "1"})
    assert "Einladung angenommen" in page(stine, url)


def test_one_tap_brings_in_who_never_logged_in_and_the_link_ends(club):
    dora, phone = admitted(club), Client()
    assert phone.post(link(dora), {"come": "1"}).headers["Location"] == "/"
    assert "Dora" in page(phone, "/")
    asked = dora.invitations.get()
    assert (asked.state, asked.by_link) == ("accepted", True)
    assert Client().post(f"/einladung/{sign_invitation(asked.pk)}/").status_code == 410
    # An officer who could have opened the link gains no second person by it.
    assert next(
        login for login in logins(club.stine, timezone.now()) if login.person == dora.pk
    ).is_new
    assert "invited" in SecurityEntry.objects.values_list("kind", flat=True)


def test_whoever_logged_in_is_nowhere_said_not_to_be_invited(club):
    """The page said so of a member from before the invitations, and the list nothing."""
    stine, own = at(club.stine), f"/leute/{club.bernd.pk}/"
    for shown in (page(stine, own), page(stine, "/leute/")):
        assert "nicht eingeladen" in shown
    User.objects.update(last_login=timezone.now())
    assert "hat sich eingeloggt" in page(stine, own)
    for shown in (page(stine, own), page(stine, "/leute/")):
        assert "nicht eingeladen" not in shown


def test_without_a_mail_server_an_officer_reads_out_a_code(club):
    dora = admitted(club, email="")
    asked = dora.invitations.get()
    code = invitation_code(asked.pk)
    assert f"{code[:4]} {code[4:]}" in page(at(club.stine), f"/leute/{dora.pk}/")
    phone = Client()
    assert 'href="/einladung/"' in phone.get("/anmelden/").content.decode()
    way = phone.post("/einladung/", {"code": f"{code[:4]} {code[4:].lower()}"}).headers["Location"]
    assert phone.post(way, {"email": "dora@x.invalid"}).headers["Location"] == "/"
    assert "Dora" in page(phone, "/")
    assert Client().post("/einladung/", {"code": code}).status_code == 422
    for _try in range(12):
        last = Client().post("/einladung/", {"code": "22222222"})
    assert "Minute" in last.content.decode()


def test_no_code_opens_an_officer_or_who_logged_in_before(club):
    """For them it is a change of address under its own rule."""
    for person in (club.kadir, club.bernd):
        if person == club.bernd:
            at(person)
        invitations.invite(person=person, by=club.stine, now=timezone.now())
        phone = Client()
        phone.post(link(person), {"come": "1"})
        assert "sessionid" not in phone.cookies
        assert invitation_code(person.invitations.get(done_at=None).pk)[:4] not in page(
            at(club.stine), f"/leute/{person.pk}/"
        )
    emil = people.create_person(name="Emil")
    people.appoint(person=emil, role="referee", start=builders.DAY)
    invitations.invite(person=emil, by=club.stine, now=timezone.now())
    phone = Client()
    way = phone.post(link(emil), {"email": "emil@x.invalid"}).headers["Location"]
    assert way == "/anmelden/"
    emil.refresh_from_db()
    assert emil.user is None  # it waits


def test_the_board_sees_what_has_not_gone_out_and_decides(club):
    admitted(club)
    stine = at(club.stine)
    with no_mail_server():
        deliver(timezone.now)
    shown = page(stine, "/postausgang/")
    assert "Einladung · dora@x.invalid" in shown
    assert "Der Mailserver ist nicht erreichbar" in shown
    mail = Mail.objects.get()
    stine.post(f"/postausgang/{mail.pk}/", {"stop": "1"})
    mail.refresh_from_db()
    assert (mail.state, mail.to, mail.body) == ("stopped", "", "")
    assert "gestoppt" in page(stine, "/postausgang/")
    again = stine.post(f"/postausgang/{mail.pk}/", {"again": "1"}, follow=True)
    assert "nichts mehr da" in one_line(again)
    assert at(club.bernd).get("/postausgang/").status_code == 403


def test_no_two_lines_of_the_outbox_look_alike(club):
    """Each says to whom and what; of what has gone out nothing is left but how many there were."""
    now = timezone.now()
    evening = EmailMessage("Club: Kommst du am Freitag?", "Text", to=["bernd@x.invalid"])
    owing = EmailMessage("Club: Zahlungserinnerung", "Text", to=["jette@x.invalid"])
    for _time in range(3):
        outbox.put(kind=Mail.Kind.LOGIN_CODE, letter=evening, now=now)
    admitted(club)
    now = timezone.now()
    for mail in Mail.objects.all():
        outbox.claim(mail=mail, now=now)
        outbox.sent(mail=mail, now=now)
    outbox.put(kind=Mail.Kind.NOTICE, letter=evening, now=now, about="notice:1")
    outbox.put(kind=Mail.Kind.NOTICE, letter=owing, now=now, about=f"{Mail.MONEY}reminder:1")
    # As they were put before anybody wrote down what they are about.
    outbox.put(kind=Mail.Kind.NOTICE, letter=owing, now=now)
    shown = page(at(club.stine), "/postausgang/")
    assert "bernd@x.invalid<br> Club: Kommst du am Freitag?" in shown
    assert "jette@x.invalid" in shown
    assert "Zahlungserinnerung" not in shown
    assert "Einladung · Dora" in shown
    assert shown.count("Code zum Einloggen") == 1
    assert "Code zum Einloggen · 3 E-Mails" in shown


def test_what_failed_is_there_for_a_week_but_no_login_code():
    now = timezone.now()
    code, letter = (
        Mail.objects.create(
            kind=kind,
            to="a@x.invalid",
            body="Text",
            queued_at=now,
            due_at=now,
            until=now + timedelta(days=1),
        )
        for kind in ("login_code", "notice")
    )
    for mail in (code, letter):
        outbox.claim(mail=mail, now=now)
        outbox.failed(mail=mail, trouble=Mail.Trouble.REFUSED, now=now)
        mail.refresh_from_db()
    assert (code.body, letter.body) == ("", "Text")
    outbox.tidy(now=now + timedelta(days=7))
    letter.refresh_from_db()
    assert (letter.state, letter.to, letter.body) == ("failed", "", "")


def test_the_operators_link_works_once_and_is_written_down(club, capsys):
    call_command("login_link", club.bernd.user.email)
    url = "/" + capsys.readouterr().out.strip().split("/", 3)[3]
    phone = Client()
    assert "Bernd" in page(phone, url)
    assert phone.post(url, {"come": "1"}).status_code == 302
    assert "Bernd" in page(phone, "/")
    assert Client().get(url).status_code == 410
    kinds = list(SecurityEntry.objects.values_list("kind", "about"))[-2:]
    assert kinds == [("login_link", ""), ("login", "operator")]


# --- devices --------------------------------------------------------------------------------
def test_one_sees_the_own_devices_and_logs_one_out(club):
    phone = Client(HTTP_USER_AGENT="Mozilla/5.0 (Linux; Android 15) Chrome/140.0 Mobile Safari/537")
    laptop = Client(HTTP_USER_AGENT="Mozilla/5.0 (Windows NT 10.0) Firefox/140.0")
    for client in (phone, laptop):
        client.post("/anmelden/", {"email": club.bernd.user.email})
        code = sent()[-1].body.splitlines()[2]
        client.post("/anmelden/code/", {"code": code})
    shown = page(laptop, "/meine-geraete/")
    assert "Chrome, Android" in shown
    assert "Firefox, Windows" in shown
    device = LoginSession.objects.get(agent="Chrome, Android")
    assert at(club.jette).post("/meine-geraete/", {"device": device.pk}).status_code == 302
    assert page(phone, "/meine-geraete/")  # another's is not mine to end
    assert phone.get("/leute/").status_code == 200
    laptop.post("/meine-geraete/", {"device": device.pk})
    assert phone.get("/leute/").status_code == 302
    assert laptop.get("/leute/").status_code == 200
    laptop.post("/abmelden/")
    assert not LoginSession.objects.filter(user=club.bernd.user).exists()


def test_a_new_address_ends_every_device(club):
    at(club.bernd)
    people.give_login(person=club.bernd, email="neu@x.invalid")
    assert not LoginSession.objects.filter(user=User.objects.get(email="neu@x.invalid")).exists()
