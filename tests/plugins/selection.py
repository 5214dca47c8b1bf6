"""Select the tests that run on each database, and let none be skipped in silence.

A test belongs to one of four groups:

* pure: it asks for no database, so it runs once; found out by itself. * `once`: pages, API, rights,
texts, browser. What the two databases do differently lies below them and is asked of both, so these
run on one of them: the browser on PostgreSQL with Redis, all others on SQLite. That PostgreSQL
serves every address is a test of its own (`test_postgresql_serves_every_address_without_redis`). *
`rules`: what services and queries decide in Python, on rows that either database would give; like
`once`, but a part of `--fast`. All that writes, locks, brings several rows or is refused by the
database itself goes to PostgreSQL too, from other tests or, in a file of rules, from those that are
marked `both`. None that names an error of the database may be left to SQLite. * both: all others
(services, queries, constraints, triggers, races, exports, backups). This is the default: in a file
without a mark a new test runs on both until it is marked otherwise.

With `--share` a database runs its part of the suite; without, everything.
"""

from collections.abc import Iterable
from inspect import unwrap
from typing import Any

import pytest
from django.db import connection

# Begun first: what is left at the end is short, and no worker waits long for the others.
LONGEST = (
    *("tests/test_rights.py", "tests/test_offers.py", "tests/test_what_is_public.py"),
    "tests/site/test_demo.py",
    *("tests/site/test_updating.py", "tests/site/test_backups.py"),
    "tests/league/tournaments/test_whole_tournaments.py",
    *("tests/browser/test_scorer.py", "tests/browser/test_two_versions.py"),
    *("tests/browser/test_scorer_games.py", "tests/browser/test_played_through.py"),
)
NOT_FAST = ("once", "browser", "worker", "slow")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take long")
    parser.addoption(
        "--share", action="store_true", help="leave out what runs on the other database"
    )
    parser.addoption(
        "--fast", action="store_true", help="run the rules and services, without any server"
    )


def _marked(item: pytest.Item, name: str) -> bool:
    return item.get_closest_marker(name) is not None


def _asks_the_database(item: pytest.Item) -> bool:
    return _marked(item, "django_db") or "django_db_setup" in getattr(item, "fixturenames", ())


def _runs_here(item: pytest.Item) -> bool:
    """Return True if a test belongs to the share of the database in use."""
    if not _asks_the_database(item):
        return connection.vendor == "sqlite"
    if _marked(item, "browser"):
        return connection.vendor == "postgresql" or _marked(item, "smoke")
    return connection.vendor == "sqlite" or not (_marked(item, "once") or _is_of_rules(item))


def _is_of_rules(item: pytest.Item) -> bool:
    return _marked(item, "rules") and not _marked(item, "both")


def _names_an_error_of_the_database(item: pytest.Item) -> bool:
    test: Any = item  # a function, as all of ours are
    return not {"IntegrityError", "DatabaseError"}.isdisjoint(
        unwrap(test.function).__code__.co_names
    )


def _unwanted(item: pytest.Item) -> bool:
    option = item.config.getoption
    return (
        (_marked(item, "long") and not option("--long"))
        or (option("--share") and not _runs_here(item))
        or (option("--fast") and any(_marked(item, name) for name in NOT_FAST))
        or (_marked(item, "postgresql") and connection.vendor == "sqlite")
        or (_marked(item, "sqlite") and connection.vendor == "postgresql")
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    for item in items:
        if _is_of_rules(item) and _names_an_error_of_the_database(item):
            raise pytest.UsageError(f"{item.nodeid}: the database decides, so mark it `both`")
    left = [item for item in items if _unwanted(item)]
    if left:
        config.hook.pytest_deselected(items=left)
    items[:] = sorted((item for item in items if not _unwanted(item)), key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, bool]:
    # Playwright leaves an event loop running in its process, so the browser comes last.
    return _marked(item, "browser"), not item.nodeid.startswith(LONGEST)


def _skipped(config: pytest.Config) -> Iterable[pytest.TestReport]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    # A missing part is to be an error: a skipped test looks like a passed one from afar.
    if exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped(terminalreporter.config):
        terminalreporter.section("skipped tests fail this suite", sep="=", red=True)
        terminalreporter.line("Mend what is missing, or use a mark that deselects (see selection).")
