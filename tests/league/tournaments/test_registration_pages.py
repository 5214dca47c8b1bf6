"""The pages for registering at a tournament, those of its desk, and the mails."""

import re
from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.core import mail
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from league.access.tokens import sign_calendar, sign_registration
from league.events.models import Participation
from league.events.services import evenings
from league.mail.models import Mail
from league.people.models.merges import PersonMerge
from league.people.models.people import Person
from league.results.models.results import Charge
from league.tournaments.models.registration_mails import RegistrationMail
from league.tournaments.models.registration_requests import RegistrationRequest
from league.tournaments.models.tournaments import Registration, Tournament
from league.tournaments.registration.queries import registrations as reading
from league.tournaments.registration.services import mailing, registering, requesting
from league.tournaments.registration.views import registering as views
from league.web.plain_words import has_address
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.html import one_line
from tests.mail_server import no_mail_server, sent
from tests.plugins.built import built_once
from tests.registering import NOON, again, ask, come, letters, register

pytestmark = pytest.mark.once


@built_once
def event(club):
    return builders.tournament(places=2)


@built_once
def wide(club):
    return builders.tournament(places=None)


# --- the pages ------------------------------------------------------------------------------
@pytest.fixture
def at_the_door(time_machine):
    time_machine.move_to(NIGHT, tick=False)


def form_of(event):
    return reverse("league:register", args=[event.pk])


def page_of(registration):
    return reverse("league:registration", args=[sign_registration(registration.pk)])


def list_of(event):
    return reverse("league:registrations", args=[event.pk])


def send(client, event, **fields):
    typed = {"client_id": uuid4().hex, "name": "Kai Berger", "shown": "short", "is_adult": "on"}
    return client.post(form_of(event), {**typed, **fields})


def test_a_stranger_fills_in_the_form_and_the_desk_vouches_for_him(
    client, club, event, at_the_door
):
    """Without a mail server an address cannot be confirmed by its owner, so none is asked for."""
    page = one_line(client.get(form_of(event)))
    assert "0 von 2 Plätzen sind vergeben" in page
    assert page.index("Startgeld") < page.index("10,00") < page.index("Preistopf")
    assert page.index("Preistopf") < page.index("5,00")
    assert 'name="email"' not in page
    assert "E-Mail geht keine" in page
    waits = send(client, event, email="opfer@anderswo.invalid").url
    assert not Registration.objects.exists()
    assert not Mail.objects.exists()
    page = one_line(client.get(waits))
    assert "Du hast noch keinen Platz" in page
    assert "<svg" in page
    assert "annehmen" not in page
    asked = RegistrationRequest.objects.get()
    # His own address neither confirms nor accepts anything.
    token = waits.split("/")[-2]
    assert client.post(reverse("league:confirm_registration", args=[token])).status_code == 404
    vouch = reverse("league:decide_registration", args=[asked.pk])
    assert client.post(vouch, {"accept": "1"}).status_code == 302  # to the login
    assert not Registration.objects.exists()
    # An officer scans the code: one tap.
    desk = Client()
    desk.force_login(club.rolf.user)
    assert "Kai Berger annehmen" in one_line(desk.get(waits))
    assert "Wollen mitspielen" in one_line(desk.get(list_of(event)))
    assert "Eine Person will mitspielen" in one_line(desk.get("/"))
    for _twice in range(2):
        assert desk.post(vouch, {"accept": "1", "own": "1"}).url == waits
        assert "Kai Berger hat einen Platz" in one_line(desk.get(list_of(event)))
    own = Registration.objects.get()
    assert (own.name, own.email, own.state) == ("Kai Berger", "", "registered")
    assert own.participation.person.name == "Kai Berger"
    assert client.get(waits).url == page_of(own)
    assert "Du bist dabei" in one_line(client.get(page_of(own)))
    assert RegistrationRequest.objects.get().typed == {}


def test_the_desk_declines_and_a_stranger_takes_it_back_and_nothing_is_left(
    client, club, event, at_the_door, time_machine
):
    first, second, late = (send(client, event, name=f"Fremd {n}").url for n in "ABC")
    client.post(first)
    asked = RegistrationRequest.objects.get(typed__name="Fremd B")
    event.tournament.registration_open = False
    event.tournament.save()
    client.force_login(club.rolf.user)
    vouch = reverse("league:decide_registration", args=[asked.pk])
    client.post(vouch, {"decline": "1"})
    client.post(vouch, {"accept": "1"})
    client.logout()
    for page in (first, second):
        assert client.get(page).status_code == 410
    assert not Registration.objects.exists()
    assert RegistrationRequest.objects.exclude(typed={}).get().typed["name"] == "Fremd C"
    # It was not decided: after two weeks it is over, and a day later it is gone.
    time_machine.move_to(NIGHT + timedelta(days=14), tick=False)
    assert client.get(late).status_code == 410
    assert requesting.forget(now=NIGHT + timedelta(days=16)) == 3


