"""What stands for all tests of a file: built once, and each test takes back what it writes.

A fixture of such a thing is called `built_…`, has the scope of the file and is asked for by one of
a test, which hands out a copy. In a file with a test that commits nothing can stand: then it yields
None, and each test builds for itself. Tests that ask for less of what is built run first.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import Any, Protocol

import pytest
from django.db import transaction


class Stays(Protocol):
    def __call__(self, build: Callable[[], Any]) -> AbstractContextManager[Any]: ...


COMMITTING = pytest.StashKey[set[Path]]()


@pytest.fixture(scope="module")
def stays(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Stays:
    """`with stays(build) as built`: what `build` returns, until the end of the file."""
    commits = request.path in request.config.stash[COMMITTING]

    @contextmanager
    def standing(build: Callable[[], Any]) -> Iterator[Any]:
        if commits:
            yield None
            return
        with django_db_blocker.unblock(), transaction.atomic():
            yield build()
            transaction.set_rollback(True)

    return standing


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    config.stash[COMMITTING] = {item.path for item in items if _commits(item)}
    number_of = {path: number for number, path in enumerate(dict.fromkeys(i.path for i in items))}
    items.sort(key=lambda item: (number_of[item.path], _layers(item)))


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    if marker is not None and (marker.kwargs.get("transaction") or any(marker.args)):
        return True
    return not {"transactional_db", "live_server", "new_database"}.isdisjoint(_fixtures(item))


def _layers(item: pytest.Item) -> int:
    return sum(name.startswith("built_") for name in _fixtures(item))


def _fixtures(item: pytest.Item) -> list[str]:
    names: list[str] = getattr(item, "fixturenames", [])
    return names
