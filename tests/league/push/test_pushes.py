"""„Tisch 5, Platz 2“ on devices: agreed to, taken back, woken through the browsers' services."""

import json
import re
from datetime import timedelta
from socket import socket

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.urls import reverse
from time_machine import travel

from config.privacy.access import sections
from league.access.tokens import sign_registration
from league.club.models import ClubChange
from league.errors import IllegalError, InvalidError
from league.push import queries, services
from league.push.models import Push, PushDevice, PushKeys
from league.push.rules import is_of_service
from league.push.sending import connect_to, deliver
from league.tournaments.core.queries.draws import draw_in_force, tables_of
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.plugins.built import built_once
from tests.push_service import HOST, Service, claims, endpoint, push_service
from tests.registering import come, register

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("at_ten")]
NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Emil", "Fine", "Gerd")


@built_once
def event(club):
    """Seven guests and a member play, in a club that sends notifications."""
    with travel(NIGHT, tick=False):
        services.switch(on=True, by=None, now=NIGHT)
        event = builders.tournament(template="gonzerath")
        for name in NAMES:
            come(register(event, name))
        come(register(event, person=club.bernd))
    return event


def registration(event, name):
    return event.registrations.get(name=name)


def ask(client: Client, event, *, do: str = "", of=None, at: str = "a", status: int = 200):
    """Send what a person's browser says; return whether the device is told from now on."""
    data = {"do": do, "endpoint": endpoint(at)}
    if of is not None:
        data["registration"] = sign_registration(of.pk)
    answer = client.post(reverse("league:push_device", args=[event.pk]), data)
    assert answer.status_code == status
    return answer.json()["on"] if status == 200 else None


def said(at: str) -> dict[str, str]:
    """Return what the device at this address is told when it asks."""
    answer = Client().get(reverse("league:notification"), headers={"Push-Endpoint": endpoint(at)})
    return dict(answer.json())


def seat_of(block, participation) -> tuple[int, int]:
    tables = tables_of(draw_in_force(block))
    return next(
        (number, people.index(participation.pk) + 1)
        for number, people in tables.items()
        if participation.pk in people
    )


def send(service: Service, moment=NIGHT) -> int:
    """Send the pushes that are due at this moment, and return how many devices were woken."""
    before = len(service.woken)
    deliver(lambda: moment, service.connect)
    return len(service.woken) - before


# --- agreeing -------------------------------------------------------------------------------
def test_a_draw_wakes_the_devices_that_agreed_and_tells_them_table_and_seat(event, club, client):
    anna, bert = registration(event, "Anna"), registration(event, "Bert")
    member = Client()
    member.force_login(club.bernd.user)
    assert ask(client, event, of=anna) is False
    assert ask(client, event, do="agree", of=anna, at="a")
    assert ask(client, event, of=anna)
    assert not ask(client, event, of=bert)  # it is Anna's, and not the asker's
    assert ask(member, event, do="agree", at="m")
    assert said("a") == {}

    block = day.draw(event, 1)
    own = club.bernd.participations.get(event=event)
    for at, who in (("a", anna.participation), ("m", own)):
        table, place = seat_of(block, who)
        told = said(at)
        assert told["body"].startswith(f"Tisch {table}, Platz {place}")
        assert not any(name in json.dumps(told) for name in (*NAMES, club.bernd.name))
        assert told["path"] == reverse("league:my_table", args=[event.pk])
    with push_service() as service:
        assert send(service) == 2
        assert send(service) == 0  # each is woken once
    woken = {push.path: push for push in service.woken}
    assert set(woken) == {"/wpush/v2/a", "/wpush/v2/m"}
    assert all(push.body == b"" for push in service.woken)  # a service reads nothing of the club
    headers = woken["/wpush/v2/a"].headers
    assert (headers["TTL"], headers["Urgency"]) == ("1800", "high")
    claimed = claims(headers["Authorization"], queries.public_key())
    assert claimed["aud"] == f"https://{HOST}"
    assert 0 < claimed["exp"] - NIGHT.timestamp() <= 24 * 3600
    assert re.match(r"mailto:|https?:", claimed["sub"])


