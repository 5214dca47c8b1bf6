"""An evening on another day, and who hears by mail that it moved, falls out or takes place."""

from datetime import date, datetime, time, timedelta
from uuid import uuid4

import pytest
import time_machine
from django.db import IntegrityError, transaction

from league import tasks
from league.errors import IllegalError, InvalidError
from league.evenings.models import Notice, Reminder
from league.evenings.queries.calendar import answers_of, to_remind
from league.evenings.services import answers, calendars
from league.events.models import Event, Participation
from league.events.queries import circles, participations, tables
from league.events.services import attendance, evenings, seating
from league.links import services as access
from league.links.models import TableLink
from league.results.services.results import record_charge
from league.seasons import services as seasons
from tests import builders
from tests.builders import BERLIN, DAY
from tests.mail_server import no_mail_server, sent
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

NOON = datetime(2026, 3, 4, 12, tzinfo=BERLIN)  # two days before
LATER = DAY + timedelta(days=7)


@built_once
def evening(club):
    return builders.evening(start_time=time(20), answer_until=DAY - timedelta(days=1))


def say(event, person, answer="yes"):
    return answers.reply(event=event, person=person, answer=answer, now=NOON)


def move(event, day=LATER, now=NOON):
    return answers.move_evening(event=event, day=day, by=None, now=now, today=now.date())


def call_off(event, now=NOON):
    return answers.cancel_event(event=event, reason="Kirmes", by=None, now=now)


def reinstate(event):
    return answers.reinstate_event(event=event, now=NOON)


def told(moment=NOON):
    """Send the mails that are due at this moment; return them by the name before the @."""
    with time_machine.travel(moment, tick=False):
        tasks.send_notices()
        letters = sent()
    return {letter.to[0].split("@")[0]: letter for letter in letters}


# --- another day ----------------------------------------------------------------------------
@pytest.mark.both
def test_an_evening_moves_with_its_answers_open_and_its_calendar_entry_new(club, evening):
    say(evening, club.bernd)
    say(evening, club.jette, "no")
    Reminder.objects.create(participation=evening.participations.first(), claimed_at=NOON)
    moved = move(evening)
    assert (moved.business_date, moved.answer_until) == (LATER, LATER - timedelta(days=1))
    assert (moved.revision, moved.changed_at) == (1, NOON)
    assert not participations(moved).exclude(answer="", answered_at=None).exists()
    assert not Reminder.objects.exists()
    assert move(moved).revision == 1  # the same day again


def test_the_season_follows_the_day(club, evening):
    moved = move(evening, date(2027, 1, 8))
    assert moved.season != evening.season
    assert moved.season.start <= date(2027, 1, 8) < moved.season.end


@pytest.mark.parametrize("closed", [DAY, date(2027, 1, 8)])
def test_nothing_moves_out_of_a_closed_season_or_into_one(club, evening, closed):
    season = evenings.season_for(closed)
    seasons.close_season(season=season, by=None, now=NOON, today=season.end)
    with pytest.raises(IllegalError) as refused:
        move(evening, date(2027, 1, 8))
    assert refused.value.code == "season_closed"
    assert Event.objects.get(pk=evening.pk).business_date == DAY


def somebody_is_here(club, event):
    own = participations(event).get(person=club.bernd)
    attendance.mark_attendance(participation=own, attendance="absent")


def somebody_sat_down_and_got_up(club, event):
    builders.table(event, club.anke)
    seat = circles(event)[tables(event).get().pk][0]
    seating.unseat(seat=seat)
    attendance.mark_attendance(participation=seat.participation, attendance="")


def somebody_is_charged(club, event):
    record_charge(
        event=event, person=club.bernd, code="no_show", kind="fine", cents=500,
        client_id=uuid4().hex, by=None, now=NOON,
    )  # fmt: skip


