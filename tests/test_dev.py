"""Test `dev.py` as a stranger meets it: its words about obstacles, and that it ends."""

import argparse
import ast
import fcntl
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
import urllib.request
from contextlib import closing
from pathlib import Path
from string import Formatter

import pytest

from config import terminal
from tests.waiting import LIMIT, finish, run, wait_until
from workshop import application, club, console, german, lan, logs, mails, processes, templates

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
OLD = "import sys, runpy; sys.version_info = {}; sys.argv = ['dev.py', 'run']; "
OLD += "runpy.run_path('dev.py', run_name='__main__')"
NO_ENSUREPIP = "import sys, runpy; sys.modules['ensurepip'] = None; sys.path.insert(0, '.'); "
NO_ENSUREPIP += "sys.argv = ['dev.py', 'run']; runpy.run_path('dev.py', run_name='__main__')"


@pytest.fixture(autouse=True)
def german_terminal(monkeypatch):
    """Set a German terminal, whatever language the suite runs in."""
    monkeypatch.delenv("LANGUAGE", raising=False)
    monkeypatch.setenv("LC_ALL", "de_DE.UTF-8")


@pytest.fixture
def copy(tmp_path):
    """Copy the part of the project that is needed to fail: no `.venv`, no application."""
    for name in ("workshop", "requirements"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
    (tmp_path / "config").mkdir()
    for name in ("__init__", "bundles", "static", "terminal"):
        shutil.copy(ROOT / "config" / f"{name}.py", tmp_path / "config")
    shutil.copy(ROOT / "dev.py", tmp_path)
    return tmp_path


def _environ(**more):
    # Without uv on PATH: what is tested is the way that every Python can go.
    environment = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_", "COV_"))}
    return {**environment, "PATH": "/usr/bin:/bin", **more}


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _dev(folder, *words, before=(), env=None):
    command = [*before, sys.executable, "-B", *words]
    return subprocess.run(
        command, cwd=folder, env=env or _environ(), capture_output=True, text=True, check=False
    )


def _is_one_sentence(done, sentence, remedy, begins="Fehler: "):
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 2, done.stderr
    assert lines[0].startswith(begins)
    assert sentence in lines[0]
    assert remedy in lines[1]


@pytest.mark.parametrize("words", [[], ["rnu"], ["run", "--prot", "1"], ["run", "--port", "99999"]])
def test_a_command_that_is_none(copy, words):
    done = _dev(copy, "dev.py", *words)
    _is_one_sentence(done, "Diesen Aufruf versteht dev.py nicht", "python3 dev.py run")


def test_a_taken_port(copy):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = _dev(copy, "dev.py", "run", "--port", str(port))
    _is_one_sentence(done, f"Port {port} ist schon belegt.", f"--port {port + 1}")


@pytest.mark.parametrize("word", ["abc", "0", "-1", "65536", "8000.5", "", "²"])
def test_a_port_that_is_none_says_which_there_are(copy, word):
    done = _dev(copy, "dev.py", "run", f"--port={word}")
    sentence = f"--port: ein Port ist eine Zahl von 1 bis 65535, nicht „{word}“"
    _is_one_sentence(done, sentence, "--help")


@pytest.fixture
def lock(copy):
    (copy / "var").mkdir()
    with (copy / "var" / "lock").open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield file


def test_a_second_run_in_the_same_folder(copy, lock):
    done = _dev(copy, "dev.py", "run")
    _is_one_sentence(done, "In diesem Ordner läuft schon ein Schockwart.", "Strg-C")


def test_a_second_run_names_the_first_also_by_another_path(copy, lock, tmp_path_factory):
    print(os.getpid(), "http://localhost:8017/", file=lock, flush=True)
    other = tmp_path_factory.mktemp("link") / "schockwart"
    other.symlink_to(copy)
    done = _dev(other, "dev.py", "run", "--port", str(_free_port()))
    sentence = f"läuft schon ein Schockwart: http://localhost:8017/ (Prozess {os.getpid()})."
    _is_one_sentence(done, sentence, f"kill {os.getpid()}")


def _dead():
    """Return the number of a process that is no more."""
    process = subprocess.Popen(["true"])
    process.wait()
    return process.pid


def test_the_next_run_waits_until_what_a_killed_one_left_has_ended(copy, lock):
    print(_dead(), "http://localhost:8017/", file=lock, flush=True)
    left = subprocess.Popen(["sleep", "1"], pass_fds=[lock.fileno()])
    lock.close()
    done = _dev(copy, "-c", NO_ENSUREPIP)
    left.wait()
    _is_one_sentence(done, "fehlt das Modul venv", "apt-get install python3-venv")


def test_what_a_killed_one_left_for_ever_is_said(copy, lock):
    print(_dead(), "http://localhost:8017/", file=lock, flush=True)
    made = "from workshop import club; club.AFTERMATH = 0.2; from workshop.main import main; "
    done = _dev(copy, "-c", made + "raise SystemExit(main(['run']))")
    _is_one_sentence(done, "läuft in diesem Ordner noch etwas", "kill $(lsof -t var/lock)")


def test_a_folder_that_may_not_be_written(copy):
    # Root may write everywhere, so it lays that right down first.
    humble = ["setpriv", "--inh-caps=-all", "--bounding-set=-dac_override"]
    copy.chmod(0o555)
    try:
        done = _dev(copy, "dev.py", "run", before=humble if os.geteuid() == 0 else [])
    finally:
        copy.chmod(0o755)
    _is_one_sentence(done, "darf nicht beschrieben werden.", "Schreibrechte geben")


@pytest.mark.parametrize("version", [(2, 7, 18), (3, 6, 15), (3, 10, 1)])
def test_a_python_that_is_too_old(copy, version):
    done = _dev(copy, "-c", OLD.format(version))
    _is_one_sentence(done, f"das hier ist Python {version[0]}.{version[1]}.", "python3.11 dev.py")


def test_it_says_so_in_english_too(copy):
    done = _dev(copy, "-c", OLD.format((3, 6, 15)), env=_environ(LC_ALL="en_GB.UTF-8"))
    _is_one_sentence(done, "this is Python 3.6.", "python3.11 dev.py", begins="Error: ")


@pytest.mark.parametrize("name", ["dev.py", "config/terminal.py"])
def test_old_pythons_can_read_the_door(name):
    source = (ROOT / name).read_text()
    assert re.match(r"(#!/usr/bin/env python3\n)?# -\*- coding: utf-8 -\*-\n", source)
    assert not re.search(r"\bf\"|:=|print\(|\) ->|: str", source.replace("# type: () ->", ""))


def test_a_python_without_venv(copy):
    done = _dev(copy, "-c", NO_ENSUREPIP)
    _is_one_sentence(done, "fehlt das Modul venv", "apt-get install python3-venv")


def test_no_network(copy):
    nowhere = {"PIP_INDEX_URL": "http://127.0.0.1:9/simple", "PIP_CONFIG_FILE": os.devnull}
    env = _environ(**nowhere, PIP_RETRIES="0", PIP_NO_CACHE_DIR="1")
    done = _dev(copy, "dev.py", "run", "--port", str(_free_port()), env=env)
    _is_one_sentence(done, "ließen sich nicht holen; meist fehlt das Netz.", "environment.log")
    assert not (copy / ".venv" / "schockwart-stamp").exists()


def test_a_damaged_environment(copy):
    made = "from workshop import environment as e; e.VENV.joinpath('bin').mkdir(parents=True); "
    made += "e.STAMP.write_text(e._wanted('run'))"
    assert _dev(copy, "-c", made).returncode == 0
    python = copy / ".venv" / "bin" / "python"
    python.write_text(
        '#!/bin/sh\n[ "$1" = -c ] && exit 0\n'
        "echo \"ModuleNotFoundError: No module named 'django'\"\nexit 1\n"
    )
    python.chmod(0o755)
    done = _dev(copy, "dev.py", "run", "--port", str(_free_port()))
    _is_one_sentence(done, ".venv ist beschädigt (ModuleNotFoundError", ".venv löschen")


@pytest.mark.parametrize(
    ("number", "sentence"),
    [(28, "Der Datenträger ist voll."), (30, "lässt sich nicht schreiben"), (5, "Input/output")],
)
def test_what_the_system_refuses_is_a_sentence(number, sentence):
    text = str(console.trouble_of(OSError(number, os.strerror(number), "var/x")))
    assert sentence in text
    assert "Was hilft: " in text


def test_a_mail_on_the_console_is_shown_with_its_umlauts(capsys):
    from django.core.mail import EmailMessage
    from django.core.mail.backends.console import EmailBackend

    class Lines(list):
        def write(self, text):
            self.append(text)

        def flush(self):
            pass

    output = Lines()
    mail = EmailMessage("Dein Code für heute", "Dein Code:\n\nAB-CD\n\nGrüße", to=["a@b.invalid"])
    EmailBackend(stream=output).send_messages([mail])
    show = mails.Mailbox()
    lines = ["something else\n", *"".join(output).splitlines(keepends=True), "after it\n"]
    assert [line for line in lines if not show(line)] == ["something else\n", "after it\n"]
    out = capsys.readouterr().out
    assert "E-Mail an a@b.invalid: Dein Code für heute" in out
    assert "│ AB-CD" in out
    assert "│ Grüße" in out
    assert "something else" not in out


def test_a_step_says_how_far_it_is_in_lines_of_its_own_where_no_terminal_is(capsys):
    steps = console.Steps(2)
    with steps.step("Vorführverein") as note:
        note("Abend 1 von 12")
        note("Abend 2 von 12")
    with steps.step("Webserver"):
        pass
    first, *lines = capsys.readouterr().out.splitlines()
    assert first == "[1/2] Vorführverein …"
    assert lines[0] == "      Abend 1 von 12"
    assert re.fullmatch(r"      Abend 2 von 12 \d+,\d s", lines[1])
    assert re.fullmatch(r"\[2/2\] Webserver … \d+,\d s", lines[2])


def test_on_a_terminal_a_step_stays_in_its_line(capsys, monkeypatch):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    with console.Steps(1).step("Vorführverein") as note:
        note("Abend 11 von 12")
        note("fertig")
    out = capsys.readouterr().out
    assert out.count("\n") == 1
    assert "\r[1/1] Vorführverein … Abend 11 von 12 " in out
    assert out.splitlines()[-1].split("\r")[-1].startswith("[1/1] Vorführverein … fertig ")


def test_what_a_command_says_is_heard_while_it_runs(tmp_path):
    heard, answer = [], tmp_path / "answer"

    def hears(line):
        heard.append(line)
        answer.touch()

    # It goes on when its first line was heard.
    source = "import pathlib, sys, time; print('eins', flush=True); print('weh', file=sys.stderr)\n"
    source += f"answer, end = pathlib.Path({str(answer)!r}), time.monotonic() + {LIMIT}\n"
    source += "while not answer.exists() and time.monotonic() < end: time.sleep(0.01)\n"
    source += "print('zwei' if answer.exists() else 'nichts')"
    done = processes.finish(
        [sys.executable, "-c", source],
        log=tmp_path / "log",
        heard=hears,
    )
    assert heard == ["eins", "zwei"]
    assert (done.code, done.out, done.everything) == (0, "eins\nzwei\n", "eins\nzwei\nweh\n")
    assert (tmp_path / "log").read_text() == done.everything


def test_a_child_that_may_end_is_told_of_and_the_rest_lives(tmp_path):
    ends, heard = [], []
    source = "print('eins'); print('zwei', flush=True); raise SystemExit(3)"
    with processes.ProcessGroup() as process_group:
        process_group.start("Eins", ["sleep", "600"], log=tmp_path / "one")
        process_group.start(
            "Zwei",
            [sys.executable, "-c", source],
            log=tmp_path / "two",
            reader=heard.append,
            ended=lambda code: ends.append((code, list(heard))),
        )
        process_group.wait_until(lambda: ends, "Zwei")
        assert ends == [(3, ["eins\n", "zwei\n"])]
        process_group.must_live()
        assert [child.name for child in process_group.children] == ["Eins"]


PRINTS_A_MAIL = """
from django.conf import settings
settings.configure(EMAIL_BACKEND="django.core.mail.backends.console.EmailBackend")
from django.core.mail import EmailMessage
import sys
print("ready", file=sys.stderr)
EmailMessage("Dein Code", "AB-CD, Quirina", to=["quirina@club.invalid"]).send()
print("done")
"""


def test_a_mail_in_the_terminal_is_in_no_log(tmp_path, capsys):
    log = tmp_path / "log" / "web.log"
    with processes.ProcessGroup() as group:
        ends = []
        command = [sys.executable, "-c", PRINTS_A_MAIL]
        group.start("Web", command, log=log, reader=mails.Mailbox(), ended=ends.append)
        group.wait_until(lambda: ends, "Web")
    assert ends == [0], log.read_text()
    assert sorted(log.read_text().split()) == ["done", "ready"]
    assert "quirina@club.invalid" in capsys.readouterr().out
    assert log.stat().st_mode & 0o777 == 0o600


def test_what_names_people_on_the_terminal_is_in_no_log(tmp_path):
    source = "import sys; print('Quirina'); print('weh', file=sys.stderr)"
    log = tmp_path / "setup.log"
    done = processes.finish([sys.executable, "-c", source], log=log, private=True)
    assert (done.out, log.read_text()) == ("Quirina\n", "weh\n")


def test_a_log_that_grows_begins_anew_and_keeps_what_was_before_once(tmp_path, monkeypatch):
    monkeypatch.setattr(logs, "MOST", 20)
    log = logs.Log(tmp_path / "web.log")
    for number in range(10):
        log.write(f"line number {number}\n")
    assert (tmp_path / "web.log").read_text() == "line number 8\nline number 9\n"
    assert (tmp_path / "web.log.1").read_text() == "line number 6\nline number 7\n"
    logs.begin(tmp_path / "web.log")
    assert list(tmp_path.iterdir()) == []


def _readable_by_others(folder):
    """Return the files and folders that others than their user may read or write."""
    found = {path: path.lstat().st_mode for path in folder.rglob("*") if not path.is_symlink()}
    return sorted(str(path) for path, mode in found.items() if mode & 0o066)


def test_what_was_readable_by_all_is_ours_alone_after_the_next_start(tmp_path):
    (tmp_path / "log").mkdir()
    (tmp_path / "test").mkdir()
    for name in ("schockwart.sqlite3", "log/web.log", "test/data"):
        (tmp_path / name).write_text("Quirina")
        (tmp_path / name).chmod(0o644)
    (tmp_path / "log" / "elsewhere").symlink_to(ROOT / "README.md")
    logs.make_private(tmp_path, entered_by_others=False, but=frozenset({"test"}))
    assert tmp_path.stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "log" / "web.log").stat().st_mode & 0o777 == 0o600
    assert (ROOT / "README.md").stat().st_mode & 0o044
    assert all("/test" in path for path in _readable_by_others(tmp_path))


