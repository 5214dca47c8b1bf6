"""Build the template of the test databases: migrated once, kept, and copied for each process.

It holds the tables of the real migrations, with all triggers and functions. Its name carries a
digest of everything that goes into it, so a template that is no longer right is never found again.
The lock file makes sure that one process builds while the others wait for it.
"""

import fcntl
import hashlib
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management import call_command
from django.db import connection
from django.db.migrations.loader import MigrationLoader

from league.guards.kinds import all_triggers
from league.guards.triggers import existing
from tests.plugins.connections import refuse_too_few

ROOT = Path(__file__).resolve().parents[2]
FOLDER = ROOT / "var" / "test"


class IncompleteDatabaseError(AssertionError):
    """A test database without all of its triggers, which proves nothing."""


def digest() -> str:
    """Return a digest of all migrations, the triggers, the locked packages and the database."""
    sum_ = hashlib.sha256()
    for config in sorted(apps.get_app_configs(), key=lambda config: config.label):
        module, _explicit = MigrationLoader.migrations_module(config.label)
        folder = Path(config.path) / str(module).rpartition(".")[2]
        for path in sorted(folder.glob("*.py")):
            sum_.update(f"\n{config.label} {path.name}\n".encode())
            sum_.update(path.read_bytes())
    for trigger in all_triggers():
        sum_.update("\n".join(getattr(trigger, connection.vendor)()).encode())
    sum_.update((ROOT / "requirements" / "test.txt").read_bytes())
    sum_.update(f"{connection.vendor} {_version()}".encode())
    return sum_.hexdigest()[:16]


def _version() -> str:
    if connection.vendor == "sqlite":
        return str(connection.Database.sqlite_version)
    return str(_rows("SHOW server_version")[0][0])


def use_copy(name: str) -> None:
    """Connect Django to a database `name` of its own, a fresh copy of the template."""
    with _alone():
        template = _postgresql() if connection.vendor == "postgresql" else _sqlite()
        if connection.vendor == "postgresql":
            administer(f'DROP DATABASE IF EXISTS "{name}"')
            administer(f'CREATE DATABASE "{name}" TEMPLATE "{template}"')
        else:
            shutil.copyfile(template, name)
    _connect_to(name)
    refuse_incomplete()
    refuse_too_few()


def drop_copy(name: str) -> None:
    """End all connections to the copy, and remove it. SQLite's goes with its folder."""
    connection.close()
    if connection.vendor == "postgresql":
        administer(f'DROP DATABASE IF EXISTS "{name}" WITH (FORCE)')


def refuse_incomplete() -> None:
    """Raise IncompleteDatabaseError if a trigger is missing in the connected database."""
    missing = {trigger.name for trigger in all_triggers()} - existing(connection)
    if missing:
        raise IncompleteDatabaseError(f"Triggers are missing: {', '.join(sorted(missing))}")


def _connect_to(name: str) -> None:
    connection.close()
    connection.settings_dict["NAME"] = name


def _sqlite() -> Path:
    """Return the file of the template, with all of its log written into it."""
    path = FOLDER / f"template-{digest()}.sqlite3"
    if path.exists():
        return path
    for old in FOLDER.glob("template-*.sqlite3*"):
        old.unlink()
    building = path.with_name(f"template-{path.stem}.building.sqlite3")
    _connect_to(str(building))
    call_command("migrate", verbosity=0, interactive=False)
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()
    return building.rename(path)


def _postgresql() -> str:
    """Return the name of the template, to which no connection is possible; make it if new."""
    name = f"schockwart_template_{digest()}"
    if _rows("SELECT 1 FROM pg_database WHERE datname = %s", name):
        return name
    for (old,) in _rows(
        r"SELECT datname FROM pg_database WHERE datname LIKE 'schockwart\_template\_%%'"
    ):
        administer(f'ALTER DATABASE "{old}" IS_TEMPLATE false')
        administer(f'DROP DATABASE "{old}" WITH (FORCE)')
    building = f"{name}_building"
    administer(f'CREATE DATABASE "{building}" TEMPLATE template0')
    home = str(connection.settings_dict["NAME"])
    _connect_to(building)
    call_command("migrate", verbosity=0, interactive=False)
    _connect_to(home)
    administer(f'ALTER DATABASE "{building}" RENAME TO "{name}"')
    administer(f'ALTER DATABASE "{name}" IS_TEMPLATE true ALLOW_CONNECTIONS false')
    return name


def administer(statement: str) -> None:
    """Run a statement about whole databases, for which no transaction may be open."""
    with connection._nodb_cursor() as cursor:
        cursor.execute(statement)


def _rows(query: str, *values: str) -> list[tuple[Any, ...]]:
    with connection._nodb_cursor() as cursor:
        cursor.execute(query, values)
        return list(cursor.fetchall())


@contextmanager
def _alone() -> Iterator[None]:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (FOLDER / "lock").open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
