"""Backup and restore: what comes back is what was there, down to the last row and voucher.

What is refused by its file, or breaks off while it only reads, is asked of one database.
"""

import hashlib
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from datetime import datetime
from io import StringIO
from pathlib import Path

import pytest
from django.apps import apps
from django.conf import settings
from django.core.checks import Tags
from django.core.management import CommandError, call_command
from django.db import IntegrityError, connection, connections, transaction
from django.db.backends.sqlite3.base import DatabaseWrapper
from django.utils import timezone

from config.backups import archive, tables
from config.privacy.models import Erasure
from config.privacy.queries import preview
from config.privacy.register import FILE as FILE_OF_ERASURES
from config.privacy.services.erasing import erase
from config.site.tasks import back_up
from finance.books import voucher_files
from finance.books.models.ledger import Posting, Transaction
from league.guards.kinds import all_triggers
from league.people.models.people import Person, User
from league.people.services import people
from league.security.models import SecurityEntry
from league.security.queries import first_broken
from tests.finance.club import NOW, build_club, client_id
from tests.victim import killed_in

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parents[2]
CONTENT = b"%PDF-1.7 Rechnung"
DIGEST = hashlib.sha256(CONTENT).hexdigest()
FILE = f"{DIGEST[:2]}/{DIGEST}"


@pytest.fixture
def place(tmp_path):
    return tmp_path / "backups"


@pytest.fixture
def vouchers(settings, tmp_path):
    settings.VOUCHER_DIR, settings.REPORT_DIR = tmp_path / "vouchers", tmp_path / "reports"
    settings.CARD_PHOTO_DIR, settings.PHOTO_DIR = tmp_path / "card-photos", tmp_path / "photos"
    settings.CREST_DIR = tmp_path / "crests"
    voucher_files.store(CONTENT)
    (settings.VOUCHER_DIR / FILE).with_name("tmp_under_way").write_bytes(CONTENT[:5])
    return settings.VOUCHER_DIR


@pytest.fixture
def till(transactional_db, vouchers):
    """Build a club with an evening, a confirmed claim and a payment."""
    club = build_club()
    evening = club.evening("robin", "sascha")
    evening.card("robin")
    evening.confirm()
    pays(club, "robin", 100)
    return club


def pays(club, name, cents):
    from finance.books.services.payments import take_payment

    return take_payment(
        person=club.persons[name],
        method="cash",
        amount=cents,
        day=NOW.date(),
        client_id=client_id(),
        by=club.user("kim"),
        today=NOW.date(),
        now=NOW,
    )


def back_it_up(place):
    return archive.write(place, timezone.localtime())


def run_command(command, *words):
    out = StringIO()
    call_command(command, *words, stdout=out)
    return out.getvalue()


# A restore is in the security log, where the rest of it came back.
LOGGED = {"tables/league_securityentry.jsonl", "tables/league_securityprivate.jsonl"}


def digests(path):
    """Return the sha256 of each table, as its lines are canonical."""
    parts = archive.read(path).parts.items()
    return {name: part["sha256"] for name, part in parts if name not in LOGGED}


def test_what_was_lost_comes_back_and_the_books_are_right(till, place, vouchers):
    path = back_it_up(place)
    people.correct_person(person=till.sascha, name="Somebody Else")
    pays(till, "sascha", 700)
    (vouchers / FILE).unlink()
    assert "Alles stimmt: 2 Buchungen" in run_command("restore", str(path), "--replace-everything")
    assert (vouchers / FILE).read_bytes() == CONTENT
    again = digests(back_it_up(place / "again"))
    before = digests(path)
    for projection in ("standing", "standingrow"):  # the real worker may compute it in between
        del again[f"tables/league_{projection}.jsonl"], before[f"tables/league_{projection}.jsonl"]
    assert again == before
    assert not Person.objects.filter(name="Somebody Else").exists()
    # The log says that it is an older one, and how far the one before it went.
    restored = SecurityEntry.objects.order_by("number").last()
    assert restored.kind == "restore"
    assert " before:" in restored.about
    assert first_broken() is None


def test_whoever_was_erased_since_is_erased_again_before_anybody_sees(till, place, settings):
    settings.ERASURE_DIR = place / "erasures"
    vera = people.create_person(name="Vera Vorbei", email="vera@club.invalid")
    path = back_it_up(place)
    seen = preview(vera, NOW.date()).digest
    erase(person=vera, by=None, now=NOW, confirmed=seen)
    fresh = back_it_up(place / "fresh")
    with zipfile.ZipFile(fresh) as parts:
        assert not any(b"Vorbei" in parts.read(name) for name in parts.namelist())
    said = run_command("restore", str(path), "--replace-everything")
    assert "1 gelöschte Personen" in said
    vera.refresh_from_db()
    assert vera.name == f"Jemand Nr. {vera.pk}"
    assert not User.objects.filter(email__startswith="vera").exists()
    assert Erasure.objects.get().erased_at == NOW
    (settings.ERASURE_DIR / FILE_OF_ERASURES).write_text("Unsinn\n")
    with pytest.raises(CommandError, match="Liste der Löschungen"):
        run_command("restore", str(path), "--replace-everything")


