"""Seating several at once on tonight's page."""

import pytest
from django.urls import reverse
from django.utils import timezone

from league.evenings.services import answers
from league.events.queries import seats_of, tables
from league.events.services import seating
from league.events.services.attendance import add_participant, mark_attendance
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.once


@pytest.fixture
def page(client, club):
    """Four are here, and one table is set up."""
    event = builders.evening()
    table = seating.add_table(event=event)
    here = []
    for person in (club.anke, club.bernd, club.jette, club.oemer):
        participation = add_participant(event=event, person=person)
        here.append(mark_attendance(participation=participation, attendance="present"))
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
    mark_attendance(participation=bernd, attendance="absent")
    sit(page, anke, bernd)
    assert around(table) == []


def test_one_who_waits_alone_is_chosen_already(page):
    _client, table, (anke, bernd, jette, oemer) = page
    answer = one_line(sit(page, anke, bernd, jette))
    assert f'value="{oemer.pk}" checked' in answer
    assert "An Tisch 1" in answer
    sit(page, oemer)
    assert around(table)[-1] == "Ömer"


def test_those_who_were_chosen_get_a_table_of_their_own_and_a_repeat_opens_no_other(page):
    client, table, (anke, bernd, jette, oemer) = page
    sit(page, anke, bernd)
    url = reverse("league:add_table", args=[table.block.event_id])
    for _time in range(2):
        client.post(url, {"participation": [oemer.pk, jette.pk, "x"]})
    first, second = tables(table.block.event)
    assert (around(first), around(second)) == (["Anke", "Bernd"], ["Ömer", "Jette"])


def test_all_who_wait_are_seated_by_one_tap_and_a_repeat_changes_nothing(page):
    client, table, _here = page
    url = reverse("league:add_table", args=[table.block.event_id])
    for _time in range(2):
        client.post(url, {"all": "1"})
    assert [around(each) for each in tables(table.block.event)] == [
        ["Anke", "Bernd", "Jette", "Ömer"]
    ]


def test_a_name_that_is_tapped_once_more_is_open_again(page):
    client, _table, (anke, *_others) = page
    url = reverse("league:attendance", args=[anke.pk])
    for attendance, seen, after in (
        ("present", "", "present"),
        ("present", "present", ""),
        ("late", "", "late"),
        ("absent", "late", "absent"),
    ):
        client.post(url, {"attendance": attendance, "seen": seen})
        anke.refresh_from_db()
        assert anke.attendance == after


def test_who_declined_stays_so_when_all_others_are_here_and_the_next_step_says_who(client, club):
    event = builders.evening(day=timezone.localdate())
    on_the_list = {entry.person: entry for entry in event.participations.select_related("person")}
    for person, answer in ((club.anke, "no"), (club.bernd, "yes"), (club.jette, "yes")):
        own = on_the_list[person]
        answers.reply_for(participation=own, answer=answer, now=timezone.now())
    client.force_login(club.rolf.user)
    evening = reverse("league:evening", args=[event.pk])
    assert "Alle 2 mit Zusage sind da" in one_line(client.get(evening))

    url = reverse("league:all_here", args=[event.pk])
    page = one_line(client.post(url, {"only": "coming"}, follow=True))
    assert "2 sind da und sitzen noch nirgends" in page
    assert "Abgesagt hat: Anke." in page
    client.post(url)
    attendance = dict(event.participations.values_list("person__name", "attendance"))
    assert attendance.pop("Anke") == ""
    assert set(attendance.values()) == {"present"}
