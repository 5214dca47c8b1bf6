"""Registering for a tournament: registered, waiting, named as allowed, here, and charged."""

from datetime import timedelta

import pytest

from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Participation
from league.events.services import seating
from league.people.models.people import Person
from league.people.services.people import create_person
from league.results.models.results import Charge
from league.tournaments.models.tournaments import Registration
from league.tournaments.registration.queries import registrations as reading
from league.tournaments.registration.services import checking_in, identities, registering, teams
from tests import builders
from tests.builders import NIGHT
from tests.plugins.built import built_once
from tests.registering import NOON, again, charges, come, desk, go, register

pytestmark = pytest.mark.rules


@built_once
def event(club):
    return builders.tournament(places=2)


# --- the last place -------------------------------------------------------------------------
@pytest.mark.both
def test_whoever_comes_after_the_last_place_waits_in_line(event):
    first, second, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    assert [registration.state for registration in (first, second, third, fourth)] == [
        *["registered"] * 2,
        *["waiting"] * 2,
    ]
    assert [reading.place_in_line(registration) for registration in (second, third, fourth)] == [
        None,
        1,
        2,
    ]
    assert first.participation.answer == "yes"
    assert third.participation is None
    assert not Person.objects.filter(name="Gast C").exists()


def test_whoever_cancels_makes_room_for_the_first_who_waits(event):
    first, _second, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    own = first.participation
    registering.cancel(registration=first, now=NIGHT)
    registering.cancel(registration=first, now=NIGHT + timedelta(hours=1))
    assert (again(third).state, third.moved_up_at) == ("registered", NIGHT)
    identities.accept_everybody(event=event, now=NIGHT)
    assert again(third).participation.person.name == "Gast C"
    assert reading.place_in_line(again(fourth)) == 1
    own.refresh_from_db()
    assert (again(first).participation, first.cancelled_at, own.answer) == (None, NIGHT, "no")


def test_whoever_waits_and_cancels_moves_nobody_up(event):
    *_, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    registering.cancel(registration=third, now=NIGHT)
    assert reading.place_in_line(again(fourth)) == 1
    assert reading.counts(event).registered == 2


def test_more_places_are_for_those_who_wait_and_not_for_who_comes_now(event):
    *_, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    event.tournament.places = 3
    event.tournament.save()
    fifth = register(event, "Gast E")
    assert again(third).state == "registered"
    assert (again(fourth).state, fifth.state) == ("waiting", "waiting")


@pytest.mark.both
def test_the_desk_gives_a_place_past_the_line(event):
    *_, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    for _ in range(2):
        registering.move_up(registration=fourth, now=NIGHT)
    assert (again(third).state, again(fourth).state) == ("waiting", "registered")
    assert reading.counts(event).registered == 3
    registering.cancel(registration=third, now=NIGHT)
    with pytest.raises(IllegalError) as refused:
        registering.move_up(registration=third, now=NIGHT)
    assert refused.value.code == "registration_cancelled"


# --- when it is open ------------------------------------------------------------------------
@pytest.mark.both
@pytest.mark.parametrize(
    ("change", "now", "code"),
    [
        ({"registration_open": False}, NOON, "registration_closed"),
        ({"registration_until": NOON}, NOON, "registration_over"),
        ({"finished_at": NOON}, NOON, "tournament_over"),
        ({}, NIGHT + timedelta(hours=3), "tournament_over"),
    ],
)
def test_when_nobody_can_register(event, change, now, code):
    for name, value in change.items():
        setattr(event.tournament, name, value)
    event.tournament.save()
    with pytest.raises(IllegalError) as refused:
        register(event, now=now)
    assert refused.value.code == code
    assert not Registration.objects.exists()


