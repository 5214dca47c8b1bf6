"""The phone's part of the scorer in a real Chromium that knows the rules and both languages."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.utils import translation

from games.engine.phone import rulebooks_json
from games.scoring.services.refusals import phone_words
from tests.games.chromium import Chromium


@pytest.fixture(scope="session")
def phone() -> Iterator[Chromium]:
    words = {}
    for lang in ("de", "en"):
        with translation.override(lang):
            words[lang] = phone_words()
    chromium = Chromium(Path(__file__).with_name("harness.js"))
    chromium.call("learn", json.loads(rulebooks_json()), words)
    yield chromium
    chromium.close()
