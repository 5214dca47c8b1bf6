"""Who wants to play at a tournament: registered, waiting, named as allowed, here, and charged."""

from datetime import datetime, timedelta
from smtplib import SMTPException
from uuid import uuid4

import pytest
from django.core import mail
from django.core.cache import cache
from django.urls import reverse

from league import queries, tasks
from league.errors import IllegalError, InvalidError, StaleError
from league.models import Charge, Participation, Person, Registration, RegistrationMail
from league.queries.tournaments import registrations as reading
from league.services import events
from league.services.people import create_person
from league.services.tournaments import checking_in, identities, mailing, registering, teams
from league.tokens import sign_calendar, sign_registration
from tests import builders
from tests.builders import BERLIN, NIGHT

NOON = datetime(2026, 3, 1, 12, tzinfo=BERLIN)  # some days before


@pytest.fixture
def event(club):
    return builders.tournament(places=2)


def register(event, name="Kai Berger", person=None, now=NOON, **fields):
    fields = {"client_id": uuid4().hex, "is_adult": True, "consented": True, **fields}
    return registering.register(event=event, name=name, person=person, now=now, **fields)


def desk(event, name, **fields):
    fields = {"client_id": uuid4().hex, **fields}
    return registering.add_at_desk(event=event, name=name, now=NIGHT, **fields)


def come(registration, by=None, now=NIGHT):
    return checking_in.check_in(participation=registration.participation, by=by, now=now)


def go(registration, now=NIGHT):
    return checking_in.undo_check_in(participation=registration.participation, by=None, now=now)


def again(registration):
    registration.refresh_from_db()
    return registration


def charges(event):
    """What stands: person, kind and cents."""
    return sorted((one.person.name, one.kind, one.cents) for one in queries.standing_charges(event))


# --- the last place -------------------------------------------------------------------------
def test_whoever_comes_after_the_last_place_waits_in_line(event):
    first, second, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    assert [one.state for one in (first, second, third, fourth)] == [
        *["registered"] * 2,
        *["waiting"] * 2,
    ]
    assert [reading.place_in_line(one) for one in (second, third, fourth)] == [None, 1, 2]
    assert first.participation.answer == "yes"
    assert third.participation is None
    assert not Person.objects.filter(name="Gast C").exists()


def test_whoever_cancels_makes_room_for_the_first_who_waits(event):
    first, _second, third, fourth = (register(event, f"Gast {n}") for n in "ABCD")
    own = first.participation
    registering.cancel(registration=first, now=NIGHT)
    registering.cancel(registration=first, now=NIGHT + timedelta(hours=1))
    assert (again(third).state, third.moved_up_at) == ("registered", NIGHT)
    assert third.participation.person.name == "Gast C"
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
    one = register(event, client_id="tap")
    two = register(event, client_id="tap")
    assert one == two
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
@pytest.fixture
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
    events.seat(table=events.add_table(event=event), participation=again(own).participation)
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
@pytest.fixture
def for_teams(club):
    event = builders.tournament(places=None)
    event.tournament.team = {"size_least": 2, "size_most": 3, "best": None, "life_penalty": 0}
    event.tournament.save()
    return event


def test_who_writes_the_same_team_plays_together(for_teams):
    one = register(for_teams, "Kai Berger", team_name="Die  Würfler")
    two = register(for_teams, "Mia Sommer", team_name="die würfler")
    register(for_teams, "Nils Ohne")
    assert one.participation.team == two.participation.team
    sizes = reading.teams(for_teams)
    assert [(one.team.name, one.members, one.fits) for one in sizes] == [("Die Würfler", 2, True)]
    registering.cancel(registration=two, now=NOON)
    assert [(one.members, one.fits) for one in reading.teams(for_teams)] == [(1, False)]


def test_without_teams_a_team_is_not_asked_for(wide):
    wide.tournament.team = None
    wide.tournament.save()
    assert register(wide, team_name="Die Würfler").participation.team is None


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
    assert [one.team for one in reading.teams(for_teams)] == [other]
    foreign = teams.create_team(event=builders.tournament(name="Anderes"), name="Fremde")
    with pytest.raises(InvalidError):
        teams.set_team(participation=own, team=foreign)


# --- the pages ------------------------------------------------------------------------------
@pytest.fixture
def at_the_door(time_machine):
    cache.clear()
    time_machine.move_to(NIGHT, tick=False)


def form_of(event):
    return reverse("league:register", args=[event.pk])


def page_of(registration):
    return reverse("league:registration", args=[sign_registration(registration.pk)])


def list_of(event):
    return reverse("league:registrations", args=[event.pk])


