"""„Heute spielen“: a list of names becomes an evening with all of them at the table."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse
from django.utils import timezone

from league.errors import IllegalError, InvalidError
from league.evenings.services.tonight import Newcomer, play_tonight
from league.events.models import Event, Participation, Table, TableOpening
from league.events.queries import seats_of
from league.people.models.people import Membership, Person
from league.people.queries.recognition import recognise, split_names
from league.people.services.people import show_as
from league.results.services.results import set_playing
from tests import builders
from tests.html import one_line

pytestmark = pytest.mark.django_db


def today():
    return timezone.localdate()


def begin(*players, client_id="tap", asked="", rulebook="rsc2003", **more):
    return play_tonight(
        players=[
            player if isinstance(player, Person) else Newcomer(player, "") for player in players
        ],
        rulebook=rulebook,
        house_rules={},
        name="Spielabend",
        client_id=client_id,
        asked=asked or repr(players),
        by=None,
        now=timezone.now(),
        today=today(),
        **more,
    )


def names_at(table):
    return [seat.participation.person.name for seat in seats_of(table)]


# --- whom a list means ----------------------------------------------------------------------
@pytest.mark.parametrize(
    "typed",
    ["Anke, Bernd, Clara", "Anke;Bernd\nClara", "Anke , Bernd und Clara", "Anke,,Bernd,Clara,anke"],
)
def test_a_list_is_read_as_people_write_it(typed):
    assert split_names(typed) == ["Anke", "Bernd", "Clara"]


def test_names_mean_who_is_called_so(db):
    anke = builders.member("Anke Brett")
    builders.member("Bernd Filz")
    builders.member("Bernd Korken")
    guest = builders.member("Carla Gast", kind="")
    member = builders.member("Carla Mitglied")
    show_as(person=guest, seen_as="nickname", nickname="Wirbel")
    known = {
        recognised.text: recognised
        for recognised in recognise(
            ["anke brett", "Anke", "Anke B.", "Bernd", "Carla", "wirbel", "Anka Brett", "Dora"],
            today(),
        )
    }
    assert known["anke brett"].person == known["Anke"].person == known["Anke B."].person == anke
    assert not known["anke brett"].may_be_new  # two of one name cannot be told apart
    assert known["Bernd"].person is None
    assert len(known["Bernd"].candidates) == 2
    assert known["Carla"].person == member
    assert known["wirbel"].person == guest
    assert known["Anka Brett"].person is None
    assert known["Anka Brett"].candidates == (anke,)  # asked about, never taken for granted
    assert known["Dora"].candidates == ()


# --- what comes of it -----------------------------------------------------------------------
def test_evening_attendance_and_table_come_of_it_at_once(club):
    table = begin(club.anke, club.bernd, "Neuling")
    event = Event.objects.get()
    assert (event.business_date, event.rulebook) == (today(), "rsc2003")
    assert names_at(table) == ["Anke", "Bernd", "Neuling"]
    here = Participation.objects.filter(attendance="present")
    assert {participation.person.name for participation in here} == {"Anke", "Bernd", "Neuling"}
    assert not Membership.objects.filter(person__name="Neuling").exists()


def test_the_same_request_again_begins_nothing_twice(club):
    first = begin(club.anke, "Neuling")
    assert begin(club.anke, "Neuling") == first
    with pytest.raises(InvalidError) as refused:
        begin(club.anke, club.bernd)
    assert refused.value.code == "id_reused"
    assert (Table.objects.count(), Person.objects.filter(name="Neuling").count()) == (1, 1)


def test_a_planned_evening_of_today_is_used(club):
    planned = builders.evening("rsc2003", today(), name="Jubiläum")
    builders.evening("rsc2003", today() - timedelta(days=1))
    assert begin(club.anke, club.bernd).block.event == planned
    other = begin(club.kadir, club.jette, client_id="other", rulebook="jule")
    assert (other.block.event, other.rulebook) == (planned, "jule")


def test_more_than_eight_sit_at_two_tables(club):
    table = begin(*[f"Gast {number}" for number in range(11)])
    sizes = [seats_of(item).count() for item in Table.objects.order_by("number")]
    assert sizes == [6, 5]
    assert names_at(table)[0] == "Gast 0"


@pytest.mark.parametrize(("names", "code"), [(["Solo"], "players_number"), ([], "players_number")])
def test_too_few_begin_nothing(names, code):
    with pytest.raises(InvalidError) as refused:
        begin(*names)
    assert refused.value.code == code
    assert not Event.objects.exists()


def test_somebody_twice_or_in_a_game_is_refused_and_nothing_is_written(club):
    with pytest.raises(InvalidError, match="zweimal"):
        begin(club.anke, club.anke)
    table = begin(club.anke, club.bernd)
    set_playing(table_id=table.pk, number=1)
    with pytest.raises(IllegalError, match="Tisch 1"):
        begin("Frischling", club.bernd, client_id="next")
    assert not Person.objects.filter(name="Frischling").exists()


def test_what_was_opened_is_never_rewritten(club):
    begin(club.anke, club.bernd)
    with pytest.raises(IntegrityError), transaction.atomic():
        TableOpening.objects.update(digest="")
    with pytest.raises(IntegrityError), transaction.atomic():
        TableOpening.objects.all().delete()


# --- the page -------------------------------------------------------------------------------
ADDRESS = "/heute/"


@pytest.mark.once
def test_nothing_is_written_before_the_names_were_looked_at(client, club):
    client.force_login(club.rolf.user)
    page = one_line(client.post(ADDRESS, {"names": "Anke, Neu", "rulebook": "jule", "me": "on"}))
    assert "3 Leute am Tisch" in page
    assert "Anke, Mitglied" in page
    assert "neu, als Gast" in page
    assert "neu, als Mitglied" not in page  # the referee keeps no list of the people
    assert not Event.objects.exists()
    assert not Person.objects.filter(name="Neu").exists()


def confirmed(client, names, rulebook="jule", client_id="tap", **who):
    data = {"names": names, "rulebook": rulebook, "client_id": client_id}
    data |= {key.replace("_", "-"): value for key, value in who.items()}
    return client.post(ADDRESS, data)


@pytest.mark.once
def test_looked_at_it_leads_to_the_scorer_and_a_repeat_too(client, club):
    client.force_login(club.rolf.user)
    who = {"who_0": club.anke.pk, "who_1": "guest"}
    answer = confirmed(client, "Anke, Neu", **who)
    table = Table.objects.get()
    assert answer.headers["Location"] == reverse("games:play", args=[table.pk])
    assert confirmed(client, "Anke, Neu", **who).headers["Location"] == answer.headers["Location"]
    assert confirmed(client, "Anke, Andere", **who).status_code == 422
    assert Table.objects.count() == 1


@pytest.mark.once
def test_in_a_fresh_club_the_others_are_members_and_later_guests(client):
    anke = builders.member("Anke", "chair")
    client.force_login(anke.user)
    page = one_line(client.post(ADDRESS, {"names": "Bernd", "rulebook": "jule", "me": "on"}))
    assert '<option value="active" selected>' in page
    confirmed(client, "Anke, Bernd", who_0=anke.pk, who_1="active")
    assert Membership.objects.filter(person__name="Bernd", kind="active").exists()
    page = one_line(client.post(ADDRESS, {"names": "Clara", "rulebook": "jule", "me": "on"}))
    assert '<option value="guest" selected>' in page


@pytest.mark.once
def test_who_is_not_clear_has_to_be_chosen(client, club):
    for name in ("Dora Eins", "Dora Zwei"):
        builders.member(name)
    client.force_login(club.anke.user)
    page = one_line(client.post(ADDRESS, {"names": "Dora", "rulebook": "jule", "me": "on"}))
    assert "Dora Eins, Mitglied" in page
    assert "Dora Zwei, Mitglied" in page
    assert "Wer ist gemeint?" in page
    assert confirmed(client, "Anke, Dora", who_0=club.anke.pk, who_1="").status_code == 422
    refused = confirmed(client, "Anke, Dora", who_0=club.anke.pk, who_1=club.bernd.pk)
    assert refused.status_code == 422  # the page did not ask about Bernd
    assert not Event.objects.exists()


@pytest.mark.once
def test_who_sits_elsewhere_is_asked_about_before_the_last_tap(client, club):
    here = begin(club.anke, club.bernd, club.jette)
    client.force_login(club.rolf.user)
    page = one_line(client.post(ADDRESS, {"names": "Anke, Stine, Paula", "rulebook": "jule"}))
    assert "Anke sitzt an Tisch 1" in page
    assert "Stine sitzt" not in page
    who = {"who_0": club.anke.pk, "who_1": club.stine.pk, "who_2": club.paula.pk}
    stays = confirmed(client, "Anke, Stine, Paula", client_id="x", seat_0="stays", **who)
    there = Table.objects.get(number=2)
    assert stays.headers["Location"] == reverse("games:play", args=[there.pk])
    assert names_at(here) == ["Anke", "Bernd", "Jette"]
    assert names_at(there) == ["Stine", "Paula"]


@pytest.mark.once
def test_who_is_in_a_game_elsewhere_is_moved_only_where_somebody_says_so(client, club):
    here = begin(club.anke, club.bernd, club.jette)
    set_playing(table_id=here.pk, number=1)
    client.force_login(club.rolf.user)
    page = one_line(client.post(ADDRESS, {"names": "Anke, Stine", "rulebook": "jule"}))
    assert "Anke spielt gerade an Tisch 1" in page
    who = {"who_0": club.anke.pk, "who_1": club.stine.pk}
    assert confirmed(client, "Anke, Stine", client_id="x", **who).status_code == 422
    assert names_at(here) == ["Anke", "Bernd", "Jette"]
    assert confirmed(client, "Anke, Stine", client_id="x", seat_0="comes", **who).status_code == 302
    assert names_at(here) == ["Bernd", "Jette"]
    assert names_at(Table.objects.get(number=2)) == ["Anke", "Stine"]