def decide(asked, desk, deed):
    return desk.post(reverse("league:decide_registration", args=[asked.pk]), {deed: "1"})


@pytest.fixture
def desk(club):
    client = Client()
    client.force_login(club.rolf.user)
    return client


def test_the_address_somebody_wrote_down_leads_to_the_place_until_the_tournament_is_over(
    client, event, desk, at_the_door, time_machine
):
    """No mail goes out, so there is no other way back to it."""
    time_machine.move_to(NIGHT - timedelta(days=30), tick=False)
    waits = send(client, event).url
    decide(RegistrationRequest.objects.get(), desk, "accept")
    for days in (0, 1):
        assert requesting.forget(now=NIGHT + timedelta(days=days)) == 0
    assert client.get(waits).url == page_of(Registration.objects.get())
    assert requesting.forget(now=NIGHT + timedelta(days=2)) == 1


def test_what_was_declined_or_taken_back_leaves_its_place_in_the_line(
    client, event, desk, at_the_door, monkeypatch
):
    monkeypatch.setattr(requesting, "MOST_WAITING", 2)
    client.post(send(client, event, name="Fremd A").url)
    send(client, event, name="Fremd B")
    decide(RegistrationRequest.objects.get(typed__name="Fremd B"), desk, "decline")
    answers = [send(client, event, name=f"Fremd {n}").status_code for n in "CDE"]
    assert answers == [302, 302, 422]


def test_a_form_that_was_sent_for_one_is_not_taken_for_another(client, event, at_the_door):
    """The browser goes back to it, and there the next name is typed."""
    form = uuid4().hex
    pages = [send(client, event, client_id=form).url for _twice in range(2)]
    assert pages[0] == pages[1]
    refused = send(client, event, client_id=form, name="Mia Sommer")
    assert refused.status_code == 422
    assert "Mit diesem Formular ist Kai Berger schon angemeldet" in one_line(refused)


def test_nobody_has_to_say_yes_to_what_is_called_off(client, event, desk, at_the_door):
    send(client, event)
    assert "will mitspielen" in one_line(desk.get("/"))
    event.cancelled_at, event.cancel_reason = NIGHT, "Der Saal ist zu."
    event.save()
    assert "will mitspielen" not in one_line(desk.get("/"))


def test_whoever_agreed_agreed_to_the_words_of_the_form(
    client, event, desk, at_the_door, time_machine
):
    """The desk says yes days later, when the tournament may ask for something else."""
    event.tournament.consent = "Fotos im Aushang."
    event.tournament.save()
    send(client, event, consented="on")
    event.tournament.consent = "Fotos auch im Netz."
    event.tournament.save()
    time_machine.move_to(NIGHT + timedelta(hours=3), tick=False)
    decide(RegistrationRequest.objects.get(), desk, "accept")
    own = Registration.objects.get()
    assert (own.consent, own.consented_at) == ("Fotos im Aushang.", NIGHT)


def test_a_name_of_a_merged_record_is_that_of_who_stayed(client, club, wide, desk, at_the_door):
    old = builders.member("Berni Filz", kind="")
    PersonMerge.objects.create(
        kept=club.bernd, absorbed=old, client_id="m", digest="", merged_at=NIGHT
    )
    ask(wide, "Berni Filz")
    page = one_line(desk.get(list_of(wide)))
    assert "Ja, das ist Bernd" in page
    assert "Alle als Gäste aufnehmen" not in page


@pytest.mark.parametrize(
    ("first", "second", "answer"),
    [
        ("2001:db8:7:1::5", "2001:db8:7:1::6", 429),  # one line
        ("2001:db8:7:1::5", "2001:db8:7:2::5", 302),
        ("::ffff:203.0.113.7", "::ffff:203.0.113.8", 302),  # two of IPv4, on a socket of both
        ("203.0.113.7:5001", "203.0.113.8:5001", 302),  # as some proxies write it
    ],
)
def test_a_network_is_a_line_and_no_more(event, at_the_door, monkeypatch, first, second, answer):
    monkeypatch.setattr(views, "FORMS_A_DAY", 1)
    answers = [
        send(Client(REMOTE_ADDR=address), event, name=f"Fremd {address[-4:]}").status_code
        for address in (first, second)
    ]
    assert answers == [302, answer]