def test_what_a_start_makes_is_for_our_user_alone(tmp_path, monkeypatch):
    """The database, its journal and all other files are made by children of the start."""
    monkeypatch.setattr(club, "VAR", tmp_path)
    (tmp_path / "schockwart.sqlite3").touch(0o644)
    source = "import sqlite3, pathlib; pathlib.Path('vouchers').mkdir(); "
    source += "sqlite3.connect('vouchers/new.sqlite3').execute('CREATE TABLE t (x)')"
    before = os.umask(0o022)
    try:
        club._keep_private(tmp_path)
        log = tmp_path / "log" / "setup.log"
        done = processes.finish([sys.executable, "-c", source], log=log, cwd=tmp_path)
    finally:
        os.umask(before)
    assert done.code == 0
    assert (tmp_path / "vouchers" / "new.sqlite3").exists()
    assert _readable_by_others(tmp_path) == []


# --- a start where nothing has changed ------------------------------------------------------
def _make_database(var):
    with closing(sqlite3.connect(var / application.DATABASE)) as database:
        database.executescript("""
            CREATE TABLE django_migrations (app, name);
            CREATE TABLE league_person (name);
            CREATE TABLE desk_democlub (finished_at);
            CREATE TRIGGER kept BEFORE DELETE ON league_person BEGIN SELECT RAISE(ABORT, 'no'); END;
            INSERT INTO django_migrations VALUES ('league', '0001_first');
        """)


