"""`dev.py` as a stranger meets it: what it says when something is in the way, and that it ends."""

import fcntl
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from workshop import club, console, lan, mails, processes

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
OLD = "import sys, runpy; sys.version_info = {}; sys.argv = ['dev.py', 'run']; "
OLD += "runpy.run_path('dev.py', run_name='__main__')"
NO_ENSUREPIP = "import sys, runpy; sys.modules['ensurepip'] = None; sys.path.insert(0, '.'); "
NO_ENSUREPIP += "sys.argv = ['dev.py', 'run']; runpy.run_path('dev.py', run_name='__main__')"


@pytest.fixture
def copy(tmp_path):
    """The part of the project that is needed to fail: no `.venv`, no application."""
    for name in ("workshop", "requirements"):
        shutil.copytree(ROOT / name, tmp_path / name, ignore=shutil.ignore_patterns("*.pyc"))
    shutil.copy(ROOT / "dev.py", tmp_path)
    return tmp_path


def _environ(**more):
    # Without uv on PATH: what is tested is the way that every Python can go.
    kept = {k: v for k, v in os.environ.items() if not k.startswith(("PIP_", "UV_", "COV_"))}
    return {**kept, "PATH": "/usr/bin:/bin", **more}


def _free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def _dev(folder, *words, before=(), env=None):
    command = [*before, sys.executable, "-B", *words]
    return subprocess.run(
        command, cwd=folder, env=env or _environ(), capture_output=True, text=True, check=False
    )


def _is_one_sentence(done, sentence, remedy):
    assert done.returncode == 1
    assert "Traceback" not in done.stderr + done.stdout
    lines = done.stderr.strip().splitlines()
    assert len(lines) == 2, done.stderr
    assert lines[0].startswith("Fehler: ")
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


def test_a_second_run_in_the_same_folder(copy):
    (copy / "var").mkdir()
    with (copy / "var" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        done = _dev(copy, "dev.py", "run")
    _is_one_sentence(done, "In diesem Ordner läuft schon ein Schockwart.", "Strg-C")


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


def test_old_pythons_can_read_the_door():
    source = (ROOT / "dev.py").read_text()
    assert source.startswith("#!/usr/bin/env python3\n# -*- coding: utf-8 -*-")
    assert not re.search(r"\bf\"|:=|print\(|->|: str", source)


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
    for line in ["something else\n", *"".join(output).splitlines(keepends=True)]:
        show(line)
    said = capsys.readouterr().out
    assert "E-Mail an a@b.invalid: Dein Code für heute" in said
    assert "│ AB-CD" in said
    assert "│ Grüße" in said
    assert "something else" not in said


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
    said = capsys.readouterr().out
    assert said.count("\n") == 1
    assert "\r[1/1] Vorführverein … Abend 11 von 12 " in said
    assert said.splitlines()[-1].split("\r")[-1].startswith("[1/1] Vorführverein … fertig ")


def test_what_a_command_says_is_heard_while_it_runs(tmp_path):
    heard, began = [], time.monotonic()
    source = "import sys, time; print('eins', flush=True); print('weh', file=sys.stderr); "
    source += "time.sleep(1); print('zwei')"
    done = processes.finish(
        [sys.executable, "-c", source],
        log=tmp_path / "log",
        heard=lambda line: heard.append((line, time.monotonic() - began)),
    )
    assert [line for line, _when in heard] == ["eins", "zwei"]
    assert heard[1][1] - heard[0][1] > 0.7
    assert (done.code, done.out, done.everything) == (0, "eins\nzwei\n", "eins\nzwei\nweh\n")
    assert (tmp_path / "log").read_text() == done.everything


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
        assert words in lan.CAVEAT
    assert "„Im eigenen Netz“" in lan.CAVEAT
    assert "\n## Im eigenen Netz\n" in (ROOT / "docs" / "running.md").read_text()


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
from workshop.processes import House, Stopped
# Under nohup it is ignored, and rightly stays so.
signal.signal(signal.SIGHUP, signal.SIG_DFL)
stubborn = "import signal, subprocess, sys, time; signal.signal(signal.SIGTERM, signal.SIG_IGN); "
stubborn += "subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)', sys.argv[1]]); "
stubborn += "time.sleep(60)"
name = sys.argv[1]
try:
    with House() as house:
        house.start("Eins", ["sleep", "60"], log=Path(name))
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
    """The processes that name this file on their command line."""
    found = subprocess.run(
        ["ps", "-ww", "-eo", "pid=,args="], capture_output=True, text=True, check=True
    )
    lines = [line for line in found.stdout.splitlines() if str(name) in line]
    return [line for line in lines if f" {os.getpid()} " not in f" {line} "]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_whoever_ends_us_ends_all_we_started(tmp_path, number):
    name = tmp_path / "family.log"
    command = [sys.executable, "-c", FAMILY, str(name), "lives"]
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout.readline() == "up\n"
        time.sleep(0.3)
        assert len(_of(name)) == 3  # we, the stubborn one and its child
    finally:
        process.send_signal(number)
        said = process.communicate(timeout=10)[0]
    assert said == "stopped\n"
    assert _of(name) == []


def test_a_child_that_dies_is_named_and_the_rest_ends(tmp_path):
    name = tmp_path / "family.log"
    command = [sys.executable, "-c", FAMILY, str(name), "dies"]
    done = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, timeout=10, check=False
    )
    assert "Drei hat sich beendet (Code 3)." in done.stdout
    assert str(name) in done.stdout
    assert "| weh" in done.stdout
    assert _of(name) == []


def _fresh(folder):
    """A clone as it would be after a commit: everything that git does not ignore."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    found = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, found.split("\0")):
        if (ROOT / name).exists():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, folder / name)


def _started(folder, port):
    began = time.monotonic()
    process = subprocess.Popen(
        [sys.executable, "dev.py", "run", "--port", str(port)],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    said = []
    for line in process.stdout:
        said.append(line)
        if "Beenden: Strg-C" in line:
            break
    assert process.poll() is None, "".join(said)
    return process, time.monotonic() - began, "".join(said)


@pytest.mark.long
def test_run_in_a_fresh_clone_from_nothing_to_nothing(tmp_path):
    _fresh(tmp_path)
    port = _free_port()
    process, _, said = _started(tmp_path, port)
    try:
        assert f"http://localhost:{port}/" in said
        assert "@demo.invalid" in said
        assert "Abend 7 von 12" in said
        with urllib.request.urlopen(f"http://localhost:{port}/", timeout=10) as answer:
            assert answer.status == 200
            assert "<h1" in answer.read().decode()
        assert len(_of(tmp_path)) >= 5
    finally:
        process.send_signal(signal.SIGINT)
        rest = process.communicate(timeout=30)[0]
    assert process.returncode == 0
    assert "Beendet." in rest
    assert _of(tmp_path) == []

    process, took, _ = _started(tmp_path, port)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=30)
    assert took < 5
    assert _of(tmp_path) == []