def test_one_device_and_one_network_fill_no_list(client, event, at_the_door):
    answers = [send(client, event, name=f"Fremd {n}").status_code for n in range(14)]
    assert answers == [302] * 12 + [429] * 2
    others = [send(Client(), event, name=f"Andere {n}").status_code for n in range(6)]
    assert others == [302] * 6
    assert not Registration.objects.exists()


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": "Pillen auf www.pillen.invalid"},
        {"name": "Kai pillen.shop"},
        {"name": "kai@gast.invalid"},
        {"name": "<b>Kai</b>"},
        {"name": "Kai &#60;b"},
        {"shown": "alias", "alias": "https://x.invalid"},
    ],
)
def test_a_name_is_only_words_before_anybody_reads_it(client, event, at_the_door, wrong):
    refused = send(client, event, **wrong)
    assert refused.status_code == 422
    assert "Hier stehen nur Wörter" in one_line(refused)
    assert not RegistrationRequest.objects.exists()


def test_nobody_takes_a_nickname_that_looks_like_somebody(client, club, wide, at_the_door):
    fake = {"name": "Mia Sommer", "shown": "alias", "alias": "B\u0435rnd"}
    refused = send(client, wide, **fake)
    assert refused.status_code == 422
    assert "So heißt hier schon jemand" in one_line(refused)


def test_what_people_are_called_is_words():
    for name in ("Dr. Meier", "Dr.Meier", "Karl-H. Groß e.V.", "D’Angelo", "Борис Иванов", "O & P"):
        assert not has_address(name), name


def test_the_desk_reads_which_name_only_looks_like_another(client, club, wide, at_the_door):
    """A real Cyrillic name is a name; one that looks like a known person's is said to do so."""
    club.jette.name = "\u0410\u043d\u043d\u0430"  # all Cyrillic
    club.jette.save()
    twins = ["B\u0435rnd", "Bemd", "A\u043d\u043d\u0430", "\U0001d401ernd"]
    for name in [*twins, "\u0411\u043e\u0440\u0438\u0441 \u0418\u0432\u0430\u043d\u043e\u0432"]:
        assert send(client, wide, name=name).status_code == 302, name
    client.force_login(club.rolf.user)
    page = one_line(client.get(list_of(wide)))
    assert page.count("sieht aus wie Bernd") == 3
    assert page.count("sieht aus wie \u0410\u043d\u043d\u0430") == 1
    assert page.count("sieht aus wie") == 4
    for asked in RegistrationRequest.objects.all():
        client.post(reverse("league:decide_registration", args=[asked.pk]), {"accept": "1"})
    guest = Registration.objects.get(participation__isnull=False)
    assert guest.name.endswith("\u0432\u0430\u043d\u043e\u0432")
    page = one_line(client.get(list_of(wide)))
    assert page.count("sieht in anderen Buchstaben aus wie <strong>Bernd</strong>") == 3


def test_the_link_of_a_registration_ends_with_the_tournament(
    client, event, at_the_door, time_machine
):
    own = page_of(register(event))
    time_machine.move_to(NIGHT + timedelta(days=1), tick=False)  # past midnight it still holds
    assert client.get(own).status_code == 200
    time_machine.move_to(NIGHT + timedelta(days=2), tick=False)
    assert client.get(own).status_code == 410
    assert client.post(own, {"cancel": "1"}).status_code == 410
    assert not Registration.objects.exclude(state="registered").exists()


def test_the_desk_accepts_who_registered_with_one_tap_for_all_or_as_they_come(
    client, club, event, at_the_door
):
    event.tournament.places = None
    event.tournament.save()
    kai, _lou, pia = (ask(event, name) for name in ("Kai Berger", "Lou Lang", "Pia Pfeil"))
    alike = ask(event, club.anke.name.replace("e", "\N{CYRILLIC SMALL LETTER IE}"))
    assert not Participation.objects.filter(event=event).exists()
    desk = reverse("league:registrations", args=[event.pk])
    client.force_login(club.rolf.user)
    page = one_line(client.get(desk))
    assert "3 sind angemeldet und noch niemand vom Club" in page
    # What only looks like the name of a known person is asked about, and never accepted with all.
    assert f"Ja, das ist {club.anke.name}" in page
    client.post(reverse("league:at_desk", args=[pia.pk]), {"check_in": "1"})
    assert again(pia).participation.start_number == 1
    client.post(desk, {"accept": "1"})
    assert "2 Gäste sind aufgenommen." in one_line(client.get(desk))
    assert (again(kai).person.name, kai.participation.shown_as) == ("Kai Berger", "Kai B.")
    assert again(alike).participation is None
    client.post(desk, {"accept": "1"})
    assert Person.objects.filter(name__in=["Kai Berger", "Lou Lang", "Pia Pfeil"]).count() == 3


