"""Evenings to come: the answers, second questions, the calendars, an evening that falls out."""

import re
from datetime import UTC, date, datetime, time, timedelta

import pytest
import time_machine
from django.core import mail
from django.db import IntegrityError, transaction
from django.urls import reverse
from icalendar import Calendar

from league import tasks
from league.access.tokens import sign_calendar, sign_reminder
from league.errors import IllegalError, InvalidError
from league.evenings.models import CalendarLink
from league.evenings.queries.calendar import calendar_link, to_remind
from league.evenings.services import answers, calendars, tonight
from league.events.models import Event, Participation, Venue
from league.events.queries import participations
from league.events.services import attendance, evenings
from league.people.services import people
from league.tournaments.direction.services import dating
from tests import builders
from tests.builders import BERLIN, DAY, NIGHT
from tests.html import one_line
from tests.mail_server import no_mail_server, sent

pytestmark = pytest.mark.once

NOON = datetime(2026, 3, 4, 12, tzinfo=BERLIN)  # two days before


@pytest.fixture
def evening(club):
    return builders.evening(start_time=time(20), end_time=time(23, 30), host=club.anke)


def say(event, person, answer="yes", now=NOON):
    return answers.reply(event=event, person=person, answer=answer, now=now)


# --- answers --------------------------------------------------------------------------------
def test_one_tap_answers_and_another_takes_it_back(client, club, evening):
    client.force_login(club.bernd.user)
    address = reverse("league:reply", args=[evening.pk])
    with time_machine.travel(NOON, tick=False):
        assert "komme nicht" in client.get("/").content.decode()
        response = client.post(address, {"answer": "maybe", "from": "home"})
        assert response.headers["Location"] == "/"
        own = participations(evening).get(person=club.bernd)
        assert (own.answer, own.answered_at) == ("maybe", NOON)
        client.post(address, {"answer": ""})
    own.refresh_from_db()
    assert own.answer == ""


def test_who_comes_is_in_sight_until_somebody_is_there(client, club, evening):
    client.force_login(club.bernd.user)
    address = reverse("league:evening", args=[evening.pk])
    own = participations(evening).get(person=club.anke)
    with time_machine.travel(NOON, tick=False):
        attendance.mark_attendance(participation=own, attendance="late")
        assert 'id="antworten"' not in client.get(address).content.decode()
        attendance.mark_attendance(participation=own, attendance="present")
        assert 'id="antworten"' in client.get(address).content.decode()


def test_answers_end_when_the_organiser_said_and_at_the_latest_with_the_start(club, evening):
    say(evening, club.bernd, now=datetime(2026, 3, 6, 19, 59, tzinfo=BERLIN))
    with pytest.raises(IllegalError) as refused:
        say(evening, club.bernd, "no", now=datetime(2026, 3, 6, 20, tzinfo=BERLIN))
    assert refused.value.code == "answers_over"
    evening.answer_until = DAY - timedelta(days=2)
    say(evening, club.bernd, now=NOON)
    with pytest.raises(IllegalError):
        say(evening, club.bernd, "no", now=NOON + timedelta(days=1))


def test_the_organiser_enters_what_he_was_told_also_late(client, club, evening):
    client.force_login(club.rolf.user)
    own = participations(evening).get(person=club.bernd)
    with time_machine.travel(NIGHT, tick=False):
        client.post(reverse("league:reply_for", args=[own.pk]), {"answer": "no"})
    own.refresh_from_db()
    assert own.answer == "no"


def test_the_page_says_who_comes_and_who_has_not_answered(client, club, evening):
    say(evening, club.bernd)
    say(evening, club.jette, "no")
    client.force_login(club.rolf.user)
    with time_machine.travel(NOON, tick=False):
        page = one_line(client.get(f"/abende/{evening.pk}/"))
    section = page[page.index("wer-kommt") :]
    assert "Kommen:</strong> Bernd" in section
    assert "Kommen nicht:</strong> Jette" in section
    assert "Ömer" in section[section.index("Noch keine Antwort") :]


