"""An evening with four phones at two tables and a real worker, checked by a plain computation.

At each table two phones write the same game at the same time: one belongs to a logged-in member,
the other came by the table's link. The slower one is told so and goes on from the fresh state. The
outcome of the evening is worked out again by the second implementation of the rules and a few lines
of counting.
"""

from collections import Counter
from random import Random
from threading import Thread
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client

from config.demo.play import Manner, play
from finance.books.models.claims import Claim
from finance.books.queries import people as accounts
from finance.books.services.agreements import agree
from finance.books.services.claims import confirm_evening
from games.scoring.models import Entry, Game
from league.access.tokens import HolderToken, sign_device, sign_holder
from league.events.models import Table
from league.events.queries import seats_of
from league.links.services import end_of_link, make_link, name_holder
from league.results.models.results import Charge, Result
from league.standings.models import StandingRow
from league.standings.queries.standings import standing_of
from tests import builders
from tests.games.oracle import Oracle

GAMES = 2
FEW = {"deckel": 5}


class Phone(Thread):
    """Writes the given games to their end, next to another phone that does the same."""

    def __init__(self, table: Table, plan: list[dict[str, Any]], client: Client) -> None:
        super().__init__()
        self.table, self.plan, self.client = table, plan, client
        self.stale = 0
        self.failed: BaseException | None = None

    def run(self) -> None:
        try:
            for game in self.plan:
                self.write(game)
        except BaseException as error:
            self.failed = error
        finally:
            connection.close()

    def post(self, path: str, data: dict[str, Any]) -> Any:
        answer = self.client.post(f"/api/{path}", data, content_type="application/json")
        assert answer.status_code < 500, answer.content
        return answer

    def write(self, game: dict[str, Any]) -> None:
        started = self.post(
            f"tables/{self.table.pk}/games/",
            {"id": game["key"], "seats": game["seats"], "starter": game["starter"]},
        )
        assert started.status_code == 201, started.json()
        view = started.json()["view"]
        while view["status"] == "running":
            view = self.one_more(game, view)

    def one_more(self, game: dict[str, Any], view: dict[str, Any]) -> dict[str, Any]:
        path, seen, sent = f"games/{game['key']}", view["sequence"], uuid4().hex
        if seen < len(game["events"]):
            event = {"id": sent, **game["events"][seen]}
            answer = self.post(f"{path}/events/", {"seen": seen, "events": [event]})
        else:
            answer = self.post(f"{path}/finish/", {"seen": seen, "id": sent})
        if answer.status_code == 409:
            self.stale += 1
        else:
            assert answer.status_code == 200, answer.json()
        return answer.json()["view"]


def on_the_link(table: Table, name: str) -> Client:
    """Return a phone that came by the QR code and was told its holder's name."""
    client, device = Client(), uuid4().hex
    ends = end_of_link(table.block.event)
    link = make_link(table=table, by=None, ends_at=ends, now=builders.NIGHT)
    holder = name_holder(link=link, device=device, name=name, seat=None, now=builders.NIGHT)
    token = HolderToken(link.pk, table.pk, ends, holder.pk, name)
    client.cookies[f"tisch_{table.pk}"] = sign_holder(token)
    client.cookies["geraet"] = sign_device(device)
    return client


def plan_for(table: Table, rng: Random) -> list[dict[str, Any]]:
    seats = [seat.pk for seat in seats_of(table)]
    made = []
    for number in range(GAMES):
        header = {
            "format": 1,
            "rulebook": "rsc2003",
            "players": [str(pk) for pk in seats],
            "starter": str(seats[number]),
            "venue": "club_night",
            "house_rules": FEW,
        }
        manner = Manner(depth="hands" if number else "throws", slips=0.02)
        events = play(header, manner, rng)
        made.append(
            {
                "key": str(uuid4()),
                "seats": seats,
                "starter": seats[number],
                "header": header,
                "events": events,
            }
        )
    return made


