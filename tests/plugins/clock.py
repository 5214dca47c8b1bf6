"""Moments at which many tests play. A test moves on from there by `time_machine`."""

from collections.abc import Iterator

import pytest
import time_machine

from tests import builders


@pytest.fixture
def at_ten() -> Iterator[None]:
    """Travel to ten at night on the evening of the tests."""
    with time_machine.travel(builders.NIGHT, tick=False):
        yield
