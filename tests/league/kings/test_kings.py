"""Late cards, and the König: most Schock-Aus within the official time."""

import re
from datetime import datetime, time, timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from games.rules import rulebooks
from games.scoring import queries as games
from league.errors import IllegalError, InvalidError, StaleError
from league.events.models import Participation
from league.events.queries import participations, seats_of
from league.events.services.attendance import mark_attendance
from league.kings import queries as kings_queries
from league.kings import services as kings
from league.kings.models import King
from tests import builders
from tests.builders import BERLIN, DAY, NIGHT

pytestmark = pytest.mark.rules

LATE = datetime(2026, 3, 7, 0, 10, tzinfo=BERLIN)


def held(club, day=DAY, aus=None, **fields):
    """Hold an evening at which Anke, Bernd and Jette played one game, with these Schock-Aus."""
    event = builders.evening(day=day, start_time=time(20), end_time=time(23, 30), **fields)
    table = builders.table(event, club.anke, club.bernd, club.jette)
    moment = datetime.combine(day, time(21, 30), BERLIN)
    builders.card(table, club.anke, club.bernd, club.bernd, aus=aus, now=moment)
    return table


def crown(event, person, seen=None, reason="", by=None):
    return kings.crown(event=event, person=person, seen=seen, reason=reason, by=by, now=NIGHT)


# --- late -----------------------------------------------------------------------------------
def mark(event, person, attendance, now):
    own = participations(event).get(person=person)
    return mark_attendance(participation=own, attendance=attendance, now=now)


def test_whoever_is_marked_late_has_the_minutes_since_the_anwurf(club):
    event = builders.evening(start_time=time(20))
    moment = datetime(2026, 3, 6, 20, 25, 59, tzinfo=BERLIN)
    assert mark(event, club.bernd, "late", moment).minutes_late == 25
    assert mark(event, club.bernd, "late", NIGHT).minutes_late == 25  # a repeat is no later
    assert mark(event, club.bernd, "present", NIGHT).minutes_late is None


def test_no_minutes_are_made_up(club):
    known = builders.evening(start_time=time(20))
    assert mark(known, club.bernd, "late", NIGHT - timedelta(hours=3)).minutes_late is None
    assert mark(known, club.jette, "late", NIGHT + timedelta(days=1)).minutes_late is None
    unknown = builders.evening(day=DAY + timedelta(days=1))
    assert mark(unknown, club.bernd, "late", NIGHT + timedelta(days=1)).minutes_late is None


@pytest.mark.both
def test_the_database_knows_no_minutes_of_the_punctual(club):
    event = builders.evening()
    with pytest.raises(IntegrityError), transaction.atomic():
        Participation.objects.filter(event=event).update(attendance="present", minutes_late=5)


def test_lateness_is_shown(client, club):
    event = builders.evening(start_time=time(20))
    client.force_login(club.rolf.user)
    own = participations(event).get(person=club.bernd)
    with time_machine.travel(NIGHT, tick=False):
        client.post(f"/anwesenheit/{own.pk}/", {"attendance": "late"})
        assert "90 Minuten später" in client.get(f"/abende/{event.pk}/").content.decode()


# --- König ----------------------------------------------------------------------------------
def test_most_schock_aus_is_koenig(club):
    event = held(club, aus={club.anke: 1, club.jette: 2}).block.event
    assert kings_queries.race(event).leaders == [club.jette]
    king = crown(event, club.jette, by=club.rolf.user)
    assert (king.person, king.schock_aus, king.by_playoff) == (club.jette, 2, False)
    assert crown(event, club.jette) == king
    with pytest.raises(InvalidError):
        crown(event, club.anke)


def test_a_tie_is_open_until_the_winner_of_the_play_off_is_entered(client, club):
    event = held(club, aus={club.anke: 1, club.jette: 1}).block.event
    assert kings_queries.race(event).leaders == [club.anke, club.jette]
    client.force_login(club.rolf.user)
    page = client.get(f"/abende/{event.pk}/").content.decode()
    assert "Wer hat das Stechen gewonnen?" in page
    client.post(f"/abende/{event.pk}/koenig/", {"person": club.jette.pk})
    king = kings_queries.king_of(event)
    assert (king.person, king.by_playoff, king.decided_by) == (club.jette, True, club.rolf.user)
    assert "im Stechen gewonnen" in client.get(f"/abende/{event.pk}/").content.decode()


def test_without_a_schock_aus_there_is_no_koenig(club):
    event = held(club).block.event
    assert crown(event, None).person is None
    assert kings_queries.reigning() is None
    with pytest.raises(InvalidError):
        crown(event, club.anke)
    with pytest.raises(IllegalError):
        crown(builders.evening(day=DAY + timedelta(days=7)), None)


def test_a_corrected_card_makes_no_other_koenig_by_itself(client, club):
    table = held(club, aus={club.jette: 1})
    event = table.block.event
    crown(event, club.jette)
    builders.card(
        table, club.anke, club.bernd, club.bernd, seen=1, reason="vertippt", aus={club.anke: 1}
    )
    assert kings_queries.king_of(event).person == club.jette
    client.force_login(club.rolf.user)
    page = client.get(f"/abende/{event.pk}/").content.decode()
    assert "Inzwischen sagen die Karten etwas anderes" in page
    with pytest.raises(StaleError):
        crown(event, club.anke)
    with pytest.raises(InvalidError):
        crown(event, club.anke, seen=1)
    king = crown(event, club.anke, seen=1, reason="Karte war falsch")
    assert (king.version, King.objects.filter(event=event).count()) == (2, 2)