def test_whoever_joins_after_the_invitations_is_put_on_the_list(club, evening):
    wiebke = builders.member("Wiebke", since=date(2026, 3, 1))
    assert answers.invite_members(event=evening) == 1
    assert answers.invite_members(event=evening) == 0
    assert participations(evening).filter(person=wiebke).exists()


def test_an_answer_nobody_knows_is_refused_by_service_and_database(club, evening):
    with pytest.raises(InvalidError):
        say(evening, club.bernd, "ja")
    with pytest.raises(IntegrityError), transaction.atomic():
        Participation.objects.filter(event=evening).update(answer="ja")


# --- calling off ----------------------------------------------------------------------------
def test_an_evening_is_called_off_with_a_reason_and_takes_place_after_all(club, evening):
    with pytest.raises(InvalidError):
        answers.cancel_event(event=evening, reason=" ", by=None, now=NOON)
    off = answers.cancel_event(event=evening, reason="Kirmes", by=club.rolf.user, now=NOON)
    assert off.is_cancelled
    with pytest.raises(IllegalError):
        say(off, club.bernd)
    again = answers.cancel_event(event=evening, reason="Anders", by=None, now=NIGHT)
    assert (again.cancel_reason, again.revision) == ("Kirmes", 1)
    assert not answers.reinstate_event(event=evening, now=NOON).is_cancelled


def test_where_somebody_sits_nothing_is_called_off(club, evening):
    builders.table(evening, club.anke, club.bernd)
    with pytest.raises(IllegalError) as refused:
        answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
    assert refused.value.code == "event_has_begun"


def test_nobody_sits_down_at_an_evening_that_was_called_off(club, evening):
    answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
    with pytest.raises(IllegalError):
        builders.table(Event.objects.get(pk=evening.pk), club.anke, club.bernd)


def test_the_database_calls_off_nothing_that_was_played(club, evening):
    table = builders.table(evening, club.anke, club.bernd)
    builders.card(table, club.anke, club.bernd, club.bernd)
    off = {"cancelled_at": NOON, "cancel_reason": "Kirmes"}
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=evening.pk).update(**off)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=evening.pk).update(cancelled_at=NOON)


def test_the_start_page_leads_to_the_next_that_takes_place(client, club, evening):
    answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
    later = builders.evening(day=DAY + timedelta(days=14))
    client.force_login(club.bernd.user)
    with time_machine.travel(NOON, tick=False):
        page = client.get("/").content.decode()
    assert page.index(f'href="/abende/{later.pk}/"') < page.index(f'href="/abende/{evening.pk}/"')
    assert "abgesagt" in page


# --- reminders ------------------------------------------------------------------------------
def remind(moment=NOON):
    with time_machine.travel(moment, tick=False):
        tasks.remind_members()
        letters = sent()
    return {letter.to[0].split("@")[0] for letter in letters}


def test_who_has_not_answered_is_asked_once(club, evening):
    say(evening, club.bernd, "maybe")
    asked = remind()
    assert {"jette", "oemer", "hilde"} <= asked
    assert not asked & {"bernd", "gustav"}  # a supporting member is not expected
    assert remind(NOON + timedelta(minutes=10)) == set()


def test_the_mail_says_when_where_and_how_to_get_no_more(club, evening):
    remind()
    letter = next(message for message in mail.outbox if message.to == [club.jette.user.email])
    assert "Kommst du am Fr, 6. März?" in letter.subject
    for words in ("Anwurf 20:00 Uhr", "Gastgeber: Anke", f"/abende/{evening.pk}/"):
        assert words in letter.body
    stop = letter.extra_headers["List-Unsubscribe"].strip("<>")
    assert stop in letter.body
    assert stop.endswith(reverse("league:no_reminders", args=[sign_reminder(club.jette.pk)]))