@pytest.mark.both
@pytest.mark.parametrize(
    ("what", "code"),
    [
        (somebody_is_here, "event_has_begun"),
        (somebody_sat_down_and_got_up, "event_has_begun"),
        (somebody_is_charged, "event_has_begun"),
        (lambda club, event: call_off(event), "event_cancelled"),
        (lambda club, event: builders.evening(day=LATER), "evening_is_there"),
    ],
)
def test_what_has_begun_is_off_or_is_there_already_does_not_move(club, evening, what, code):
    what(club, evening)
    with pytest.raises(IllegalError) as refused:
        move(evening)
    assert refused.value.code == code
    assert Event.objects.get(pk=evening.pk).business_date == DAY


@pytest.mark.both
def test_the_database_moves_nothing_that_was_played(club, evening):
    table = builders.table(evening, club.anke, club.bernd)
    builders.card(table, club.anke, club.bernd, club.bernd)
    with pytest.raises(IntegrityError), transaction.atomic():
        Event.objects.filter(pk=evening.pk).update(business_date=LATER)
    Event.objects.filter(pk=evening.pk).update(business_date=DAY)


def test_links_of_the_old_night_open_nothing_any_more(club, evening):
    table = seating.add_table(event=evening)
    link = access.make_link(table=table, by=None, now=datetime(2026, 3, 6, 12, tzinfo=BERLIN))
    move(evening, now=datetime(2026, 3, 6, 15, tzinfo=BERLIN))
    assert TableLink.objects.get(pk=link.pk).revoked_at is not None


@pytest.mark.both
def test_the_page_moves_it_and_says_beside_the_field_what_is_wrong(client, club, evening):
    builders.evening(day=LATER)
    client.force_login(club.rolf.user)
    address = f"/abende/{evening.pk}/wann/"
    with time_machine.travel(NOON, tick=False):
        response = client.post(address, {"day": LATER.isoformat()})
        assert response.status_code == 422
        assert "gibt es schon einen Abend" in response.content.decode()
        assert "So weit voraus" in client.post(address, {"day": "2062-03-06"}).content.decode()
        response = client.post(address, {"day": "2026-03-14"}, follow=True)
    assert "Der Abend ist jetzt am 14. März 2026." in response.content.decode()


def test_the_page_offers_no_other_day_for_what_has_begun(client, club, evening):
    client.force_login(club.rolf.user)
    address = f"/abende/{evening.pk}/wann/"
    with time_machine.travel(NOON, tick=False):
        assert 'name="day"' in client.get(address).content.decode()
        somebody_is_here(club, evening)
        page = client.get(address).content.decode()
        assert 'name="day"' not in page
        assert "Verlegen geht nicht mehr." in page
        late = client.post(address, {"day": LATER.isoformat()})
    assert late.status_code == 422
    assert "Der Abend ist, wo er war." in late.content.decode()


# --- who hears of it ------------------------------------------------------------------------
def test_who_wanted_to_come_hears_the_new_day_once_and_what_he_had_said(club, evening):
    say(evening, club.bernd)
    say(evening, club.jette, "maybe")
    say(evening, club.oemer, "no")
    move(evening)
    letters = told()
    assert set(letters) == {"bernd", "jette"}
    letter = letters["jette"]
    assert "Der Abend vom Fr, 6. März ist jetzt am Fr, 13. März" in letter.subject
    for words in ("Freitag, 13. März", "„vielleicht“", "Anwurf 20:00", f"/abende/{evening.pk}/"):
        assert words in letter.body
    assert "List-Unsubscribe" in letter.extra_headers
    assert told() == {}


