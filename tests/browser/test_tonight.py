"""Tonight's page through a whole evening, on the referee's phone."""

from collections.abc import Iterator
from datetime import date
from random import Random
from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.scoring.services.start import start_game
from league.access.actors import NOBODY, Actor
from league.events.models import Event, Participation, Table
from league.events.services import attendance, seating
from league.people.services import people
from league.results.models.results import Result
from league.results.services.confirming import confirm_result
from league.standings.services import compute_standing
from tests import builders
from tests.browser.page_checks import PHONE, enter_as

pytestmark = pytest.mark.browser

# A hundred pixels are in reserve, for a longer name or one more line.
HIGHEST = 3 * PHONE["height"] - 100
FIRST_NAMES = (
    *("Ada", "Bo", "Cleo", "Dana", "Ella", "Finn", "Gero", "Hanna", "Ivo", "Jana", "Kim", "Lars"),
    *("Mia", "Nils", "Olga"),
)
LAST_NAMES = ("Brettschneider", "Schüttelmeier", "Groß", "Würfelmann")


def the_club() -> Event:
    """Build the evening of today, with 24 members and 4 guests on its list."""
    for number, name in enumerate(FIRST_NAMES):
        last = LAST_NAMES[number % len(LAST_NAMES)]
        people.create_member(name=f"{name} {last}", email="", kind="active", start=date(2025, 1, 1))
    event = builders.evening(day=timezone.localdate())
    for number in range(4):
        attendance.add_guest(event=event, name=f"Gast {LAST_NAMES[number]}")
    Participation.objects.filter(event=event).update(attendance="")
    assert event.participations.count() == 28
    return event


def start(table: Table) -> None:
    seats = list(table.seats.filter(active=True).values_list("pk", flat=True))
    now, rng = timezone.now(), Random(1)
    start_game(
        table=table,
        key=uuid4(),
        seats=seats,
        starter=seats[0],
        options={},
        actor=NOBODY,
        now=now,
        rng=rng,
    )


def card(table: Table, number: int) -> None:
    first, second, *_others = [
        seat.participation.person for seat in table.seats.filter(active=True).order_by("position")
    ]
    builders.card(table, first, second, second, number=number, aus={first: 1})


def the_evening(event: Event, club: Any) -> Iterator[str]:
    """Lead the evening through its states, and yield the page's words for each."""
    on_the_list = list(event.participations.order_by("person__sort_key"))
    yield "Abhaken, wer da ist"
    for number, entry in enumerate(on_the_list[:20]):
        entry.answer = ("yes", "yes", "yes", "maybe", "no")[number % 5]
        entry.save(update_fields=["answer"])
    yield "Abhaken, wer da ist"
    for entry in on_the_list[5:9]:
        attendance.mark_attendance(participation=entry, attendance="present")
    yield "sind da und sitzen noch nirgends"
    attendance.mark_all_here(event=event)
    yield "sind da und sitzen noch nirgends"
    here = [entry for entry in event.participations.order_by("pk") if entry.is_here]
    tables = []
    for number in range(4):
        tables.append(seating.add_table(event=event))
        seating.seat_all(table=tables[-1], participations=here[6 * number : 6 * number + 6])
    yield "Tisch 4 kann anfangen"
    start(tables[0])
    yield "Tisch 4 kann anfangen"
    for table in tables[1:]:
        start(table)
    yield "Dein Tisch spielt Spiel 1"
    for table in tables:
        for game in (1, 2):
            card(table, game)
        start(table)
    compute_standing(season=event.season, now=timezone.now())
    yield "Stimmt das so?"
    for table in tables:
        card(table, 3)
    yield "Stimmt das so?"
    referee = Actor(device="phone", user_id=club.rolf.user.pk)
    for result in Result.objects.filter(table=tables[-1]):
        confirm_result(result=result, actor=referee, now=timezone.now())
    yield "9 Spiele sind noch unbestätigt"
    for result in Result.objects.filter(confirmed_at=None):
        confirm_result(result=result, actor=referee, now=timezone.now())
    yield "Alle Spiele sind gespielt"


def test_tonights_page_is_three_screens_high_at_most_from_the_first_to_the_last(
    page: Page, live_server, transactional_db, club
):
    event = the_club()
    page.set_viewport_size(PHONE)
    heights = {}
    for number, heading in enumerate(the_evening(event, club)):
        for reader in (club.rolf, club.bernd):
            enter_as(page, live_server, reader)
            page.goto(f"{live_server.url}/abende/{event.pk}/")
            page.locator(".played p").wait_for()
            if reader == club.rolf:
                expect(page.locator("#jetzt h2")).to_contain_text(heading)
            height = page.evaluate("document.documentElement.scrollHeight")
            heights[number, heading, reader.name] = height
    assert {at: height for at, height in heights.items() if height > HIGHEST} == {}


def test_an_open_page_follows_a_game_to_its_end_but_not_under_a_thumb(
    page: Page, live_server, transactional_db, club
):
    event = builders.evening(day=timezone.localdate())
    table = builders.table(event, club.bernd, club.jette, club.oemer)
    start(table)
    page.clock.install()
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.bernd)
    page.goto(f"{live_server.url}/abende/{event.pk}/")
    expect(page.locator(".table-now")).to_contain_text("Spiel 1 läuft")
    page.get_by_text("Schiedsrichter rufen").click()
    note = page.get_by_label("Worum geht es")
    note.fill("Deckel weg")
    card(table, 1)
    with page.expect_response("**/spiele/**"):
        page.clock.fast_forward(10_000)
    expect(page.locator(".table-now")).to_contain_text("Spiel 1 läuft")
    note.fill("")
    page.clock.fast_forward(10_000)
    expect(page.locator("#jetzt h2")).to_have_text("Stimmt das so?")
    expect(page.locator(".table-now")).not_to_contain_text("läuft")
    expect(note).to_be_visible()
