"""A result read as a QR code from the phone that scored in the cellar; the log follows later."""

import html
from datetime import date
from uuid import uuid4

import pytest
from django.utils import timezone

from games.engine import card, replay
from games.scoring.models import Game, ScannedResult
from league.access.actors import Actor
from league.results.models.results import Charge, Result
from league.results.models.second_look import Objection
from league.results.services import confirming
from tests import builders
from tests.games.scoring.test_scorer_api import Phone, at_seats, finished
from tests.plugins.built import built_once

pytestmark = [pytest.mark.slow, pytest.mark.once]


@built_once
def table(club):
    """Tonight's table of three; Bernd has a phone with network."""
    event = builders.evening("dortmund", day=timezone.localdate())
    people = (club.anke, club.bernd, club.jette)
    return builders.table(event, *people[: len(finished("dortmund")["header"]["players"])])


class Cellar:
    """The phone that scored without network: its game, the code it shows, and its queue."""

    def __init__(self, table, person, number=1):
        log = finished("dortmund")
        self.header, self.events = at_seats(log, table)
        self.phone = Phone(table, person)
        self.phone.key, self.number = str(uuid4()), number

    def code(self, **changed):
        values = card(replay(self.header, self.events))
        return {
            "id": self.phone.key,
            "number": self.number,
            "rulebook": "dortmund",
            "ended_by": values["ended_by"],
            "depth": "throws",
            "seats": values["seats"],
            "digest": "q83vEjRWeJCrze8SNFZ4kA",
            "began_at": "2026-03-06T20:10:00+01:00",
            "ended_at": None,
            **changed,
        }

    def begins(self):
        starter = self.header.get("starter") or self.header["players"][0]
        return self.phone.start(id=self._key(), starter=int(starter), number=self.number)

    def sends(self, events=None):
        return self.phone.send(*(self.events if events is None else events))

    def finds_network(self, events=None):
        """Send the log that waited: all of it is taken."""
        assert self.begins().status_code == 201
        self.phone.key, self.phone.seen = self.key, 0
        answer = self.sends(events)
        assert answer.status_code == 200, answer.json()
        answer = self.phone.mark("finish")
        assert answer.status_code == 200, answer.json()
        return answer

    def _key(self):
        self.key = self.phone.key
        return self.key


@pytest.fixture
def cellar(table, club):
    return Cellar(table, club.rolf)


@pytest.fixture
def reader(table, club):
    return Phone(table, club.bernd)


def enter(reader, code, what=""):
    return reader.call("post", f"tables/{reader.table.pk}/scanned/{what}", code)


def loser(result):
    return str(result.lines.get(lost_game=True).seat_id)


def turned(code):
    """Return the same code with the two losers of the halves in each other's place."""
    seats = {seat: dict(line) for seat, line in code["seats"].items()}
    first = next(seat for seat, line in seats.items() if line["lost_game"])
    other = next(
        seat
        for seat, line in seats.items()
        if seat != first and (line["lost_first"] or line["lost_second"])
    )
    for part in ("lost_first", "lost_second", "lost_game"):
        seats[first][part], seats[other][part] = seats[other][part], seats[first][part]
    return {**code, "seats": seats}


# --- entering -----------------------------------------------------------------------------------
def test_whoever_reads_it_enters_it_as_a_card_and_a_second_scan_changes_nothing(
    table, cellar, reader, club
):
    seen = enter(reader, cellar.code(), "preview/")
    assert seen.status_code == 200, seen.json()
    assert (seen.json()["number"], seen.json()["result"]) == (1, None)
    assert set(seen.json()["names"].values()) == {"Anke", "Bernd", "Jette"}
    assert seen.json()["stake"]
    assert not Result.objects.exists()

    first = enter(reader, cellar.code())
    assert first.status_code == 200, first.json()
    result = Result.objects.get()
    assert (result.source, result.depth, result.number) == ("card", "card", 1)
    assert (result.entered_by, result.confirmed_by) == (club.bernd.user, None)
    values = card(replay(cellar.header, cellar.events))
    assert (result.ended_by, loser(result)) == (
        values["ended_by"],
        next(seat for seat, line in values["seats"].items() if line["lost_game"]),
    )
    assert Charge.objects.get().code == "stake"
    assert (
        "Als QR-Code von dem Handy gescannt"
        in reader.client.get(f"/tische/{table.pk}/karte/1/").content.decode()
    )

    again = enter(reader, cellar.code())
    other = enter(Phone(table, club.anke), cellar.code())
    assert first.json() == again.json() == other.json()
    assert Result.objects.count() == ScannedResult.objects.count() == 1


