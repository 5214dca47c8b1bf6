"""Seating several at once on tonight's page."""

import pytest
from django.urls import reverse

from league.events import services as events
from league.events.queries import seats_of
from tests import builders

pytestmark = pytest.mark.once


@pytest.fixture
def page(client, club):
    """Four are here, and one table is set up."""
    event = builders.evening()
    table = events.add_table(event=event)
    here = []
    for person in (club.anke, club.bernd, club.jette, club.oemer):
        participation = events.add_participant(event=event, person=person)
        here.append(events.mark_attendance(participation=participation, attendance="present"))
    client.force_login(club.rolf.user)
    return client, table, here


def around(table):
    return [seat.participation.name for seat in seats_of(table)]


def sit(page, *people, **more):
    client, table, _here = page
    data = {"participation": [person.pk for person in people], **more}
    return client.post(reverse("league:seat", args=[table.pk]), data, follow=True)


def test_those_who_were_ticked_sit_down_at_once_in_this_order(page):
    _client, table, (anke, _bernd, jette, oemer) = page
    sit(page, oemer, anke, jette)
    assert around(table) == ["Ömer", "Anke", "Jette"]
    sit(page, oemer, anke, jette)
    assert around(table) == ["Ömer", "Anke", "Jette"]


def test_whoever_ticks_nobody_is_told_so(page):
    answer = sit(page)
    assert "Hake zuerst an, wer hier sitzt." in answer.content.decode()
    assert around(page[1]) == []


def test_all_of_them_or_nobody(page):
    _client, table, (anke, bernd, *_others) = page
    events.mark_attendance(participation=bernd, attendance="absent")
    sit(page, anke, bernd)
    assert around(table) == []


def test_one_who_waits_alone_is_one_tap_away(page):
    _client, table, (anke, bernd, jette, oemer) = page
    answer = sit(page, anke, bernd, jette)
    assert "Ömer dazusetzen" in answer.content.decode()
    sit(page, oemer)
    assert around(table)[-1] == "Ömer"