def send(client, event, **fields):
    typed = {"client_id": uuid4().hex, "name": "Kai Berger", "shown": "short", "is_adult": "on"}
    return client.post(form_of(event), {**typed, **fields})


def text(response):
    return " ".join(response.content.decode().split())


def test_a_stranger_fills_in_the_form_and_gets_his_own_page(client, event, at_the_door):
    page = text(client.get(form_of(event)))
    assert "0 von 2 Plätzen sind vergeben" in page
    assert page.index("Startgeld") < page.index("10,00") < page.index("Preistopf")
    assert page.index("Preistopf") < page.index("5,00")
    sent = send(client, event, email="kai@gast.invalid")
    own = Registration.objects.get()
    assert (own.name, own.email) == ("Kai Berger", "kai@gast.invalid")
    assert sent.url == page_of(own)
    page = text(client.get(sent.url))
    assert "Deine Anmeldung ist da." in page
    assert "Du bist dabei" in page
    assert "<svg" in page
    assert "Gerade steht da: Kai B." in page
    assert "kai@gast.invalid" not in page


def test_without_an_address_the_page_says_to_keep_it(client, event, at_the_door):
    assert "Heb dir diese Adresse auf" in text(client.get(send(client, event).url))


def test_whoever_waits_sees_his_place_in_the_line(client, event, at_the_door):
    for letter in "ABC":
        register(event, f"Gast {letter}")
    assert "Alle Plätze sind vergeben" in text(client.get(form_of(event)))
    assert "Warteliste, Platz 2" in text(client.get(send(client, event).url))


def test_a_member_has_one_tap_and_comes_back_to_his_page(client, club, event, at_the_door):
    client.force_login(club.bernd.user)
    page = text(client.get(form_of(event)))
    assert "Du meldest dich an als <strong>Bernd</strong>" in page
    assert 'name="name"' not in page
    sent = send(client, event)
    own = Registration.objects.get()
    assert own.person == club.bernd
    assert sent.url == client.get(form_of(event)).url == page_of(own)


@pytest.mark.parametrize(
    "wrong",
    [
        {"name": ""},
        {"name": " \t "},
        {"name": "A" * 300},
        {"name": "Kai\u202eB"},
        {"email": "kein-at-zeichen"},
        {"email": "a" * 300 + "@gast.invalid"},
        {"team_name": "T" * 300},
        {"shown": "king"},
        {"shown": "alias", "alias": ""},
        {"shown": "alias", "alias": "x" * 300},
        {"is_adult": ""},
        {"client_id": ""},
        {"client_id": "c" * 300},
    ],
)
def test_what_cannot_be_is_said_and_nothing_is_stored(client, event, at_the_door, wrong):
    refused = send(client, event, **wrong)
    assert refused.status_code == 422
    assert "error" in text(refused)
    assert not Registration.objects.exists()
    assert not Person.objects.filter(name__startswith="Kai").exists()


def test_what_was_typed_is_kept_and_the_sentence_stands_beside_it(client, event, at_the_door):
    refused = text(send(client, event, email="kein-at", name="Mia Sommer"))
    assert 'value="Mia Sommer"' in refused
    assert 'id="id_email_error"' in refused


def test_a_name_is_never_taken_for_html(client, club, event, at_the_door):
    bad = "<script>alert(1)</script>"
    own = send(client, event, name=bad, team_name="<b>Team</b>", shown="full")
    other = send(client, event, name="Bernd", team_name="<i>x</i>")
    assert "<script>alert" not in text(client.get(own.url))
    client.force_login(club.rolf.user)
    for address in (own.url, other.url, list_of(event)):
        page = text(client.get(address))
        assert "<script>alert" not in page
        assert "<b>Team" not in page
    assert "&lt;script&gt;" in text(client.get(list_of(event)))


def test_a_closed_registration_says_so_and_has_no_form(client, event, at_the_door):
    event.tournament.registration_open = False
    event.tournament.save()
    page = text(client.get(form_of(event)))
    assert "Die Anmeldung ist geschlossen" in page
    assert 'name="client_id"' not in page
    assert send(client, event).status_code == 422


def test_strangers_find_only_what_is_public(client, club, event, at_the_door):
    events.set_public(event=event, is_public=False)
    assert client.get(form_of(event)).status_code == 302
    assert send(client, event).status_code == 302
    assert not Registration.objects.exists()
    client.force_login(club.bernd.user)
    assert client.get(form_of(event)).status_code == 200


def test_a_forged_address_opens_nothing(client, event, at_the_door):
    own = register(event)
    for token in (f"{own.pk}", sign_calendar(own.pk), sign_registration(own.pk)[:-1] + "!"):
        assert client.get(reverse("league:registration", args=[token])).status_code == 404


