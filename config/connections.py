"""The number of connections to PostgreSQL that an installation needs at most, and is given."""

from django.conf import settings
from django.db.backends.base.base import BaseDatabaseWrapper

# Each with one: two workers, the clock, and a command that is typed meanwhile.
BESIDE_THE_WEB = 4


def needed() -> int:
    """Return how many an installation holds at most; each thread of the web server keeps one."""
    return settings.WEB_PROCESSES * settings.WEB_THREADS + BESIDE_THE_WEB


def given(connection: BaseDatabaseWrapper) -> int:
    """Return how many this role may hold at once in this database of a PostgreSQL."""
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT LEAST(current_setting('max_connections')::int"
            " - current_setting('superuser_reserved_connections')::int,"
            " NULLIF(datconnlimit, -1), NULLIF(rolconnlimit, -1))"
            " FROM pg_database, pg_roles"
            " WHERE datname = current_database() AND rolname = current_user"
        )
        (limit,) = cursor.fetchone()
    return int(limit)
