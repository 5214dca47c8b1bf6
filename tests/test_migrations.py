"""The tables as the migrations lay them, from zero and in the copies that the suite works on."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.db import connection

from league.guards.kinds import all_triggers
from tests.plugins import template

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
SQLITE = """
    SELECT type, name, tbl_name, sql FROM sqlite_master
    WHERE name NOT LIKE 'sqlite_%' ORDER BY type, name
"""
POSTGRESQL = """
    SELECT 'column', table_name, column_name, concat_ws(' ', data_type, character_maximum_length,
        is_nullable, column_default, is_identity)
        FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL SELECT 'index', tablename, indexname, indexdef
        FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
        FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    UNION ALL SELECT 'trigger', tgrelid::regclass::text, tgname, pg_get_triggerdef(oid)
        FROM pg_trigger WHERE NOT tgisinternal
    UNION ALL SELECT 'function', '', proname, pg_get_functiondef(oid)
        FROM pg_proc WHERE pronamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3
"""


def schema(database: Any) -> list[tuple[Any, ...]]:
    with database.cursor() as cursor:
        cursor.execute(SQLITE if database.vendor == "sqlite" else POSTGRESQL)
        return list(cursor.fetchall())


@pytest.fixture
def empty_database(db: None, tmp_path: Path) -> Iterator[str]:
    """The name of a database without any table."""
    if connection.vendor == "sqlite":
        yield str(tmp_path / "zero.sqlite3")
        return
    name = f"{connection.settings_dict['NAME']}_zero"
    template.administer(f'CREATE DATABASE "{name}" TEMPLATE template0')
    yield name
    template.administer(f'DROP DATABASE "{name}" WITH (FORCE)')


def url_of(name: str) -> str:
    if connection.vendor == "sqlite":
        return f"sqlite:///{name}"
    return urlsplit(os.environ["DATABASE_URL"])._replace(path=f"/{name}").geturl()


def test_migrating_from_zero_lays_what_the_suite_works_on(
    empty_database: str, tmp_path: Path
) -> None:
    done = subprocess.run(
        [sys.executable, "manage.py", "migrate", "--no-input", "--verbosity=0"],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "config.settings",
            "DATABASE_URL": url_of(empty_database),
            "VAR_DIR": str(tmp_path / "var"),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    fresh = connection.copy("fresh")
    fresh.settings_dict["NAME"] = empty_database
    try:
        laid = schema(fresh)
    finally:
        fresh.close()
    assert len(laid) > 300
    assert laid == schema(connection)


def test_a_copy_without_one_of_its_triggers_is_refused(db: None) -> None:
    template.refuse_incomplete()
    victim = all_triggers()[0]
    with connection.cursor() as cursor:
        on = f" ON {victim.table}" if connection.vendor == "postgresql" else ""
        cursor.execute(f"DROP TRIGGER {victim.name}{on}")
    with pytest.raises(template.IncompleteDatabaseError, match=victim.name):
        template.refuse_incomplete()


def test_another_trigger_asks_for_another_template(db: None, monkeypatch: Any) -> None:
    before = template.digest()
    monkeypatch.setattr(template, "all_triggers", lambda: all_triggers()[1:])
    assert template.digest() != before