def test_another_result_of_the_same_game_is_refused(cellar, reader):
    enter(reader, cellar.code())
    answer = enter(reader, turned(cellar.code()))
    assert (answer.status_code, answer.json()["code"]) == (422, "scanned_otherwise")
    assert Result.objects.count() == 1


def test_only_who_may_score_at_the_table_enters_it(table, cellar, club):
    for phone, status in ((Phone(table), 404), (Phone(table, club.oemer), 403)):
        for what in ("", "preview/"):
            answer = enter(phone, cellar.code(), what)
            assert answer.status_code == status, answer.json()
    assert not Result.objects.exists()


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"rulebook": "rsc2003"}, "other_rulebook"),
        ({"ended_by": "sweep"}, "never_so"),
        ({"seats": {}}, "foreign_seat"),
    ],
)
def test_what_the_table_has_not_played_is_refused(cellar, reader, change, code):
    for what in ("", "preview/"):
        answer = enter(reader, cellar.code(**change), what)
        assert (answer.status_code, answer.json()["code"]) == (422, code)
    assert not Result.objects.exists()


def test_the_code_of_another_table_is_refused_here(table, cellar, reader, club):
    there = builders.table(builders.evening("dortmund", day=timezone.localdate()), club.oemer)
    oemer = Phone(there, club.oemer)
    assert enter(oemer, cellar.code()).json()["code"] == "foreign_seat"
    assert enter(reader, cellar.code()).status_code == 200
    answer = enter(oemer, cellar.code())
    assert answer.json()["code"] == "id_reused"


def test_an_evening_of_long_ago_takes_it_as_it_takes_a_late_card(club):
    event = builders.evening("dortmund", day=date(2026, 3, 6))
    table = builders.table(event, club.anke, club.bernd, club.jette)
    cellar = Cellar(table, club.rolf)
    assert enter(Phone(table, club.bernd), cellar.code()).status_code == 403
    assert enter(Phone(table, club.rolf), cellar.code()).status_code == 200


# --- the log follows ------------------------------------------------------------------------------
def test_a_log_that_says_the_same_becomes_the_deeper_version_and_stays_confirmed(
    cellar, reader, club
):
    enter(reader, cellar.code())
    card_ = Result.objects.get()
    anke = Actor(device="Ankes", user_id=club.anke.user.pk)
    confirming.confirm_result(result=card_, actor=anke, now=timezone.now())
    cellar.finds_network()
    assert Game.objects.get().number == 1
    old, new = Result.objects.order_by("version")
    assert (old.is_current, new.is_current, new.source, new.depth) == (
        False,
        True,
        "game",
        new.depth,
    )
    assert new.depth != "card"
    assert (new.entered_by, new.confirmed_by) == (club.rolf.user, club.anke.user)
    # Nothing was corrected: both say the same.
    for path in (f"/abende/{new.table.block.event_id}/", f"/ergebnisse/{new.pk}/", "/"):
        assert "korrigiert" not in reader.client.get(path).content.decode(), path
    assert not Objection.objects.exists()
    keys = Charge.objects.filter(code="stake").values_list("key", flat=True)
    assert len(keys) == 2
    assert len(set(keys)) == 1
    for language, why in (
        ("de", "Das Protokoll dieses Spiels ist angekommen."),
        ("en", "The log of this game has arrived."),
    ):
        answer = reader.client.get(f"/api/results/{new.pk}/", headers={"accept-language": language})
        assert [version["reason"] for version in answer.json()["versions"]] == [why, ""]


def test_who_scored_does_not_confirm_the_own_log_by_having_confirmed_the_card(cellar, reader, club):
    enter(reader, cellar.code())
    rolf = Actor(device="Rolfs", user_id=club.rolf.user.pk)
    confirming.confirm_result(result=Result.objects.get(), actor=rolf, now=timezone.now())
    cellar.finds_network()
    assert Result.objects.get(is_current=True).confirmed_at is None