@pytest.mark.both
def test_a_tournament_that_was_called_off_takes_nobody_and_moves_nobody_up(club, event):
    first, _second, third = (register(event, f"Gast {n}") for n in "ABC")
    event.cancelled_at, event.cancel_reason = NOON, "Kirmes"
    event.save()
    with pytest.raises(IllegalError):
        register(event, "Gast D")
    with pytest.raises(IllegalError):
        desk(event, "Gast D", past_limit=True)
    registering.cancel(registration=first, now=NOON)
    assert again(third).state == "waiting"


def test_the_words_somebody_agreed_to_are_kept_and_without_them_nobody_registers(event):
    event.tournament.consent = "Fotos im Aushang."
    event.tournament.save()
    with pytest.raises(InvalidError) as refused:
        register(event, consented=False)
    assert (refused.value.code, refused.value.field) == ("consent_missing", "consented")
    agreed = register(event)
    assert (agreed.consent, agreed.consented_at) == ("Fotos im Aushang.", NOON)
    event.tournament.consent = "Anderes."
    event.tournament.save()
    assert again(agreed).consent == "Fotos im Aushang."


def test_only_adults_where_the_tournament_says_so(event):
    with pytest.raises(InvalidError) as refused:
        register(event, is_adult=False)
    assert (refused.value.code, refused.value.field) == ("not_adult", "is_adult")
    event.tournament.adults_only = False
    event.tournament.save()
    assert register(event, is_adult=False).state == "registered"


@pytest.mark.parametrize(
    ("name", "code"),
    [("  ", "name_missing"), ("A" * 81, "name_too_long"), ("Kai\u200bB", "name_unprintable")],
)
def test_a_name_that_is_none_is_refused_also_on_the_waiting_list(event, name, code):
    for letter in "AB":
        register(event, f"Gast {letter}")
    with pytest.raises(InvalidError) as refused:
        register(event, name)
    assert refused.value.code == code


# --- repeats --------------------------------------------------------------------------------
def test_the_same_form_sent_twice_changes_nothing(event):
    first = register(event, client_id="tap")
    two = register(event, client_id="tap")
    assert first == two
    assert Registration.objects.count() == Participation.objects.count() == 1
    at_desk = [desk(event, "Gast D", client_id="tip") for _ in range(2)]
    assert at_desk[0] == at_desk[1]


def test_a_form_for_the_next_one_is_not_taken_for_the_first(event):
    register(event, client_id="tap")
    with pytest.raises(StaleError) as refused:
        register(event, "Mia Sommer", client_id="tap")
    assert "Kai Berger" in str(refused.value)


def test_a_member_registers_as_himself_and_once(club, event):
    own = register(event, "Wer auch immer", person=club.bernd)
    assert (own.name, own.participation.person) == ("Bernd", club.bernd)
    assert register(event, person=club.bernd) == own
    registering.cancel(registration=own, now=NOON)
    back = register(event, person=club.bernd)
    assert back != own
    assert back.participation.answer == "yes"


# --- who it is ------------------------------------------------------------------------------
def test_a_stranger_with_the_name_of_a_member_is_not_taken_to_be_him(club, event):
    stranger = register(event, "bernd")
    assert (stranger.state, stranger.person, stranger.participation) == ("registered", None, None)
    assert reading.counts(event).undecided == 1
    register(event, "Gast B")
    assert register(event, "Gast C").state == "waiting"
    assert not Participation.objects.filter(event=event, person=club.bernd).exists()
    assert reading.same_name(stranger) == club.bernd


def test_the_desk_says_that_it_is_the_member(club, event):
    stranger = register(event, "bernd")
    for _ in range(2):
        settled = identities.settle_identity(registration=stranger, person=club.bernd, now=NIGHT)
    assert settled.participation.person == club.bernd
    assert reading.counts(event).undecided == 0
    with pytest.raises(IllegalError) as refused:
        identities.settle_identity(registration=stranger, person=club.anke, now=NIGHT)
    assert refused.value.code == "identity_settled"


