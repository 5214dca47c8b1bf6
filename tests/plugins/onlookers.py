"""Who looks on from outside sees each tap at once in a test; what is kept for a moment is its own
matter (tests/games/scoring/test_onlookers.py).
"""

import pytest

from games.scoring import onlookers


@pytest.fixture(autouse=True)
def _onlookers_see_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(onlookers, "SECONDS", 0)
