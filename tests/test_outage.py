"""Test an answer without database or disk: it says so, and when to try again."""

import errno
import sqlite3
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.test import Client

from config.errors import Outage, outage_of

pytestmark = [pytest.mark.django_db(transaction=True)]


@pytest.fixture
def database_gone(club: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Point the same settings to nothing: no server at that port, no folder of that name."""
    connection.close()
    missing = {"HOST": "127.0.0.1", "PORT": "9"}
    if connection.vendor == "sqlite":
        missing = {"NAME": "/nowhere/schockwart.sqlite3"}
    with monkeypatch.context() as patch:
        for name, value in missing.items():
            patch.setitem(connection.settings_dict, name, value)
        yield
        connection.close()


@pytest.fixture
def disk_full(club: Any) -> Iterator[None]:
    """Let the file of the database grow no more; SQLite says what it says of a full disk."""
    with connection.cursor() as cursor:
        cursor.execute("VACUUM")
        cursor.execute("PRAGMA page_count")
        (pages,) = cursor.fetchone()
        cursor.execute(f"PRAGMA max_page_count = {pages}")
        yield
        cursor.execute("PRAGMA max_page_count = 1073741823")


def visitor() -> Client:
    return Client(raise_request_exception=False)


@pytest.mark.parametrize("path", ["/", "/anmelden/", "/leute/"])
def test_a_page_says_that_the_database_does_not_answer(database_gone: None, path: str) -> None:
    answer = visitor().get(path)
    assert answer.status_code == 503
    assert int(answer.headers["Retry-After"]) > 0
    page = answer.content.decode()
    assert "Die Datenbank antwortet nicht." in page
    assert "The database does not answer." in page
    assert 'content="light dark"' in page  # as everywhere, by the device
    assert "css/base" in page


@pytest.mark.parametrize("language", ["de", "en"])
def test_the_api_says_it_with_a_code(database_gone: None, language: str) -> None:
    answer = visitor().get("/api/start/", headers={"accept-language": language})
    assert (answer.status_code, answer.json()["code"]) == (503, "database_gone")
    assert "Retry-After" in answer.headers
    words = {"de": "Die Datenbank antwortet nicht.", "en": "The database does not answer."}
    assert answer.json()["sentence"].startswith(words[language])


@pytest.mark.sqlite
def test_a_form_that_cannot_be_stored_says_that_the_disk_is_full(disk_full: None) -> None:
    for number in range(200):
        sent = {"email": f"anke-{number}@club.invalid"}
        answer = visitor().post("/anmelden/", sent, REMOTE_ADDR=f"192.0.2.{number}")
        if answer.status_code != 302:
            break
    assert answer.status_code == 503
    assert "Der Datenträger ist voll." in answer.content.decode()


@pytest.mark.sqlite
@pytest.mark.parametrize("code", [sqlite3.SQLITE_IOERR, sqlite3.SQLITE_CANTOPEN])
@pytest.mark.parametrize(("free", "outage"), [(0, Outage.DISK_FULL), (10**9, Outage.DATABASE_GONE)])
def test_a_reader_on_a_full_disk_hears_of_the_disk(
    monkeypatch: pytest.MonkeyPatch, code: int, free: int, outage: Outage
) -> None:
    usage = SimpleNamespace(free=free)
    monkeypatch.setattr("config.errors.disk_usage", lambda folder: usage)
    error = sqlite3.OperationalError("disk I/O error")
    error.sqlite_errorcode = code | 1 << 8
    assert outage_of(error) is outage


def test_a_backup_without_a_database_ends_in_a_sentence(database_gone: None, tmp_path: Any) -> None:
    with pytest.raises(CommandError, match="Die Datenbank antwortet nicht"):
        call_command("backup", "--to", str(tmp_path))
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_finds_no_folder_ends_in_a_sentence(club: Any, tmp_path: Any) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(CommandError, match=r"Keine Sicherung in .*file"):
        call_command("backup", "--to", str(tmp_path / "file"))


def test_a_full_disk_is_known_behind_other_errors() -> None:
    broken = ValueError("could not be kept")
    broken.__cause__ = OSError(errno.ENOSPC, "No space left on device")
    assert outage_of(broken) is Outage.DISK_FULL
    assert outage_of(KeyError("ours")) is None
