"""A Chromium that has the engine of the phones and nothing else: no server and no database."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest

from games.engine.phone import rulebooks_json
from tests.games.chromium import Chromium


@pytest.fixture(scope="session")
def phone() -> Iterator[Chromium]:
    chromium = Chromium(Path(__file__).with_name("follow.js"))
    chromium.call("learn", json.loads(rulebooks_json()))
    yield chromium
    chromium.close()
