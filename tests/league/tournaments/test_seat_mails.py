"""„Du sitzt an Tisch 5, Platz 2“ comes by mail: once, in the reader's language, in time."""

import random
import re
from datetime import timedelta

import pytest
from django.core import mail
from django.urls import reverse

from league import tasks
from league.access.tokens import sign_registration
from league.tournaments.core.queries.draws import draw_in_force, tables_of
from league.tournaments.draws.services import changes, releasing
from league.tournaments.draws.services.by_hand import propose_by_hand
from league.tournaments.draws.services.telling import claim_seat_mail
from league.tournaments.models.seat_mails import SeatMail
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.mail_server import sent
from tests.plugins.built import built_once
from tests.registering import come, register

pytestmark = [pytest.mark.rules, pytest.mark.django_db, pytest.mark.usefixtures("at_ten")]
NAMES = ("Anna", "Bert", "Cleo", "Dirk", "Emil", "Fine", "Gerd", "Hanna")


@built_once
def event(club):
    """Eight play; three gave an address, one of them reads English, and one is a member."""
    event = builders.tournament(template="gonzerath")
    known = {"Anna": "de", "Bert": "en", "Cleo": ""}
    for name in NAMES[:7]:
        email = f"{name.lower()}@gast.invalid" if name in known else ""
        come(register(event, name, email=email, language=known.get(name, "")))
    come(register(event, person=club.bernd))
    tasks.send_registration_mails()
    sent()
    return event


def letters() -> dict[str, str]:
    """Send the seat mails of a sweep; return subject and text by the name before the @."""
    mail.outbox.clear()
    tasks.send_seat_mails()
    sent()
    return {
        message.to[0].split("@")[0]: f"{message.subject}\n{message.body}" for message in mail.outbox
    }


def seats(block) -> dict[str, tuple[int, int]]:
    """Table and place by name."""
    people = {who.pk: who.person.name for who in block.event.participations.all()}
    return {
        people[person]: (number, place)
        for number, circle in tables_of(draw_in_force(block)).items()
        for place, person in enumerate(circle, 1)
    }


def test_a_released_draw_tells_everybody_with_an_address_where_to_sit(event, client):
    assert letters() == {}
    block = day.draw(event, 1)
    told, where = letters(), seats(block)
    assert set(told) == {"anna", "bert", "cleo", "bernd"}
    for name, sentence in (
        ("Anna", "Du sitzt an Tisch {}, Platz {}."),
        ("Bert", "You sit at table {}, seat {}."),
        ("Cleo", "Du sitzt an Tisch {}, Platz {}."),
    ):
        assert sentence.format(*where[name]) in told[name.lower()]
    # Nothing another person has typed, and no other name.
    assert not any(name in told["anna"] for name in (*NAMES[1:], "Hallo"))
    address = re.search(r"https?://[^/\s]+(/\S+)", told["anna"])[1]
    assert f"Tisch {where['Anna'][0]}" in client.get(address).content.decode()
    assert letters() == {}  # each is written once


@pytest.mark.both
def test_only_whoever_has_to_get_up_is_told_again(event):
    first = day.draw(event, 1)
    letters()
    before = seats(first)
    gone = next(who for who in event.participations.all() if who.person.name == "Gerd")
    draw = changes.propose_leave(
        block=first, participation=gone, seen=day.seen(event), seed="x", by=None, now=NIGHT
    )
    releasing.release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)
    after = seats(day.block_of(event, 1))
    moved = {name for name, (table, _place) in after.items() if before[name][0] != table}
    assert {name.title() for name in letters()} == moved & {"Anna", "Bert", "Cleo", "Bernd"}


def test_late_mails_and_those_of_another_day_or_of_paper_are_not_sent(event, time_machine):
    day.draw(event, 1)
    time_machine.move_to(NIGHT + timedelta(minutes=31), tick=False)
    assert letters() == {}
    assert SeatMail.objects.filter(claimed_at=None).count() == 0
    rng = random.Random(1)
    day.play(event, 1, rng)
    day.close(event, 1, rng)
    day.draw(event, 2, now=NIGHT + timedelta(days=2))  # typed in afterwards
    assert letters() == {}


@pytest.mark.both
def test_what_was_drawn_on_paper_tells_nobody(event):
    block = day.block_of(event, 1)
    draw = propose_by_hand(
        block=block,
        seating={1: [1, 2, 3, 4], 2: [5, 6, 7, 8]},
        seen=day.seen(event),
        by=None,
        now=NIGHT,
    )
    releasing.release_draw(draw=draw, seen=day.seen(event), by=None, now=NIGHT)
    assert not SeatMail.objects.exists()


@pytest.mark.both
def test_two_workers_write_one_mail(event):
    day.draw(event, 1)
    own = SeatMail.objects.earliest("pk")
    assert [claim_seat_mail(mail=own, now=NIGHT) for _ in range(2)] == [True, False]


@pytest.mark.once
def test_the_own_page_shows_the_table_by_itself(event, client):
    """The part that the page asks for, and hears in a few words that nothing is new."""
    own = event.registrations.get(name="Anna")
    token = sign_registration(own.pk)
    page = client.get(reverse("league:registration", args=[token])).content.decode()
    address = re.search(r'data-stand="([^"]+)"', page)[1].replace("&amp;", "&")
    before = client.get(address)
    assert not re.search(r"Tisch \d", before.content.decode())
    same = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert same.status_code == 304
    table = seats(day.draw(event, 1))["Anna"][0]
    after = client.get(address, headers={"If-None-Match": before["ETag"]})
    assert after.status_code == 200
    assert f"Tisch {table}" in after.content.decode()