def test_two_strangers_who_look_alike_are_told_apart_before_one_is_a_guest(
    client, wide, desk, at_the_door
):
    for name in ("Kai Berger", "K\u0430i Berger", "Kai Berger", "Mia Sommer"):
        assert send(client, wide, name=name).status_code == 302
    page = one_line(desk.get(list_of(wide)))
    assert page.count("in anderen Buchstaben aus wie Kai Berger und ist auch neu") == 1
    assert page.count("heißt genauso und ist auch neu hier") == 2
    # With a mail server they confirm by themselves, and stand among those who registered.
    RegistrationRequest.objects.all().delete()
    ask(wide, "Kai Berger")
    ask(wide, "K\u0430i Berger")
    assert one_line(desk.get(list_of(wide))).count("aus wie K") == 2


def wants_to_be_called(client, event, alias):
    """Return a stranger's request by this nickname, which a member has got since."""
    assert send(client, event, shown="alias", alias=alias).status_code == 302
    builders.member(alias)
    return RegistrationRequest.objects.get()


def test_a_nickname_that_is_another_s_by_now_is_asked_for_anew_at_the_desk(
    client, wide, desk, at_the_door
):
    asked = wants_to_be_called(client, wide, "Würfel")
    assert "heißt inzwischen schon jemand" in one_line(desk.get(list_of(wide)))
    vouch = reverse("league:decide_registration", args=[asked.pk])
    desk.post(vouch, {"accept": "1", "alias": "WÜRFEL"})
    assert not Registration.objects.exists()
    desk.post(vouch, {"accept": "1", "alias": "Zocker"})
    own = Registration.objects.get()
    assert (own.shown, own.alias, own.participation.shown_as) == ("alias", "Zocker", "Zocker")


def test_or_the_guest_is_seen_by_the_start_number_until_there_is_another(
    client, wide, desk, at_the_door, settings
):
    """Both where the desk says yes and where the owner of the address does."""
    asked = wants_to_be_called(client, wide, "Würfel")
    page = one_line(desk.post(vouch_for(asked), {"accept": "1", "alias": ""}, follow=True))
    assert "lesen die anderen nur die Startnummer" in page
    assert (own := Registration.objects.get()).shown == "number"
    assert "Kai" not in own.participation.shown_as
    settings.EMAIL_HOST = "mail.invalid"
    send(client, wide, name="Mia Sommer", email="mia@gast.invalid", shown="alias", alias="Becher")
    builders.member("Becher")
    page = one_line(client.post(link_of(sent()[-1]), follow=True))
    assert "lesen die anderen nur die Startnummer" in page
    assert Registration.objects.get(name="Mia Sommer").shown == "number"


def vouch_for(asked):
    return reverse("league:decide_registration", args=[asked.pk])


def test_who_gave_an_address_while_there_was_a_mail_server_is_decided_at_the_desk(
    client, wide, desk, at_the_door, settings, time_machine
):
    time_machine.move_to(NIGHT - timedelta(days=30), tick=False)
    settings.EMAIL_HOST = "mail.invalid"
    send(client, wide, email="kai@gast.invalid")
    assert "Wollen mitspielen" not in one_line(desk.get(list_of(wide)))
    settings.EMAIL_HOST = ""
    page = one_line(desk.get(list_of(wide)))
    assert "Wollen mitspielen" in page
    assert "kai@gast.invalid" in page
    assert "Eine Person will mitspielen" in one_line(desk.get("/"))
    desk.post(vouch_for(RegistrationRequest.objects.get()), {"accept": "1"})
    own = Registration.objects.get()
    # No one has said yes with that address, so nothing is ever sent to it.
    assert (own.email, own.state) == ("", "registered")
    assert not RegistrationMail.objects.exists()
    # The only page from which he can withdraw is the one of his mail.
    assert requesting.forget(now=NIGHT) == 0
    assert client.get(link_of(sent()[-1]), follow=True).redirect_chain == [(page_of(own), 302)]


# --- the open form, where mails go out ------------------------------------------------------
@pytest.fixture
def mails(settings):
    settings.EMAIL_HOST = "mail.invalid"


def link_of(letter):
    return re.search(r"/turniere/anmeldung/bestaetigen/\S+/", letter.body)[0]