def test_nobody_is_asked_at_night_too_early_or_when_it_is_called_off(club, evening):
    assert remind(datetime(2026, 3, 4, 8, 59, tzinfo=BERLIN)) == set()
    assert remind(datetime(2026, 3, 4, 20, tzinfo=BERLIN)) == set()
    assert remind(NOON - timedelta(days=3)) == set()
    assert remind(datetime(2026, 3, 6, 20, tzinfo=BERLIN)) == set()
    answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
    assert remind() == set()


def test_two_workers_send_one_mail(club, evening):
    own = participations(evening).get(person=club.jette)
    assert calendars.claim_reminder(participation=own, now=NOON) is not None
    assert calendars.claim_reminder(participation=own, now=NOON) is None
    assert "jette" not in remind()


def test_a_mail_server_that_is_away_gets_the_reminders_later_and_once(club, evening):
    with no_mail_server():
        assert remind() == set()
    assert {"jette", "oemer", "hilde"} <= remind(NOON + timedelta(minutes=1))
    assert remind(NOON + timedelta(minutes=10)) == set()


def test_one_click_from_the_mail_ends_reminders_and_opening_it_does_not(client, club, evening):
    address = reverse("league:no_reminders", args=[sign_reminder(club.jette.pk)])
    assert "Keine Erinnerungen mehr" in client.get(address).content.decode()
    assert "jette" in {
        participation.person.name.lower() for participation in to_remind(evening, NOON)
    }
    client.post(address, {"List-Unsubscribe": "One-Click"})
    assert "jette" not in remind()
    client.post(address, {"again": "1"})
    assert "jette" in remind()
    assert client.get(address[:-2] + "!/").status_code == 404


# --- the calendar ---------------------------------------------------------------------------
def feed(client, link):
    response = client.get(reverse("league:feed", args=[sign_calendar(link.pk)]))
    assert response.status_code == 200
    assert response.headers["Content-Type"].startswith("text/calendar")
    ical = Calendar.from_ical(response.content)
    return ical, {str(component["summary"]): component for component in ical.walk("VEVENT")}


def test_the_feed_has_the_moments_that_the_clock_in_berlin_shows_and_the_answer(
    client, club, evening
):
    builders.evening(day=date(2026, 7, 3), name="Sommer", start_time=time(20), end_time=time(1))
    builders.evening(day=date(2026, 8, 7), name="Ohne Uhrzeit")
    say(evening, club.bernd)
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    with time_machine.travel(NOON, tick=False):
        calendar, entries = feed(client, link)
    winter, summer = entries["Spielabend"], entries["Sommer"]
    assert winter["dtstart"].dt.astimezone(UTC) == datetime(2026, 3, 6, 19, tzinfo=UTC)
    assert "TZID" not in winter["dtstart"].params
    assert winter["dtend"].dt.astimezone(UTC) == datetime(2026, 3, 6, 22, 30, tzinfo=UTC)
    assert summer["dtstart"].dt.astimezone(UTC) == datetime(2026, 7, 3, 18, tzinfo=UTC)
    assert summer["dtend"].dt.astimezone(UTC) == datetime(2026, 7, 3, 23, tzinfo=UTC)
    assert entries["Ohne Uhrzeit"]["dtstart"].dt == date(2026, 8, 7)
    assert "kommt" in str(winter["description"])
    assert str(winter["status"]) == "CONFIRMED"
    assert calendar.walk("VTIMEZONE") == []


