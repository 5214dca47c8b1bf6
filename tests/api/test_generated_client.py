"""A client generated from the description plays a whole game, knowing nothing else."""

from random import Random
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from config.schema import description
from league.results.models.results import Result
from tests import builders
from tests.api.generated import GeneratedClient, RefusedError
from tests.strategies import sample

pytestmark = [pytest.mark.once, pytest.mark.django_db]


@pytest.fixture
def api(club):
    browser = Client(headers={"accept-language": "en"})
    browser.force_login(club.rolf.user)

    def send(method, path, body):
        if method == "get":
            answer = browser.get(path)
        else:
            answer = getattr(browser, method)(path, body, content_type="application/json")
        return answer.status_code, answer.json()

    return GeneratedClient(description(), send)


def chosen(actions, rng):
    """One of the templates that play on, filled in."""
    playing = ("opening", "throw", "stand", "hand", "round", "reveal")
    return sample(rng.choice([action for action in actions if action["type"] in playing]), rng)


@pytest.mark.parametrize("rulebook", ["schock4life", "jule"])
def test_it_plays_a_game_from_the_lobby_to_the_result(api, club, rulebook):
    day, rng = timezone.localdate(), Random(rulebook)
    table = builders.table(builders.evening(rulebook, day=day), club.anke, club.bernd, club.jette)
    lobby = api.lobby_get(table.pk)
    game = str(uuid4())
    seats = [seat["id"] for seat in lobby["seats"]]
    view = api.start_post(table.pk, id=game, seats=seats)["view"]
    while view["step"] != "over":
        event = {"id": str(uuid4()), **chosen(view["actions"], rng)}
        view = api.events_post(game, seen=view["sequence"], events=[event])["view"]
    view = api.finish_post(game, seen=view["sequence"], id="end")["view"]
    assert view["status"] == "finished"
    assert len(api.log_get(game)["events"]) > 3
    event = {"id": "late", "type": "abandon"}
    with pytest.raises(RefusedError) as refused:
        api.events_post(game, seen=view["sequence"], events=[event])
    assert (refused.value.status, refused.value.code) == (409, "game_finished")
    assert Result.objects.get().ended_by in {"final", "sweep"}