def _change(var, statement):
    with closing(sqlite3.connect(var / application.DATABASE)) as database, database:
        database.execute(statement)


@pytest.fixture
def prepared(tmp_path):
    _make_database(tmp_path)
    assert not application.is_prepared({}, tmp_path)
    application.remember_prepared({}, tmp_path)
    assert application.is_prepared({}, tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    "statement",
    [
        "DROP TRIGGER kept",
        "ALTER TABLE league_person ADD COLUMN more",
        "DELETE FROM django_migrations",
        "INSERT INTO django_migrations VALUES ('league', '0002_more')",
    ],
)
def test_a_database_that_was_changed_is_prepared_anew(prepared, statement):
    _change(prepared, statement)
    assert not application.is_prepared({}, prepared)


def test_what_members_write_needs_no_preparing(prepared):
    _change(prepared, "INSERT INTO league_person VALUES ('Wilma')")
    assert application.is_prepared({}, prepared)


def test_a_start_with_other_settings_is_checked_anew(prepared):
    assert not application.is_prepared({"ALLOWED_HOSTS": "schockwart.example"}, prepared)
    assert not application.is_prepared({"HTTPS": "1"}, prepared)
    assert application.is_prepared({"PUBLIC_URL": "http://localhost:8001"}, prepared)


def test_a_database_that_is_gone_broken_or_elsewhere_is_prepared_anew(prepared):
    assert not application.is_prepared({"DATABASE_URL": "postgres://club@/club"}, prepared)
    (prepared / application.DATABASE).write_bytes(b"no database" * 100)
    assert not application.is_prepared({}, prepared)
    (prepared / application.DATABASE).unlink()
    assert not application.is_prepared({}, prepared)


