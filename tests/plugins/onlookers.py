"""Who looks on from outside sees each tap at once in a test; what is kept for a moment is its own
matter (tests/games/scoring/test_onlookers.py). No screen on the wall remembers another test, and
no game what another test has taken back.
"""

import pytest

from games.scoring import live, onlookers
from games.wall import cached


@pytest.fixture(autouse=True)
def _onlookers_see_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "SECONDS", 0)
    monkeypatch.setattr(cached, "_answers", {})
    monkeypatch.setattr(live, "_live_games", live._LiveGames())
