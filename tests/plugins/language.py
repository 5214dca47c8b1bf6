"""Begin each test in German. A request in English would leave its thread in English."""

import os
from collections.abc import Iterator

import pytest
from django.utils import translation

# The words of commands follow the terminal, and that of the suite may be an English one.
os.environ["LANGUAGE"] = "de"


@pytest.fixture(autouse=True)
def _german() -> Iterator[None]:
    translation.deactivate()
    yield
    translation.deactivate()


@pytest.fixture
def english() -> Iterator[None]:
    with translation.override("en"):
        yield