def test_too_many_forms_from_one_address_are_asked_to_wait(client, event, at_the_door):
    for _ in range(20):
        send(client, event, name="")
    assert send(client, event).status_code == 429
    assert not Registration.objects.exists()
    elsewhere = client.post(
        form_of(event),
        {"client_id": "c", "name": "Kai Berger", "shown": "short", "is_adult": "on"},
        REMOTE_ADDR="192.0.2.7",
    )
    assert elsewhere.status_code == 302


def test_somebody_changes_his_name_and_cancels_on_his_page(client, event, at_the_door):
    own = register(event)
    address = page_of(own)
    client.post(address, {"shown": "alias", "alias": "Der Würfler"})
    assert "Gerade steht da: Der Würfler" in text(client.get(address))
    wrong = client.post(address, {"shown": "alias", "alias": ""})
    assert wrong.status_code == 422
    assert again(own).state == "registered"
    client.post(address, {"cancel": "1"})
    page = text(client.get(address))
    assert again(own).state == "cancelled"
    assert "Abgemeldet" in page
    assert "Neu anmelden" in page


def test_whoever_is_called_like_a_member_sees_nothing_of_it(client, event, at_the_door):
    own = register(event, "Bernd")
    page = text(client.get(page_of(own)))
    assert "Du bist dabei" in page
    assert "so heißt hier schon jemand" not in page


def test_only_the_desk_sees_the_desk(client, club, event, at_the_door):
    own = register(event)
    client.force_login(club.bernd.user)
    assert "Am Eingang" not in text(client.get(page_of(own)))
    assert client.get(list_of(event)).status_code == 403
    client.force_login(club.rolf.user)
    assert "Kai Berger einchecken" in text(client.get(page_of(own)))


def test_the_desk_scans_a_code_and_checks_in(client, club, event, at_the_door):
    own = register(event)
    client.force_login(club.rolf.user)
    deed = reverse("league:at_desk", args=[own.pk])
    for _ in range(2):
        assert client.post(deed, {"check_in": "1", "own": "1"}).url == page_of(own)
    assert "Eingecheckt, Startnummer 1" in text(client.get(page_of(own)))
    charge = Charge.objects.get(kind="entry_fee")
    assert charge.recorded_by == club.rolf.user
    client.post(deed, {"undo": "1", "own": "1"})
    assert again(own).participation.checked_in_at is None


def test_the_desk_checks_in_from_the_list_and_finds_people(client, club, wide, at_the_door):
    own = register(wide, team_name="Die Würfler")
    register(wide, "Mia Sommer", email="mia@gast.invalid")
    client.force_login(club.stine.user)
    back = client.post(reverse("league:at_desk", args=[own.pk]), {"check_in": "1"})
    assert back.url == f"{list_of(wide)}#a{own.pk}"
    page = text(client.get(list_of(wide)))
    assert "1 von 2 eingecheckt" in page
    assert "da, Nr. 1" in page
    assert "mia@gast.invalid" not in page
    for search in ("kai", "würf", "1", "Kai B"):
        found = text(client.get(list_of(wide), {"q": search}))
        assert "Kai Berger" in found, search
        assert "Mia Sommer" not in found, search
    assert "Niemand mit diesen Buchstaben" in text(client.get(list_of(wide), {"q": "xyz"}))


def test_the_desk_decides_about_a_name(client, club, event, at_the_door):
    own, other = register(event, "Bernd"), register(event, "jette")
    client.force_login(club.rolf.user)
    assert "Ja, das ist Bernd" in text(client.get(list_of(event)))
    client.post(reverse("league:at_desk", args=[own.pk]), {"same": "1"})
    assert again(own).person == club.bernd
    deed = reverse("league:at_desk", args=[other.pk])
    assert client.post(deed, {"name": "Jette"}).status_code == 422
    client.post(deed, {"name": "Jette aus Velen"})
    assert again(other).participation.person.name == "Jette aus Velen"


def test_the_desk_adds_a_guest_and_gives_a_place(client, club, event, at_the_door):
    client.force_login(club.rolf.user)
    typed = {"name": "Gast D", "shown": "short"}
    for name in ("Gast A", "Gast B"):
        typed = {**typed, "client_id": uuid4().hex, "name": name}
        assert client.post(list_of(event), typed).status_code == 302
    typed["client_id"] = uuid4().hex
    refused = client.post(list_of(event), {**typed, "name": "Gast C"})
    assert refused.status_code == 422
    assert "Alle Plätze sind vergeben" in text(refused)
    client.post(list_of(event), {**typed, "name": "Gast C", "past_limit": "on"})
    assert reading.counts(event).registered == 3
    waits = register(event, "Gast D")
    assert "Gast D" in text(client.get(list_of(event)))
    client.post(reverse("league:at_desk", args=[waits.pk]), {"move_up": "1"})
    assert again(waits).state == "registered"


