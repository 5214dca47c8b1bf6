"""Attendance that a phone noted, maybe hours ago without a network."""

from datetime import timedelta

import pytest

from league.errors import InvalidError, StaleError
from league.events.models import AttendanceMark
from league.events.queries import participations
from league.events.services import attendance
from league.events.services.attendance import Noted, mark_attendance
from tests import builders

NOW = builders.NIGHT


@pytest.fixture
def anke(club):
    return participations(builders.evening()).get(person=club.anke)


def noted(client_id="a", seen="", at=NOW) -> Noted:
    return Noted(client_id=client_id, seen=seen, at=at)


def test_what_arrives_twice_counts_once(anke):
    """A mark counts once also where another was made in between."""
    for _time in range(2):
        mark_attendance(participation=anke, attendance="present", now=NOW, noted=noted())
    mark_attendance(participation=anke, attendance="")
    mark_attendance(participation=anke, attendance="present", now=NOW, noted=noted())
    anke.refresh_from_db()
    assert anke.attendance == ""
    assert AttendanceMark.objects.count() == 1


def test_one_id_says_one_thing(anke):
    mark_attendance(participation=anke, attendance="present", now=NOW, noted=noted())
    with pytest.raises(InvalidError) as refused:
        mark_attendance(participation=anke, attendance="late", now=NOW, noted=noted())
    assert refused.value.code == "id_reused"


def test_what_was_noted_meanwhile_stands(anke):
    mark_attendance(participation=anke, attendance="present")
    with pytest.raises(StaleError) as refused:
        mark_attendance(participation=anke, attendance="absent", now=NOW, noted=noted())
    assert refused.value.code == "attendance_changed"
    # Who notes the same as the other one is not asked.
    mark_attendance(participation=anke, attendance="present", now=NOW, noted=noted("b"))
    mark_attendance(participation=anke, attendance="late", now=NOW, noted=noted("c", "present"))
    anke.refresh_from_db()
    assert anke.attendance == "late"


def test_how_late_somebody_came_goes_by_the_phones_clock_but_never_later_than_ours(anke):
    event = anke.event
    event.start_time = NOW.time()
    event.save(update_fields=["start_time"])
    late = NOW + timedelta(minutes=25)
    arrives = NOW + timedelta(hours=3)
    mark_attendance(participation=anke, attendance="late", now=arrives, noted=noted(at=late))
    anke.refresh_from_db()
    assert anke.minutes_late == 25
    attendance.mark_attendance(participation=anke, attendance="")
    fast = noted("b", at=arrives + timedelta(days=1))
    mark_attendance(participation=anke, attendance="late", now=late, noted=fast)
    anke.refresh_from_db()
    assert anke.minutes_late == 25


@pytest.mark.once
def test_a_form_that_waited_is_told_where_it_leads_or_that_nobody_is_logged_in(client, anke, club):
    address = f"/abende/{anke.event_id}/anwesenheit/"
    sent = {"participation": anke.pk, "attendance": "present", "client_id": "a", "seen": ""}
    waiting = {"X-Waiting-Form": "1"}
    assert client.post(address, sent, headers=waiting).status_code == 401
    client.force_login(club.rolf.user)
    for _time in range(2):
        answer = client.post(address, sent, headers=waiting)
        assert (answer.status_code, answer["X-Location"]) == (204, address)
    refused = client.post(address, {**sent, "attendance": "late"}, headers=waiting)
    assert refused.status_code == 422
    assert "Das kam schon einmal" in refused.content.decode()
    assert client.post(address, sent).status_code == 302
    for broken in ({"client_id": "a" * 65}, {"participation": "x"}, {"attendance": "gone"}):
        answer = client.post(address, {**sent, **broken}, headers=waiting)
        assert answer.status_code in {404, 422}, broken
    for at in ("gestern", "2026-99-99T00:00:00Z", "2026-03-06T20:00"):
        sent["client_id"] = f"b-{at}"
        assert client.post(address, {**sent, "at": at}, headers=waiting).status_code == 204
