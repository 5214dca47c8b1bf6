"""Record the tests that reach each line: a plugin of pytest for `bench/mutants.py record`.

Coverage knows the test by its context. The work of a fixture of a whole file or session belongs to
every test that asks for the fixture, so it has a context of its own, `@` and its name. Caches are
emptied before each test; otherwise only the first one would reach the code that fills them.
"""

from __future__ import annotations

import functools
import json
import os
import sys
import time
from collections import defaultdict
from collections.abc import Generator
from pathlib import Path
from typing import Any

import coverage
import pytest

APPS = ("league", "games", "finance")
FOLDER = Path(os.environ["SCHOCKWART_REACHED"])
NAME = os.environ.get("PYTEST_XDIST_WORKER", "alone")

# Begun here, before Django imports the apps: lines that run at import count as reached by none.
measured = coverage.Coverage(
    source=list(APPS),
    omit=["*/migrations/*"],
    data_file=str(FOLDER / f"part.{NAME}"),
    config_file=False,
)
measured.start()
tests: dict[str, dict[str, Any]] = {}
fixture_seconds: dict[str, float] = {}
spent: defaultdict[str, float] = defaultdict(float)
failed: set[str] = set()
contexts = [""]


def _key(fixture: Any) -> str:
    return f"@{fixture.baseid}::{fixture.argname}"


def _wide(item: pytest.Item) -> list[str]:
    """Return the fixtures the test asks for that outlive one test."""
    known = item._fixtureinfo.name2fixturedefs  # type: ignore[attr-defined]
    last = [known[name][-1] for name in item.fixturenames if known.get(name)]  # type: ignore[attr-defined]
    return sorted(_key(fixture) for fixture in last if fixture.scope != "function")


@functools.cache
def _caches(_modules: int) -> list[Any]:
    """Return the functions of the apps that remember their answers; more modules may bring more."""
    modules = [module for name, module in sys.modules.items() if name.split(".")[0] in APPS]
    named = {id(value): value for module in modules for value in vars(module).values()}
    return [value for value in named.values() if hasattr(value, "cache_clear")]


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, Any, Any]:
    for remembering in _caches(len(sys.modules)):
        remembering.cache_clear()
    contexts.append(item.nodeid)
    measured.switch_context(item.nodeid)
    done = yield
    contexts.pop()
    measured.switch_context("")
    tests[item.nodeid] = {"wide": _wide(item)}
    return done


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_fixture_setup(fixturedef: Any) -> Generator[None, Any, Any]:
    if fixturedef.scope == "function":
        return (yield)
    began, test = time.monotonic(), contexts[-1]
    contexts.append(_key(fixturedef))
    measured.switch_context(contexts[-1])
    try:
        return (yield)
    finally:
        contexts.pop()
        measured.switch_context(test)
        took = time.monotonic() - began
        fixture_seconds[_key(fixturedef)] = max(took, fixture_seconds.get(_key(fixturedef), 0))
        spent[test] -= took


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    spent[report.nodeid] += report.duration
    if not report.passed:
        failed.add(report.nodeid)


def pytest_unconfigure() -> None:
    measured.stop()
    measured.save()
    if tests:  # with pytest-xdist the leading process has none
        passed = {
            test: {**known, "seconds": round(max(spent[test], 0), 4)}
            for test, known in tests.items()
            if test not in failed
        }
        text = json.dumps({"tests": passed, "fixtures": fixture_seconds})
        (FOLDER / f"part.{NAME}.json").write_text(text)