def test_or_that_it_is_a_guest_who_gets_another_name(club, event):
    stranger = register(event, "Bernd", shown="full")
    with pytest.raises(InvalidError) as refused:
        identities.settle_identity(registration=stranger, person=None, name="Bernd", now=NIGHT)
    assert (refused.value.code, refused.value.field) == ("name_taken", "name")
    settled = identities.settle_identity(
        registration=stranger, person=None, name="Bernd aus Velen", now=NIGHT
    )
    assert settled.participation.name == "Bernd aus Velen"


def test_nobody_is_registered_twice_by_a_decision(club, event):
    register(event, person=club.bernd)
    stranger = register(event, "Bernd")
    with pytest.raises(IllegalError) as refused:
        identities.settle_identity(registration=stranger, person=club.bernd, now=NIGHT)
    assert refused.value.code == "already_registered"


def test_who_moves_up_may_be_called_like_somebody_who_came_before(event):
    first, _second = register(event, "Gast A"), register(event, "Gast B")
    waiting = register(event, "Mia Sommer")
    create_person(name="Mia Sommer")
    registering.cancel(registration=first, now=NIGHT)
    assert (again(waiting).state, waiting.participation) == ("registered", None)


# --- names ----------------------------------------------------------------------------------
@built_once
def wide(club):
    return builders.tournament(places=None)


@pytest.mark.parametrize(
    ("shown", "alias", "seen"),
    [
        ("full", "", "Kai von der Berge"),
        ("short", "", "Kai B."),
        ("alias", "Der Würfler", "Der Würfler"),
        ("number", "", "Teilnehmer"),
    ],
)
def test_everybody_is_named_as_he_allowed(wide, shown, alias, seen):
    own = register(wide, "Kai von der Berge", shown=shown, alias=alias).participation
    assert own.name == seen
    assert (own.shown_as == "") == (shown == "full")


def test_short_names_get_the_letters_they_need_and_never_all(wide):
    names = ["Kai Berg", "Kai Bertram", "KAI BERG-LAU", "Kai Berger", "Kai Be", "Kai", "Jo"]
    seen = [register(wide, name).participation.name for name in names]
    assert seen == ["Kai B.", "Kai Be.", "KAI BER.", "Kai Berg.", "Kai B. 2", "Kai", "Jo"]


@pytest.mark.both
def test_a_number_is_shown_once_there_is_one_and_goes_with_the_check_in(wide):
    own = register(wide, shown="number")
    come(register(wide, "Mia Sommer"))
    assert come(own).name == "Startnummer 2"
    assert go(own).name == "Teilnehmer"


def test_a_change_of_the_name_is_seen_at_once(wide):
    own = register(wide, shown="full")
    identities.set_shown(registration=own, shown="number", alias="")
    assert again(own).participation.name == "Teilnehmer"
    identities.set_shown(registration=own, shown="alias", alias="  Die   Vier ")
    assert again(own).participation.name == "Die Vier"


@pytest.mark.both
@pytest.mark.parametrize("alias", ["", "   ", "anke", "KAI B."])
def test_a_nickname_is_neither_missing_nor_the_name_of_another(club, wide, alias):
    register(wide, "Kai Berger")
    with pytest.raises(InvalidError) as refused:
        register(wide, "Mia Sommer", shown="alias", alias=alias)
    assert refused.value.field == "alias"
    own = register(wide, person=club.anke, shown="alias", alias="Präsidentin")
    assert identities.set_shown(registration=own, shown="alias", alias="Anke").alias == "Anke"


# --- at the desk ----------------------------------------------------------------------------
def test_the_desk_takes_a_guest_also_when_it_is_closed_and_past_the_limit_when_it_says_so(event):
    event.tournament.registration_open = False
    event.tournament.save()
    for letter in "AB":
        assert desk(event, f"Gast {letter}").participation is not None
    with pytest.raises(IllegalError) as refused:
        desk(event, "Gast C")
    assert (refused.value.code, refused.value.field) == ("tournament_full", "past_limit")
    assert desk(event, "Gast C", past_limit=True).state == "registered"


