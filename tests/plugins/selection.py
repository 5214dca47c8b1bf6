"""Which tests run where, and the rule that none is skipped in silence."""

from collections.abc import Iterable

import pytest
from django.db import connection


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--long", action="store_true", help="also run the tests that take long")
    parser.addoption(
        "--one-browser-test",
        action="store_true",
        help="of the browser tests run only those marked `smoke`",
    )


def _unwanted(item: pytest.Item) -> bool:
    config = item.config
    return (
        (item.get_closest_marker("long") is not None and not config.getoption("--long"))
        or (
            config.getoption("--one-browser-test")
            and item.get_closest_marker("browser") is not None
            and item.get_closest_marker("smoke") is None
        )
        or (item.get_closest_marker("postgresql") is not None and connection.vendor == "sqlite")
        or (item.get_closest_marker("sqlite") is not None and connection.vendor == "postgresql")
    )


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    left = [item for item in items if _unwanted(item)]
    if left:
        config.hook.pytest_deselected(items=left)
    # Playwright leaves an event loop running in its process, so the browser comes last.
    kept = [item for item in items if not _unwanted(item)]
    items[:] = sorted(kept, key=lambda item: item.get_closest_marker("browser") is not None)


def _skipped(config: pytest.Config) -> Iterable[pytest.TestReport]:
    reporter = config.pluginmanager.get_plugin("terminalreporter")
    return reporter.stats.get("skipped", []) if reporter else []


def pytest_sessionfinish(session: pytest.Session, exitstatus: int) -> None:
    # What is missing is to be an error: a skipped test looks like a passed one from afar.
    if exitstatus == pytest.ExitCode.OK and _skipped(session.config):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _skipped(terminalreporter.config):
        terminalreporter.section("skipped tests fail this suite", sep="=", red=True)
        terminalreporter.line("Mend what is missing, or use a mark that deselects (see selection).")