def test_a_start_knows_an_empty_database_and_a_demo_that_is_not_complete(prepared):
    assert not application.has_people(prepared)
    assert not application.is_demo_unfinished(prepared)
    _change(prepared, "INSERT INTO league_person VALUES ('Wilma')")
    _change(prepared, "INSERT INTO desk_democlub VALUES (NULL)")
    assert application.has_people(prepared)
    assert application.is_demo_unfinished(prepared)
    _change(prepared, "UPDATE desk_democlub SET finished_at = '2026-11-22'")
    assert not application.is_demo_unfinished(prepared)


# --- the language of the terminal -----------------------------------------------------------
@pytest.mark.parametrize(
    ("environ", "language"),
    [
        ({}, "de"),
        ({"LANG": "C.UTF-8"}, "de"),
        ({"LC_ALL": "POSIX"}, "de"),
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "en_GB.UTF-8"}, "en"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LANG": "de_DE.UTF-8", "LC_MESSAGES": "en_US.UTF-8"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "en_US.UTF-8", "LC_ALL": "de_DE"}, "de"),
        ({"LANG": "de_DE.UTF-8", "LANGUAGE": "en:de"}, "en"),
        ({"LANG": "en_US.UTF-8", "LC_ALL": ""}, "en"),
    ],
)
def test_the_terminal_speaks_as_its_environment_says(monkeypatch, environ, language):
    for name in terminal.NAMES:
        monkeypatch.delenv(name, raising=False)
    for name, value in environ.items():
        monkeypatch.setenv(name, value)
    assert terminal.language() == language