def test_a_stranger_has_a_place_only_once_the_owner_of_the_address_says_yes(
    client, event, at_the_door, mails
):
    typed = {"client_id": "one form", "email": "kai@gast.invalid", "name": "Billige Pillen"}
    assert send(client, event, **typed).url == reverse("league:tournament", args=[event.pk])
    assert send(client, event, **typed).status_code == 302  # sent twice, asked once
    assert not Registration.objects.exists()
    assert not Person.objects.filter(name="Billige Pillen").exists()
    (letter,) = sent()
    assert letter.to == ["kai@gast.invalid"]
    assert "Pillen" not in letter.body + letter.subject
    assert client.get(link_of(letter)).status_code == 200
    assert not Registration.objects.exists()  # a program that looks at links confirms nothing
    answer = client.post(link_of(letter))
    own = Registration.objects.get()
    assert (answer.url, own.name, own.state) == (page_of(own), "Billige Pillen", "registered")
    assert client.post(link_of(letter)).url == page_of(own)
    assert RegistrationRequest.objects.get().typed == {}


def test_nobody_is_written_to_again_and_again(client, event, at_the_door, mails):
    for _time in range(3):
        assert send(client, event, email="Opfer@gast.invalid").status_code == 302
    refused = send(client, event, email="opfer@gast.invalid")
    assert refused.status_code == 422
    assert "oft genug" in one_line(refused)
    assert len(sent()) == 3


def test_what_nobody_confirms_goes_by_itself(client, event, at_the_door, mails, time_machine):
    send(client, event, email="kai@gast.invalid")
    (letter,) = sent()
    time_machine.move_to(NIGHT + timedelta(hours=49), tick=False)
    assert client.post(link_of(letter)).status_code == 410
    assert not Registration.objects.exists()
    assert requesting.forget(now=NIGHT + timedelta(hours=49)) == 0
    assert requesting.forget(now=NIGHT + timedelta(hours=73)) == 1
    assert client.get(link_of(letter)).status_code == 404


def test_without_an_address_the_page_says_to_keep_it(client, event, at_the_door):
    for page in (send(client, event).url, page_of(register(event))):
        assert "Heb dir diese Adresse auf" in one_line(client.get(page))


def test_whoever_waits_sees_his_place_in_the_line(client, event, at_the_door):
    for letter in "ABC":
        register(event, f"Gast {letter}")
    assert "Alle Plätze sind vergeben" in one_line(client.get(form_of(event)))
    assert "Warteliste, Platz 2" in one_line(client.get(page_of(register(event, "Gast D"))))


def test_a_member_has_one_tap_and_comes_back_to_his_page(client, club, event, at_the_door):
    client.force_login(club.bernd.user)
    page = one_line(client.get(form_of(event)))
    assert "Du meldest dich an als <strong>Bernd</strong>" in page
    assert 'name="name"' not in page
    sent = send(client, event)
    own = Registration.objects.get()
    assert own.person == club.bernd
    assert sent.url == client.get(form_of(event)).url == page_of(own)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": " \t "},
        {"name": "A" * 300},
        {"name": "Kai\u202eB"},
        {"team_name": "T" * 300},
        {"shown": "king"},
        {"shown": "alias", "alias": ""},
        {"shown": "alias", "alias": "x" * 300},
        {"is_adult": ""},
        {"client_id": ""},
        {"client_id": "c" * 300},
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(client, event, at_the_door, wrong):
    refused = send(client, event, **wrong)
    assert refused.status_code == 422
    assert "error" in one_line(refused)
    assert not Registration.objects.exists()
    assert not RegistrationRequest.objects.exists()
    assert not Person.objects.filter(name__startswith="Kai").exists()


@pytest.mark.parametrize("email", ["", "kein-at-zeichen", "a" * 300 + "@gast.invalid"])
def test_an_address_has_to_be_one(client, event, at_the_door, mails, email):
    assert send(client, event, email=email).status_code == 422
    assert not RegistrationRequest.objects.exists()


def test_what_was_typed_is_kept_and_the_sentence_stands_beside_it(
    client, event, at_the_door, mails
):
    refused = one_line(send(client, event, email="kein-at", name="Mia Sommer"))
    assert 'value="Mia Sommer"' in refused
    assert 'id="id_email_error"' in refused


def test_a_name_is_never_taken_for_html(client, club, wide, at_the_door):
    """Also not one that the desk typed."""
    client.force_login(club.rolf.user)
    typed = {"client_id": "desk", "name": "<script>alert(1)</script>", "shown": "full"}
    assert client.post(list_of(wide), typed).status_code == 302
    for address in (page_of(Registration.objects.get()), list_of(wide)):
        page = one_line(client.get(address))
        assert "<script>alert" not in page
        assert "&lt;script&gt;" in page


def test_a_closed_registration_says_so_and_has_no_form(client, event, at_the_door):
    event.tournament.registration_open = False
    event.tournament.save()
    page = one_line(client.get(form_of(event)))
    assert "Die Anmeldung ist geschlossen" in page
    assert 'name="client_id"' not in page
    assert send(client, event).status_code == 422


