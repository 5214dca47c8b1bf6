"""Who looks on from outside sees each tap at once in a test; what is kept for a moment is its own
matter (tests/games/scoring/test_onlookers.py). And the process remembers no other test.
"""

import pytest

from games.scoring import live, onlookers
from games.wall import cached
from league.access.queries.tables import forget_locked, forget_revoked
from league.tournaments.core.queries.live import forget_states


def forget() -> None:
    """Keys come again in every test; links, states, games and screens live in the process."""
    forget_revoked()
    forget_states()
    forget_locked()
    live._live_games = live._LiveGames()
    cached._answers.clear()


@pytest.fixture(autouse=True)
def _onlookers_see_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "SECONDS", 0)
    forget()