@pytest.mark.worker
def test_an_evening_with_four_phones(worker: Any, club: Any, time_machine: Any) -> None:
    time_machine.move_to(builders.NIGHT, tick=True)
    rng = Random(20260306)
    event = builders.evening(house_rules=FEW)
    tables = [
        builders.table(event, club.anke, club.bernd, club.jette),
        builders.table(event, club.oemer, club.stine, club.timo),
    ]
    plans = [plan_for(table, rng) for table in tables]
    phones = []
    for table, plan, person in zip(tables, plans, (club.rolf, club.oemer), strict=True):
        logged_in = Client()
        logged_in.force_login(person.user)
        phones += [Phone(table, plan, logged_in)]
        phones += [Phone(table, plan, on_the_link(table, "Theke"))]
    for phone in phones:
        phone.start()
    for phone in phones:
        phone.join()
    assert [phone.failed for phone in phones] == [None] * 4
    # They got in each other's way, or this proves little.
    assert sum(phone.stale for phone in phones) > 0

    expected = Plain()
    for table, plan in zip(tables, plans, strict=True):
        persons = {seat.pk: seat.participation.person_id for seat in seats_of(table)}
        for game in plan:
            expected.add(game["header"], game["events"], persons)
            entries = Entry.objects.filter(game__key=game["key"]).order_by("sequence")
            written = [{**entry.data} for entry in entries]
            assert written == [*game["events"], {}]  # each event once, and the end
    assert Game.objects.filter(status="finished").count() == Result.objects.count() == 2 * GAMES
    assert set(Result.objects.values_list("depth", flat=True)) == {"throws", "hands"}

    standing = worker.wait_until(
        lambda: actual if (actual := standing_of(event.season)) and not actual.is_stale else None,
    )
    rows = {
        row.person_id: (row.games, row.games_lost, row.halves_lost, row.sweeps, row.schock_aus)
        for row in StandingRow.objects.filter(standing=standing)
    }
    assert rows == expected.rows()

    charged = Counter[tuple[int, str]]()
    for charge in Charge.objects.all():
        charged[charge.person_id, charge.code] += charge.cents or 0
    assert charged == expected.cents
    # Timo is a guest: what he lost is booked because he has agreed to it.
    agree(
        person=club.timo,
        start=event.business_date,
        end=None,
        agreed="am Tisch",
        by=club.kadir.user,
        now=builders.NIGHT,
    )
    claims = Claim.objects.filter(event=event, is_current=True)
    confirm_evening(
        event=event,
        seen=[claim.pk for claim in claims],
        by=club.kadir.user,
        now=builders.NIGHT,
    )
    for person in (club.anke, club.bernd, club.jette, club.oemer, club.stine, club.timo):
        owed = sum(cents for (who, _), cents in expected.cents.items() if who == person.pk)
        assert accounts.owing_of(person).cents == owed, person


class Plain:
    """The evening by the oracle and by counting on one's fingers."""

    def __init__(self) -> None:
        self.games, self.lost, self.halves = Counter[int](), Counter[int](), Counter[int]()
        self.sweeps, self.aus = Counter[int](), Counter[int]()
        self.cents = Counter[tuple[int, str]]()

    def add(self, header: Any, events: Any, persons: dict[int, int]) -> None:
        oracle = Oracle(header)
        for event in events:
            oracle.push(event)
        state = oracle.state()
        who = {str(seat): person for seat, person in persons.items()}
        for player in header["players"]:
            self.games[who[player]] += 1
        self.lost[who[state["loser"]]] += 1
        for half in ("first_half_loser", "second_half_loser"):
            if state[half]:
                self.halves[who[state[half]]] += 1
        self.sweeps[who[state["loser"]]] += state["ended_by"] == "sweep"
        for settled in state["rounds"]:
            for player, hand in settled["hands"].items():
                self.aus[who[player]] += hand["category"] == "schock_aus"
        for charge in state["charges"]:
            self.cents[who[charge["player"]], charge["code"]] += charge["cents"] or 0

    def rows(self) -> dict[int, tuple[int, ...]]:
        counts = (self.games, self.lost, self.halves, self.sweeps, self.aus)
        return {person: tuple(count[person] for count in counts) for person in self.games}