def test_the_desk_keeps_teams(client, club, for_teams, at_the_door):
    own = register(for_teams)
    client.force_login(club.rolf.user)
    deed = reverse("league:desk_team", args=[for_teams.pk])
    client.post(deed, {"name": "Die Würfler"})
    team = reading.teams(for_teams)[0].team
    client.post(reverse("league:at_desk", args=[own.pk]), {"team": team.pk, "own": "1"})
    assert again(own).participation.team == team
    client.post(deed, {"team": team.pk, "name": "Die Werfer"})
    assert "Die Werfer" in text(client.get(list_of(for_teams)))
    assert client.post(deed, {"team": team.pk, "remove": "1"}).status_code == 409
    assert client.post(deed, {"team": "x", "name": "y"}).status_code == 404
    client.post(reverse("league:at_desk", args=[own.pk]), {"team": ""})
    client.post(deed, {"team": team.pk, "remove": "1"})
    assert reading.teams(for_teams) == []


def test_the_organiser_is_told_about_stakes_and_players_of_prizes(client, club, event, at_the_door):
    form = text(client.get(form_of(event)))
    assert "284" not in form
    client.force_login(club.rolf.user)
    assert "§ 284 StGB" in text(client.get(list_of(event)))
    event.tournament.pot_cents = 0
    event.tournament.save()
    assert "284" not in text(client.get(list_of(event)))
    client.logout()
    assert "Sachpreise und Ruhm, kein Geld" in text(client.get(form_of(event)))


def test_a_long_list_asks_no_more_of_the_database(
    client, club, wide, at_the_door, django_assert_max_num_queries
):
    for number in range(12):
        come(register(wide, f"Gast Nummer{number}", team_name=f"Team {number % 3}"))
    client.force_login(club.rolf.user)
    client.get(list_of(wide))
    with django_assert_max_num_queries(16):
        client.get(list_of(wide))


# --- mails ----------------------------------------------------------------------------------
@pytest.fixture
def letters():
    """What a sweep sends: to whom, which subject."""

    def sweep():
        mail.outbox = []
        tasks.send_registration_mails()
        return [(one.to[0].split("@")[0], one.subject.split(": ", 1)[1]) for one in mail.outbox]

    return sweep


def test_whoever_gave_an_address_hears_how_it_stands(event, letters):
    first = register(event, "Gast A", email="a@gast.invalid")
    register(event, "Gast B")
    third = register(event, "Gast C", email="c@gast.invalid")
    assert letters() == [
        ("a", "Anmeldung für Schockturnier"),
        ("c", "Anmeldung für Schockturnier"),
    ]
    assert "der Platz ist sicher" in mail.outbox[0].body
    assert "Warteliste" in mail.outbox[1].body
    assert mail.outbox[1].body.count(page_of(third)) == 1
    assert letters() == []
    registering.cancel(registration=first, now=NOON)
    assert letters() == [
        ("a", "Abgemeldet von Schockturnier"),
        ("c", "Nachgerückt: Schockturnier"),
    ]
    assert page_of(first) not in mail.outbox[0].body


def test_a_member_gets_it_where_his_login_codes_go(club, event, letters):
    register(event, person=club.bernd)
    assert letters() == [("bernd", "Anmeldung für Schockturnier")]


def test_whoever_cancels_before_the_mail_went_out_hears_only_that(event, letters):
    registering.cancel(registration=register(event, email="a@gast.invalid"), now=NOON)
    assert letters() == [("a", "Abgemeldet von Schockturnier")]


def test_no_mail_server_loses_neither_registration_nor_mail(event, letters, monkeypatch):
    def failing(error):
        def send(self, *args):
            raise error

        monkeypatch.setattr("django.core.mail.EmailMessage.send", send)

    failing(ConnectionRefusedError())
    own = register(event, email="a@gast.invalid")
    assert letters() == []
    assert again(own).state == "registered"
    failing(SMTPException("broke off"))
    register(event, "Mia Sommer", email="b@gast.invalid")
    assert letters() == []  # both may be on their way
    monkeypatch.undo()
    assert letters() == []
    assert RegistrationMail.objects.filter(sent_at=None).count() == 2


def test_two_workers_send_one_registration_mail(event):
    register(event, email="a@gast.invalid")
    told = RegistrationMail.objects.get()
    assert [mailing.claim_mail(mail=told, now=NOON) for _ in range(2)] == [True, False]
    mailing.release_mail(mail=told)
    assert mailing.claim_mail(mail=told, now=NOON)
