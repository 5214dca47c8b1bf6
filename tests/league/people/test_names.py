"""A person as strangers see them: by name, by a nickname, or not at all."""

import re
from datetime import timedelta
from types import SimpleNamespace

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league.errors import InvalidError
from league.events.services.evenings import set_public
from league.people.models.people import Person
from league.people.queries import names as queries
from league.people.services import people
from league.results.queries.results import public_tables
from tests import builders
from tests.html import one_line
from tests.registering import register

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def seen(person: Person) -> str:
    person.refresh_from_db()
    return queries.public_naming().of(person)


def test_who_has_said_nothing_is_shown_to_nobody_outside(club: SimpleNamespace) -> None:
    carla = people.create_person(name="Carla Einwurf")
    assert seen(carla) == "Jemand"
    assert queries.naming(club.bernd.user, builders.DAY).of(carla) == "Carla Einwurf"


def test_a_nickname_is_read_outside_and_the_name_inside(club: SimpleNamespace) -> None:
    people.show_as(person=club.jette, seen_as="nickname", nickname="  Das   Klappern ")
    assert seen(club.jette) == "Das Klappern"
    assert queries.public_naming().of(club.jette.pk) == "Das Klappern"
    assert queries.naming(club.hilde.user, builders.DAY).of(club.jette) == "Jette"
    assert queries.naming(club.jette.user, builders.DAY).of(club.jette) == "Jette"


def test_whoever_takes_the_nickname_back_leaves_nothing_of_it(club: SimpleNamespace) -> None:
    people.show_as(person=club.jette, seen_as="nickname", nickname="Klappern")
    people.show_as(person=club.jette, seen_as="hidden", nickname="Klappern")
    club.jette.refresh_from_db()
    assert (club.jette.seen_as, club.jette.nickname) == ("hidden", "")
    assert not queries.public_naming().may_link(club.jette)


def test_a_nickname_that_is_typed_and_not_chosen_is_asked_about(client, club) -> None:
    client.force_login(club.jette.user)
    page = reverse("league:seen_as", args=[club.jette.pk])
    refused = client.post(page, {"seen_as": "name", "nickname": "Klappern"})
    assert refused.status_code == 422
    assert "Wähle oben „mit einem Spitznamen“" in one_line(refused)
    client.post(page, {"seen_as": "nickname", "nickname": "Klappern"})
    # The one from before is not typed: another choice lets it go.
    assert client.post(page, {"seen_as": "hidden", "nickname": "Klappern"}).status_code == 302
    club.jette.refresh_from_db()
    assert (club.jette.seen_as, club.jette.nickname) == ("hidden", "")


@pytest.mark.parametrize(
    ("nickname", "code"),
    [
        ("", "nickname_missing"),
        ("Bernd", "nickname_taken"),
        ("OEMER", ""),
        ("Ömer", "nickname_taken"),
        ("Knobelfee", "nickname_taken"),
        ("Startnummer 7", "nickname_like_nobody"),
        ("jemand", "nickname_like_nobody"),
        ("x" * 41, "nickname_too_long"),
        ("un\u200bsichtbar", "nickname_missing"),
    ],
)
def test_a_nickname_is_ones_own(club: SimpleNamespace, nickname: str, code: str) -> None:
    people.show_as(person=club.hilde, seen_as="nickname", nickname="Knobelfee")
    if not code:
        people.show_as(person=club.jette, seen_as="nickname", nickname=nickname)
        return
    with pytest.raises(InvalidError) as refused:
        people.show_as(person=club.jette, seen_as="nickname", nickname=nickname)
    assert refused.value.code == code
    assert seen(club.jette) == "Jette"


def test_the_database_knows_no_nickname_without_a_name(club: SimpleNamespace) -> None:
    for wrong in ({"seen_as": "nickname"}, {"nickname": "Klappern"}, {"seen_as": "wall"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Person.objects.filter(pk=club.jette.pk).update(**wrong)


def test_at_a_tournament_the_choice_of_its_registration_holds(club: SimpleNamespace) -> None:
    cup = builders.tournament()
    people.show_as(person=club.jette, seen_as="hidden")
    people.show_as(person=club.bernd, seen_as="hidden")
    open_here = register(cup, "", club.jette, shown="full").participation
    short_here = register(cup, "", club.bernd, shown="short").participation
    naming = queries.public_naming()
    assert [naming.at(participation) for participation in (open_here, short_here)] == [
        "Jette",
        "Bernd",
    ]
    assert seen(open_here.person) == "Jemand"


def test_the_form_of_a_tournament_begins_with_what_one_always_chose(
    client, club: SimpleNamespace
) -> None:
    cup = builders.tournament(day=timezone.localdate() + timedelta(days=7))
    people.show_as(person=club.jette, seen_as="nickname", nickname="Klappern")
    client.force_login(club.jette.user)
    page = client.get(reverse("league:register", args=[cup.pk])).content.decode()
    assert re.search(r'name="shown" value="alias"[^>]* checked', page)
    assert 'name="alias" value="Klappern"' in page


def test_a_table_of_hidden_people_costs_one_query_more(
    club: SimpleNamespace, django_assert_num_queries
) -> None:
    event = set_public(event=builders.evening(), is_public=True)
    table = builders.table(event, club.bernd, club.jette, club.hilde)
    builders.card(table, club.bernd, club.bernd)
    with django_assert_num_queries(3):
        public_tables(event, queries.public_naming())
    for person in (club.bernd, club.jette, club.hilde):
        people.show_as(person=person, seen_as="hidden")
    with django_assert_num_queries(4):
        (public_table,) = public_tables(event, queries.public_naming())
    assert public_table.names == ("Jemand", "Jemand", "Jemand")
    assert public_table.games[0].lost_first == "Jemand"


def test_everybody_chooses_it_himself(client, club: SimpleNamespace) -> None:
    url = reverse("league:seen_as", args=[club.jette.pk])
    client.force_login(club.jette.user)
    assert (
        "Wer nicht im Club ist, liest jetzt: <strong>Jette</strong>"
        in client.get(url).content.decode()
    )
    answer = client.post(url, {"seen_as": "nickname", "nickname": "Bernd"})
    assert answer.status_code == 422
    assert "So heißt hier schon jemand." in answer.content.decode()
    client.post(url, {"seen_as": "nickname", "nickname": "Klappern"})
    assert seen(club.jette) == "Klappern"
