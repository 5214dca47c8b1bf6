"""Locks of whole tables, for rows that do not exist yet.

SQLite lets one writer in at a time and needs none of them.
"""

from django.db import connection
from django.db.models import Model

from finance.books.models.ledger import JournalYear


def lock_books() -> None:
    """Lock all books until the transaction ends; earlier bookings are visible afterwards.

    The head of a journal's first booking of a year is no row yet that another could lock.
    """
    _lock(JournalYear, "EXCLUSIVE")


def lock_versions(model: type[Model]) -> None:
    """Let one writer at a time add versions that may not overlap; others go on reading them."""
    _lock(model, "SHARE ROW EXCLUSIVE")


def _lock(model: type[Model], mode: str) -> None:
    if connection.vendor != "postgresql":
        return
    table = connection.ops.quote_name(model._meta.db_table)
    with connection.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {table} IN {mode} MODE")
