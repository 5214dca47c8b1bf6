"""Tournaments too large for tiles and lists: numbers, pages, and names that are typed.

The limits are lowered to a cup of eight, whose pages are the same as those of five hundred.
"""

import re

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from league.access.tokens import sign_registration
from league.errors import InvalidError
from league.events.models import Participation
from league.tournaments.core.queries import block_state
from league.tournaments.core.queries.draws import participants
from league.tournaments.direction import folder, picking
from league.tournaments.direction.views import direction, pages
from league.tournaments.public.queries import versions
from league.tournaments.public.views import public, standings
from tests import tournaments as day
from tests.directing import NAMES, address, all_play, message_of, page, send, who

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def event(event, monkeypatch):
    monkeypatch.setattr(block_state, "MOST_TILES", 1)
    monkeypatch.setattr(versions, "MOST_IN_A_MATRIX", 4)
    monkeypatch.setattr(pages, "MOST_IN_A_LIST", 4)
    monkeypatch.setattr(pages, "ROWS", 3)
    monkeypatch.setattr(direction, "ROWS", 3)
    return event


def test_a_page_of_a_round_names_everybody_once_and_its_tables_by_numbers(desk, event):
    day.draw(event, 1)
    text = page(desk, event, "direct_block", 1)
    ranked = text[text.index('id="ranking"') :]
    assert [text.count(name) - ranked.count(name) for name in NAMES] == [1] * 8
    control = page(desk, event)
    assert "Anna" not in control
    for state in day.tables(event, 1):
        assert address("direct_table", event, state.table.pk) in control


def test_who_leaves_is_typed_and_whoever_fits_several_is_asked_for_the_number(desk, event):
    day.draw(event, 1)
    anna = event.participations.get(person__name="Anna")
    answer = send(desk, event, "change_draw", 1, change="leave", **{"typed-person": "a"})
    assert answer.status_code == 422
    assert message_of(answer).startswith("„a“ passt zu mehreren: ")
    assert 'value="a"' in answer.content.decode()  # what was typed stays
    answer = send(desk, event, "change_draw", 1, change="leave", **{"typed-person": "Zorro"})
    assert message_of(answer).startswith("Hier heißt niemand „Zorro“.")
    send(desk, event, "change_draw", 1, change="leave", **{"typed-person": str(anna.start_number)})
    assert "Anna" in page(desk, event, "direct_block", 1)
    assert event.blocks.get(number=1).draws.get(released_at=None).kind == "leave"


def test_two_who_are_typed_swap_and_are_explained(desk, event):
    day.draw(event, 1)
    first, other = (day.circle(state.table)[0] for state in day.tables(event, 1))
    two = {"typed-first": first, "typed-second": other}
    preview = desk.get(address("swap", event, 1), {**two, "when": "now"})
    assert f"{first} und {other}" in preview.content.decode()
    answer = desk.get(address("direct_block", event, 1), two)
    assert re.search(r'role="status">\s*\S', answer.content.decode())
    answer = desk.get(address("direct_block", event, 1), {**two, "typed-first": "Zorro"})
    assert (answer.status_code, "Hier heißt niemand" in message_of(answer)) == (422, True)


def test_the_people_are_found_by_name_and_turn_pages(desk, event):
    day.draw(event, 1)
    first = page(desk, event, "direct_people")
    assert ("Anna" in first, "Heinz" in first, "Da (8)" in first) == (True, False, True)
    found = desk.get(address("direct_people", event), {"search": "hei"}).content.decode()
    assert ("Heinz" in found, "Anna" in found) == (True, False)


def test_whoever_prints_a_large_folder_is_told_that_it_takes_a_while(desk, event, monkeypatch):
    day.draw(event, 1)
    assert "einige Sekunden" not in page(desk, event, "direction")
    monkeypatch.setattr(folder, "MANY", 2)
    shown = page(desk, event, "direction")
    assert "Leute: Das dauert einige Sekunden" in shown


def test_a_ranking_turns_pages(desk, event):
    day.draw(event, 1)
    all_play(event)
    pages_of = [
        desk.get(address("direct_block", event, 1), {"page": number}).content.decode()
        for number in (1, 2, 3)
    ]
    assert [text.count('data-label="Platz"') for text in pages_of] == [3, 3, 2]


def test_a_page_of_the_direction_asks_no_more_for_more_people(desk, event):
    """The persons of the seats are those of the list: nothing is read for each table or seat."""
    day.draw(event, 1)
    for name, of, most in (("direction", (), 32), ("direct_block", (1,), 34)):
        with CaptureQueriesContext(connection) as queries:
            page(desk, event, name, *of)
        assert len(queries) <= most


def test_somebody_is_meant_by_number_by_whole_name_or_by_parts(event):
    people = participants(event).values()
    gabi = Participation.objects.get(event=event, person__name="Gabi")
    for typed in ("Gabi", "gab", f"{gabi.start_number}", picking.label(gabi)):
        assert picking.the_only(people, typed, field="person") == gabi
    with pytest.raises(InvalidError) as refused:
        picking.the_only(people, "o", field="person")  # Boris, Doro
    assert refused.value.code == "several_found"


def test_everybody_turns_the_pages_of_ranking_teams_and_draw(client, event, monkeypatch):
    """A ranking begins with the first and names the page of the reader's own line; a draw opens at
    the reader's table.
    """
    monkeypatch.setattr(standings, "LINES", 3)
    monkeypatch.setattr(public, "TABLES", 1)
    day.draw(event, 1)
    all_play(event)
    day.counted(event)
    looked = [page(client, event, "tournament_table", block=1, page=number) for number in (1, 2, 3)]
    assert [text.count('data-label="Punkte"') for text in looked] == [3, 3, 2]
    assert 'data-stand="?part=1&amp;block=1&amp;page=2"' in looked[1]
    answer = client.get(address("tournament_table", event), {"block": 1, "export": "csv"})
    sheet = b"".join(answer.streaming_content).decode()
    assert all(name in sheet for name in NAMES)

    last = re.findall(rf">\s*({'|'.join(NAMES)})</a>", looked[2])[-1]
    own = {"registration": sign_registration(who(event, last).registration.pk)}
    assert "Deine Zeile steht auf Seite 3." in page(
        client, event, "tournament_table", **own, block=1
    )
    tables = day.tables(event, 1)
    for at, table in enumerate(tables, start=1):
        first = day.circle(table.table)[0]
        fresh = Client(headers={"accept-language": "de"})
        token = sign_registration(who(event, first).registration.pk)
        text = page(fresh, event, "tournament_draw", 1, registration=token)
        assert (f'id="tisch-{at}"' in text, text.count('id="tisch-')) == (True, 1)
