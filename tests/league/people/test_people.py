"""People, memberships and offices, around the days on which they begin and end."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from league.access.queries.rights import is_member, roles_of
from league.errors import IllegalError, InvalidError
from league.events.services import attendance
from league.people.models.people import Membership, Office, sort_key
from league.people.services import people
from league.tournaments.registration.services.registering import cancel
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT

NEW_YEAR = date(2026, 1, 1)


def test_an_office_holds_from_its_first_day_and_not_on_its_last(club):
    office = people.appoint(person=club.bernd, role="referee", start=NEW_YEAR)
    people.dismiss(office=office, end=date(2026, 6, 1))
    user = club.bernd.user
    assert "referee" not in roles_of(user, date(2025, 12, 31))
    assert "referee" in roles_of(user, NEW_YEAR)
    assert "referee" in roles_of(user, date(2026, 5, 31))
    assert "referee" not in roles_of(user, date(2026, 6, 1))


def test_an_office_given_by_mistake_ends_with_its_first_day(club):
    office = people.appoint(person=club.bernd, role="referee", start=NEW_YEAR)
    people.dismiss(office=office, end=NEW_YEAR)
    assert "referee" not in roles_of(club.bernd.user, date(2026, 1, 2))
    with pytest.raises(IllegalError):
        people.dismiss(office=office, end=date(2026, 1, 5))


def test_who_audits_the_till_sits_on_no_board(club):
    for person, role in (
        (club.paula, "treasurer"),
        (club.kadir, "auditor"),
        (club.anke, "auditor"),
    ):
        with pytest.raises(IllegalError) as refused:
            people.appoint(person=person, role=role, start=NEW_YEAR)
        assert refused.value.code == "auditor_on_board"
    people.appoint(person=club.paula, role="referee", start=NEW_YEAR)


def test_nobody_gets_the_same_office_twice_at_once(club):
    with pytest.raises(IllegalError) as refused:
        people.appoint(person=club.rolf, role="referee", start=NEW_YEAR)
    assert refused.value.code == "office_held"
    office = club.rolf.offices.get(role="referee")
    people.dismiss(office=office, end=date(2026, 3, 1))
    with override("de"), pytest.raises(IllegalError) as refused:
        people.appoint(person=club.rolf, role="referee", start=NEW_YEAR)
    assert "bis 28.02.2026. Gib es ab 01.03.2026 neu." in str(refused.value)
    people.appoint(person=club.rolf, role="referee", start=date(2026, 3, 1))


def test_a_new_kind_of_membership_ends_the_old_one(club):
    people.start_membership(person=club.bernd, kind="passive", start=NEW_YEAR)
    spans = [
        (membership.kind_id, membership.end)
        for membership in club.bernd.memberships.order_by("start")
    ]
    assert spans == [("active", NEW_YEAR), ("passive", None)]


def test_a_membership_that_ends_makes_a_guest(club):
    people.end_membership(person=club.bernd, end=NEW_YEAR)
    assert is_member(club.bernd.user, date(2025, 12, 31))
    assert not is_member(club.bernd.user, NEW_YEAR)
    with pytest.raises(IllegalError):
        people.end_membership(person=club.bernd, end=date(2026, 2, 1))


def test_the_database_refuses_memberships_that_overlap(club):
    with pytest.raises(IntegrityError), transaction.atomic():
        Membership.objects.create(
            person=club.bernd, kind_id="passive", start=date(2025, 6, 1), end=date(2025, 7, 1)
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Office.objects.create(
            person=club.rolf, role="referee", start=date(2025, 6, 1), end=date(2025, 7, 1)
        )


def test_the_database_refuses_a_span_without_a_day(club):
    with pytest.raises(IntegrityError), transaction.atomic():
        Office.objects.create(person=club.bernd, role="chair", start=NEW_YEAR, end=NEW_YEAR)


def test_an_address_logs_in_one_person_only(club):
    with pytest.raises(InvalidError) as refused:
        people.create_person(name="Anke Zwo", email="ANKE@club.invalid")
    assert refused.value.code == "email_taken"
    with pytest.raises(InvalidError):
        people.give_login(person=club.timo, email="anke@club.invalid")


def test_two_at_one_table_have_different_names(club):
    with pytest.raises(InvalidError) as refused:
        people.create_person(name="  BERND ")
    assert refused.value.code == "name_taken"


def test_a_person_needs_a_name(db):
    with pytest.raises(InvalidError) as refused:
        people.create_person(name="   ")
    assert refused.value.code == "name_missing"


def test_names_sort_as_germans_expect(db):
    names = ["Zoë", "Österreicher", "Oster", "Ähre", "Ahrens", "anton", "Groß", "Grosse"]
    assert sorted(names, key=sort_key) == [
        "Ähre", "Ahrens", "anton", "Groß", "Grosse", "Oster", "Österreicher", "Zoë"
    ]  # fmt: skip


def test_a_mistyped_guest_gets_the_right_name_everywhere(club):
    people.correct_person(person=club.timo, name=" Thimo ")
    club.timo.refresh_from_db()
    assert (club.timo.name, club.timo.sort_key) == ("Thimo", "thimo")
    people.correct_person(person=club.timo, name="THIMO")
    with pytest.raises(InvalidError) as refused:
        people.correct_person(person=club.timo, name="Bernd")
    assert refused.value.code == "name_taken"


def test_the_chair_corrects_a_name_on_its_page(client, club):
    people.appoint(person=club.bernd, role="chair", start=NEW_YEAR)
    client.force_login(club.bernd.user)
    client.post(f"/leute/{club.timo.pk}/name/", {"name-name": "Thimo"})
    club.timo.refresh_from_db()
    assert (club.timo.name, club.timo.sort_key) == ("Thimo", "thimo")


def test_a_name_has_no_invisible_signs(db):
    with pytest.raises(InvalidError) as refused:
        people.create_person(name="\u202elive")
    assert refused.value.code == "name_unprintable"


# --- who is seen by name --------------------------------------------------------------------
def test_a_tournaments_guest_is_seen_by_those_who_run_evenings(client, club):
    event = builders.tournament()
    guest = day.registered(event, "Nora Fremd").participation
    cancel(registration=guest.registration, now=NIGHT - timedelta(days=1))
    address = f"/leute/{guest.person_id}/"
    client.force_login(club.bernd.user)
    assert "Nora Fremd" not in client.get("/leute/").content.decode()
    assert client.get(address).status_code == 404
    for runner in (club.stine, club.rolf):
        client.force_login(runner.user)
        assert "Nora Fremd" in client.get("/leute/").content.decode()
        assert client.get(address).status_code == 200


def test_whoever_came_to_an_evening_is_seen_by_every_member(client, club):
    guest = builders.member("Nora", kind="")
    attendance.add_participant(event=builders.evening(), person=guest)
    client.force_login(club.bernd.user)
    assert "Nora" in client.get("/leute/").content.decode()
    assert client.get(f"/leute/{guest.pk}/").status_code == 200
