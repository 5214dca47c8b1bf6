"""Collect the static files as a club serves them, once in a run.

`dev.py test` says in which folder, for the suites on both databases.
"""

import fcntl
import os
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import override_settings


@pytest.fixture(scope="session")
def collected() -> dict[str, Any]:
    """Return the settings that serve static files as a club does, and collect the files.

    One process of the run collects them, while the others wait for it.
    """
    own = os.environ["SCHOCKWART_TEST_DIR"]
    place = Path(os.environ.get("SCHOCKWART_COLLECTED", own)) / "static"
    hashed = {**settings.STORAGES, "staticfiles": {"BACKEND": "config.static.HashedFiles"}}
    with place.with_suffix(".lock").open("a") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not place.exists():
            building = place.with_suffix(".building")
            with override_settings(STATIC_ROOT=building, STORAGES=hashed):
                call_command("collectstatic", interactive=False, verbosity=0)
            building.rename(place)
    return {"STATIC_ROOT": place, "STORAGES": hashed}
