"""Who looks on from outside sees each tap at once in a test; what is kept for a moment is its own
matter (tests/games/scoring/test_onlookers.py). A screen on the wall remembers no other test.
"""

import pytest

from games.scoring import onlookers
from games.wall import cached


@pytest.fixture(autouse=True)
def _onlookers_see_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "SECONDS", 0)


@pytest.fixture(autouse=True)
def _walls_are_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cached, "_answers", {})
