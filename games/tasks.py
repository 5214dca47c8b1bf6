"""The scorer's work in the background: throws are counted, luck and skill are weighed.

A message is only a doorbell; what is owed is found in the rows. Counting takes a millisecond a
game, weighing a quarter of a second. So games are weighed one to a message, each of which rings for
the next: whatever else the worker has to do gets its turn in between.
"""

from celery import shared_task
from django.db import transaction
from django.utils import timezone

from games.luck.queries import projections
from games.luck.services import AT_ONCE, claim_next, count_games, forget_games_on_cards, weigh_game


@shared_task
def sweep_throws() -> None:
    """Count what is not counted yet, and see to it that a worker weighs. Beat calls it too."""
    forget_games_on_cards()
    games = list(projections.uncounted_games().values_list("pk", flat=True)[:AT_ONCE])
    count_games(games=games)
    if not projections.is_being_weighed(timezone.now()):
        _hand_on()


@shared_task
def weigh(game: int) -> None:
    """Weigh a game that was claimed for this message, and hand on to the next one."""
    weigh_game(game=game)
    _hand_on()


def _hand_on() -> None:
    """Claim the next game before the message goes out, so that only one chain runs."""
    claimed = claim_next(now=timezone.now())
    if claimed is not None:
        weigh.delay(claimed)


def enqueue_throws() -> None:
    """Enqueue the sweep on commit, once however many games were closed; a lost message is no error,
    beat sweeps.
    """
    hooks = transaction.get_connection().run_on_commit
    if all(hook != sweep_throws.delay for _points, hook, _robust in hooks):
        transaction.on_commit(sweep_throws.delay, robust=True)