def test_a_device_is_told_nothing_any_more_when_its_owner_says_so(event, club, client):
    anna = registration(event, "Anna")
    ask(client, event, do="agree", of=anna)
    assert ask(client, event, do="end", of=anna) is False
    client.force_login(club.bernd.user)
    ask(client, event, do="agree", at="m")
    page = client.get(reverse("my_mails")).content.decode()
    assert "Auf deinen Geräten" in page
    device = PushDevice.objects.get()
    other = Client()
    other.force_login(club.anke.user)
    other.post(reverse("league:remove_push_device", args=[device.pk]))
    assert PushDevice.objects.exists()  # another's stays
    client.post(reverse("league:remove_push_device", args=[device.pk]))
    assert not PushDevice.objects.exists()
    day.draw(event, 1)
    assert not Push.objects.exists()


def test_strangers_and_a_club_that_sends_none(event, client):
    ask(client, event, do="agree", status=403)
    anna = registration(event, "Anna")
    page = (
        reverse("league:my_table", args=[event.pk]) + f"?registration={sign_registration(anna.pk)}"
    )
    assert "data-push" in client.get(page).content.decode()
    ask(client, event, do="agree", of=anna)
    services.switch(on=False, by=None, now=NIGHT)
    assert "data-push" not in client.get(page).content.decode()
    assert not PushDevice.objects.exists()
    with pytest.raises(IllegalError):
        services.agree(
            owner=services.Owner(registration=anna.pk),
            endpoint=endpoint("a"),
            agent="",
            language="de",
            now=NIGHT,
        )


def test_the_chair_switches_them_on_and_the_keys_stay(club, client):
    client.force_login(club.anke.user)
    for on in ("on", "", "on"):
        answer = client.post(
            reverse("change_club", args=["benachrichtigungen"]), {"benachrichtigungen-on": on}
        )
        assert answer.status_code == 302
        assert bool(queries.public_key()) == bool(on)
    keys = PushKeys.objects.get()
    assert keys.public_key == queries.public_key()
    assert "PRIVATE KEY" in keys.private_key
    assert ClubChange.objects.filter(field="sends_pushes").count() == 3


def test_five_devices_and_no_more(event):
    anna = registration(event, "Anna")
    for minute in range(7):
        services.agree(
            owner=services.Owner(registration=anna.pk),
            endpoint=endpoint(f"{minute}"),
            agent="Firefox, Android",
            language="de",
            now=NIGHT + timedelta(minutes=minute),
        )
    assert [device.endpoint[-1] for device in PushDevice.objects.all()] == list("23456")
    with pytest.raises(IntegrityError), transaction.atomic():
        PushDevice.objects.update(person=event.registrations.get(name="Bernd").person)


# --- where a push is sent to ----------------------------------------------------------------
@pytest.mark.parametrize(
    "address",
    [
        f"http://{HOST}/a",
        f"https://{HOST}:8443/a",
        f"https://{HOST}.example/a",
        f"https://anna@{HOST}/a",
        f"https://example.com\\@{HOST}/a",
        "https://127.0.0.1/a",
        "https://[::1]/a",
        "https://localhost/a",
        "https://push.apple.com/a",
        "https://evilpush.apple.com.example/a",
        f"https://{HOST}/a b",
        f"https://{HOST}/a\r\nHost: x",
        f"https://{HOST}/{'a' * 1000}",
        "https://[/a",
        "",
    ],
)
def test_only_the_push_services_of_browsers_are_written_to(event, settings, address):
    assert not is_of_service(address, settings.PUSH_HOSTS)
    with pytest.raises(InvalidError):
        services.agree(
            owner=services.Owner(registration=registration(event, "Anna").pk),
            endpoint=address,
            agent="",
            language="de",
            now=NIGHT,
        )


def test_browsers_name_addresses_like_these(settings):
    for address in (
        endpoint("gAAAA-_x"),
        "https://fcm.googleapis.com/fcm/send/abc:def",
        "https://web.push.apple.com/QAbc",
        "https://wns2-par02p.notify.windows.com/w/?token=BQ%3d",
    ):
        assert is_of_service(address, settings.PUSH_HOSTS)


