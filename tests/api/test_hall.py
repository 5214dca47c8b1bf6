"""A hall's own tools do the direction's work: for one tournament, each request once."""

import json
import os
import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone
from time_machine import travel

from league.results.models.results import Result
from league.tournaments.core.queries.draws import draw_in_force
from league.tournaments.direction.services import programs
from league.tournaments.models.programs import DirectedCall
from tests import builders
from tests import tournaments as day
from tests.builders import NIGHT
from tests.plugins.built import built_once
from tests.waiting import run

pytestmark = [pytest.mark.once, pytest.mark.django_db]
PAGE = Path(__file__).parent.parent.parent / "docs" / "hall.md"


@built_once
@travel(NIGHT)
def hall(club):
    event = builders.tournament(places=None)
    day.people(event, "Anna", "Bert", "Cleo", "Dirk")
    return event


@pytest.fixture
def event(hall, time_machine):
    time_machine.move_to(NIGHT, tick=True)
    return hall


def token_of(event, club, **more):
    return programs.make_token(
        event=event, name="Tafel", client_id="t", by=club.anke.user, now=timezone.now(), **more
    )


class Program:
    """A program with its token that sends and reads JSON."""

    def __init__(self, event, secret):
        self.base = f"/api/tournaments/{event.pk}/"
        self.client = Client(
            headers={"authorization": f"Bearer {secret}", "accept-language": "de"},
            enforce_csrf_checks=True,
        )

    def send(self, method, path, body=None):
        answer = self.client.generic(
            method, self.base + path, json.dumps(body or {}), content_type="application/json"
        )
        return answer.status_code, answer.json()

    def get(self, path):
        return self.client.get(self.base + path)

    def step(self, do, client_id, **more):
        seen = self.get("direction/").json()["revision"]
        return self.send(
            "POST", "direction/blocks/1/steps/", {"id": client_id, "do": do, "seen": seen, **more}
        )


@pytest.fixture
def program(event, club):
    return Program(event, token_of(event, club)[1])