def test_trouble_and_seconds_are_said_in_english(copy):
    done = _dev(copy, "dev.py", "run", "--port=abc", env=_environ(LC_ALL="en_GB.UTF-8"))
    sentence = "a port is a number from 1 to 65535, not “abc”"
    _is_one_sentence(done, sentence, "python3 dev.py --help", begins="Error: ")
    made = "from workshop.console import seconds; print(seconds(0.84))"
    assert _dev(copy, "-c", made, env=_environ(LC_ALL="en_GB.UTF-8")).stdout == "0.8 s\n"


def test_the_help_is_german_to_the_last_word(copy):
    for words in (["--help"], ["run", "--help"], ["stack", "-h"], ["test", "-h"], ["bench", "-h"]):
        text = _dev(copy, "dev.py", *words).stdout
        assert text.startswith("Aufruf: dev.py")
        assert not re.search(r"\b(usage|options|positional|arguments|show|exit)\b", text)


SOURCES = sorted((ROOT / "workshop").glob("*.py"))


def _terminal_texts():
    """Yield every text that the terminal may say, as the code has it."""
    for path in SOURCES:
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "_":
                yield ast.literal_eval(node.args[0])


def test_every_text_of_the_terminal_is_german_too_and_none_is_left_over():
    assert set(_terminal_texts()) == set(german.GERMAN) - set(german.ARGPARSE)
    words = {
        node.value
        for node in ast.walk(ast.parse(Path(argparse.__file__).read_text()))
        if isinstance(node, ast.Constant)
    }
    assert set(german.ARGPARSE) <= words


