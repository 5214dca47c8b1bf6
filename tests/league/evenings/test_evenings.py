"""Evenings: seasons by themselves, who is here, tables and seats."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from league.errors import IllegalError, InvalidError
from league.events.models import Participation, Seat
from league.events.queries import participations, seats_of
from league.events.services import evenings, seating
from league.events.services.attendance import (
    add_guest,
    add_participant,
    mark_all_here,
    mark_attendance,
)
from league.seasons.models import Season
from tests import builders


def test_a_new_year_never_stops_an_evening(club):
    assert builders.evening(day=date(2026, 12, 31)).season.name == "2026"
    assert builders.evening(day=date(2027, 1, 1)).season.name == "2027"
    assert builders.evening(day=date(2027, 5, 1)).season.name == "2027"


def test_a_season_of_its_own_leaves_the_rest_of_the_year(db):
    evenings.create_season(name="Winter", start=date(2026, 10, 1), end=date(2027, 4, 1))
    spring = evenings.season_for(date(2026, 3, 1))
    assert (spring.start, spring.end) == (date(2026, 1, 1), date(2026, 10, 1))
    autumn = evenings.season_for(date(2027, 9, 1))
    assert (autumn.start, autumn.end) == (date(2027, 4, 1), date(2028, 1, 1))


def test_seasons_do_not_overlap(db):
    evenings.create_season(name="A", start=date(2026, 1, 1), end=date(2027, 1, 1))
    with pytest.raises(IllegalError):
        evenings.create_season(name="B", start=date(2026, 12, 31), end=date(2027, 6, 1))
    with pytest.raises(InvalidError):
        evenings.create_season(name="C", start=date(2027, 6, 1), end=date(2027, 6, 1))
    with pytest.raises(IntegrityError), transaction.atomic():
        Season.objects.create(name="D", start=date(2026, 12, 31), end=date(2027, 6, 1))


def test_active_and_passive_members_are_invited_not_supporters_and_guests(club):
    invited = {participation.person for participation in participations(builders.evening())}
    assert {club.bernd, club.hilde} <= invited
    assert not {club.gustav, club.timo} & invited


def test_a_guest_of_last_time_is_the_same_person(club):
    evening = builders.evening()
    first = add_guest(event=evening, name="  timo ")
    assert first.person == club.timo
    assert first.is_here
    with pytest.raises(InvalidError) as refused:
        add_guest(event=evening, name="Bernd")
    assert refused.value.code == "already_on_the_list"


def test_who_is_not_here_cannot_sit(club):
    evening = builders.evening()
    table = seating.add_table(event=evening)
    bernd = participations(evening).get(person=club.bernd)
    with pytest.raises(IllegalError) as refused:
        seating.seat(table=table, participation=bernd)
    assert refused.value.code == "not_here"
    assert "Bernd" in str(refused.value)


def test_who_sits_cannot_be_absent(club):
    evening = builders.evening()
    table = builders.table(evening, club.bernd, club.jette)
    bernd = participations(evening).get(person=club.bernd)
    with pytest.raises(IllegalError) as refused:
        mark_attendance(participation=bernd, attendance="absent")
    assert refused.value.code == "still_seated"
    seating.unseat(seat=table.seats.get(participation=bernd))
    assert not mark_attendance(participation=bernd, attendance="absent").is_here


def test_a_double_click_opens_one_evening_and_one_table(club):
    assert builders.evening() == builders.evening()
    evening = builders.evening()
    assert seating.add_table(event=evening) == seating.add_table(event=evening)
    assert evening.blocks.count() == 1


def circle(table):
    return [seat.participation.person.name for seat in seats_of(table)]


def test_seats_go_around_the_table_and_can_change_places(club):
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    assert circle(table) == ["Anke", "Bernd", "Jette"]
    seating.move_seat(seat=table.seats.get(position=3), step=-1)
    assert circle(table) == ["Anke", "Jette", "Bernd"]
    seating.move_seat(seat=table.seats.get(position=1), step=-1)
    assert circle(table) == ["Bernd", "Jette", "Anke"]


def test_changing_tables_gives_up_the_old_seat(club):
    evening = builders.evening()
    table = builders.table(evening, club.anke, club.bernd, club.jette)
    two = builders.table(evening, club.oemer, club.bernd)
    assert circle(table) == ["Anke", "Jette"]
    assert circle(two) == ["Ömer", "Bernd"]
    bernd = participations(evening).get(person=club.bernd)
    seating.seat(table=table, participation=bernd)
    seating.seat(table=table, participation=bernd)
    assert circle(table) == ["Anke", "Jette", "Bernd"]
    assert table.seats.count() == 3


def test_the_database_lets_nobody_sit_at_two_tables(club):
    evening = builders.evening()
    builders.table(evening, club.anke, club.bernd)
    two = builders.table(evening, club.jette, club.oemer)
    bernd = participations(evening).get(person=club.bernd)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=two, participation=bernd, position=9)


def test_the_database_lets_nobody_sit_at_another_evening(club):
    event, two = builders.evening(), builders.evening(day=date(2026, 4, 3))
    table = builders.table(event, club.anke, club.bernd)
    stranger = participations(two).get(person=club.jette)
    with pytest.raises(IntegrityError), transaction.atomic():
        Seat.objects.create(table=table, participation=stranger, position=9)


def test_all_the_others_are_here_but_for_who_said_no(club):
    event = builders.evening()
    anke, bernd, jette = (
        add_participant(event=event, person=person)
        for person in (club.anke, club.bernd, club.jette)
    )
    mark_attendance(participation=anke, attendance="late")
    Participation.objects.filter(pk=bernd.pk).update(answer="no")
    open_before = Participation.objects.filter(event=event, attendance="").exclude(answer="no")
    waiting = open_before.count()
    assert mark_all_here(event=event) == waiting >= 1
    for participation, attendance in ((anke, "late"), (bernd, ""), (jette, "present")):
        participation.refresh_from_db()
        assert participation.attendance == attendance
    assert mark_all_here(event=event) == 0
