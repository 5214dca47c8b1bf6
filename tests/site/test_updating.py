"""Databases and backups from before the initial migrations: they go on, or are refused untouched.

`archives/` holds a small invented club as the last version with the old migrations wrote it (see
`history.UPDATE_BY`): `before.zip` by `manage.py backup`, `before.sql.gz` as a dump of its SQLite.
"""

import gzip
import hashlib
import json
import sqlite3
import zipfile
from collections.abc import Callable, Iterable
from functools import cache
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.checks import Tags
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from config.backups import archive, history, tables
from finance.books.models.ledger import Posting, Transaction
from games.scoring.models import Entry
from league.guards.triggers import existing

pytestmark = pytest.mark.slow

ARCHIVES = Path(__file__).parent / "archives"
BACKUP = ARCHIVES / "before.zip"
HAD = set(archive.read(BACKUP).migrations)
INITIAL = set(MigrationLoader(None).replacements) - HAD  # those that are new to it
RENAMED = [  # since then: app, model, what the field was called, what it is called
    ("games", "scannedresult", "said", "content"),
    ("league", "seatswap", "one", "first"),
    ("league", "standingcorrection", "looked_at", "processed_at"),
]
# All that lies in a database but rows: tables, indexes, constraints, triggers, functions.
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


@pytest.fixture
def before(new_database: Callable[[], None], tmp_path: Path) -> None:
    """Restore a database of before with its vouchers; it has had all migrations there were."""
    new_database()
    with zipfile.ZipFile(BACKUP) as backup:
        backup.extractall(tmp_path, archive.read(BACKUP).files)
    with sqlite3.connect(connection.settings_dict["NAME"]) as file:
        file.executescript(gzip.decompress((ARCHIVES / "before.sql.gz").read_bytes()).decode())
    file.close()


def forget(migrations: set[history.Migration]) -> None:
    """Record these migrations as not applied."""
    for app, name in migrations:
        MigrationRecorder(connection).record_unapplied(app, name)


def with_migrations(place: Path, migrations: set[history.Migration]) -> Path:
    """Return the backup of before, by a database that had had these migrations."""
    path = place / f"changed-{len(migrations)}.zip"
    with zipfile.ZipFile(BACKUP) as old, zipfile.ZipFile(path, "w") as new:
        for name in old.namelist():
            content = old.read(name)
            if name == archive.MANIFEST:
                content = json.dumps(
                    json.loads(content) | {"migrations": sorted(migrations)}
                ).encode()
            new.writestr(name, content)
    return path


def by_name(table: str, lines: Iterable[bytes]) -> list[dict[str, Any]]:
    """Return the rows of a table in any order of its columns, by the names of today."""
    names, *rows = map(json.loads, lines)
    for app, model, was, is_now in RENAMED:
        if table == f"{app}_{model}":
            names = [{was: is_now, f"{was}_id": f"{is_now}_id"}.get(name, name) for name in names]
    return [dict(zip(names, row, strict=True)) for row in rows]


def rows() -> dict[str, list[dict[str, Any]]]:
    """Return the rows in the tables and columns of before, without what later migrations add or
    take away.
    """
    return {
        model._meta.db_table: by_name(model._meta.db_table, tables.lines(model, "default"))
        for model in models_of_before()
    }


@cache
def models_of_before() -> list[Any]:
    """Return the models as the initial migrations made them, with the field names of today."""
    loader = MigrationLoader(None)
    state = loader.project_state(sorted(history.settled(HAD) & set(loader.graph.nodes)))
    for app, model, was, is_now in RENAMED:
        state.rename_field(app, model, was, is_now)
    return list(tables.archived_models(state.apps))


def rows_of(path: Path) -> dict[str, list[dict[str, Any]]]:
    with zipfile.ZipFile(path) as backup:
        return {
            Path(name).stem: by_name(Path(name).stem, backup.read(name).splitlines())
            for name in backup.namelist()
            if name.startswith("tables/")
        }


def everything() -> tuple[Any, ...]:
    """Return all that a refusal must not change: all rows of all tables, by whatever names these
    have.
    """
    content = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            content[table] = sorted(map(repr, cursor.fetchall()))
    return content, existing(connection)


def schema() -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(SQLITE if connection.vendor == "sqlite" else POSTGRESQL)
        return list(cursor.fetchall())


def restored(path: Path, *words: str) -> str:
    out = StringIO()
    call_command("restore", str(path), *words, stdout=out)
    return out.getvalue()


