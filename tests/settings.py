"""Settings of the suite: those of the house, with a place of its own for all it writes.

Each pytest process (pytest-xdist starts several) has its own folder, its own test database and its
own Redis database. Under `var/` only the templates of the test databases lie (`var/test/`), so a
running `dev.py run` is not disturbed.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

_number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))

if "SCHOCKWART_TEST_DIR" not in os.environ:
    os.environ["SCHOCKWART_TEST_DIR"] = tempfile.mkdtemp(prefix="schockwart-test-")
    atexit.register(shutil.rmtree, os.environ["SCHOCKWART_TEST_DIR"], ignore_errors=True)

# In the environment, not here: the Celery worker of the suite reads the same values from it.
os.environ["VAR_DIR"] = str(Path(os.environ["SCHOCKWART_TEST_DIR"]) / str(_number))
if _database := os.environ.get("DATABASE_URL"):
    # Seconds to connect, for the machine may be slow; a club's five would do on most.
    _mark = "&" if "?" in _database else "?"
    os.environ["DATABASE_URL"] = f"{_database}{_mark}connect_timeout=120"
if _redis := os.environ.get("REDIS_URL"):
    # Database 0 of a Redis that we were lent stays untouched.
    os.environ["REDIS_URL"] = urlsplit(_redis)._replace(path=f"/{_number + 1}").geturl()

from config.settings import *  # noqa: E402, F403
from config.settings import (  # noqa: E402
    BROKER_DIR,
    DATABASES,
    INSTALLED_APPS,
    MIDDLEWARE,
    STATIC_ROOT,
    VAR_DIR,
)

for _folder in (BROKER_DIR / "queue", BROKER_DIR / "control", STATIC_ROOT):
    _folder.mkdir(parents=True, exist_ok=True)

DATABASES["default"]["TEST"] = {"NAME": f"test_schockwart_{_number}"}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    # A file and not memory: the Celery worker and the live server have connections of their own.
    DATABASES["default"]["TEST"] = {"NAME": str(VAR_DIR / "test.sqlite3")}
    DATABASES["default"]["OPTIONS"]["timeout"] = 120  # seconds: the machine may be slow
    DATABASES["default"]["OPTIONS"]["init_command"] = (
        "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
    )

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# By its plain name pytest-django's server finds it, and serves the files where they lie.
INSTALLED_APPS = [
    "django.contrib.staticfiles" if app == "config.static.ServedFiles" else app
    for app in INSTALLED_APPS
]

# All that a test asks of the API must be answered as it is described.
MIDDLEWARE = [*MIDDLEWARE, "tests.api.schema_check.ResponseSchemaCheck"]