def test_what_outlook_google_and_apple_read_is_written_as_the_standards_say(client, club, evening):
    """By RFC 5545 and 7986, line by line and not by the library that wrote it."""
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    evenings.set_when(
        event=evening, start_time=time(19), end_time=time(1), host=club.anke,
        place="Zum Anker, " + "Hinterzimmer links " * 3, answer_until=None, now=NOON,
    )  # fmt: skip
    with time_machine.travel(NOON, tick=False):
        raw = client.get(reverse("league:feed", args=[sign_calendar(link.pk)])).content
    assert raw.endswith(b"\r\n")
    lines = raw.split(b"\r\n")
    assert all(len(line) <= 75 for line in lines)
    assert b"\n" not in raw.replace(b"\r\n", b"")
    text = raw.replace(b"\r\n ", b"").decode().split("\r\n")
    assert text[:3] == ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Schockwart//Abende//DE"]
    assert "X-PUBLISHED-TTL:PT6H" in text
    assert "REFRESH-INTERVAL;VALUE=DURATION:PT6H" in text
    entry = text[text.index("BEGIN:VEVENT") : text.index("END:VEVENT")]
    values = dict(line.split(":", 1) for line in entry)
    assert values["DTSTART"] == "20260306T180000Z"
    assert values["DTEND"] == "20260307T000000Z"
    assert re.fullmatch(r"\d{8}T\d{6}Z", values["DTSTAMP"])
    assert values["LOCATION"].startswith("Zum Anker\\, Hinterzimmer links")
    assert (values["SEQUENCE"], values["STATUS"]) == ("1", "CONFIRMED")
    assert {"UID", "SUMMARY", "URL", "DESCRIPTION"} <= set(values)


@pytest.mark.parametrize(("day", "start"), [("2026-03-29", "T120000Z"), ("2026-10-25", "T130000Z")])
def test_an_evening_on_the_day_of_the_other_time_has_its_hour(client, club, day, start):
    builders.evening(day=date.fromisoformat(day), name="Umstellung", start_time=time(14))
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    with time_machine.travel(NOON, tick=False):
        raw = client.get(reverse("league:feed", args=[sign_calendar(link.pk)])).content
    assert f"DTSTART:{day.replace('-', '')}{start}".encode() in raw


def test_an_evening_nobody_planned_has_the_hour_of_its_first_table(client, club):
    tonight.play_tonight(
        players=[club.anke, club.bernd],
        rulebook="schock4life",
        house_rules={},
        name="Heute",
        client_id="tap",
        asked="",
        by=club.anke.user,
        now=NOON,
        today=NOON.date(),
    )
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    with time_machine.travel(NOON, tick=False):
        entry = feed(client, link)[1]["Heute"]
    assert entry["dtstart"].dt == NOON.replace(microsecond=0)
    assert "location" not in entry


def test_the_clubs_own_calendar_says_no_host_and_no_answer(client, club, evening):
    Event.objects.filter(pk=evening.pk).update(is_public=True, host=club.anke)
    builders.evening(day=date(2026, 4, 3), name="Nur für uns")
    with time_machine.travel(NOON, tick=False):
        response = client.get("/kalender/club.ics")
    assert response.headers["Content-Type"].startswith("text/calendar")
    (entry,) = Calendar.from_ical(response.content).walk("VEVENT")
    assert str(entry["summary"]) == "Spielabend"
    assert "description" not in entry
    assert b"Anke" not in response.content
    assert str(entry["url"]).endswith(f"/abende/{evening.pk}/")


def test_the_clubs_own_calendar_says_no_more_of_an_evening_than_its_public_page(client, evening):
    """The place may be a member's home, and the reason be about a person's health."""
    Event.objects.filter(pk=evening.pk).update(
        is_public=True, venue=Venue.PRIVATE, place="Am Deich 7", cancelled_at=NOON,
        cancel_reason="Bernd ist krank",
    )  # fmt: skip
    with time_machine.travel(NOON, tick=False):
        body = client.get("/kalender/club.ics").content
    (entry,) = Calendar.from_ical(body).walk("VEVENT")
    assert "location" not in entry
    assert str(entry["summary"]) == "Abgesagt: Spielabend"
    assert str(entry["description"]) == "privat"
    assert b"Deich" not in body
    assert b"krank" not in body


