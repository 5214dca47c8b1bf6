"""Each test begins in German. A request in English would leave its thread in English."""

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def _german() -> Iterator[None]:
    translation.deactivate()
    yield
    translation.deactivate()
