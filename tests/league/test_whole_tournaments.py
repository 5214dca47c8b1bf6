"""Whole tournaments, from the registration to the certificates."""

import random
from io import BytesIO

import pytest
from django.urls import reverse
from pypdf import PdfReader

from league.models import Charge, Draw, Registration, Result
from league.queries.tournaments.course import Course
from league.services.tournaments import setting_up
from league.services.tournaments.registering import cancel
from tests import tournaments as day
from tests.builders import NIGHT, member, tournament

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def names(number: int) -> list[str]:
    return [f"Gast {at:03}" for at in range(1, number + 1)]


def played_through(event, rng: random.Random) -> Course:
    """Every block drawn, played, locked and ranked, the parallel ones too; the day closed."""
    for number in sorted(Course(event).blocks):
        day.draw(event, number, seed=f"Bierdeckel {number}")
        day.play(event, number, rng)
        day.close(event, number, rng)
    day.finish(event)
    return Course(event)


def check_day(course: Course, people: int) -> None:
    """What must hold after any tournament, counted without the scoring."""
    event = course.event
    assert [one.position for one in event.placings.all()] == list(range(1, people + 1))
    for number, block in course.blocks.items():
        sat = [one for table in block.draw.tables for one in table["people"]]
        assert len(sat) == len(set(sat)), f"nobody sits twice in block {number}"
        assert all(table.state == "in" for table in block.played)
        for row in block.rows:
            lost = Result.objects.filter(
                table__block=block.block,
                is_current=True,
                lines__seat__participation=row.person,
                lines__lost_game=True,
            ).count()
            assert row.here.games_lost == lost
    winner = event.placings.get(position=1).participation_id
    final = course.blocks[course.format.main_line()[-1]]
    assert final.row_of(winner).lives > 0
    assert [row.lives for row in final.rows if row.person != winner].count(0) == len(final.rows) - 1


@pytest.mark.parametrize("template", ["schockfreunde", "gonzerath"])
def test_sixteen_guests_play_a_whole_day(template):
    event = tournament(template=template)
    day.people(event, *names(16), team_size=4)
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    course = played_through(event, random.Random(16))
    check_day(course, 16)
    if template == "schockfreunde":
        assert len(course.teams) == 4
        lives_lost = sum(member.lives_lost for team in course.teams for member in team.members)
        assert lives_lost == sum(
            row.here.lives_lost for block in course.blocks.values() for row in block.rows
        )


@pytest.mark.parametrize("template", ["werl", "steele"])
def test_other_formats_are_played_too(template):
    event = tournament(template=template)
    day.people(event, *names(16))
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    for number in sorted(Course(event).blocks):
        day.draw(event, number)
        assert day.tables(event, number)
        if Course(event).blocks[number].setting.advance is not None:
            break


def run_from_registration_to_certificates(client, number: int) -> None:
    director = member("Rosi", "director", "treasurer")
    event = tournament(template="schockfreunde", places=number)
    guests = day.people(event, *names(number - 1), team_size=5)
    late = [day.registered(event, name) for name in ("Zuletzt Einer", "Zuletzt Zwei")]
    assert [one.state for one in late] == ["registered", "waiting"]
    cancel(registration=late[0], now=NIGHT)
    moved = Registration.objects.get(pk=late[1].pk)
    assert moved.state == "registered"
    day.check_in(participation=moved.participation, by=None, now=NIGHT)
    fees = Charge.objects.filter(event=event, kind="entry_fee", withdrawal=None)
    assert fees.count() == number
    setting_up.fit_to_people(event=event, seen=day.seen(event))
    course = played_through(event, random.Random(number))
    check_day(course, number)
    assert len(guests) + 1 == number
    repeats = Course(event).blocks[3].draw
    assert repeats.kind == Draw.Kind.DRAW
    client.force_login(director.user)
    page = client.get(reverse("league:papers", args=[event.pk, "urkunden"]))
    assert page.status_code == 200
    assert page["Content-Type"] == "application/pdf"
    assert len(PdfReader(BytesIO(page.content)).pages) >= number
    assert page.content.startswith(b"%PDF-")
    for paper, query in (
        ("sitzplan", "?durchgang=1"),
        ("tabelle", "?durchgang=3"),
        ("tabelle", ""),
    ):
        made = client.get(reverse("league:papers", args=[event.pk, paper]) + query)
        assert made.content.startswith(b"%PDF-"), paper


def test_eighty_guests_from_the_registration_to_the_certificates(client):
    run_from_registration_to_certificates(client, 80)


@pytest.mark.long
def test_four_hundred_guests_from_the_registration_to_the_certificates(client):
    run_from_registration_to_certificates(client, 400)
