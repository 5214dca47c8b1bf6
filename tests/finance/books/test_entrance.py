"""The entrance of a tournament: one tap says who is here and has paid."""

import re

import pytest
from django.urls import reverse

from finance.books.models.payments import Payment
from finance.books.queries.tournaments import entries
from league.tournaments.registration.views.registrations import LINES
from tests import builders
from tests import tournaments as day
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]
NAMES = [f"Gast {chr(65 + n)}{chr(97 + n)}" for n in range(22)]


@built_once
def event(club):
    event = builders.tournament()
    for name in (*NAMES, "Peter Diederich", "Zoë Grün"):
        day.registered(event, name)
    return event


def listed(client, event, **asked) -> list[str]:
    page = client.get(reverse("league:registrations", args=[event.pk]), asked).content.decode()
    return re.findall(r'<a class="plain" href="[^"]+">\s*([^<]+?)\s*</a>', page)


def the_tap(client, event, name: str) -> tuple[str, dict[str, str]]:
    """Return the address and the fields of „bezahlt“ beside a name."""
    address = reverse("league:registrations", args=[event.pk])
    page = client.get(address, {"search": name}).content.decode()
    (action,) = re.findall(r'formaction="([^"]+)"', page)
    fields = dict(re.findall(r'name="(cents|client_id)" value="([^"]+)"', page))
    return action, {**fields, "show": "missing", "search": ""}


def test_one_tap_checks_in_books_the_fee_and_leads_back_to_who_is_missing(client, club, event):
    client.force_login(club.kim.user)  # the treasurer
    action, fields = the_tap(client, event, "Zoë")
    answer = client.post(action, fields)
    assert answer.url.startswith(f"{reverse('league:registrations', args=[event.pk])}?show=missing")
    text = client.get(answer.url).content.decode()
    assert "Zoë Grün ist da und hat bezahlt. Startnummer 1." in text
    client.post(action, fields)  # the network was slow: a second tap books nothing more
    assert [payment.amount for payment in Payment.objects.all()] == [1500]
    (entry,) = entries(event)
    assert entry.is_paid
    assert listed(client, event, show="here") == ["Zoë Grün"]
    assert "Zoë Grün" not in listed(client, event, show="missing")
    assert listed(client, event, show="unpaid") == []
    # A player let in without money is found, and pays later.
    peter = event.registrations.get(name="Peter Diederich")
    client.post(reverse("league:at_desk", args=[peter.pk]), {"check_in": "1"})
    assert listed(client, event, show="unpaid") == ["Peter Diederich"]
    action, fields = the_tap(client, event, "Peter")
    client.post(action, fields)
    assert listed(client, event, show="unpaid") == []


def test_whoever_is_nobody_of_the_club_yet_is_in_and_has_paid_by_one_tap(client, club, event):
    registration = day.register(
        event=event,
        client_id="net",
        name="Rike Neuling",
        team_name="",
        shown="full",
        consented=True,
        is_adult=True,
        person=None,
        now=builders.NIGHT,
    )
    assert registration.participation is None
    client.force_login(club.kim.user)
    action, fields = the_tap(client, event, "Rike")
    for _tap in range(2):
        text = client.post(action, fields, follow=True).content.decode()
        assert "Rike Neuling ist da und hat bezahlt. Startnummer 1." in text
    assert [payment.amount for payment in Payment.objects.all()] == [1500]


def test_a_fee_that_changed_meanwhile_is_not_booked_and_the_person_is_in(client, club, event):
    client.force_login(club.kim.user)
    action, fields = the_tap(client, event, "Peter")
    text = client.post(action, {**fields, "cents": "700"}, follow=True).content.decode()
    assert "15,00" in text
    assert "7,00" in text
    assert not Payment.objects.exists()
    assert listed(client, event, show="unpaid") == ["Peter Diederich"]


def test_whoever_may_not_book_sees_no_money_and_finds_people_by_any_part(client, club, event):
    client.force_login(club.chris.user)  # the chair: runs evenings, keeps no till
    page = client.get(reverse("league:registrations", args=[event.pk])).content.decode()
    assert "bezahlt" not in page
    for typed in ("diederich peter", "PETER D", "derich"):
        assert listed(client, event, search=typed) == ["Peter Diederich"]
    for typed in ("zoe grun", "Gruen"):
        assert listed(client, event, search=typed) == ["Zoë Grün"]
    assert len(listed(client, event)) == LINES  # the list stays short
    assert len(listed(client, event, page=2)) == len(NAMES) + 2 - LINES
