"""What stands for many tests of a file: built once, and each test takes back what it writes.

A fixture of such a thing is called `built_…`, has the scope of the file and asks for `stays`. One
of a test asks for it and hands out a copy; or says nothing new where what was built lies in the
database alone.

A test meets the rows of what it asks for and no others: whatever else stands goes before it. So the
tests of a file are sorted, for the least to be built again. For a test that commits nothing can
stand: then the fixture yields None, and the test builds for itself.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any, Protocol

import pytest
from django.db import transaction


class Stays(Protocol):
    def __call__(self, build: Callable[[], Any]) -> AbstractContextManager[Any]: ...


FixtureDef = pytest.FixtureDef[Any]

STANDING = pytest.StashKey[list[FixtureDef]]()  # in the turn in which they were built
COMMITS = pytest.StashKey[bool]()  # whether the test that runs does so


@pytest.fixture(scope="module")
def stays(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Stays:
    """`with stays(build) as built`: what `build` returns, for as long as it stands."""

    @contextmanager
    def standing(build: Callable[[], Any]) -> Iterator[Any]:
        if request.config.stash[COMMITS]:
            yield None
            return
        with django_db_blocker.unblock(), transaction.atomic():
            yield build()
            transaction.set_rollback(True)

    return standing


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: FixtureDef, request: pytest.FixtureRequest) -> Any:
    value = yield
    if "stays" in fixturedef.argnames:
        request.config.stash[STANDING].append(fixturedef)
    return value


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Takes down what the test does not ask for, and with it all that was built later."""
    stash = item.config.stash
    standing = [it for it in stash[STANDING] if it.cached_result is not None]
    asked = _built(item)
    if _commits(item) != stash[COMMITS]:
        stash[COMMITS], asked = not stash[COMMITS], []
    needless = next(
        (number for number, it in enumerate(standing) if it not in asked), len(standing)
    )
    stash[STANDING] = standing[:needless]
    function: Any = item  # its request is no part of what pytest promises
    for fixturedef in reversed(standing[needless:]):
        fixturedef.finish(function._request)


def pytest_configure(config: pytest.Config) -> None:
    config.stash[STANDING], config.stash[COMMITS] = [], False


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    number_of = {path: number for number, path in enumerate(dict.fromkeys(i.path for i in items))}

    def turn(item: pytest.Item) -> tuple[int, bool, list[str]]:
        return number_of[item.path], _commits(item), [it.argname for it in _built(item)]

    items.sort(key=turn)


def _commits(item: pytest.Item) -> bool:
    marker = item.get_closest_marker("django_db")
    if marker is not None and (marker.kwargs.get("transaction") or any(marker.args)):
        return True
    return not {"transactional_db", "live_server", "new_database"}.isdisjoint(_fixtures(item))


def _built(item: pytest.Item) -> list[FixtureDef]:
    """What stands for this test, each after those it was built upon."""
    definitions: dict[str, Any] = getattr(
        getattr(item, "_fixtureinfo", None), "name2fixturedefs", {}
    )
    built: dict[str, FixtureDef] = {}

    def add(name: str) -> None:
        for definition in definitions.get(name, ())[-1:]:
            if "stays" in definition.argnames and name not in built:
                for below in definition.argnames:
                    add(below)
                built[name] = definition

    for name in _fixtures(item):
        add(name)
    return list(built.values())


def _fixtures(item: pytest.Item) -> list[str]:
    names: list[str] = getattr(item, "fixturenames", [])
    return names