def test_a_moved_and_then_called_off_tournament_is_one_entry(client, club):
    event = builders.tournament(start_time=time(14))
    Event.objects.filter(pk=event.pk).update(is_public=True)

    def entry():
        content = client.get(f"/turniere/{event.pk}/kalender.ics").content
        (only,) = Calendar.from_ical(content).walk("VEVENT")
        return only

    before = entry()
    on = event.business_date + timedelta(days=7)
    dating.set_when(
        event=event, seen=event.tournament.revision, business_date=on, start_time=time(15),
        place="Halle", now=NOON,
    )  # fmt: skip
    moved = entry()
    assert moved["dtstart"].dt == datetime.combine(on, time(15), BERLIN)
    assert str(moved["location"]) == "Halle"
    dating.call_off(event=event, reason="Wasserschaden", by=None, now=NOON)
    after = entry()
    assert before["uid"] == moved["uid"] == after["uid"]
    assert [int(one["sequence"]) for one in (before, moved, after)] == [0, 1, 2]
    assert str(after["status"]) == "CANCELLED"
    assert str(after["summary"]) == f"Abgesagt: {event.name}"
    assert "Wasserschaden" in str(after["description"])


def test_an_evening_keeps_its_uid_and_a_cancelled_one_stays_as_cancelled(client, club, evening):
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    with time_machine.travel(NOON, tick=False):
        before = feed(client, link)[1]["Spielabend"]
        evenings.set_when(
            event=evening, start_time=time(19), end_time=None, host=None, place="Anker",
            answer_until=None, now=NOON,
        )  # fmt: skip
        answers.cancel_event(event=evening, reason="Kirmes", by=None, now=NOON)
        after = feed(client, link)[1]["Abgesagt: Spielabend"]
    assert after["uid"] == before["uid"]
    assert int(after["sequence"]) == int(before["sequence"]) + 2
    assert str(after["status"]) == "CANCELLED"
    assert "Kirmes" in str(after["description"])


def test_a_renewed_link_replaces_the_old_and_a_second_tap_changes_nothing(client, club):
    first = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    second = calendars.renew_calendar(person=club.bernd, seen=first.pk, now=NOON)
    assert calendars.renew_calendar(person=club.bernd, seen=first.pk, now=NOON) == second
    assert client.get(reverse("league:feed", args=[sign_calendar(first.pk)])).status_code == 410
    feed(client, second)
    with pytest.raises(IntegrityError), transaction.atomic():
        CalendarLink.objects.filter(pk=first.pk).update(revoked_at=None)


def test_the_page_makes_renews_and_revokes_the_link(client, club):
    client.force_login(club.bernd.user)
    address = reverse("league:calendar")
    client.post(address, {"renew": "1"})
    link = calendar_link(club.bernd)
    assert sign_calendar(link.pk) in client.get(address).content.decode()
    client.post(address, {"renew": "1", "seen": link.pk})
    assert calendar_link(club.bernd) != link
    client.post(address, {"revoke": "1"})
    assert calendar_link(club.bernd) is None


def test_who_left_the_club_sees_only_the_own_evenings_and_a_closed_login_nothing(
    client, club, evening
):
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    people.end_membership(person=club.bernd, end=DAY - timedelta(days=7))
    builders.evening(day=DAY + timedelta(days=7), name="Ohne ihn")
    with time_machine.travel(NOON, tick=False):
        assert set(feed(client, link)[1]) == {"Spielabend"}
    club.bernd.user.is_active = False
    club.bernd.user.save()
    assert client.get(reverse("league:feed", args=[sign_calendar(link.pk)])).status_code == 410


def test_a_feed_asks_few_queries_however_many_evenings(client, club, django_assert_max_num_queries):
    for week in range(20):
        builders.evening(day=DAY + timedelta(weeks=week), start_time=time(20), host=club.anke)
    link = calendars.renew_calendar(person=club.bernd, seen=None, now=NOON)
    with time_machine.travel(NOON, tick=False), django_assert_max_num_queries(6):
        client.get(reverse("league:feed", args=[sign_calendar(link.pk)]))