def test_both_languages_put_in_the_same_values():
    for text, phrase in german.GERMAN.items():
        if text in german.ARGPARSE:
            placeholders = [
                re.findall(r"%(?:\(\w+\))?[sr]", template) for template in (text, phrase)
            ]
        else:
            placeholders = [
                [name for _, name, *_ in Formatter().parse(template)] for template in (text, phrase)
            ]
        assert sorted(map(str, placeholders[0])) == sorted(map(str, placeholders[1])), text


def test_no_german_is_left_in_the_code_of_the_terminal():
    for path in SOURCES:
        if path.name != "german.py":
            texts = [
                node.value
                for node in ast.walk(ast.parse(path.read_text()))
                if isinstance(node, ast.Constant) and isinstance(node.value, str)
            ]
            assert not [text for text in texts if re.search("[äöüÄÖÜß„]", text)], path


@pytest.mark.parametrize(("name", "refused"), [("page.html", ["2"]), ("mail.txt", [])])
def test_a_line_of_a_page_over_120_columns_is_refused(tmp_path, name, refused):
    file = tmp_path / name
    file.write_text(f"{'ö' * 120}\n{'ö' * 121}\n")
    assert [line.split(":")[1] for line in templates.too_wide(file)] == refused


class Way:
    """A network whose way out begins at this address, or nowhere."""

    def __init__(self, ours):
        self.ours = ours

    def __call__(self, *_):
        return self

    def __enter__(self):
        return self

    def __exit__(self, *_):
        pass

    def connect(self, _):
        if self.ours is None:
            raise OSError(101, "Network is unreachable")

    def getsockname(self):
        return (self.ours, 40000)


@pytest.mark.parametrize("ours", ["192.168.2.5", "10.0.0.7", "172.20.1.1"])
def test_the_address_in_the_own_network_is_found(monkeypatch, ours):
    monkeypatch.setattr(lan.socket, "socket", Way(ours))
    assert lan.address() == ours


