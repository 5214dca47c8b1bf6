"""Make the test database, and let tests that commit leave none of their rows behind.

Every pytest process works on a copy of the template (`tests/plugins/template.py`). A test that
commits is followed by emptying the tables it filled, row by row. In that moment, and only then, the
triggers are out of force: PostgreSQL does so for a session, SQLite lifts those of these tables. The
session is one of its own, for that setting makes a session forget all plans it has made. TRUNCATE
would make new files for every table and index, half a second after each test.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.contrib.contenttypes.models import ContentType
from django.db import OperationalError, connection, connections, transaction
from django.db.backends.base.base import BaseDatabaseWrapper
from django.test import TransactionTestCase

from league.guards.kinds import all_triggers
from league.guards.triggers import create_triggers, drop_triggers
from tests.waiting import LIMIT

TRIES = 5


@pytest.fixture(scope="session")
def django_db_setup(django_test_environment: None, django_db_blocker: Any) -> Iterator[None]:
    """Replace pytest-django's, which would migrate for each process."""
    from tests.plugins import template

    home = connection.settings_dict["NAME"]
    test_name = connection.settings_dict["TEST"]["NAME"]
    with django_db_blocker.unblock():
        template.use_copy(test_name)
        settings.DATABASES["default"]["NAME"] = test_name
        laid_by_migrations = _filled_tables()
    with pytest.MonkeyPatch.context() as patch:
        # In place of Django's flush of all tables, with the signals of a migrate after it.
        patch.setattr(
            TransactionTestCase, "_fixture_teardown", lambda case: empty(laid_by_migrations)
        )
        yield
    with django_db_blocker.unblock():
        connection.close()
        connection.settings_dict["NAME"] = home
        template.drop_copy(test_name)


def _filled_tables() -> set[str]:
    with connection.cursor() as cursor:
        cursor.execute(_which_are_filled())
        return {name for (name,) in cursor.fetchall()}


@cache
def _which_are_filled() -> str:
    """Return one statement that asks for the tables that hold a row."""
    quote = connection.ops.quote_name
    return " UNION ALL ".join(
        f"SELECT '{table}' WHERE EXISTS (SELECT 1 FROM {quote(table)})"
        for table in connection.introspection.table_names()
    )


def empty(spared: set[str]) -> None:
    """Empty every table but the `spared` ones."""
    if connection.vendor == "sqlite":
        _delete_on_sqlite(spared)
        return
    for tries_left in reversed(range(TRIES)):
        try:
            _delete_on_postgresql(spared)
        except OperationalError as error:
            # A worker may still compute what a test asked for, and win the deadlock.
            if "deadlock" not in str(error) or not tries_left:
                raise
        else:
            return


def _delete_on_postgresql(spared: set[str]) -> None:
    with _session_without_triggers().cursor() as cursor:
        cursor.execute("EXECUTE filled_tables")
        filled = {name for (name,) in cursor.fetchall()} - spared
        # Statements that are sent together are one transaction.
        quote = connection.ops.quote_name
        cursor.execute("; ".join(f"DELETE FROM {quote(table)}" for table in sorted(filled)))


@cache
def _session_without_triggers() -> BaseDatabaseWrapper:
    """Open a session that plans once what takes far longer to be planned than done."""
    session: BaseDatabaseWrapper = connection.copy()
    with session.cursor() as cursor:
        cursor.execute("SET session_replication_role = replica")
        # Rather a failure than a run that waits for a transaction that a test has left open.
        cursor.execute(f"SET lock_timeout = '{LIMIT}s'")
        cursor.execute(f"PREPARE filled_tables AS {_which_are_filled()}")
    return session


def _delete_on_sqlite(spared: set[str]) -> None:
    with transaction.atomic():  # the write lock first: a worker may still be filling tables
        filled = _filled_tables() - spared
        triggers = [trigger for trigger in all_triggers() if trigger.table in filled]
        drop_triggers(connection, triggers)
        with connection.cursor() as cursor:
            for table in sorted(filled):
                cursor.execute(f"DELETE FROM {connection.ops.quote_name(table)}")
        create_triggers(connection, triggers)


# --- a database of its own ---------------------------------------------------------------------
@contextmanager
def _another_database(place: Path, number: int) -> Iterator[None]:
    """Use a new database without any table, as `default` of this process."""
    usual = connections["default"]
    another = usual.copy()
    name = f"{usual.settings_dict['NAME']}_{number}"
    if usual.vendor == "sqlite":
        name = str(place / f"{number}.sqlite3")
    another.settings_dict["NAME"] = name

    def on_the_server(statement: str) -> None:
        if usual.vendor == "postgresql":
            with usual._nodb_cursor() as cursor:
                cursor.execute(f'{statement} "{name}"')

    on_the_server("DROP DATABASE IF EXISTS")
    on_the_server("CREATE DATABASE")
    connections["default"] = another
    try:
        yield
    finally:
        another.close()
        connections["default"] = usual
        on_the_server("DROP DATABASE")
        ContentType.objects.clear_cache()


@pytest.fixture
def new_database(
    django_db_setup: None, django_db_blocker: Any, settings: Any, tmp_path: Path
) -> Iterator[Callable[[], None]]:
    """Return a maker of new databases; the folders for files are new as well."""
    files = tmp_path / "files"
    settings.VOUCHER_DIR, settings.REPORT_DIR = files / "vouchers", files / "reports"
    settings.WAITING_DIR, settings.CREST_DIR = files / "waiting", files / "crests"
    settings.VOUCHER_PICTURE_DIR = files / "voucher-pictures"
    settings.CARD_PHOTO_DIR, settings.PHOTO_DIR = files / "card-photos", files / "photos"
    settings.ERASURE_DIR = files / "erasures"
    with django_db_blocker.unblock(), ExitStack() as stack:
        numbers = iter(range(1, 9))
        yield lambda: stack.enter_context(_another_database(tmp_path, next(numbers)))