def test_a_name_that_leads_into_the_own_network_is_not_connected_to():
    with socket() as listening:
        listening.bind(("127.0.0.1", 0))
        with pytest.raises(OSError, match="not out there"):
            connect_to("localhost")


# --- what a service answers -----------------------------------------------------------------
@pytest.fixture
def waiting(event, client):
    """Anna's device agreed, and is to be woken."""
    ask(client, event, do="agree", of=registration(event, "Anna"))
    day.draw(event, 1)
    return Push.objects.get()


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_the_service_has_forgotten_goes(waiting, status):
    with push_service((status, "")) as service:
        assert send(service) == 1
    assert not PushDevice.objects.exists()
    assert not Push.objects.exists()


@pytest.mark.parametrize(("answer", "pause"), [((429, "90"), 90), ((503, ""), 5), ((500, "x"), 5)])
def test_later_means_later(waiting, answer, pause):
    with push_service(answer, (201, "")) as service:
        assert send(service) == 1
        assert send(service, NIGHT + timedelta(seconds=pause - 1)) == 0
        assert send(service, NIGHT + timedelta(seconds=pause)) == 1
    waiting.refresh_from_db()
    assert waiting.sent_at is not None


def test_what_is_refused_is_not_tried_again_and_what_is_late_goes(waiting, event):
    with push_service((400, "")) as service:
        assert send(service) == 1
        assert send(service) == 0
    assert PushDevice.objects.exists()
    assert not Push.objects.exists()
    device = PushDevice.objects.get()
    late = Push(device=device, body="x", path="/", due_at=NIGHT, until=NIGHT + timedelta(minutes=1))
    services.put(pushes=[late])
    with push_service() as service:
        assert send(service, NIGHT + timedelta(minutes=2)) == 0
    assert not Push.objects.exists()


def test_a_service_that_is_away_is_asked_once_and_the_draw_stands(waiting, event, club):
    services.agree(
        owner=services.Owner(person=club.bernd),
        endpoint=endpoint("m"),
        agent="",
        language="en",
        now=NIGHT,
    )
    device = PushDevice.objects.get(person=club.bernd)
    until = NIGHT + timedelta(minutes=30)
    services.put(pushes=[Push(device=device, body="x", path="/", due_at=NIGHT, until=until)])
    asked = []

    def away(host: str):
        asked.append(host)
        raise OSError("no route")

    deliver(lambda: NIGHT, away)
    assert asked == [HOST]
    assert [push.attempts for push in Push.objects.all()] == [1, 1]
    with push_service() as service:
        assert send(service, NIGHT + timedelta(seconds=5)) == 2


def test_two_senders_wake_once(waiting):
    assert [services.claim(push=waiting, now=NIGHT) for _ in range(2)] == [True, False]


# --- whose data it is -----------------------------------------------------------------------
def test_the_archive_names_the_device_and_not_its_secret(event, club, client):
    client.force_login(club.bernd.user)
    ask(client, event, do="agree", at="m")
    (section,) = [one for one in sections(club.bernd) if one.place == "league.PushDevice"]
    assert "agreed_at" in section.rows[0]
    assert endpoint("m") not in json.dumps(section.rows, default=str)


def test_a_device_goes_on_being_told_when_its_browser_gives_it_another_address(client, event):
    """The old address is the proof, and no other member's device is touched."""
    bernd = Client()
    bernd.force_login(event.participations.get(person__name="Bernd").person.user)
    assert ask(bernd, event, do="agree", at="old")

    def renew(old, new=""):
        headers, sent = {"Push-Endpoint": old}, {"endpoint": new or endpoint("new")}
        return client.post(reverse("league:renew_push"), sent, headers=headers).status_code

    assert renew(endpoint("guessed")) == 200
    assert PushDevice.objects.get().endpoint == endpoint("old")
    assert renew(endpoint("old"), "https://evil.invalid/x") == 422
    for _twice in range(2):
        assert renew(endpoint("old")) == 200
    assert PushDevice.objects.get().endpoint == endpoint("new")
    assert ask(bernd, event, at="new")
    assert not ask(bernd, event, at="old")