@pytest.mark.both
def test_only_what_was_over_by_the_official_end_counts(club):
    table = held(club, aus={club.anke: 1})
    card = builders.card(
        table, club.anke, club.bernd, club.bernd, number=2, aus={club.jette: 2}, now=LATE
    )
    event = table.block.event
    # A card says nothing about when its game ended: it counts until a user says otherwise.
    assert kings_queries.race(event).leaders == [club.jette]
    kings.say_in_time(result=card, in_time=False, by=None, now=LATE)
    race = kings_queries.race(event)
    assert race.leaders == [club.anke]
    assert [late_card.counts for late_card in race.late_cards] == [False]
    # Correcting it later is no later end of the game.
    builders.card(
        table, club.anke, club.bernd, club.bernd, seen=1, reason="x", aus={club.anke: 2}, now=LATE
    )
    assert kings_queries.race(event).scores == [(club.anke, 2)]


@pytest.mark.both
def test_the_database_keeps_a_crowning(club):
    event = held(club, aus={club.jette: 1}).block.event
    king = crown(event, club.jette)
    for change in ({"person": club.anke}, {"schock_aus": 7}):
        with pytest.raises(IntegrityError), transaction.atomic():
            King.objects.filter(pk=king.pk).update(**change)
    with pytest.raises(IntegrityError), transaction.atomic():
        king.delete()
    King.objects.filter(pk=king.pk).update(is_current=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        King.objects.filter(pk=king.pk).update(is_current=True)
    with pytest.raises(IntegrityError), transaction.atomic():
        King.objects.create(
            event=event, version=2, reason="x", person=club.timo, schock_aus=1, decided_at=NIGHT
        )


@pytest.mark.both
def test_three_evenings_in_a_row_make_a_kaiser(client, club):
    for week in range(3):
        event = held(club, day=DAY + timedelta(weeks=week), aus={club.jette: 1}).block.event
        king = crown(event, club.jette)
        builders.evening(day=DAY + timedelta(weeks=week, days=2), name="fiel aus")
    assert kings_queries.streak(king) == 3
    client.force_login(club.bernd.user)
    assert "Jette ist Kaiser" in client.get("/").content.decode()
    assert "Kaiser" in client.get(f"/abende/{event.pk}/").content.decode()
    held(club, day=DAY + timedelta(weeks=3), aus={club.anke: 1})
    later = held(club, day=DAY + timedelta(weeks=4), aus={club.jette: 1}).block.event
    assert kings_queries.streak(crown(later, club.jette)) == 1


@pytest.mark.both
def test_all_koenige_stand_in_one_list_with_how_often_in_a_row(client, club):
    for week, aus in enumerate([{club.jette: 1}] * 3 + [{club.anke: 2}, None]):
        event = held(club, day=DAY + timedelta(weeks=week), aus=aus).block.event
        crown(event, next(iter(aus)) if aus else None)
    client.force_login(club.bernd.user)
    page = client.get("/abende/koenige/").content.decode()
    assert len(re.findall(r"<li>\s*<a", page)) == 5
    assert page.index("niemand") < page.index("Anke") < page.index("3 Abende in Folge")
    assert len(re.findall(r"Kaiser\s*</span>", page)) == 1
    assert page.index("2 Schock-Aus") < page.index("ein Schock-Aus")
    html = client.get("/abende/koenige/?search=anke").content.decode()
    assert "2 Schock-Aus" in html
    assert "Jette" not in html
    sheet = client.get("/abende/koenige/?export=csv&sort=oldest")
    lines = b"".join(sheet.streaming_content).decode("utf-8-sig").strip().splitlines()
    assert [line.split(";")[2:] for line in lines[1:4:2]] == [
        ["Jette", "1", "nein", "1"],
        ["Jette", "1", "nein", "3"],
    ]
    answer = client.get("/api/kings/?sort=most&size=1").json()
    assert answer["count"] == 5
    [king] = answer["results"]
    assert (king["name"], king["schock_aus"], king["streak"]) == ("Anke", 2, 1)


def test_the_koenig_has_the_first_throw_also_after_a_play_off(club):
    event = held(club, aus={club.anke: 1, club.jette: 1}).block.event
    table = builders.table(
        builders.evening(day=DAY + timedelta(weeks=1)), club.anke, club.jette, club.bernd
    )
    book, seats = rulebooks.for_table("rsc2003", {}), list(seats_of(table))
    assert games.proposal(table, book, seats).mode == "choose"
    crown(event, club.jette)
    proposal = games.proposal(table, book, seats)
    assert proposal.mode == "starter"
    assert "Jette ist König" in proposal.sentence


def test_an_evening_with_many_games_asks_few_queries(club, django_assert_max_num_queries):
    table = held(club, aus={club.anke: 1})
    for number in range(2, 9):
        builders.card(table, club.anke, club.bernd, club.bernd, number=number)
    with django_assert_max_num_queries(5):
        kings_queries.race(table.block.event)
