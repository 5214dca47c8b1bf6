"""The API of a large tournament answers page by page, in an order that stays."""

from itertools import product

import pytest
from django.urls import reverse
from time_machine import travel

from league.tournaments.core.queries import agenda
from league.tournaments.core.queries.state import TournamentState
from tests import builders
from tests import tournaments as day
from tests.directing import all_play, browser
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.once]
PEOPLE = 112
# Of a page of 50 lines, however many people play; 560 of them gave 1.46 MB in one answer.
MOST_BYTES = 64_000
# Every address that lists people or tables of a tournament, its arguments, and its long lists.
LISTS = {
    "tournament": ((), ("places", "honours")),
    "block": ((1,), ("tables", "rows")),
    "draw": ((1,), ("tables", "meetings")),
    "directed_people": ((), ("results",)),
    "closing": ((), ("places", "unplaced")),
    "registrations": ((), ("registrations", "line", "teams")),
}


@built_once
@travel(builders.NIGHT)
def large(club):
    event = builders.tournament(template="steele", places=None)
    day.people(event, *(f"Gast {at:03}" for at in range(PEOPLE)))
    day.draw(event, 1)
    all_play(event)
    return day.counted(event)


@pytest.fixture(autouse=True)
def _tonight(time_machine):
    time_machine.move_to(builders.NIGHT, tick=True)


@pytest.fixture
def desk(club):
    return browser(club.anke)


def ask(client, name, event, **asked):
    arguments, _lists = LISTS[name]
    answer = client.get(reverse(f"league:api_{name}", args=[event.pk, *arguments]), asked)
    assert answer.status_code == 200, answer.content
    return answer


def walk(client, name, event, **asked):
    """The lines of each long list, page after page by the addresses that the answers name."""
    found = {key: [] for key in LISTS[name][1]}
    answer = ask(client, name, event, **asked)
    while True:
        body = answer.json()
        for key in found:
            found[key].append(body[key])
        if body["next"] is None:
            return found, body
        answer = client.get(body["next"])


@pytest.mark.parametrize("name", LISTS)
def test_a_large_tournament_answers_in_pages_of_fifty_lines(desk, large, name):
    answer = ask(desk, name, large)
    assert len(answer.content) <= MOST_BYTES
    found, _last = walk(desk, name, large)
    assert max(len(page) for pages in found.values() for page in pages) == 50
    assert len(next(iter(found.values()))) > 1


@pytest.mark.parametrize("name", LISTS)
def test_the_pages_together_are_every_line_once(desk, large, name):
    whole, _last = walk(desk, name, large, size=200)
    found, last = walk(desk, name, large, size=50)
    for key, pages in found.items():
        lines = [line for page in pages for line in page]
        assert lines == [line for page in whole[key] for line in page]
        assert len(lines) <= last["count"]
    assert max(sum(map(len, pages)) for pages in found.values()) == last["count"]


def test_the_order_of_the_lines_is_that_of_the_pages(desk, large):
    state = TournamentState(large)
    block = state.blocks[1]
    places = walk(desk, "tournament", large)[0]["places"]
    assert [line["player"]["id"] for page in places for line in page] == [
        placed.person for placed in state.ranking
    ]
    shown = walk(desk, "block", large)[0]
    numbers = [table["number"] for page in shown["tables"] for table in page]
    assert numbers == sorted(numbers) == [table.table.number for table in block.tables]
    assert [row["player"]["id"] for page in shown["rows"] for row in page] == [
        row.person for row in block.rows
    ]
    meetings = [line for page in walk(desk, "draw", large)[0]["meetings"] for line in page]
    pairs = [(line["player"], line["other"]) for line in meetings]
    assert pairs == sorted(pairs)
    unplaced = walk(desk, "closing", large)[0]["unplaced"]
    assert [who["id"] for page in unplaced for who in page] == [
        who.pk for who in agenda.without_a_game(state)
    ]


def test_any_page_is_its_part_of_the_whole(desk, large):
    whole = ask(desk, "block", large, size=200).json()["rows"]
    for page, size in product((1, 2, 3, 4, 9), (1, 7, 50, PEOPLE, 200)):
        body = ask(desk, "block", large, page=page, size=size).json()
        assert body["rows"] == whole[(page - 1) * size : page * size]
        pages = -(-PEOPLE // size)
        assert body["count"] == PEOPLE
        assert (body["next"] is None) == (page >= pages)
        assert (body["previous"] is None) == (page == 1)


def test_a_phone_that_knows_a_page_is_not_told_another(client, large):
    first = ask(client, "tournament", large)
    known = {"if-none-match": first["ETag"]}
    address = reverse("league:api_tournament", args=[large.pk])
    assert client.get(address, headers=known).status_code == 304
    assert client.get(address, {"page": 2}, headers=known).status_code == 200
    assert client.get(address, {"size": 200}, headers=known).status_code == 200


def test_more_than_two_hundred_lines_are_not_answered_at_once(client, large):
    address = reverse("league:api_tournament", args=[large.pk])
    answer = client.get(address, {"size": 201})
    assert (answer.status_code, answer.json()["code"]) == (400, "invalid")