@pytest.mark.parametrize(
    ("ours", "sentence"),
    [
        (None, "in keinem Netz"),
        ("127.0.0.1", "in keinem Netz"),
        ("0.0.0.0", "in keinem Netz"),
        ("8.8.4.4", "keine eines eigenen Netzes"),
    ],
)
def test_without_a_network_of_its_own_one_sentence_says_so(monkeypatch, ours, sentence):
    monkeypatch.setattr(lan.socket, "socket", Way(ours))
    with pytest.raises(console.Trouble, match=sentence) as trouble:
        lan.address()
    assert "ohne --lan starten" in str(trouble.value).replace("Ohne", "ohne")


def test_in_the_own_network_its_address_is_allowed_and_what_was_set_stays():
    made = lan.environ({}, "192.168.2.5", 8000)
    assert made["ALLOWED_HOSTS"] == "localhost,127.0.0.1,[::1],192.168.2.5"
    assert made["CSRF_TRUSTED_ORIGINS"] == "http://192.168.2.5:8000"
    given = {"ALLOWED_HOSTS": "kneipe.local", "CSRF_TRUSTED_ORIGINS": "https://kneipe.local"}
    made = lan.environ(given, "192.168.2.5", 8000)
    assert made["ALLOWED_HOSTS"] == "kneipe.local,192.168.2.5"
    assert made["CSRF_TRUSTED_ORIGINS"] == "https://kneipe.local,http://192.168.2.5:8000"


def test_only_with_lan_does_it_listen_beyond_this_machine():
    assert club.Wish("run", 8000, False).host == "127.0.0.1"
    assert club.Wish("run", 8000, False, lan=True).host == "0.0.0.0"


def test_what_needs_https_is_said():
    for words in ("Service Worker", "Passkeys", "docs/running.md", "nur an diesem Rechner"):
        assert words in lan.caveat()
    assert "„In your own network“" in lan.caveat()
    assert "\n## In your own network\n" in (ROOT / "docs" / "running.md").read_text()


def test_the_code_in_the_terminal_is_that_of_the_address():
    import segno

    from workshop import qr

    url = "http://192.168.2.5:8000/"
    lines = qr.drawn(url)
    # Each sign holds two rows; a light module is drawn, a dark one is left out.
    upper = [[sign in "█▀" for sign in line] for line in lines]
    lower = [[sign in "█▄" for sign in line] for line in lines]
    rows = [row for pair in zip(upper, lower, strict=True) for row in pair]
    matrix = segno.make(url, micro=False).matrix
    inner = [row[4:-4] for row in rows[4 : 4 + len(matrix)]]
    assert inner == [[not dark for dark in row] for row in matrix]


# A child that will not hear SIGTERM, with a grandchild in its group.
FAMILY = """
import signal, subprocess, sys, time
from pathlib import Path
from workshop.console import Trouble
from workshop.processes import ProcessGroup, Stopped
# Under nohup it is ignored, and rightly stays so.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
stubborn = "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
rests = "import time; time.sleep(600)"
stubborn += f"subprocess.Popen([sys.executable, '-c', {rests!r}, sys.argv[1]]); time.sleep(600)"
name = sys.argv[1]
try:
    with ProcessGroup() as house:
        house.start("Eins", ["sleep", "600"], log=Path(name))
        command = [sys.executable, "-c", stubborn, name]
        house.start("Zwei", command, log=Path(name), grace=0.5)
        if sys.argv[2] == "dies":
            house.start("Drei", [sys.executable, "-c", "print('weh'); exit(3)"], log=Path(name))
        print("up", flush=True)
        house.watch()
except Stopped:
    print("stopped")
except Trouble as trouble:
    print(trouble)
"""


