"""The club of the matrix of rights, built once for each file that asks about it."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
import time_machine
from django.db import transaction


@pytest.fixture(scope="module")
def whole_club(django_db_setup: None, django_db_blocker: Any) -> Iterator[SimpleNamespace]:
    """See `tests/rights/world.py`. Whatever a test does with it is to be done in `stage.undone`."""
    from tests.rights import world

    moment = time_machine.travel(world.NOW, tick=False)
    with django_db_blocker.unblock(), moment, transaction.atomic():
        yield world.build()
        transaction.set_rollback(True)
