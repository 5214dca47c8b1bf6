"""What every test may ask for. The wiring lies in `tests/plugins/`, one file per matter."""

from typing import Any

import pytest

from workshop import browser as chromium
from workshop.console import Trouble

pytest.register_assert_rewrite("tests.browser.looking")

pytest_plugins = [
    "tests.plugins.selection",
    "tests.plugins.speed",
    "tests.plugins.databases",
    "tests.plugins.built",
    "tests.plugins.language",
    "tests.plugins.onlookers",
    "tests.plugins.worker",
    "tests.plugins.cast",
    "tests.plugins.rights",
    "tests.plugins.outage",
]


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    try:
        path = chromium.find()
    except Trouble as trouble:
        pytest.fail(str(trouble), pytrace=False)
    return {**browser_type_launch_args, "executable_path": path, "args": chromium.FLAGS}
