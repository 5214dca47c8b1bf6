"""Locks of whole tables: for what no row stands for yet.

SQLite lets one writer in at a time and needs none of them.
"""

from django.db import connection
from django.db.models import Model

from finance.books.models.ledger import JournalYear


def lock_books() -> None:
    """Whoever books waits, and whoever has booked is seen, until the transaction ends.

    The head of a journal's first booking of a year is no row yet that somebody else could lock.
    """
    _lock(JournalYear, "EXCLUSIVE")


def lock_versions(model: type[Model]) -> None:
    """One at a time lays down versions that may not overlap; others go on reading them."""
    _lock(model, "SHARE ROW EXCLUSIVE")


def _lock(model: type[Model], mode: str) -> None:
    if connection.vendor != "postgresql":
        return
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN {mode} MODE")