def test_strangers_find_only_what_is_public(client, club, event, at_the_door):
    evenings.set_public(event=event, is_public=False)
    assert client.get(form_of(event)).status_code == 302
    assert send(client, event).status_code == 302
    assert not Registration.objects.exists()
    client.force_login(club.bernd.user)
    assert client.get(form_of(event)).status_code == 200


def test_a_forged_address_opens_nothing(client, event, at_the_door):
    own = register(event)
    for token in (f"{own.pk}", sign_calendar(own.pk), sign_registration(own.pk)[:-1] + "!"):
        assert client.get(reverse("league:registration", args=[token])).status_code == 404


def test_too_many_forms_from_one_address_are_asked_to_wait(client, event, at_the_door):
    for _ in range(20):
        send(client, event, name="")
    assert send(client, event).status_code == 429
    assert not Registration.objects.exists()
    elsewhere = client.post(
        form_of(event),
        {"client_id": "c", "name": "Kai Berger", "shown": "short", "is_adult": "on"},
        REMOTE_ADDR="192.0.2.7",
    )
    assert elsewhere.status_code == 302


def test_somebody_changes_his_name_and_cancels_on_his_page(client, event, at_the_door):
    own = register(event)
    address = page_of(own)
    client.post(address, {"shown": "alias", "alias": "Der Würfler"})
    assert "Gerade steht da: Der Würfler" in one_line(client.get(address))
    wrong = client.post(address, {"shown": "alias", "alias": ""})
    assert wrong.status_code == 422
    assert again(own).state == "registered"
    client.post(address, {"cancel": "1"})
    page = one_line(client.get(address))
    assert again(own).state == "cancelled"
    assert "Abgemeldet" in page
    assert "Neu anmelden" in page


def test_whoever_is_called_like_a_member_sees_nothing_of_it(client, event, at_the_door):
    own = register(event, "Bernd")
    page = one_line(client.get(page_of(own)))
    assert "Du bist dabei" in page
    assert "so heißt hier schon jemand" not in page


def test_only_the_desk_sees_the_desk(client, club, event, at_the_door):
    own = register(event)
    client.force_login(club.bernd.user)
    assert "Am Eingang" not in one_line(client.get(page_of(own)))
    assert client.get(list_of(event)).status_code == 403
    client.force_login(club.rolf.user)
    assert "Kai Berger einchecken" in one_line(client.get(page_of(own)))


def test_the_desk_scans_a_code_and_checks_in(client, club, event, at_the_door):
    own = register(event)
    client.force_login(club.rolf.user)
    deed = reverse("league:at_desk", args=[own.pk])
    for _ in range(2):
        assert client.post(deed, {"check_in": "1", "own": "1"}).url == page_of(own)
    assert "Eingecheckt, Startnummer 1" in one_line(client.get(page_of(own)))
    charge = Charge.objects.get(kind="entry_fee")
    assert charge.recorded_by == club.rolf.user
    client.post(deed, {"undo": "1", "own": "1"})
    assert again(own).participation.checked_in_at is None


def test_the_desk_chooses_a_start_number_and_is_told_who_has_it(client, club, wide, at_the_door):
    own, other, third, late = (register(wide, name) for name in ("Edda", "Veit", "Gesa", "Kuno"))
    client.force_login(club.anke.user)

    def arrives(registration, **typed):
        sent = {"check_in": "1", "own": "1", "offered": "1", **typed}
        deed = reverse("league:at_desk", args=[registration.pk])
        page = client.post(deed, sent, follow=True).content.decode()
        registration.participation.refresh_from_db()
        return page, registration.participation.start_number

    page = client.get(reverse("league:registration", args=[sign_registration(own.pk)]))
    assert re.search(r'name="number"[^>]*value="1"', page.content.decode())
    assert arrives(own, number="7")[1] == 7
    page, number = arrives(other, number="7")
    assert number is None
    assert "Edda hat schon die Nummer 7. Die niedrigste freie ist 1." in page
    for wrong in ("0", "1000", "-3", "sieben"):
        page, number = arrives(other, number=wrong)
        assert number is None
        assert "Eine Startnummer liegt zwischen 1 und 999." in page
    assert not Charge.objects.filter(event=wide, person=other.participation.person).exists()
    assert arrives(other, number="1")[1] == 1
    # Another desk gave the offered one away meanwhile.
    assert arrives(third, number="1")[1] == 2
    assert arrives(late)[1] == 3


