"""The time and the place of an event, as pages and mails say them."""

from datetime import date, time

import pytest

from league.events.labels import not_here, when, where
from league.events.models import Event, Participation

DAY = date(2026, 3, 6)


@pytest.mark.parametrize(
    ("hours", "words"),
    [
        ({}, "Freitag, 6. März 2026"),
        ({"start_time": time(20)}, "Freitag, 6. März 2026, Anwurf 20:00 Uhr"),
        (
            {"start_time": time(20), "end_time": time(23, 30)},
            "Freitag, 6. März 2026, Anwurf 20:00 Uhr, offiziell bis 23:30",
        ),
    ],
)
def test_the_day_and_the_hours_that_were_said(hours, words):
    assert when(Event(business_date=DAY, **hours)) == words


@pytest.mark.parametrize(
    ("place", "host", "words"),
    [
        ("", "", "Kneipe"),
        ("Zum Anker", "", "Kneipe, Zum Anker"),
        ("Zum Anker", "Anke", "Kneipe, Zum Anker · Gastgeber: Anke"),
    ],
)
def test_the_place_and_who_is_the_host(place, host, words):
    assert where(Event(venue="pub", place=place), host) == words


@pytest.mark.parametrize(
    ("attendance", "answer", "words"),
    [("late", "yes", "später"), ("absent", "no", "fehlt"), ("", "no", "abgesagt"), ("", "yes", "")],
)
def test_why_somebody_is_not_here(attendance, answer, words):
    assert not_here(Participation(attendance=attendance, answer=answer)) == words
