"""The secretary finds Uwe twice, reads what would happen, and makes one of both."""

import re
from html import unescape

import pytest
from django.urls import reverse
from django.utils import timezone

from league.approvals.models import Approval
from league.people.models.merges import PersonMerge
from league.people.models.people import Office, Person
from league.people.services import people
from league.security.models import SecurityEntry
from tests.builders import member

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def uwe():
    today = timezone.localdate()
    people.create_person(name="Uwe")
    return people.create_member(name="Uwe Brandt", email="", kind="active", start=today)


@pytest.fixture
def mona(client):
    mona = member("Mona", "secretary")
    client.force_login(mona.user)
    session = client.session
    session["proved_at"] = timezone.now().timestamp()
    session.save()
    return mona


def text_of(response):
    return re.sub(r"\s+", " ", unescape(re.sub(r"<[^>]+>", " ", response.content.decode())))


def form_of(response):
    found = re.findall(r'name="(seen|client_id)" value="([^"]+)"', response.content.decode())
    return {**dict(found), "meant": "on"}


def guest():
    return Person.objects.get(name="Uwe")


def test_names_that_look_alike_are_offered_and_the_member_stays(client, mona, uwe):
    page = client.get(reverse("doubles"))
    assert "Uwe Uwe Brandt" in text_of(page)
    chosen = client.get(reverse("doubles"), {"first": guest().pk, "second": uwe.pk})
    assert chosen.url == reverse("merge_people", args=[uwe.pk, guest().pk])


def test_from_the_persons_page_to_one_person(client, mona, uwe):
    absorbed = guest()
    address = reverse("merge_people", args=[uwe.pk, absorbed.pk])
    own_page = client.get(reverse("league:person", args=[uwe.pk])).content.decode()
    assert f"?person={uwe.pk}" in own_page
    page = client.get(address)
    assert "Mitglied" in text_of(page)
    client.post(address, form_of(page))
    assert PersonMerge.objects.get().kept == uwe
    # One row in the list; the old address leads to the person, and the page says who did it.
    listed = client.get(reverse("league:people")).content.decode()
    assert reverse("league:person", args=[uwe.pk]) in listed
    assert reverse("league:person", args=[absorbed.pk]) not in listed
    old = client.get(reverse("league:person", args=[absorbed.pk]))
    assert "<h1>Uwe Brandt</h1>" in old.content.decode()
    entry = SecurityEntry.objects.filter(subject=uwe.pk).last()
    assert (entry.actor, entry.about.split(":")[0]) == (mona.pk, "merged")
    assert "zwei Einträge wurden einer" in text_of(old)


def test_what_is_in_the_way_is_said_and_no_button_is_there(client, mona, uwe):
    from tests.builders import evening, table

    table(evening(), uwe, guest())
    page = client.get(reverse("merge_people", args=[uwe.pk, guest().pk]))
    assert "Beide waren da: Spielabend" in text_of(page)
    assert "<form" not in page.content.decode().split("<main")[1].split("</main")[0]


def test_a_page_that_is_old_merges_nothing(client, mona, uwe):
    address = reverse("merge_people", args=[uwe.pk, guest().pk])
    form = form_of(client.get(address))
    people.correct_person(person=guest(), name="Ute")
    answer = client.post(address, form)
    assert answer.status_code == 422
    assert "noch einmal" in text_of(answer)
    assert not PersonMerge.objects.exists()


def test_with_a_login_it_waits_for_a_second_person(client, mona):
    member("Chris", "chair")
    bernd, guest = member("Bernd"), people.create_person(name="Bernd (Gast)")
    address = reverse("merge_people", args=[bernd.pk, guest.pk])
    client.post(address, form_of(client.get(address)))
    assert Approval.objects.get(kind="merge").is_waiting
    assert not PersonMerge.objects.exists()


def test_the_owner_of_the_login_confirms_where_nothing_is_gained(client, mona):
    """The best second person is whom it concerns; not where a login would get an office by it."""
    bernd, guest = member("Bernd"), people.create_person(name="Bernd (Gast)")
    chris = member("Chris", "chair")
    address = reverse("merge_people", args=[bernd.pk, guest.pk])
    page = client.get(address)
    assert "Bernd, wer sich dort einloggt, kann das auch." in text_of(page)
    assert "Das lässt sich nicht zurücknehmen" in text_of(page)
    client.post(address, form_of(page))
    approval = Approval.objects.get(kind="merge")
    decide = reverse("league:decide_approval", args=[approval.pk])
    client.force_login(bernd.user)
    client.post(decide, {"answer": "confirm"})
    assert PersonMerge.objects.get().kept == bernd
    # The same with an office in play: Chris must not take Mona's login or the like by his own yes.
    heir = people.create_person(name="Chris (alt)")
    Office.objects.create(person=heir, role="treasurer", start=timezone.localdate())
    client.force_login(mona.user)
    assert "kann das auch" not in text_of(
        client.get(reverse("merge_people", args=[chris.pk, heir.pk]))
    )


def test_two_who_look_alike_are_said_to_be_two_and_it_is_taken_back(client, mona, uwe):
    pair = [guest().pk, uwe.pk]
    different = reverse("different_people", args=pair)
    assert different in client.get(reverse("doubles")).content.decode()
    for _twice in range(2):
        client.post(different)
    page = client.get(reverse("doubles"))
    assert "Niemand fällt auf." in text_of(page)
    assert "Ein Paar sind zwei Leute" in text_of(page)
    client.post(reverse("different_people", args=pair[::-1]), {"back": "1"})
    assert "Niemand fällt auf." not in text_of(client.get(reverse("doubles")))