def test_a_log_that_says_otherwise_freezes_the_result_as_a_problem_with_both(
    table, cellar, reader, club
):
    enter(reader, turned(cellar.code()))
    cellar.finds_network()
    result = Result.objects.get()
    assert (result.source, result.is_current) == ("card", True)
    problem = Objection.objects.get()
    assert (problem.result, problem.ruled_at) == (result, None)
    names = {str(seat.pk): seat.participation.name for seat in table.seats.all()}
    log = next(
        seat
        for seat, line in card(replay(cellar.header, cellar.events))["seats"].items()
        if line["lost_game"]
    )
    for language, word in (("de", "Spiel"), ("en", "game")):  # what is stored has no language
        answer = reader.client.get(
            f"/api/results/{result.pk}/", headers={"accept-language": language}
        )
        [text] = [each["text"] for each in answer.json()["versions"][0]["objections"]]
        assert f"{word} {names[log]}" in text
        assert f"{word} {names[loser(result)]}" in text
    assert text in html.unescape(
        reader.client.get(
            f"/ergebnisse/{result.pk}/", headers={"accept-language": "en"}
        ).content.decode()
    )
    game = Game.objects.get()
    assert (game.number, game.status) == (1, "finished")
    assert cellar.phone.read_game()["view"]["result"]["state"] == "disputed"

    # The log was right: the game is opened again and closed, and its result counts.
    confirming.rule_on_objection(
        objection=problem, outcome="correct", ruling="so", by=club.anke.user, now=timezone.now()
    )
    assert cellar.phone.mark("reopen", reason="Karte war falsch").status_code == 200
    assert cellar.phone.mark("finish").status_code == 200
    assert loser(Result.objects.get(is_current=True)) == log
    assert Objection.objects.count() == 1


def test_a_log_is_taken_while_somebody_has_reported_a_problem(cellar, reader, club):
    enter(reader, cellar.code())
    result = Result.objects.get()
    confirming.raise_objection(
        result=result,
        client_id="o",
        text="Es war Jette",
        actor=Actor(user_id=club.bernd.user.pk),
        now=timezone.now(),
    )
    cellar.finds_network()
    assert Result.objects.get() == result
    assert Objection.objects.get().text == "Es war Jette"


def test_half_the_log_was_there_already_and_the_rest_still_comes(cellar, reader):
    assert cellar.begins().status_code == 201
    cellar.phone.key = cellar.key
    some = len(cellar.events) // 2
    assert cellar.sends(cellar.events[:some]).status_code == 200
    answer = enter(reader, cellar.code())
    assert (answer.status_code, answer.json()["number"]) == (200, 1)
    assert cellar.sends(cellar.events[some:]).status_code == 200
    assert cellar.phone.mark("finish").status_code == 200
    assert Result.objects.get(is_current=True).source == "game"
    assert enter(reader, cellar.code()).json()["agrees"]
    assert Result.objects.count() == 2


def test_a_game_whose_log_has_come_needs_no_scan(cellar, reader):
    cellar.finds_network()
    answer = enter(reader, cellar.code())
    assert (answer.status_code, answer.json()["agrees"]) == (200, True)
    assert Result.objects.get().source == "game"
    assert not ScannedResult.objects.exists()


def test_of_two_games_the_second_may_be_scanned_first(table, reader, club):
    first, second = Cellar(table, club.rolf), Cellar(table, club.rolf, number=2)
    assert enter(reader, second.code()).json()["number"] == 2
    first.finds_network()
    second.finds_network()
    assert list(Game.objects.order_by("number").values_list("key", flat=True)) == [
        Game.objects.get(key=first.key).key,
        Game.objects.get(key=second.key).key,
    ]
    assert Result.objects.filter(is_current=True, source="game").count() == 2
    # A number that was not counted is not believed.
    assert enter(reader, Cellar(table, club.rolf, number=9_000).code()).json()["number"] == 3


def test_a_log_gets_the_number_of_its_result_whatever_was_played_since(table, cellar, reader, club):
    enter(reader, cellar.code())
    builders.card(table, club.anke, club.bernd, club.anke, number=2)
    cellar.finds_network()
    assert Game.objects.get().number == 1


@pytest.mark.parametrize("same", [True, False])
def test_a_log_that_is_only_kept_lies_beside_its_game_and_is_compared_as_well(
    table, cellar, reader, club, same
):
    """Another game runs at the table by then, and the phone's owner lets that one count."""
    enter(reader, cellar.code() if same else turned(cellar.code()))
    other = Phone(table, club.rolf)
    assert other.start(starter=table.seats.first().pk).status_code == 201
    refused = cellar.begins()
    assert (refused.status_code, refused.json()["code"]) == (422, "game_running")
    events = [{"id": uuid4().hex, **event} for event in cellar.events]
    version = {
        "id": "v",
        "game": cellar.key,
        "number": 2,
        "base": 0,
        "header": cellar.header,
        "events": [*events, {"id": "f", "type": "finish"}],
    }
    for _again in range(2):
        answer = other.call("post", f"tables/{table.pk}/versions/", version)
        assert (answer.status_code, answer.json()["number"]) == (200, 1)
    assert Objection.objects.count() == (0 if same else 1)
    assert Result.objects.get().source == "card"
