"""Test the number of connections to the database: of a club, and of the suite itself."""

import sqlite3
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from django.core.checks import run_checks
from django.db import connection

from config import connections, env
from workshop.suite import ANSWERING

LINES = 40


@pytest.mark.postgresql
def test_forty_lines_that_stay_open_are_answered_over_few_connections(
    transactional_db, live_server, club
):
    host = urlsplit(live_server.url).netloc
    with ExitStack() as stack:
        for _line in range(LINES):
            line = stack.enter_context(closing(HTTPConnection(host)))
            line.request("GET", "/anmelden/")
            assert "Einloggen" in line.getresponse().read().decode()
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT count(*) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            (others,) = cursor.fetchone()
    emptying = 1  # the session that takes back what a test commits
    assert others <= ANSWERING + emptying


def said() -> list[str]:
    """Return what the check of the database says about connections."""
    messages = run_checks(databases=["default"])
    return [message.msg for message in messages if message.id == "config.E009"]


def test_what_a_club_may_hold_is_counted_in_the_docs(settings):
    assert (settings.WEB_PROCESSES, settings.WEB_THREADS) == (2, 8)
    page = (Path(__file__).parent.parent / "docs" / "running.md").read_text("utf-8")
    assert f"{connections.needed()} at most" in page


@pytest.mark.postgresql
def test_a_postgresql_that_gives_too_few_connections_is_an_error(db, settings):
    assert said() == []
    settings.WEB_THREADS = 1_000
    (sentence,) = said()
    assert sentence.startswith("Schockwart may hold 2004 connections to default, and is given ")


@pytest.mark.postgresql
def test_the_limit_of_the_role_counts_too(db):
    with connection.cursor() as cursor:
        cursor.execute("ALTER ROLE CURRENT_USER CONNECTION LIMIT 7")  # the test takes it back
    assert said() == ["Schockwart may hold 20 connections to default, and is given 7."]


@pytest.mark.sqlite
def test_what_is_deleted_from_the_file_of_sqlite_is_overwritten(tmp_path):
    options = env.database(f"sqlite:///{tmp_path / 'club.sqlite3'}")["OPTIONS"]
    with closing(sqlite3.connect(tmp_path / "club.sqlite3")) as database:
        database.execute("PRAGMA secure_delete=OFF")
        database.executescript(options["init_command"])
        assert database.execute("PRAGMA secure_delete").fetchone() == (1,)


@pytest.mark.sqlite
def test_sqlite_has_no_such_limit(db, settings):
    settings.WEB_THREADS = 1_000
    assert said() == []
