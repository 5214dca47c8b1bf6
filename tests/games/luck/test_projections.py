"""Throws counted and weighed by the worker: when, how often, and always the same."""

import zlib
from datetime import timedelta
from random import Random
from uuid import uuid4

import pytest
from django.core.management import call_command

from config.demo.play import Manner, play
from games import tasks
from games.luck import throws
from games.luck import weighing as luck
from games.luck.models import GameLuck, GameThrows, SeatLuck, SeatThrows
from games.luck.queries import projections
from games.luck.services import claim_next, count_games, forget_games_on_cards, weigh_game
from games.scoring.live import Live
from games.scoring.models import Game
from games.scoring.services import closing, start
from games.scoring.services.play import append_events
from league.access.actors import NOBODY
from league.access.queries.tables import TableRights
from league.events.queries import seats_of
from tests import builders
from tests.builders import NIGHT
from tests.plugins.built import built_once

pytestmark = pytest.mark.django_db
RIGHTS = TableRights(score=True, rule=True)


@built_once
def table(club):
    return builders.table(builders.evening(), club.anke, club.bernd, club.jette)


def scored(table, seed=1) -> Game:
    """Three rounds written down throw by throw; then it was abandoned, so that tests are quick."""
    seats = [str(seat.pk) for seat in seats_of(table)]
    header = {"format": 1, "rulebook": "rsc2003", "players": seats, "starter": seats[0]}
    events = [*play(header, Manner(stop=3), Random(seed)), {"type": "abandon"}]
    return start.import_game(
        table=table,
        key=uuid4(),
        log={"header": header, "events": events},
        seats={},
        may_rule=True,
        actor=NOBODY,
        now=NIGHT,
    )


def all_rows():
    return [
        list(model.objects.order_by("pk").values(*(set(names) - {"id"})))
        for model in (GameThrows, SeatThrows, GameLuck, SeatLuck)
        for names in [[field.attname for field in model._meta.concrete_fields]]
    ]


def work() -> None:
    """Do the worker's tasks until nothing is left."""
    count_games(games=list(projections.uncounted_games().values_list("pk", flat=True)))
    while (pk := claim_next(now=NIGHT)) is not None:
        weigh_game(game=pk)


def owed() -> tuple[int, int]:
    return projections.uncounted_games().count(), projections.unweighed_games().count()


def correct(game: Game) -> None:
    """Opened again, the last three taps withdrawn, and abandoned there."""
    live = Live(game)
    live.refresh()
    seen = closing.reopen_game(
        game=live, seen=live.sequence, client_id=uuid4().hex, reason="Vertippt", rights=RIGHTS,
        actor=NOBODY, now=NIGHT,
    )  # fmt: skip
    back = [{"type": "retract", "id": uuid4().hex} for _ in range(3)]
    end = [{"type": "abandon", "id": uuid4().hex}]
    seen = append_events(
        game=live, seen=seen, events=back + end, actor=NOBODY, may_rule=True, now=NIGHT
    )
    live.refresh()
    closing.finish_game(game=live, seen=seen, client_id=uuid4().hex, actor=NOBODY, now=NIGHT)


def test_a_closed_game_is_counted_and_weighed_once(table):
    game = scored(table)
    assert owed() == (1, 1)
    work()
    assert owed() == (0, 0)
    counted = GameThrows.objects.get()
    assert (counted.game, counted.sha256, counted.rulebook) == (game, game.sha256, "rsc2003")
    line = game.table.results.get().lines.get(seat__participation__person__name="Anke")
    anke = counted.seats.get(seat=line.seat)
    assert (anke.deckel_taken, anke.deckel_given) == (line.deckel_taken, line.deckel_given)
    assert anke.schock_aus + anke.aus_in_opening == line.schock_aus
    assert SeatLuck.objects.count() == SeatThrows.objects.count() == 3


def test_the_rebuild_leaves_the_rows_that_the_tasks_left(table):
    for seed in (1, 2):
        scored(table, seed)
    work()
    left = all_rows()
    call_command("rebuild_throws", "--luck")
    assert all_rows() == left
    for model in (SeatThrows, GameThrows, SeatLuck, GameLuck):
        model.objects.all().delete()
    call_command("rebuild_throws", "--luck")
    assert all_rows() == left


def test_a_game_opened_again_counts_as_it_was_until_it_is_closed_anew(table):
    game = scored(table)
    work()
    before = GameThrows.objects.get()
    live = Live(game)
    live.refresh()
    Game.objects.filter(pk=game.pk).update(status="running")
    assert owed() == (0, 0)
    assert GameThrows.objects.get().rounds == before.rounds
    Game.objects.filter(pk=game.pk).update(status="finished")
    correct(game)
    assert owed() == (1, 1)
    work()
    game.refresh_from_db()
    assert GameThrows.objects.get().sha256 == game.sha256 != before.sha256
    assert GameLuck.objects.get().sha256 == game.sha256


def test_another_way_of_counting_or_weighing_makes_all_anew(table, monkeypatch):
    scored(table)
    work()
    monkeypatch.setattr(throws, "VERSION", throws.VERSION + 1)
    assert owed() == (1, 0)
    monkeypatch.setattr(luck, "VERSION", luck.VERSION + 1)
    assert owed() == (1, 1)
    work()
    assert owed() == (0, 0)


def test_a_game_whose_end_is_on_a_card_has_no_throws_any_more(table, club):
    game = scored(table)
    work()
    Game.objects.filter(pk=game.pk).update(status="card")
    forget_games_on_cards()
    assert (GameThrows.objects.count(), SeatThrows.objects.count()) == (0, 0)
    assert (GameLuck.objects.count(), SeatLuck.objects.count()) == (0, 0)
    assert owed() == (0, 0)


def test_a_worker_that_dies_in_the_middle_leaves_a_claim_that_runs_out(table):
    game = scored(table)
    assert claim_next(now=NIGHT) == game.pk
    assert claim_next(now=NIGHT + timedelta(minutes=1)) is None
    assert projections.is_being_weighed(NIGHT + timedelta(minutes=1))
    later = NIGHT + projections.LEASE
    assert not projections.is_being_weighed(later)
    assert claim_next(now=later) == game.pk
    weigh_game(game=game.pk)
    assert owed()[1] == 0
    assert GameLuck.objects.get().claimed_at is None


def test_the_chain_of_messages_weighs_one_after_the_other(table, monkeypatch):
    for seed in (1, 2, 3):
        scored(table, seed)
    messages = []
    monkeypatch.setattr(tasks.weigh, "delay", messages.append)
    tasks.sweep_throws()
    tasks.sweep_throws()  # beat does not start a second chain
    assert len(messages) == 1
    for pk in messages:
        tasks.weigh(pk)
    assert len(messages) == 3
    assert owed() == (0, 0)


def test_a_log_that_the_engine_refuses_has_no_figures_and_is_not_asked_again(table):
    game = scored(table)
    nonsense = zlib.compress(b'[{"type":"nonsense"}]')
    Game.objects.filter(pk=game.pk).update(packed=nonsense, sha256="0" * 64)
    work()
    assert owed() == (0, 0)
    assert (SeatThrows.objects.count(), SeatLuck.objects.count()) == (0, 0)
    Game.objects.filter(pk=game.pk).update(packed=game.packed, sha256=game.sha256)
    work()
    assert SeatThrows.objects.count() == 3


@pytest.mark.worker
def test_the_real_worker_hears_of_a_closed_game(worker, club):
    scored(builders.table(builders.evening(), club.anke, club.bernd, club.jette))
    worker.wait_until(lambda: SeatLuck.objects.count() == 3)
    assert owed() == (0, 0)
