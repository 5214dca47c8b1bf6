"""Birthdays and jubilees: for those who want them, among members."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.evenings.queries.greetings import greetings
from league.evenings.rules import has_birthday, is_jubilee, years_to_celebrate
from league.events.models import Event, Participation
from league.people.models.details import Consent
from league.people.services.details import save_details
from tests.builders import DAY, NIGHT, evening, member


def test_every_fiftieth_evening_is_one_and_later_every_hundredth():
    celebrated = [number for number in range(601) if is_jubilee(number)]
    assert celebrated == [50, 100, 150, 200, 250, 300, 400, 500, 600]


def test_a_leap_day_is_kept_on_the_last_of_february():
    born = date(2000, 2, 29)
    assert has_birthday(born, date(2026, 2, 28))
    assert not has_birthday(born, date(2028, 2, 28))
    assert has_birthday(born, date(2028, 2, 29))
    assert not has_birthday(date(2026, 3, 6), date(2025, 3, 6))


@pytest.mark.parametrize(
    ("spans", "years"),
    [
        ([(date(2016, 3, 6), None)], 10),
        ([(date(2016, 3, 7), None)], 0),
        ([(date(2015, 3, 6), None)], 0),
        ([(date(2001, 3, 6), date(2010, 1, 1)), (date(2010, 1, 1), None)], 25),
        ([(date(2001, 3, 6), date(2010, 1, 1)), (date(2016, 3, 6), None)], 10),
        ([(date(2016, 3, 6), date(2026, 3, 6))], 0),
        ([], 0),
    ],
)
def test_years_of_a_membership_without_a_gap(spans, years):
    assert years_to_celebrate(spans, date(2026, 3, 6)) == years


def wants(person, birthday=None):
    save_details(person=person, values={"birthday": birthday, "greeted": True}, now=NIGHT)


@pytest.mark.django_db
def test_only_who_wants_it_and_only_on_the_day():
    anna, bernd = member("Anna"), member("Bernd")
    wants(anna, date(1980, DAY.month, DAY.day))
    save_details(person=bernd, values={"birthday": date(1980, DAY.month, DAY.day)}, now=NIGHT)
    assert [(found.person, found.is_birthday) for found in greetings(DAY)] == [(anna, True)]
    assert greetings(DAY + timedelta(days=1)) == []
    save_details(person=anna, values={"greeted": False}, now=NIGHT + timedelta(hours=1))
    assert greetings(DAY) == []
    assert Consent.objects.get(subject="greeted").withdrawn_at is not None


@pytest.mark.django_db
def test_the_fiftieth_evening_counts_when_one_is_there(django_assert_num_queries):
    anna, bernd = member("Anna"), member("Bernd")
    for person in (anna, bernd):
        wants(person)
    Event.objects.bulk_create(
        Event(
            season=evening(day=DAY - timedelta(days=1)).season,
            name=f"Abend {number}",
            business_date=DAY - timedelta(days=1),
            rulebook="rsc2003",
        )
        for number in range(49)
    )
    Participation.objects.bulk_create(
        Participation(event=event, person=anna, attendance="present")
        for event in Event.objects.filter(name__startswith="Abend ")
    )
    tonight = evening()
    assert greetings(DAY, tonight) == []
    Participation.objects.filter(event=tonight).update(attendance="present")
    with django_assert_num_queries(2):
        assert [(found.person, found.evenings) for found in greetings(DAY, tonight)] == [(anna, 50)]


@pytest.mark.django_db
@pytest.mark.once
def test_members_read_it_at_the_start_and_nobody_else(client):
    today = timezone.localdate()
    anna, gast = member("Anna"), member("Gast", kind="")
    address = reverse("league:person_details", args=[anna.pk])
    client.force_login(anna.user)
    form = {"birthday": today.replace(year=1984).isoformat(), "greeted": "on"}
    assert client.post(address, form).status_code == 302
    assert gast.user is None
    assert "Heute hat Anna Geburtstag" in client.get(reverse("home")).content.decode()
    assert "1984" not in client.get(reverse("home")).content.decode()
    client.logout()
    assert "Anna" not in client.get(reverse("home")).content.decode()


@pytest.mark.django_db
@pytest.mark.once
def test_the_keeper_of_the_list_does_not_agree_for_others(client):
    anna = member("Anna")
    client.force_login(member("Mona", "secretary").user)
    address = reverse("league:person_details", args=[anna.pk])
    assert 'name="greeted"' not in client.get(address).content.decode()
    client.post(address, {"greeted": "on"})
    assert not Consent.objects.filter(subject="greeted").exists()
