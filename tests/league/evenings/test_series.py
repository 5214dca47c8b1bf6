"""A season's evenings in one go: the days, the preview, and that a repeat makes nothing twice."""

from datetime import date, datetime, time, timedelta

import pytest
from django.db import IntegrityError, transaction

from league.errors import InvalidError
from league.evenings.queries.series import series_days
from league.evenings.services.series import create_series
from league.events.models import Event
from league.events.queries import participations
from league.events.services import evenings
from tests import builders
from tests.builders import BERLIN, DAY

ASKED = {
    "name": "Spielabend",
    "first": "2026-03-13",
    "last": "2026-04-30",
    "weeks": "2",
    "start_time": "20:00",
    "end_time": "23:30",
    "venue": "pub",
    "place": "Anker",
    "answer_days": "2",
}


def plan(days, **more):
    fields = {"name": "Spielabend", "venue": "pub", "rulebook": "rsc2003", **more}
    return create_series(days=days, **fields)


def test_every_other_friday_up_to_the_last_day():
    days = series_days(date(2026, 3, 13), date(2026, 4, 10), 2)
    assert days == [date(2026, 3, 13), date(2026, 3, 27), date(2026, 4, 10)]


def test_a_day_that_is_taken_stays_as_it_is_and_a_repeat_makes_nothing(club):
    there = builders.evening(day=DAY + timedelta(days=14), name="Kneipenabend")
    days = [DAY + timedelta(days=gap) for gap in (7, 14, 21)]
    assert [evening.business_date for evening in plan(days)] == [days[0], days[2]]
    assert plan(days) == []
    assert Event.objects.get(business_date=days[1]) == there


def test_a_series_invites_the_members_and_keeps_its_times(club):
    (made,) = plan(
        [DAY], start_time=time(20), end_time=time(1), host=club.anke, place=" Bei  Anke "
    )
    assert made.place == "Bei Anke"
    assert made.starts_at == datetime(2026, 3, 6, 20, tzinfo=BERLIN)
    assert made.ends_at == datetime(2026, 3, 7, 1, tzinfo=BERLIN)
    assert participations(made).filter(person=club.bernd).exists()


def test_an_evening_on_the_night_of_the_clock_change_has_its_wall_clock(club):
    (made,) = plan([date(2026, 3, 28)], start_time=time(20), end_time=time(4))
    assert made.ends_at - made.starts_at == timedelta(hours=8)  # as the clock on the wall says
    assert made.ends_at.utcoffset() == timedelta(hours=2)


def test_a_series_is_all_or_nothing(club):
    with pytest.raises(InvalidError) as refused:
        plan([DAY, DAY + timedelta(days=7)], end_time=time(23))
    assert refused.value.field == "end_time"
    assert not Event.objects.exists()
    with pytest.raises(InvalidError):
        plan([DAY + timedelta(days=gap) for gap in range(61)])
    with pytest.raises(InvalidError):
        plan([])


def test_the_database_wants_a_start_before_an_end_and_answers_before_the_evening(club):
    event = builders.evening()
    for wrong in (
        {"end_time": time(23)},
        {"start_time": time(20), "end_time": time(20)},
        {"answer_until": DAY + timedelta(days=1)},
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            Event.objects.filter(pk=event.pk).update(**wrong)


def test_the_preview_makes_nothing_and_the_ticked_days_are_made(client, club, at_ten):
    client.force_login(club.rolf.user)
    builders.evening(day=date(2026, 3, 27), name="Kneipenabend")
    page = client.get("/abende/reihe/", ASKED).content.decode()
    assert "steht schon" in page
    assert 'value="2026-03-27"' not in page
    assert 'value="2026-04-24"' in page
    assert Event.objects.count() == 1
    ticked = ["2026-03-13", "2026-04-24", "2026-05-01", "Unsinn"]
    response = client.post("/abende/reihe/", {**ASKED, "day": ticked})
    assert response.status_code == 302
    made = Event.objects.filter(name="Spielabend").order_by("business_date")
    assert [event.business_date for event in made] == [date(2026, 3, 13), date(2026, 4, 24)]
    assert made[0].answer_until == date(2026, 3, 11)
    assert made[0].place == "Anker"


def test_what_is_wrong_with_a_series_stands_beside_the_field(client, club, at_ten):
    client.force_login(club.rolf.user)
    response = client.get("/abende/reihe/", {**ASKED, "last": "2026-03-01"})
    assert response.status_code == 422
    assert "Das liegt vor dem ersten Abend." in response.content.decode()
    response = client.post("/abende/reihe/", ASKED)
    assert response.status_code == 422
    assert "Wähle mindestens einen Tag." in response.content.decode()


def test_the_times_of_an_old_evening_can_be_added(client, club, at_ten):
    event = builders.evening()
    client.force_login(club.rolf.user)
    data = {"start_time": "20:00", "end_time": "", "host": club.anke.pk, "place": "Anker"}
    assert client.post(f"/abende/{event.pk}/wann/", data).status_code == 302
    page = client.get(f"/abende/{event.pk}/").content.decode()
    assert "Anwurf 20:00 Uhr" in page
    assert "Gastgeber: Anke" in page


def test_the_same_times_again_are_no_change(club):
    event = builders.evening()
    when = {"end_time": None, "host": None, "place": "", "answer_until": None}
    for _ in range(2):
        event = evenings.set_when(event=event, start_time=time(20), now=builders.NIGHT, **when)
    assert event.revision == 1