def test_an_evening_called_off_says_why(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    letter = told()["bernd"]
    assert "Der Abend am Fr, 6. März fällt aus" in letter.subject
    assert "Kirmes" in letter.body


def test_who_was_told_it_is_off_hears_that_it_takes_place_after_all(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    told()
    reinstate(evening)
    letter = told()["bernd"]
    assert "findet doch statt" in letter.subject
    assert "„komme“" in letter.body


def test_what_is_true_again_before_the_mail_went_out_is_told_to_nobody(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    reinstate(evening)
    move(evening)
    move(evening, DAY)
    assert told() == {}
    assert not Notice.objects.exists()


def test_a_day_that_is_over_is_refused(client, club, evening):
    with pytest.raises(InvalidError) as refused:
        move(evening, NOON.date() - timedelta(days=1))
    assert (refused.value.code, refused.value.field) == ("day_is_past", "day")
    assert Event.objects.get(pk=evening.pk).business_date == DAY
    client.force_login(club.rolf.user)
    with time_machine.travel(NOON, tick=False):
        answer = client.post(f"/abende/{evening.pk}/wann/", {"day": "2026-03-01"})
    assert answer.status_code == 422
    assert "Dieser Tag ist schon vorbei." in answer.content.decode()


@pytest.mark.both
def test_back_before_anybody_was_told_keeps_what_was_said_and_the_mail_of_the_next_move(
    club, evening
):
    say(evening, club.bernd)
    say(evening, club.jette, "maybe")
    for day in (DAY + timedelta(days=6), DAY):
        moved = move(evening, day)
    assert answers_of(club.bernd, [moved]) == {moved.pk: "yes"}
    assert answers_of(club.jette, [moved]) == {moved.pk: "maybe"}
    move(evening, DAY + timedelta(days=7))
    letters = told()
    assert set(letters) == {"bernd", "jette"}
    assert "vom Fr, 6. März ist jetzt am Fr, 13. März" in letters["bernd"].subject
    assert told() == {}


def test_who_answered_for_the_new_day_knows_it_without_a_mail(club, evening):
    say(evening, club.bernd)
    move(evening)
    say(evening, club.bernd)
    move(evening, DAY)
    assert "vom Fr, 13. März ist jetzt am Fr, 6. März" in told()["bernd"].subject


def test_of_two_changes_one_mail_tells_the_last_from_the_day_somebody_knew(club, evening):
    say(evening, club.bernd)
    move(evening)
    move(evening, LATER + timedelta(days=1))
    assert "vom Fr, 6. März ist jetzt am Sa, 14. März" in told()["bernd"].subject


def test_who_heard_of_the_new_day_and_has_not_answered_hears_that_it_falls_out(club, evening):
    say(evening, club.bernd)
    move(evening)
    told()
    call_off(evening)
    assert "Der Abend am Fr, 13. März fällt aus" in told()["bernd"].subject


def test_who_declined_the_new_day_hears_no_more(club, evening):
    say(evening, club.bernd)
    move(evening)
    told()
    say(evening, club.bernd, "no")
    call_off(evening)
    assert told() == {}


def test_nobody_is_told_who_wants_no_mail_or_of_an_evening_that_is_over(club, evening):
    say(evening, club.bernd)
    say(evening, club.jette)
    calendars.set_reminders(person=club.bernd, wanted=False)
    call_off(evening)
    assert told(NOON + timedelta(days=3)) == {}
    calendars.set_reminders(person=club.jette, wanted=False)
    assert told() == {}
    calendars.set_reminders(person=club.jette, wanted=True)
    assert set(told()) == {"jette"}


def test_the_question_of_a_notice_is_not_asked_again_by_a_reminder_the_same_day(club, evening):
    say(evening, club.bernd)
    moved = move(evening, DAY + timedelta(days=1))
    assert club.bernd not in [participation.person for participation in to_remind(moved, NOON)]
    assert club.jette in [participation.person for participation in to_remind(moved, NOON)]
    tomorrow = NOON + timedelta(days=1)
    assert club.bernd in [participation.person for participation in to_remind(moved, tomorrow)]


@pytest.mark.both
def test_two_workers_tell_it_once_and_a_replaced_notice_is_nobodys(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    notice = Notice.objects.get()
    assert calendars.claim_notice(notice=notice, now=NOON)
    assert not calendars.claim_notice(notice=notice, now=NOON)
    assert told() == {}
    reinstate(evening)
    replaced = Notice.objects.get(claimed_at=None)
    call_off(evening)
    assert not calendars.claim_notice(notice=replaced, now=NOON)


def test_a_mail_server_that_is_away_gets_the_notice_later_and_once(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    with no_mail_server():
        assert told() == {}
    assert set(told(NOON + timedelta(minutes=1))) == {"bernd"}
    assert told(NOON + timedelta(minutes=10)) == {}


@pytest.mark.both
def test_news_while_the_mail_server_is_away_comes_after_what_waits_for_it(club, evening):
    say(evening, club.bernd)
    call_off(evening)
    with no_mail_server():
        assert told() == {}
        reinstate(evening)
        assert told() == {}
    with time_machine.travel(NOON + timedelta(minutes=1), tick=False):
        letters = [letter.subject for letter in sent()]
    assert [words for words in letters if "fällt aus" in words] == letters[:1]
    assert "findet doch statt" in letters[1]


# --- lateness -------------------------------------------------------------------------------
@built_once
def late(club, evening):
    own = participations(evening).get(person=club.bernd)
    return attendance.mark_attendance(participation=own, attendance="late")


@pytest.mark.both
def test_the_minutes_of_the_late_are_corrected_on_the_page(client, club, late):
    client.force_login(club.rolf.user)
    address = f"/anwesenheit/{late.pk}/minuten/"
    with time_machine.travel(builders.NIGHT, tick=False):
        assert client.post(address, {"minutes": "25"}).status_code == 302
        page = client.get(f"/abende/{late.event_id}/").content.decode()
        assert 'value="25"' in page[page.index(f'id="late-{late.pk}"') :].split(">")[0]
        for wrong in ("0", "601", "viel", "-5", "²"):
            assert client.post(address, {"minutes": wrong}).status_code == 422
        late.refresh_from_db()
        assert late.minutes_late == 25
        client.post(address, {"minutes": ""})
    late.refresh_from_db()
    assert late.minutes_late is None


def test_who_is_not_late_has_no_minutes(club, late):
    attendance.mark_attendance(participation=late, attendance="present")
    with pytest.raises(IllegalError) as refused:
        attendance.set_minutes_late(participation=late, minutes=10)
    assert refused.value.code == "not_late"
    assert Participation.objects.get(pk=late.pk).minutes_late is None


# --- nothing happens at an evening that is off ----------------------------------------------
@pytest.mark.both
def test_an_evening_that_is_off_takes_no_charges_and_answers_a_repeat(client, club, evening):
    charge = {"event": evening, "person": club.bernd, "code": "no_show", "kind": "fine"}
    charge |= {"cents": 500, "by": None, "now": NOON}
    first = record_charge(**charge, client_id="a")
    charge["event"] = call_off(evening)
    assert record_charge(**charge, client_id="a") == first
    with pytest.raises(IllegalError) as refused:
        record_charge(**charge, client_id="b")
    assert refused.value.code == "event_cancelled"


def test_the_pages_of_an_evening_that_is_off_say_so(client, club, evening):
    table = seating.add_table(event=evening)
    call_off(evening)
    client.force_login(club.rolf.user)
    own = participations(evening).get(person=club.bernd)
    with time_machine.travel(NOON, tick=False):
        page = client.get(f"/abende/{evening.pk}/strafen/").content.decode()
        assert "Neue Strafen gibt es dafür nicht." in page
        assert 'name="code"' not in page
        sent = {"person": own.pk, "code": "no_show", "count": 1, "client_id": "x"}
        assert client.post(f"/abende/{evening.pk}/strafen/", sent).status_code == 422
        card = client.get(f"/tische/{table.pk}/karte/")
        game = client.post(
            f"/api/tables/{table.pk}/games/",
            {"id": str(uuid4()), "seats": [1]},
            content_type="application/json",
        )
    assert card.status_code == 409
    assert "Dieser Abend ist abgesagt." in card.content.decode()
    assert game.json()["code"] == "event_cancelled"