def is_as_before() -> bool:
    assert set(history.applied()) >= INITIAL
    call_command("check", databases=["default"], tags=[Tags.database])
    with pytest.raises(IntegrityError, match="append_only"):
        Posting.objects.update(amount=1)
    was, is_now = rows_of(BACKUP), rows()
    # A restore enters itself in the security log, and an update the first versions of rows that
    # had none; both after what is there.
    for log in ("league_securityentry", "league_securityprivate", "finance_rowversion"):
        is_now[log] = is_now[log][: len(was[log])]
    # Guests take no places any more: standings of before are counted anew, and only that.
    for rows_there in (was, is_now):
        for row in rows_there["league_standing"]:
            del row["wanted"]
    changed = {table for table in was if is_now[table] != was[table]}
    # Each table that came later has a line in these.
    assert changed <= tables.LAID_BY_MIGRATE, changed
    return True


@pytest.mark.sqlite  # there is no old PostgreSQL, and a backup of before comes back on both
def test_a_database_that_had_only_some_is_refused_untouched_and_goes_on_once_it_had_all(
    before: None, new_database: Callable[[], None], tmp_path: Path
) -> None:
    missing = [("finance", "0015_audit_answers"), ("league", "0032_merges_and_greetings")]
    for app, name in missing:
        forget({(app, name)})
        there = everything()
        for command in (["migrate"], ["migrate", "league"], ["restore", str(BACKUP)]):
            with pytest.raises(CommandError, match=f"Diese Datenbank .* {history.UPDATE_BY}"):
                call_command(*command)
        assert everything() == there
        MigrationRecorder(connection).record_applied(app, name)
    assert Transaction.objects.count() == 126

    assert not INITIAL & set(history.applied())
    call_command("migrate", verbosity=0)
    assert is_as_before()
    backup = archive.write(tmp_path, timezone.localtime())
    assert set(archive.read(backup).migrations) >= INITIAL
    new_database()
    assert "Alles stimmt: 126 Buchungen" in restored(backup)
    assert is_as_before()


def crafted(place: Path) -> Path:
    """Return the backup of before with one amount three times as high, and a sha256 that fits."""
    path, name = place / "crafted.zip", "tables/finance_posting.jsonl"
    with zipfile.ZipFile(BACKUP) as old:
        parts = {text: old.read(text) for text in old.namelist()}
    heading, *rows = parts[name].splitlines(keepends=True)
    values = json.loads(rows[0])
    values[json.loads(heading).index("amount")] *= 3
    parts[name] = b"".join([heading, json.dumps(values).encode() + b"\n", *rows[1:]])
    manifest = json.loads(parts[archive.MANIFEST])
    manifest["parts"][name]["sha256"] = hashlib.sha256(parts[name]).hexdigest()
    parts[archive.MANIFEST] = json.dumps(manifest).encode()
    with zipfile.ZipFile(path, "w") as new:
        for text, content in parts.items():
            new.writestr(text, content)
    return path


def test_a_backup_comes_back_whole_or_not_at_all_and_gives_way_to_its_next(
    new_database: Callable[[], None], tmp_path: Path, settings: Any
) -> None:
    """Of what is refused an empty database stays empty. Then all tables are laid from zero, as the
    suite works on them.
    """
    half = with_migrations(tmp_path, HAD - {("privacy", "0002_security_log_months")})
    refusal = f"Diese Sicherung .* {history.UPDATE_BY}"

    def voucher_files() -> int:
        return sum(path.is_file() for path in settings.VOUCHER_DIR.rglob("*"))

    usual = schema()
    assert len(usual) > 300
    new_database()
    for path, sentence in (
        (half, refusal),
        (
            with_migrations(tmp_path, {*HAD, ("league", "0099_later")}),
            "Hier fehlt league.0099_later",
        ),
        (crafted(tmp_path), "Soll und Haben sind nicht gleich"),
    ):
        with pytest.raises(CommandError, match=sentence):
            restored(path)
        assert connection.introspection.table_names() == []
        assert voucher_files() == 0
    assert "Alles stimmt: 126 Buchungen" in restored(BACKUP)
    assert is_as_before()
    assert schema() == usual
    assert len(archive.read(BACKUP).files) == voucher_files() == 6
    there = everything()
    with pytest.raises(CommandError, match=refusal):
        restored(half, "--replace-everything")
    assert everything() == there

    assert Entry.objects.count() > 1000  # throws, which no one may delete otherwise
    backup = archive.write(tmp_path, timezone.localtime())
    assert "Alles stimmt: 126 Buchungen" in restored(backup, "--replace-everything")
    assert is_as_before()
