"""Each test begins in German. A request in English would leave its thread in English."""

import os
from collections.abc import Iterator

import pytest
from django.utils import translation

# What commands say follows the terminal, and whoever runs the suite may have an English one.
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