def test_the_round_of_the_page_runs_as_it_is_printed(live_server, transactional_db, club):
    event = builders.tournament(day=timezone.localdate(), places=None)
    secret = token_of(event, club)[1]
    (script,) = re.findall(r"```bash\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    done = run(
        ["bash", "-c", script],
        env={
            "PATH": os.environ["PATH"],
            "BASE": live_server.url,
            "TOURNAMENT": str(event.pk),
            "TOKEN": secret,
        },
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert '"step":"ranked"' in done.stdout
    results = Result.objects.filter(table__block__event=event)
    assert [result.number for result in results.order_by("number")] == [1, 2, 3]
    assert event.participations.filter(start_number__isnull=False).count() == 4


def test_a_repeat_is_answered_as_the_first_time_and_changes_nothing(event, program):
    guest = {"id": "new-1", "name": "Emil Muster"}
    first = program.send("POST", "direction/registrations/", guest)
    assert first[0] == 201
    assert program.send("POST", "direction/registrations/", guest) == first
    path = f"direction/registrations/{first[1]['id']}/"
    taken = program.send("POST", path, {"id": "in-0", "do": "check_in", "number": 4})
    assert (taken[0], taken[1]["code"]) == (422, "start_number_taken")
    wanted = program.send("POST", path, {"id": "in-0", "do": "check_in", "number": 44})
    assert wanted[1]["start_number"] == 44
    program.send("POST", path, {"id": "out-0", "do": "undo"})
    here = program.send("POST", path, {"id": "in-1", "do": "check_in"})
    assert here[1]["start_number"] == 5
    program.send("POST", path, {"id": "out-1", "do": "undo"})
    assert program.send("POST", path, {"id": "in-1", "do": "check_in"}) == here  # late, and again
    assert event.participations.get(person__name="Emil Muster").checked_in_at is None
    status, refusal = program.send("POST", path, {"id": "in-1", "do": "cancel"})
    assert (status, refusal["code"]) == (409, "id_used_before")
    # What was refused left no trace, and goes through later with the same id.
    status, refusal = program.step("release_draw", "go")
    assert (status, refusal["code"]) == (422, "no_such_draw")
    drawn = program.step("draw", "draw")
    assert drawn[1]["proposal"] == 1
    status, answer = program.step("release_draw", "go")
    assert (status, answer["step"]) == (200, "released")
    assert draw_in_force(day.block_of(event, 1)) is not None


def test_who_decided_by_an_old_state_is_told_the_new_one(event, program):
    status, refusal = program.send(
        "POST", "direction/blocks/1/steps/", {"id": "x", "do": "draw", "seen": 99}
    )
    assert (status, refusal["code"]) == (409, "tournament_moved_on")
    assert refusal["revision"] == day.seen(event)


def test_a_card_is_typed_corrected_and_compared_with_its_sums(event, program):
    day.draw(event, 1)
    path = "direction/cards/1/1/"
    card = program.get(path).json()
    assert [seat["place"] for seat in card["seats"]] == [1, 2, 3, 4]
    assert card["code"] == "1-1"
    games = {"1": "121", "2": "22+3"}
    status, refusal = program.send("PUT", path, {"id": "a", "games": {"1": "129"}})
    assert (status, refusal["code"], list(refusal["games"])) == (422, "card_unreadable", ["1"])
    status, refusal = program.send("PUT", path, {"id": "a", "games": games, "sums": {"4": "7"}})
    assert (status, refusal["code"]) == (422, "sums_differ")
    status, stored = program.send("PUT", path, {"id": "a", "games": games})
    assert (status, [game["text"] for game in stored["games"][:2]]) == (200, ["121", "22+3"])
    status, refusal = program.send("PUT", path, {"id": "b", "games": {"1": "122"}})
    assert status == 409
    change = {"id": "c", "games": {"1": "122"}, "seen": {"1": 1}, "reason": "verlesen"}
    status, stored = program.send("PUT", path, change)
    assert (status, stored["games"][0]["version"]) == (200, 2)
    assert Result.objects.get(number=2, is_current=True).version == 1  # the other stayed


def test_a_token_opens_its_own_tournament_as_long_as_it_holds(event, program, club, time_machine):
    assert program.get("direction/").status_code == 200
    other = builders.tournament(name="Anderes", places=None)
    program.base = f"/api/tournaments/{other.pk}/"
    assert program.get("direction/").json()["code"] == "token_elsewhere"
    assert program.send("POST", "direction/registrations/", {})[1]["code"] == "token_elsewhere"
    assert program.client.get("/api/people/").json()["code"] == "token_elsewhere"
    assert program.client.get("/leute/").status_code == 302  # a page takes no token
    program.base = f"/api/tournaments/{event.pk}/"
    time_machine.move_to(NIGHT + timedelta(days=2), tick=True)
    assert program.get("direction/").status_code == 401
    time_machine.move_to(NIGHT, tick=True)
    token = event.program_tokens.get()
    programs.revoke_token(token=token, by=club.anke.user, now=timezone.now())
    assert program.get("direction/").json()["code"] == "token_unknown"


def test_a_token_may_what_its_maker_may_today(event, club):
    secret = programs.make_token(
        event=event, name="Tafel", client_id="s", by=club.stine.user, now=NIGHT
    )[1]
    program = Program(event, secret)  # she runs evenings and directs nothing
    status, _answer = program.send(
        "POST", "direction/registrations/", {"id": "g", "name": "Emil Muster"}
    )
    assert status == 201
    assert program.step("draw", "d")[0] == 404
    club.stine.user.is_active = False
    club.stine.user.save()
    assert program.get("direction/").status_code == 401


def test_the_secret_is_shown_once_and_answers_go_after_some_days(event, club):
    client = Client()
    client.force_login(club.anke.user)
    address = f"/turniere/{event.pk}/leitung/einstellungen/programme/"
    form = {"name": "Anzeigetafel", "client_id": "once"}
    text = client.post(address, form).content.decode()
    secret = re.search(r'value="(turnier_[^"]+)"', text)[1]
    assert Program(event, secret).get("direction/").status_code == 200
    assert "turnier_" not in client.post(address, form).content.decode()
    assert secret not in client.get(address).content.decode()
    Program(event, secret).send("POST", "direction/registrations/", {"id": "g", "name": "Emil M"})
    programs.forget_calls(now=timezone.now() + timedelta(days=8))
    assert not DirectedCall.objects.exists()
