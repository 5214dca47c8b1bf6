"""Append-only tables and the flush between tests that commit.

PostgreSQL truncates, which fires no row trigger; the real worker may still be computing then what
a test asked for. SQLite deletes row by row, so there, and only in that moment, the triggers are
lifted.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from django.apps import apps
from django.db import OperationalError
from django.db.backends.postgresql.operations import DatabaseOperations
from django.db.backends.sqlite3.base import DatabaseWrapper


def _triggers() -> list[Any]:
    return [
        trigger
        for config in apps.get_app_configs()
        if not config.name.startswith(("django.", "allauth"))
        if find_spec(f"{config.name}.triggers")
        for trigger in import_module(f"{config.name}.triggers").TRIGGERS
    ]


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_triggers() -> Iterator[None]:
    from league.triggers import lay, lift

    triggers = _triggers()
    operations = DatabaseWrapper.ops_class
    plain = operations.execute_sql_flush

    def flush(self: Any, sql: list[str]) -> None:
        lift(self.connection, triggers)
        try:
            plain(self, sql)
        finally:
            lay(self.connection, triggers)

    # On the class: while a browser runs, its thread has a connection of its own.
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(operations, "execute_sql_flush", flush)
        yield


@pytest.fixture(scope="session", autouse=True)
def _flush_gives_way_to_the_worker() -> Iterator[None]:
    """Where a flush and a worker wait for each other, PostgreSQL may break off the flush."""
    plain = DatabaseOperations.execute_sql_flush

    def flush(self: Any, sql: list[str]) -> None:
        try:
            plain(self, sql)
        except OperationalError as error:
            if "deadlock" not in str(error):
                raise
            plain(self, sql)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(DatabaseOperations, "execute_sql_flush", flush)
        yield
