"""Installing triggers: refusals of the database itself that no constraint can say.

Each is declared beside the model that it guards (`kinds.guard`). SQLite loses triggers when Django
remakes a table, so they are dropped before each migrate and installed again after it; the system
check `E001` of each app fails if one is missing.
"""

from collections.abc import Iterable, Sequence
from typing import Any

from django.apps import AppConfig
from django.core import checks
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.migrations.executor import MigrationExecutor
from django.db.models.signals import post_migrate, pre_migrate

from league.guards.kinds import Trigger, triggers_of


def create_triggers(connection: BaseDatabaseWrapper, triggers: Iterable[Trigger]) -> None:
    """Lay the triggers anew on this database."""
    triggers = list(triggers)
    drop_triggers(connection, triggers)
    with connection.cursor() as cursor:
        for trigger in triggers:
            for statement in getattr(trigger, connection.vendor)():
                cursor.execute(statement)


def drop_triggers(connection: BaseDatabaseWrapper, triggers: Iterable[Trigger]) -> None:
    """Take the triggers away. For a migration and for a test database's flush only."""
    present = existing(connection)
    with connection.cursor() as cursor:
        for trigger in triggers:
            if trigger.name in present:
                on = f" ON {trigger.table}" if connection.vendor == "postgresql" else ""
                cursor.execute(f"DROP TRIGGER IF EXISTS {trigger.name}{on}")


def existing(connection: BaseDatabaseWrapper) -> set[str]:
    """Return the names of the triggers this database has."""
    sql = (
        "SELECT tgname FROM pg_trigger WHERE NOT tgisinternal AND tgenabled <> 'D'"
        if connection.vendor == "postgresql"
        else "SELECT name FROM sqlite_master WHERE type = 'trigger'"
    )
    with connection.cursor() as cursor:
        cursor.execute(sql)
        return {name for (name,) in cursor.fetchall()}


def _migrations_pending(connection: BaseDatabaseWrapper) -> bool:
    """Return True while a migrate is due (or broke off): triggers may be missing, it lays them
    at its end.
    """
    executor = MigrationExecutor(connection)
    return bool(executor.migration_plan(executor.loader.graph.leaf_nodes()))


def install(config: AppConfig) -> None:
    """Lay an app's triggers around each migrate and check them; called once in its `ready`."""
    triggers = triggers_of(config.label)

    def before(using: str, **kwargs: Any) -> None:
        drop_triggers(connections[using], triggers)

    def after(using: str, **kwargs: Any) -> None:
        create_triggers(connections[using], triggers)

    def check(
        app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any
    ) -> list[checks.CheckMessage]:
        return [
            checks.Error(
                f"The trigger {trigger.name} is missing in the database {using!r}.",
                hint="`manage.py migrate --skip-checks` lays all triggers again.",
                id=f"{config.label}.E001",
            )
            for using in databases or []
            if not _migrations_pending(connections[using])
            for present in [existing(connections[using])]
            for trigger in triggers
            if trigger.name not in present
        ]

    pre_migrate.connect(before, sender=config, weak=False, dispatch_uid=f"{config.label}.drop")
    post_migrate.connect(after, sender=config, weak=False, dispatch_uid=f"{config.label}.install")
    checks.register(check, checks.Tags.database)
