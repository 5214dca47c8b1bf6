"""Write all rows as lines of JSON, and read them back: the same from SQLite and PostgreSQL.

So a backup is no copy of files that only one version of one database reads, and an installation can
move from the one to the other. Triggers are no rows: they are dropped while rows are loaded, and
installed again from the lists of the apps.
"""

import base64
import json
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import date, datetime, time
from decimal import Decimal
from itertools import islice
from typing import Any, Literal
from uuid import UUID

from django.apps.registry import Apps
from django.db import connection, connections, transaction
from django.db.migrations.executor import MigrationExecutor
from django.db.models import BinaryField, Field, JSONField, Model

from config.backups.collection import rarely_collected
from config.backups.history import Migration
from league.guards.kinds import all_triggers
from league.guards.triggers import create_triggers, drop_triggers

AT_ONCE = 2000
# Sessions and devices: all users log in again after a restore. And mails on their way or held for
# a digest: one that is restored would go out a second time.
LEFT_OUT = {"django_session", "league_loginsession", "league_mail", "league_heldmail"}
# Tables that have rows in a new database before its first use.
LAID_BY_MIGRATE = {"django_content_type", "auth_permission"}


def archived_models(apps: Apps) -> list[type[Model]]:
    """Return the model of every table, by name."""
    model_of = {
        model._meta.db_table: model
        for model in apps.get_models(include_auto_created=True)
        if model._meta.managed and not model._meta.proxy
    }
    return [model for name, model in sorted(model_of.items()) if name not in LEFT_OUT]


@contextmanager
def snapshot() -> Iterator[str]:
    """Yield the alias of a connection that sees one moment while others go on writing."""
    alias = "one_moment"
    copy = connection.copy(alias)
    copy.settings_dict["OPTIONS"].pop("transaction_mode", None)  # it only reads: others may write
    connections[alias] = copy
    try:
        with transaction.atomic(using=alias):
            if copy.vendor == "postgresql":
                with copy.cursor() as cursor:
                    cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
            yield alias
    finally:
        copy.close()
        del connections[alias]


# --- out ------------------------------------------------------------------------------------
def lines(model: type[Model], alias: str) -> Iterator[bytes]:
    """Yield the names of the columns, then a line for each row."""
    fields = model._meta.concrete_fields
    yield _line([field.column for field in fields])
    rows = model._base_manager.using(alias).order_by("pk")
    for row in rows.values_list(*(field.attname for field in fields)).iterator(AT_ONCE):
        yield _line([_written(value) for value in row])


def _line(values: list[Any]) -> bytes:
    return json.dumps(values, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"


def _written(value: Any) -> Any:
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, bytes | memoryview):
        return base64.b64encode(bytes(value)).decode("ascii")
    return str(value) if isinstance(value, UUID | Decimal) else value


# --- and back -------------------------------------------------------------------------------
def models_of(migrations: Iterable[Migration]) -> list[type[Model]]:
    """Return the tables as they were at these migrations."""
    loader = MigrationExecutor(connection).loader
    nodes = [key for key in migrations if key in loader.graph.nodes]
    return archived_models(loader.project_state(nodes).apps)


def are_newest() -> bool:
    """Return True if no migration is due: only then do all tables exist that the triggers name."""
    executor = MigrationExecutor(connection)
    return not executor.migration_plan(executor.loader.graph.leaf_nodes())


def is_unused(models: Iterable[type[Model]]) -> bool:
    """Return True if nothing has been written into these tables yet."""
    return not any(
        model._base_manager.exists()
        for model in models
        if model._meta.db_table not in LAID_BY_MIGRATE
    )


def migrate_to(migrations: Iterable[Migration]) -> None:
    """Lay the tables as they were when these migrations were the last; for a new database."""
    executor = MigrationExecutor(connection)
    wanted, graph = set(migrations), executor.loader.graph
    last = [
        key
        for key in sorted(wanted & set(graph.nodes))
        if not any(child.key in wanted for child in graph.node_map[key].children)
    ]
    with rarely_collected():
        executor.migrate(last)


