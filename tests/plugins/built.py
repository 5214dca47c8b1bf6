"""Fixtures for many tests of a file: built once, and each test takes back what it writes.

`built_once` in place of `pytest.fixture` makes a fixture of that kind. Behind it lies another, of
the scope of the file, that is called `built_…` and asks for `stays`.

A test meets the rows of the fixtures it asks for and no others: all other ones go before it. So the
tests of a file are sorted, for the least to be built again. For a test that commits nothing can
stay: then the built fixture is None, and the test builds for itself.
"""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from copy import deepcopy
from dataclasses import dataclass
from inspect import Parameter, Signature, signature, unwrap
from typing import Any, Protocol

import pytest
from django.db import transaction

from tests.plugins.locks import around_tests
from tests.plugins.onlookers import forget


class Stays(Protocol):
    def __call__(self, build: Callable[[], Any]) -> AbstractContextManager[Any]: ...


FixtureDef = pytest.FixtureDef[Any]

STANDING = pytest.StashKey[list[FixtureDef]]()  # in the turn in which they were built
COMMITS = pytest.StashKey[bool]()  # whether the test that runs does so


@pytest.fixture(scope="module")
def stays(request: pytest.FixtureRequest, django_db_setup: None, django_db_blocker: Any) -> Stays:
    """Return a context manager: `with stays(build) as built` keeps what `build` returns, until its
    end.
    """

    @contextmanager
    def standing(build: Callable[[], Any]) -> Iterator[Any]:
        if request.config.stash[COMMITS]:
            yield None
            return
        forget()
        with django_db_blocker.unblock(), around_tests():
            yield build()
            transaction.set_rollback(True)

    return standing


@dataclass(frozen=True)
class Built:
    value: Any
    given: dict[str, Any]  # what it was built upon, by the names of the fixtures


def built_once(build: Callable[..., Any]) -> Any:
    """Make a fixture whose rows `build` lays once for the file; each test has a copy of its result.

    All that `build` asks for must be fixtures of this kind. If the copy refers to one of them, it
    refers to the very one that the test has; changes of `build` in them, other than rows, are not
    seen by a test.
    """
    names, own = list(signature(build).parameters), f"built_{build.__name__}"

    def lay(below: dict[str, Built]) -> Built:
        given: dict[str, Any] = {}
        same: dict[int, Any] = {}
        for name in names:
            built = below[f"built_{name}"]
            for key, value in {**built.given, name: built.value}.items():
                if key not in given:
                    given[key] = deepcopy(value, same)
                same[id(value)] = given[key]
        return Built(build(**{name: given[name] for name in names}), given)

    def once(stays: Stays, **below: Built) -> Iterator[Built | None]:
        with stays(lambda: lay(below)) as built:
            yield built

    def copied(request: pytest.FixtureRequest, db: None, **asked: Any) -> Any:
        built: Built | None = asked.pop(own)
        if built is None:
            return build(**asked)
        same = {id(value): request.getfixturevalue(key) for key, value in built.given.items()}
        return deepcopy(built.value, same)

    _asks(once, "stays", *(f"built_{name}" for name in names))
    _asks(copied, "request", own, "db", *names)
    unwrap(build).__globals__[own] = pytest.fixture(scope="module", name=own)(once)
    return pytest.fixture(name=build.__name__)(copied)


def _asks(function: Any, *names: str) -> None:
    asked = [Parameter(name, Parameter.KEYWORD_ONLY) for name in names]
    function.__signature__ = Signature(asked)


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: FixtureDef, request: pytest.FixtureRequest) -> Any:
    value = yield
    if "stays" in fixturedef.argnames:
        request.config.stash[STANDING].append(fixturedef)
    return value


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup(item: pytest.Item) -> None:
    """Take down fixtures that the test does not ask for, and all that were built later."""
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
    """Return the built fixtures of this test, each after those it was built upon."""
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