def _of(name):
    """Return the processes that name this file on their command line."""
    process = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True
    )
    lines = [line for line in process.stdout.splitlines() if str(name) in line]
    return [line for line in lines if f" {os.getpid()} " not in f" {line} "]


def _until(number, name):
    """Wait until so many processes name the file."""
    wait_until(lambda: len(_of(name)) == number, lambda: "\n".join(_of(name)))


@pytest.fixture
def family(tmp_path):
    """Start a process with two children, of which one hears no SIGTERM and has a child itself."""
    name = tmp_path / "family.log"
    command = [sys.executable, "-c", FAMILY, str(name), "lives"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    process.name = name
    assert process.stdout.readline() == "up\n"
    _until(3, name)  # we, the stubborn one and its child
    yield process
    process.kill()
    process.wait()


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_us_ends_all_we_started(family, number):
    family.send_signal(number)
    assert finish(family)[0] == "stopped\n"
    assert _of(family.name) == []


def test_whoever_kills_us_ends_all_we_started(family):
    """We cannot hear SIGKILL; the guard beside us does the rest, also to grandchildren."""
    family.kill()
    assert finish(family)[0] == ""
    _until(0, family.name)


def test_a_child_that_dies_is_named_and_the_rest_ends(tmp_path):
    name = tmp_path / "family.log"
    command = [sys.executable, "-c", FAMILY, str(name), "dies"]
    done = run(command, cwd=ROOT)
    assert "Drei hat sich beendet (Code 3)." in done.stdout
    assert str(name) in done.stdout
    assert "| weh" in done.stdout
    assert _of(name) == []


def _fresh(folder):
    """Copy the project as a clone would be after a commit: everything that git does not ignore."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    text = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, text.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def _started(folder, port):
    process = subprocess.Popen(
        [sys.executable, "dev.py", "run", "--port", str(port)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    sentences = []
    for line in process.stdout:
        sentences.append(line)
        if "Beenden: Strg-C" in line:
            break
    assert process.poll() is None, "".join(sentences)
    return process, "".join(sentences)


@pytest.mark.long
def test_run_in_a_fresh_clone_from_nothing_to_nothing(tmp_path):
    """Started, killed in the middle of the season, started again, used, ended, started again."""
    _fresh(tmp_path)
    port = _free_port()
    process, text = _started(tmp_path, port)
    assert f"http://localhost:{port}/" in text
    assert "@demo.invalid" in text
    with urllib.request.urlopen(f"http://localhost:{port}/", timeout=LIMIT) as answer:
        assert answer.status == 200
        page = answer.read().decode()
    assert "<h1" in page
    assert "Der Vorführverein wird noch gefüllt: " in page
    assert len(_of(tmp_path)) >= 4
    process.kill()
    finish(process)

    (tmp_path / "var" / "schockwart.sqlite3").chmod(0o644)  # as an older version left it
    process, text = _started(tmp_path, port)
    assert "Fehler" not in text
    assert _readable_by_others(tmp_path / "var") == []
    written = "".join(path.read_text() for path in (tmp_path / "var" / "log").iterdir())
    assert "@demo.invalid" not in written
    for line in process.stdout:
        if "Der Vorführverein ist vollständig: 28 Leute, 12 Abende" in line:
            break
    with urllib.request.urlopen(f"http://localhost:{port}/", timeout=LIMIT) as answer:
        assert "Der Vorführverein" not in answer.read().decode()
    process.send_signal(signal.SIGINT)
    assert "Beendet." in finish(process)[0]
    assert process.returncode == 0
    assert _of(tmp_path) == []

    process, _ = _started(tmp_path, port)
    process.send_signal(signal.SIGTERM)
    finish(process)
    assert _of(tmp_path) == []


def test_what_of_others_comes_along_is_listed_with_its_licence():
    from workshop import notices

    assert notices.PAGE.read_text("utf-8") == notices.page()
    assert len(notices.locked()) > 40
    assert "| django |" in notices.page()