def test_the_desk_types_a_start_number_in_the_list(client, club, wide, at_the_door):
    own, other, third = (register(wide, name) for name in ("Edda", "Veit", "Gesa"))
    client.force_login(club.stine.user)
    assert "Startnummern tippen" in one_line(client.get(list_of(wide)))
    page = one_line(client.get(list_of(wide), {"numbers": "1"}))
    assert 'aria-label="Startnummer von Edda"' in page

    def arrives(registration, number):
        sent = {"check_in": "1", "number": number, "numbers": "1"}
        page = client.post(reverse("league:at_desk", args=[registration.pk]), sent, follow=True)
        registration.participation.refresh_from_db()
        return one_line(page), registration.participation.start_number

    assert arrives(own, "17")[1] == 17
    page, number = arrives(other, "17")
    assert "Edda hat schon die Nummer 17" in page
    assert number is None
    page, number = arrives(third, "")
    assert number == 1
    assert 'aria-label="Startnummer von Veit"' in page


def test_the_desk_checks_in_from_the_list_and_finds_people(client, club, wide, at_the_door):
    own = register(wide, team_name="Die Würfler")
    register(wide, "Mia Sommer", email="mia@gast.invalid")
    client.force_login(club.stine.user)
    back = client.post(reverse("league:at_desk", args=[own.pk]), {"check_in": "1"})
    assert back.url == f"{list_of(wide)}#a{own.pk}"
    page = one_line(client.get(list_of(wide)))
    assert "1 von 2 eingecheckt" in page
    assert "da, Nr. 1" in page
    assert "mia@gast.invalid" not in page
    for search in ("kai", "würf", "1", "Kai B"):
        page_text = one_line(client.get(list_of(wide), {"search": search}))
        assert "Kai Berger" in page_text, search
        assert "Mia Sommer" not in page_text, search
    assert "Niemand mit diesen Buchstaben" in one_line(client.get(list_of(wide), {"search": "xyz"}))


def test_the_desk_decides_about_a_name(client, club, event, at_the_door):
    own, other = register(event, "Bernd"), register(event, "jette")
    client.force_login(club.rolf.user)
    assert "Ja, das ist Bernd" in one_line(client.get(list_of(event)))
    client.post(reverse("league:at_desk", args=[own.pk]), {"same": "1"})
    assert again(own).person == club.bernd
    deed = reverse("league:at_desk", args=[other.pk])
    assert client.post(deed, {"name": "Jette"}).status_code == 422
    client.post(deed, {"name": "Jette aus Velen"})
    assert again(other).participation.person.name == "Jette aus Velen"


def test_the_desk_adds_a_guest_and_gives_a_place(client, club, event, at_the_door):
    client.force_login(club.rolf.user)
    typed = {"name": "Gast D", "shown": "short"}
    for name in ("Gast A", "Gast B"):
        typed = {**typed, "client_id": uuid4().hex, "name": name}
        assert client.post(list_of(event), typed).status_code == 302
    typed["client_id"] = uuid4().hex
    refused = client.post(list_of(event), {**typed, "name": "Gast C"})
    assert refused.status_code == 422
    assert "Alle Plätze sind vergeben" in one_line(refused)
    client.post(list_of(event), {**typed, "name": "Gast C", "past_limit": "on"})
    assert reading.counts(event).registered == 3
    waits = register(event, "Gast D")
    assert "Gast D" in one_line(client.get(list_of(event)))
    client.post(reverse("league:at_desk", args=[waits.pk]), {"move_up": "1"})
    assert again(waits).state == "registered"


def test_each_field_of_the_entrance_has_a_label_of_its_own(client, club, for_teams, at_the_door):
    """A label leads to the first field of its name: that of a new team led to the guest's."""
    register(for_teams, team_name="Die Würfler")
    client.force_login(club.kadir.user)
    page = one_line(client.get(list_of(for_teams)))
    ids = re.findall(r'<(?:input|select|textarea)[^>]* id="([^"]+)"', page)
    ids.remove("id_client_id")  # hidden
    assert {"id_name", "new_team_name"} <= set(ids)
    assert len(ids) == len(set(ids)) == len(re.findall(r"<label[^>]* for=", page))


def test_the_desk_keeps_teams(client, club, for_teams, at_the_door):
    own = register(for_teams)
    client.force_login(club.rolf.user)
    deed = reverse("league:desk_team", args=[for_teams.pk])
    client.post(deed, {"name": "Die Würfler"})
    team = reading.teams(for_teams)[0].team
    client.post(reverse("league:at_desk", args=[own.pk]), {"team": team.pk, "own": "1"})
    assert again(own).participation.team == team
    client.post(deed, {"team": team.pk, "name": "Die Werfer"})
    assert "Die Werfer" in one_line(client.get(list_of(for_teams)))
    assert client.post(deed, {"team": team.pk, "remove": "1"}).status_code == 409
    assert client.post(deed, {"team": "x", "name": "y"}).status_code == 404
    client.post(reverse("league:at_desk", args=[own.pk]), {"team": ""})
    client.post(deed, {"team": team.pk, "remove": "1"})
    assert reading.teams(for_teams) == []


