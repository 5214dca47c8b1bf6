"""Rows changed as only the owner of the database can: past its triggers."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import connection, transaction

from league.guards.kinds import all_triggers
from league.guards.triggers import drop_triggers


@contextmanager
def tampered(*statements: str) -> Iterator[None]:
    """Hold what the statements changed; afterwards rows and triggers are as they were."""
    written = " ".join(statements)
    with transaction.atomic():
        drop_triggers(connection, [it for it in all_triggers() if it.table in written])
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)
        yield
        transaction.set_rollback(True)
