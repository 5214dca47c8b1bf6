"""Mails at once, once a day in one, or not at all; what comes together is lost nowhere."""

from datetime import datetime, time, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction
from django.urls import reverse

from league import tasks
from league.access.tokens import sign_reminder
from league.delivery import services as delivery
from league.delivery.models import Digest, HeldMail, Topic
from league.delivery.rules import day_of_digest, written_before
from league.evenings.services import answers
from tests import builders
from tests.builders import BERLIN, DAY
from tests.mail_server import sent
from tests.registering import register

NOON = datetime(2026, 3, 4, 12, tzinfo=BERLIN)  # two days before
MORNING = datetime(2026, 3, 5, 8, tzinfo=BERLIN)


@pytest.fixture
def evening(club):
    return builders.evening(start_time=time(20), end_time=time(23, 30), host=club.anke)


@pytest.fixture
def jette(club):
    delivery.set_daily(person=club.jette, topics=[Topic.EVENINGS, Topic.REPORTS])
    return club.jette


def to_jette(now, *jobs):
    """Run the jobs of the house clock at this moment, and return the mails to Jette."""
    with time_machine.travel(now, tick=False):
        for job in jobs or (tasks.remind_members, tasks.send_notices, tasks.send_digests):
            job()
        return [letter for letter in sent() if letter.to == ["jette@club.invalid"]]


def held(person, subject="Betreff"):
    return HeldMail.objects.create(
        person=person, topic=Topic.REPORTS, subject=subject, body="Text", held_at=NOON
    )


def test_a_day_begins_at_eight_and_nothing_comes_at_night():
    at_night, early = NOON.replace(hour=23), NOON.replace(hour=7, minute=59)
    assert day_of_digest(NOON) == day_of_digest(at_night) == NOON.date() + timedelta(days=1)
    assert day_of_digest(early) == NOON.date()
    assert written_before(early) is written_before(at_night) is None
    assert written_before(NOON) == NOON.replace(hour=8)


def test_what_is_written_in_a_day_comes_the_next_morning_in_one_mail(club, evening, jette):
    assert to_jette(NOON) == []
    another = builders.evening(name="Kegeln", day=DAY + timedelta(days=7))
    answers.reply(event=another, person=jette, answer="yes", now=NOON)
    answers.cancel_event(event=another, reason="Kirmes", by=None, now=NOON)
    assert to_jette(NOON + timedelta(minutes=5)) == []
    assert to_jette(MORNING - timedelta(minutes=1)) == []
    [letter] = to_jette(MORNING)
    assert letter.subject.endswith(": 2 Nachrichten")
    assert letter.body.index("Kommst du am Fr, 6. März?") < letter.body.index("fällt aus")
    assert reverse("my_mails") in letter.body
    assert to_jette(MORNING + timedelta(hours=3)) == []
    assert not HeldMail.objects.exists()


def test_what_would_come_too_late_comes_at_once(club, evening, jette):
    answers.reply(event=evening, person=jette, answer="yes", now=NOON)
    answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
    [letter] = to_jette(datetime(2026, 3, 5, 12, tzinfo=BERLIN))
    assert "fällt aus" in letter.subject


def test_who_ends_mails_by_the_link_in_one_gets_none_of_those_that_wait(
    client, club, evening, jette
):
    to_jette(NOON)
    held(jette, "Saisonbericht")
    client.post(reverse("league:no_reminders", args=[sign_reminder(jette.pk)]))
    [letter] = to_jette(MORNING)
    assert "Saisonbericht" in letter.body
    assert "Kommst du" not in letter.body


def test_the_link_out_is_the_mail_programs_button_where_there_is_one_way_out(evening, jette):
    to_jette(NOON)
    [letter] = to_jette(MORNING)
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop.endswith(reverse("league:no_reminders", args=[sign_reminder(jette.pk)]))
    assert stop in letter.body


def test_it_speaks_its_readers_language(club, evening, jette):
    jette.user.language = "en"
    jette.user.save()
    to_jette(NOON)
    [letter] = to_jette(MORNING)
    assert letter.subject.endswith(": one message")
    assert "Hello Jette" in letter.body
    assert "Are you coming on" in letter.body


def test_a_worker_that_dies_loses_nothing_and_two_send_one(club, jette):
    held(jette)
    day = MORNING.date()
    with transaction.atomic():
        assert delivery.claim_digest(person=jette, day=day, now=MORNING)
        transaction.set_rollback(True)
    assert len(delivery.claim_digest(person=jette, day=day, now=MORNING)) == 1
    held(jette)
    assert delivery.claim_digest(person=jette, day=day, now=MORNING) == []
    assert HeldMail.objects.count() == 1
    with pytest.raises(IntegrityError), transaction.atomic():
        Digest.objects.create(person=jette, day=day, made_at=MORNING)
    [letter] = to_jette(MORNING + timedelta(days=1))
    assert letter.subject.endswith(": eine Nachricht")


def test_a_tournament_is_told_a_guest_at_once_and_a_member_as_that_one_wants(club, jette):
    delivery.set_daily(person=jette, topics=[Topic.TOURNAMENTS])
    cup = builders.tournament(day=DAY + timedelta(days=30))
    register(cup, jette.name, person=jette, email="")
    register(cup, "Kai Berger", email="kai@x.invalid")
    with time_machine.travel(NOON, tick=False):
        tasks.send_registration_mails()
        assert [letter.to for letter in sent()] == [["kai@x.invalid"]]
    [letter] = to_jette(MORNING)
    assert "Schockturnier" in letter.body


@pytest.mark.once
def test_the_page_says_what_i_get_and_when(client, club, evening):
    client.force_login(club.jette.user)
    page = client.get(reverse("my_mails")).content.decode()
    assert "Was ich bekomme" in page
    assert "Immer sofort" in page
    daily = {"evenings": "daily", "tournaments": "at_once", "reports": "at_once"}
    client.post(reverse("my_mails"), daily)
    assert to_jette(NOON) == []
    client.post(reverse("my_mails"), daily | {"evenings": "never"})
    club.jette.refresh_from_db()
    assert not club.jette.wants_reminders
    assert to_jette(MORNING) == []
    assert client.post(reverse("my_mails"), daily | {"reports": "never"}).status_code == 422