@contextmanager
def all_or_nothing() -> Iterator[None]:
    """Open a transaction in which tables are laid and filled; an error leaves none of either."""
    with _without_foreign_keys(), transaction.atomic():
        _check_each_row_at("once")
        yield
        connection.check_constraints()


@contextmanager
def _without_foreign_keys() -> Iterator[None]:
    """Stop checking foreign keys: SQLite creates no table within a transaction while it does.

    PostgreSQL creates them.
    """
    connection.disable_constraint_checking()
    try:
        yield
    finally:
        connection.enable_constraint_checking()


def _check_each_row_at(moment: Literal["once", "end"]) -> None:
    """Set the moment at which PostgreSQL checks foreign keys.

    No table is changed while one of them is to be checked, and rows come in the order of their
    tables' names.
    """
    if connection.vendor == "postgresql":
        how = {"once": "IMMEDIATE", "end": "DEFERRED"}[moment]
        with connection.cursor() as cursor:
            cursor.execute(f"SET CONSTRAINTS ALL {how}")


def load(
    models: Iterable[type[Model]], parts: Iterable[tuple[str, Iterable[bytes]]], *, guarded: bool
) -> None:
    """Put these rows in place of all present ones, or change nothing if one does not fit.

    If the tables are `guarded` by triggers these are laid again; else `migrate` will do it.
    """
    by_name = {model._meta.db_table: model for model in models}
    with transaction.atomic():
        _check_each_row_at("end")
        drop_triggers(connection, all_triggers())
        # A backup may be of before one of these was a table.
        left_out = LEFT_OUT.intersection(connection.introspection.table_names())
        _empty([*by_name, *left_out])
        for name, table in parts:
            _insert(by_name[name], iter(table))
        connection.check_constraints()
        _check_each_row_at("once")
        _raise_sequences(by_name.values())
        if guarded:
            create_triggers(connection, all_triggers())


def _raise_sequences(models: Iterable[type[Model]]) -> None:
    """Raise the next key of each table on PostgreSQL above all existing ones.

    It is never lowered: a sequence knows no rollback, and if the backup is refused in the end, the
    earlier rows still have their keys.
    """
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        for model in models:
            key = model._meta.auto_field.column if model._meta.auto_field else None
            if key is None:
                continue
            table, column = map(connection.ops.quote_name, (model._meta.db_table, key))
            cursor.execute(
                "SELECT setval(sequence, last) FROM"  # noqa: S608  names of our own tables
                f" (SELECT max({column}) AS last,"
                f" pg_get_serial_sequence(%s, %s)::regclass AS sequence FROM {table}) AS keys"
                " WHERE last > coalesce(pg_sequence_last_value(sequence), 0)",
                [table, key],
            )


def _empty(tables: list[str]) -> None:
    quoted = [connection.ops.quote_name(name) for name in tables]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(f"TRUNCATE {', '.join(quoted)}")
        else:
            for name in quoted:
                cursor.execute(f"DELETE FROM {name}")  # noqa: S608  names of our own tables


def _insert(model: type[Model], table: Iterator[bytes]) -> None:
    by_column = {field.column: field for field in model._meta.concrete_fields}
    columns = json.loads(next(table))
    fields = [by_column[column] for column in columns]
    quote = connection.ops.quote_name
    sql = (
        f"INSERT INTO {quote(model._meta.db_table)}"  # noqa: S608  names of our own tables
        f" ({', '.join(quote(column) for column in columns)})"
        f" VALUES ({', '.join(['%s'] * len(fields))})"
    )
    with connection.cursor() as cursor:
        while some := list(islice(table, AT_ONCE)):
            rows = [
                [_read(field, value) for field, value in zip(fields, json.loads(line), strict=True)]
                for line in some
            ]
            cursor.executemany(sql, rows)


def _read(field: "Field[Any, Any]", value: Any) -> Any:
    """Return a value of a line as this database takes it."""
    if value is not None and isinstance(field, BinaryField):
        value = base64.b64decode(value)
    elif not isinstance(field, JSONField):
        value = field.to_python(value)
    return field.get_db_prep_save(value, connection)
