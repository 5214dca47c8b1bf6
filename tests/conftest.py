"""Fixtures for every test. The wiring is in `tests/plugins/`, one file per matter."""

import pytest

pytest.register_assert_rewrite("tests.browser.page_checks")

pytest_plugins = [
    "tests.plugins.selection",
    "tests.plugins.speed",
    "tests.plugins.databases",
    "tests.plugins.locks",
    "tests.plugins.connections",
    "tests.plugins.onlookers",
    "tests.plugins.built",
    "tests.plugins.collected",
    "tests.plugins.language",
    "tests.plugins.clock",
    "tests.plugins.worker",
    "tests.plugins.cast",
    "tests.plugins.rights",
    "tests.plugins.outage",
]