def digests_of_sqlite(file):
    """Those that a backup of this database would have."""
    how = {**connection.settings_dict, "NAME": str(file), "OPTIONS": {}}
    connections["theirs"] = DatabaseWrapper(how, "theirs")
    try:
        made = {
            f"tables/{model._meta.db_table}.jsonl": hashlib.sha256(
                b"".join(tables.lines(model, "theirs"))
            ).hexdigest()
            for model in tables.archived_models(apps)
        }
    finally:
        connections["theirs"].close()
        del connections["theirs"]
    return {name: digest for name, digest in made.items() if name not in LOGGED}


@pytest.mark.postgresql
def test_into_a_new_database_of_the_other_kind(till, place, tmp_path):
    """Without any table: `restore` lays them as they were, and the newest after that."""
    path = back_it_up(place)
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "DATABASE_URL": f"sqlite:///{tmp_path / 'new.sqlite3'}",
        "VAR_DIR": str(tmp_path / "var"),
        "REDIS_URL": "",
    }

    restored = subprocess.run(
        [sys.executable, "manage.py", "restore", str(path)],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert restored.returncode == 0, restored.stderr
    assert "Alles stimmt: 2 Buchungen" in restored.stdout
    with sqlite3.connect(tmp_path / "new.sqlite3") as file:
        triggers = file.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")
        assert {name for (name,) in triggers} >= {trigger.name for trigger in all_triggers()}
    there = digests_of_sqlite(tmp_path / "new.sqlite3")
    voucher = (tmp_path / "var" / "vouchers" / FILE).read_bytes()
    there[f"files/vouchers/{FILE}"] = hashlib.sha256(voucher).hexdigest()
    assert there == digests(path)


@pytest.mark.once
def test_the_command_says_where_it_is_and_a_database_in_use_is_not_replaced_unasked(till, place):
    assert "1 Dateien" in run_command("backup", "--to", str(place))
    (path,) = archive.backups(place).values()
    pays(till, "sascha", 700)
    with pytest.raises(CommandError, match="--replace-everything"):
        run_command("restore", str(path))
    assert Transaction.objects.count() == 3


def changed(path, name, content):
    """Return the archive with another content of one part; None leaves it out."""
    copy = path.with_name(f"{path.stem}-changed.zip")
    with zipfile.ZipFile(path) as old, zipfile.ZipFile(copy, "w") as new:
        for text in old.namelist():
            if text != name:
                new.writestr(text, old.read(text))
            elif content is not None:
                new.writestr(text, content(old.read(text)))
    return copy


def crafted(path, name, content):
    """Return the archive with another content of one part, and the sha256 that fits it."""
    made = content(zipfile.ZipFile(path).read(name))

    def sealed(raw):
        manifest = json.loads(raw)
        manifest["parts"][name]["sha256"] = hashlib.sha256(made).hexdigest()
        return json.dumps(manifest)

    broken = changed(path, name, lambda raw: made)
    return changed(broken, "manifest.json", sealed).rename(path.with_name("crafted.zip"))


def halved(path):
    half = path.with_name("half.zip")
    half.write_bytes(path.read_bytes()[: path.stat().st_size // 2])
    return half


def older(raw):
    content = json.loads(raw)
    content["migrations"] = content["migrations"][:-1]
    return json.dumps(content)


# What was changed in the archive, how, and what is said of it.
CHANGED = [
    ("tables/finance_posting.jsonl", lambda raw: raw.replace(b"100", b"900"), "finance_posting"),
    ("tables/league_person.jsonl", None, "fehlt ein Teil"),
    (f"files/vouchers/{FILE}", lambda raw: raw + b" ", FILE),
    ("manifest.json", lambda raw: raw.replace(b"-backup", b"-other"), "kennt dieses Programm"),
    ("manifest.json", None, "keine ganze Sicherung"),
    ("manifest.json", older, "anderen Stand"),
]


@pytest.mark.once
def test_a_backup_that_was_changed_or_is_half_touches_nothing(till, place, vouchers):
    path = back_it_up(place)
    pays(till, "sascha", 700)

    def is_refused(broken, sentence):
        with pytest.raises(CommandError, match=sentence):
            run_command("restore", str(broken), "--replace-everything")
        assert Transaction.objects.count() == 3, sentence

    for name, content, sentence in CHANGED:
        is_refused(changed(path, name, content), sentence)
    is_refused(halved(path), "keine ganze Sicherung")
    other = crafted(path, f"files/vouchers/{FILE}", lambda raw: raw + b" and more")
    is_refused(other, "nicht, was gesichert wurde")
    assert (vouchers / FILE).read_bytes() == CONTENT


def test_an_archive_with_crafted_books_touches_nothing(till, place, vouchers):
    """One amount three times as high, and the sha256 of its table computed anew."""
    path = crafted(
        back_it_up(place),
        "tables/finance_posting.jsonl",
        lambda raw: raw.replace(b",100,", b",300,", 1),
    )
    pays(till, "sascha", 700)
    (vouchers / FILE).unlink()
    with pytest.raises(CommandError, match=r"nichts geändert\.\n.*Soll und Haben") as refused:
        run_command("restore", str(path), "--replace-everything")
    assert refused.value.returncode == 1
    assert Transaction.objects.count() == 3
    assert not (vouchers / FILE).exists()
    call_command("check", databases=["default"], tags=[Tags.database])
    assert pays(till, "robin", 250).transaction.number == 3


def test_a_row_that_does_not_fit_brings_all_back(till, place):
    """A table of the archive has a row that refers to a missing person: nothing of it is kept."""
    resealed = crafted(
        back_it_up(place), "tables/league_person.jsonl", lambda raw: raw.splitlines(True)[0]
    )
    pays(till, "sascha", 700)
    with pytest.raises(IntegrityError):
        run_command("restore", str(resealed), "--replace-everything")
    assert Transaction.objects.count() == 3
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        Posting.objects.update(amount=1)


def test_after_it_all_triggers_stand_numbers_go_on_and_nobody_is_logged_in(till, place, client):
    client.force_login(till.user("kim"))
    path = back_it_up(place)
    assert path.stat().st_mode & 0o077 == 0  # no other user reads it
    assert not any("session" in name for name in archive.read(path).parts)
    run_command("restore", str(path), "--replace-everything")
    assert client.get("/kasse/").status_code == 302
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        Posting.objects.update(amount=1)
    call_command("check", databases=["default"], tags=[Tags.database])
    assert pays(till, "robin", 250).transaction.number == 2
    assert people.create_person(name="Neu", email="").pk > till.gabi.pk


def test_a_backup_sees_one_moment_while_others_write(till, place, monkeypatch):
    plain = tables.lines

    def meanwhile(model, alias):
        if model is Posting:  # the transactions come after it, by name
            pays(till, "sascha", 700)
        return plain(model, alias)

    monkeypatch.setattr(tables, "lines", meanwhile)
    path = back_it_up(place)
    assert archive.read(path).parts["tables/finance_transaction.jsonl"]["rows"] == 2
    assert Transaction.objects.count() == 3


def test_the_rule_lets_old_ones_go_and_touches_nothing_else(place):
    place.mkdir()
    mine = place / "schockwart-notizen.zip"
    mine.touch()
    for day in range(1, 29):
        (place / f"schockwart-2026-01-{day:02}-031500.zip").touch()
    gone = archive.tidy(place)
    assert gone
    assert mine.exists()
    assert max(archive.backups(place)) == datetime.fromisoformat("2026-01-28 03:15")
    assert len(archive.backups(place)) + len(gone) == 28


def test_what_is_left_of_a_broken_one_goes_once_a_whole_one_is_there(place):
    place.mkdir()
    broken = place / "schockwart-2026-01-02-031500.77.part"
    under_way = place / "schockwart-2026-01-04-031500.78.part"
    for path in (broken, under_way):
        path.touch()
    assert archive.tidy(place) == []
    (place / "schockwart-2026-01-03-031500.zip").touch()
    assert archive.tidy(place) == [broken]
    assert under_way.exists()


@pytest.mark.once
def test_killed_in_the_middle_it_leaves_nothing_that_looks_whole(till, place, settings):
    settings.BACKUP_DIR = place
    killed_in("backup", str(place))
    (broken,) = place.iterdir()
    assert broken.suffix == ".part"
    assert archive.backups(place) == {}
    with pytest.raises(archive.BackupError, match="keine ganze Sicherung"):
        archive.read(broken)
    back_up()
    (path,) = archive.backups(place).values()
    assert archive.read(path).parts["tables/finance_transaction.jsonl"]["rows"] == 2


def test_the_clock_asks_for_it():
    tasks = [entry["task"] for entry in settings.CELERY_BEAT_SCHEDULE.values()]
    assert back_up.name in tasks


@pytest.mark.worker
def test_the_worker_makes_one_a_night(worker):
    shutil.rmtree(settings.BACKUP_DIR, ignore_errors=True)
    club = build_club()
    back_up.delay()
    (path,) = worker.wait_until(lambda: list(archive.backups(settings.BACKUP_DIR).values()))
    back_up.delay()
    worker.wait_until(worker.is_idle)
    assert len(archive.backups(settings.BACKUP_DIR)) == 1
    people.correct_person(person=club.robin, name="Other")
    run_command("restore", str(path), "--replace-everything")
    assert Person.objects.filter(name="Robin").exists()
