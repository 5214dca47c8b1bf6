"""Append-only tables and the flush between tests that commit.

PostgreSQL truncates, which fires no row trigger. SQLite deletes row by row, so there, and only in
that moment, the triggers are lifted.
"""

from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import pytest
from django.apps import apps
from django.db import connections


def _triggers() -> list[Any]:
    return [
        trigger
        for config in apps.get_app_configs()
        if not config.name.startswith(("django.", "allauth"))
        if find_spec(f"{config.name}.triggers")
        for trigger in import_module(f"{config.name}.triggers").TRIGGERS
    ]


@pytest.fixture(scope="session", autouse=True)
def _flush_lifts_triggers(request: pytest.FixtureRequest) -> Iterator[None]:
    from league.triggers import lay, lift

    triggers = _triggers()
    with pytest.MonkeyPatch.context() as patch:
        for connection in connections.all():
            if connection.vendor != "sqlite":
                continue

            def flush(
                sql: list[str], connection=connection, plain=connection.ops.execute_sql_flush
            ):
                lift(connection, triggers)
                try:
                    plain(sql)
                finally:
                    lay(connection, triggers)

            patch.setattr(connection.ops, "execute_sql_flush", flush)
        yield