def test_the_desk_says_who_is_ranked_among_the_ladies(client, club, at_the_door):
    event = builders.tournament(template="gonzerath")
    _first, second = day.people(event, "Uwe", "Lou")
    client.force_login(club.rolf.user)
    own = second.registration
    deed = reverse("league:at_desk", args=[own.pk])
    client.post(deed, {"group": "in", "own": "1"})
    assert not Participation.objects.get(pk=second.pk).in_group  # no one is ranked so yet
    Tournament.objects.filter(event=event).update(group="Damen")
    page = reverse("league:registration", args=[sign_registration(own.pk)])
    assert "Auch in „Damen“ werten" in client.get(page).content.decode()
    client.post(deed, {"group": "in", "own": "1"})
    assert Participation.objects.get(pk=second.pk).in_group
    client.post(deed, {"group": "out", "own": "1"})
    assert not Participation.objects.get(pk=second.pk).in_group


def test_the_organiser_is_told_about_stakes_and_players_of_prizes(client, club, event, at_the_door):
    form = one_line(client.get(form_of(event)))
    assert "284" not in form
    client.force_login(club.rolf.user)
    assert "§ 284 StGB" in one_line(client.get(list_of(event)))
    event.tournament.pot_cents = 0
    event.tournament.save()
    assert "284" not in one_line(client.get(list_of(event)))
    client.logout()
    assert "Sachpreise und Ruhm, kein Geld" in one_line(client.get(form_of(event)))


def test_a_long_list_asks_no_more_of_the_database(
    client, club, wide, at_the_door, django_assert_max_num_queries
):
    for number in range(12):
        come(register(wide, f"Gast Nummer{number}", team_name=f"Team {number % 3}"))
    client.force_login(club.rolf.user)
    client.get(list_of(wide))
    with django_assert_max_num_queries(16):
        client.get(list_of(wide))


# --- mails ----------------------------------------------------------------------------------
def test_whoever_gave_an_address_hears_how_it_stands(event):
    first = register(event, "Gast A", email="a@gast.invalid")
    register(event, "Gast B")
    third = register(event, "Gast C", email="c@gast.invalid")
    assert letters() == [
        ("a", "Anmeldung für Schockturnier"),
        ("c", "Anmeldung für Schockturnier"),
    ]
    assert "der Platz ist sicher" in mail.outbox[0].body
    assert "Warteliste" in mail.outbox[1].body
    assert mail.outbox[1].body.count(page_of(third)) == 1
    assert letters() == []
    registering.cancel(registration=first, now=NOON)
    assert letters() == [
        ("a", "Abgemeldet von Schockturnier"),
        ("c", "Nachgerückt: Schockturnier"),
    ]
    assert page_of(first) not in mail.outbox[0].body


def test_the_tournament_leads_to_the_own_registration_as_long_as_that_opens(
    client, event, time_machine, club
):
    register(event, person=club.bernd)
    client.force_login(club.bernd.user)
    page = reverse("league:tournament", args=[event.pk])
    for days, is_offered in ((0, True), (1, True), (2, False)):
        time_machine.move_to(NIGHT + timedelta(days=days), tick=False)
        assert ("Deine Anmeldung" in one_line(client.get(page))) == is_offered


def test_a_member_gets_it_where_his_login_codes_go(club, event):
    register(event, person=club.bernd)
    assert letters() == [("bernd", "Anmeldung für Schockturnier")]


def test_whoever_cancels_before_the_mail_went_out_hears_only_that(event):
    registering.cancel(registration=register(event, email="a@gast.invalid"), now=NOON)
    assert letters() == [("a", "Abgemeldet von Schockturnier")]


def test_no_mail_server_loses_neither_registration_nor_mail(event):
    with no_mail_server():
        own = register(event, email="a@gast.invalid")
        assert letters() == []
    assert again(own).state == "registered"
    with time_machine.travel(timezone.now() + timedelta(minutes=1), tick=False):
        assert letters() == [("a", "Anmeldung für Schockturnier")]
        assert letters() == []


def test_two_workers_send_one_registration_mail(event):
    register(event, email="a@gast.invalid")
    told = RegistrationMail.objects.get()
    assert [mailing.claim_mail(mail=told, now=NOON) for _ in range(2)] == [True, False]