def test_checking_in_twice_charges_once(club, event):
    own, other = register(event), register(event, "Mia Sommer")
    first = come(own, by=club.rolf.user)
    assert come(own, now=NIGHT + timedelta(minutes=1)).checked_in_at == NIGHT
    assert (first.attendance, first.start_number) == ("present", 1)
    assert charges(event) == [("Kai Berger", "entry_fee", 1000), ("Kai Berger", "prize_pot", 500)]
    assert come(other).start_number == 2
    assert len(charges(event)) == 4
    assert reading.counts(event).checked_in == 2


def test_without_a_fee_nobody_is_charged(event):
    event.tournament.fee_cents = event.tournament.pot_cents = 0
    event.tournament.save()
    come(register(event))
    assert not Charge.objects.exists()


def test_a_check_in_that_was_a_slip_is_taken_back_with_its_charges_and_number(event):
    own, other = register(event), register(event, "Mia Sommer")
    come(own)
    for _ in range(2):
        gone = go(own)
    assert (gone.attendance, gone.start_number, gone.checked_in_at) == ("", None, None)
    assert charges(event) == []
    assert come(other).start_number == 1
    assert come(own).start_number == 2
    assert [cents for name, _kind, cents in charges(event) if name == "Kai Berger"] == [1000, 500]
    go(own)
    assert [name for name, _kind, _cents in charges(event)] == ["Mia Sommer"] * 2


def test_whoever_sits_stays_checked_in_and_registered(event):
    own = register(event)
    come(own)
    with pytest.raises(IllegalError) as refused:
        registering.cancel(registration=own, now=NIGHT)
    assert refused.value.code == "already_checked_in"
    seating.seat(table=seating.add_table(event=event), participation=again(own).participation)
    with pytest.raises(IllegalError) as refused:
        go(own)
    assert refused.value.code == "already_seated"
    assert len(charges(event)) == 2


def test_whoever_has_cancelled_is_not_checked_in(event):
    own = register(event)
    participation = own.participation
    registering.cancel(registration=own, now=NOON)
    with pytest.raises(IllegalError):
        checking_in.check_in(participation=participation, by=None, now=NIGHT)
    assert not Charge.objects.exists()


# --- teams ----------------------------------------------------------------------------------
def test_who_writes_the_same_team_plays_together(for_teams):
    first = register(for_teams, "Kai Berger", team_name="Die  Würfler")
    two = register(for_teams, "Mia Sommer", team_name="die würfler")
    register(for_teams, "Nils Ohne")
    assert first.participation.team == two.participation.team
    sizes = reading.teams(for_teams)
    assert [(size.team.name, size.members, size.fits) for size in sizes] == [
        ("Die Würfler", 2, True)
    ]
    registering.cancel(registration=two, now=NOON)
    assert [(team.members, team.fits) for team in reading.teams(for_teams)] == [(1, False)]


@pytest.mark.both
def test_without_teams_a_team_is_not_asked_for(wide):
    wide.tournament.team = None
    wide.tournament.save()
    assert register(wide, team_name="Die Würfler").participation.team is None


@pytest.mark.both
def test_the_desk_makes_names_and_removes_teams(for_teams):
    own = register(for_teams, team_name="Die Würflr").participation
    typo = own.team
    assert teams.rename_team(team=typo, name="Die Würfler").name == "Die Würfler"
    other = teams.create_team(event=for_teams, name="Thekenmannschaft")
    assert teams.create_team(event=for_teams, name="thekenmannschaft") == other
    with pytest.raises(InvalidError) as refused:
        teams.rename_team(team=other, name="die würfler")
    assert refused.value.code == "team_taken"
    with pytest.raises(IllegalError):
        teams.remove_team(team=typo)
    teams.set_team(participation=own, team=other)
    for _ in range(2):
        teams.remove_team(team=typo)
    assert [team.team for team in reading.teams(for_teams)] == [other]
    foreign = teams.create_team(event=builders.tournament(name="Anderes"), name="Fremde")
    with pytest.raises(InvalidError):
        teams.set_team(participation=own, team=foreign)
