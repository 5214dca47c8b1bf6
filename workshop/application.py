"""Start the application's own processes: database and static files, the web server, the worker.

Each start of Django costs more than a second. So a start in which nothing has changed asks the
database itself, without Django, and a first one does all that comes before the pages in one process
beside that for the static files.
"""

import hashlib
import re
import shutil
import socket
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path

from config.terminal import READY
from workshop import environment, logs
from workshop.console import Note, Trouble, disk_is_full, say
from workshop.language import _
from workshop.mails import Mailbox
from workshop.paths import PYTHON, ROOT, shown
from workshop.processes import Child, ProcessGroup, finish

HOST = "127.0.0.1"
OURS = ("config", "league", "games", "finance")
DATABASE = "schockwart.sqlite3"
CELERY = (PYTHON, "-m", "celery", "-A", "config")


def manage(env: Mapping[str, str], log: Path, *words: str, private: bool = False) -> str:
    """Run a command of `manage.py` and return its standard output; Trouble if it fails.

    The output of a `private` one names people and is in no log.
    """
    done = finish([PYTHON, "manage.py", *words], log=log, env=env, private=private)
    if done.code:
        raise _failed(words[0], done.everything, log)
    return done.out


def _failed(command: str, output: str, log: Path) -> Trouble:
    """Return the reason why `manage.py` failed, in a sentence."""
    last = _last_line(output).removeprefix("CommandError: ") or _("without a word")
    if "ModuleNotFoundError" in output:
        return Trouble(
            _("The Python environment .venv is damaged ({reason}).", reason=last),
            _("delete the folder .venv and start again."),
        )
    if "disk is full" in output or "No space left" in output:
        return disk_is_full()
    return Trouble(
        _("“manage.py {command}” failed: {reason}", command=command, reason=last),
        _("see the log: {file}.", file=shown(log)),
    )


def _last_line(output: str) -> str:
    return next(filter(None, reversed([line.strip() for line in output.splitlines()])), "")


# --- database and demo club -----------------------------------------------------------------
class Preparing:
    """`manage.py prepare` at work: it migrates, and fills the demo club if one is wanted.

    It says when the pages can be opened (`may_open`), unless they can be from the beginning; most
    of the demo club's season comes after that.
    """

    def __init__(
        self,
        processes: ProcessGroup,
        env: Mapping[str, str],
        log: Path,
        *,
        demo: bool,
        may_open: bool,
        note: Note,
    ) -> None:
        logs.begin(log)
        self.log, self.note = log, note
        self.may_open, self.ended = may_open, False
        self.last = ""
        words = ["prepare", *(["--demo"] if demo else [])]
        processes.start(
            _("What prepares the database"),
            [PYTHON, "manage.py", *words],
            log=log,
            env=env,
            reader=self._hear,
            ended=self._end,
        )

    def _hear(self, line: str) -> None:
        if line.strip() == READY:
            self.may_open = True
            return
        self.last = line.strip()
        if not self.may_open:
            self.note(self.last)

    def _end(self, code: int) -> None:
        self.ended = True
        if code == 0:
            if self.may_open and self.last:
                say(_("The demo club is complete: {words}.", words=self.last))
            return
        trouble = _failed("prepare", self.log.read_text(errors="replace"), self.log)
        if not self.may_open:
            raise trouble
        # All rows so far are complete; the club is in use, and goes on.
        say(_("The demo club is not complete; the next start goes on with it. {why}", why=trouble))


def is_prepared(env: Mapping[str, str], var: Path) -> bool:
    """Return True if the embedded database matches our code and was checked with these settings.

    The contents of the database are read from itself, so one that was changed, moved or put back is
    prepared anew.
    """
    stamp = var / "database-stamp"
    if env.get("DATABASE_URL") or not (var / DATABASE).exists() or not stamp.exists():
        return False
    try:
        return stamp.read_text() == _state(env, var)
    except sqlite3.Error:
        return False  # Django will say what it is


def remember_prepared(env: Mapping[str, str], var: Path) -> None:
    if not env.get("DATABASE_URL"):
        (var / "database-stamp").write_text(_state(env, var))


def _state(env: Mapping[str, str], var: Path) -> str:
    """Return a digest of all code, packages, settings, and the database's tables and migrations.

    Triggers count as the tables do.
    """
    sum_ = hashlib.sha256(environment.STAMP.read_bytes())
    for app in OURS:
        for path in sorted((ROOT / app).rglob("*.py")):
            sum_.update(f"{path.relative_to(ROOT)}\n".encode() + path.read_bytes())
    settings = (ROOT / "config" / "settings.py").read_text()
    for name in re.findall(r'env\.\w+\(\s*"([A-Z_]+)"', settings):
        if name != "PUBLIC_URL":  # of each start's port
            sum_.update(f"{name}={env.get(name, '')}\n".encode())
    for row in _rows(
        var,
        "SELECT type, name, sql FROM sqlite_master ORDER BY type, name",
        "SELECT app, name, 0 FROM django_migrations ORDER BY app, name",
    ):
        sum_.update(f"{row}\n".encode())
    return sum_.hexdigest()


def has_people(var: Path) -> bool:
    """Return True if a prepared embedded database has any person."""
    return any(_rows(var, "SELECT 1 FROM league_person LIMIT 1"))


def is_demo_unfinished(var: Path) -> bool:
    """Return True if a prepared embedded database has a demo club that is begun, not complete."""
    return any(_rows(var, "SELECT 1 FROM desk_democlub WHERE finished_at IS NULL"))


def _rows(var: Path, *queries: str) -> Iterator[tuple[object, ...]]:
    with closing(sqlite3.connect(var / DATABASE)) as database:
        for query in queries:
            yield from database.execute(query)


# --- static files ---------------------------------------------------------------------------
def collect_static(env: Mapping[str, str], var: Path) -> None:
    """Collect the static files if ours or the packages' have changed."""
    sum_ = hashlib.sha256(environment.STAMP.read_bytes())
    makers = [ROOT / "config" / "static.py", ROOT / "config" / "bundles.py"]
    for path in [*makers, *sorted((ROOT / "static").rglob("*"))]:
        state = path.stat()
        sum_.update(f"{path.relative_to(ROOT)} {state.st_mtime_ns} {state.st_size}\n".encode())
    stamp = var / "static-stamp"
    if stamp.exists() and stamp.read_text() == sum_.hexdigest():
        return
    shutil.rmtree(var / "static", ignore_errors=True)
    manage(env, var / "log" / "static.log", "collectstatic", "--no-input")
    stamp.write_text(sum_.hexdigest())


# --- web server and worker ------------------------------------------------------------------
def start_web(
    processes: ProcessGroup, env: Mapping[str, str], log: Path, host: str, port: int
) -> Child:
    logs.begin(log)
    several = env.get("DATABASE_URL", "").startswith("postgres")
    command: list[object] = [PYTHON, "-m", "granian", "--interface", "wsgi", "--no-ws"]
    # SQLite has one writer at a time: one process with threads serves it best.
    command += ["--host", host, "--port", port, "--workers", 2 if several else 1]
    # Phones that look on keep their lines open, and there is room for so many.
    command += ["--blocking-threads", 8, "--backlog", 4096]
    command += ["--respawn-failed-workers", "config.wsgi:application"]
    return processes.start(_("The web server"), command, log=log, env=env, reader=Mailbox())


def answers(port: int, log: Path) -> bool:
    """Return True if the start page answers, False if no server does; Trouble if it fails."""
    try:
        with socket.create_connection((HOST, port), timeout=10) as line:
            line.sendall(f"GET / HTTP/1.0\r\nHost: {HOST}:{port}\r\n\r\n".encode())
            head = line.makefile("rb").readline().split()
    except OSError:
        return False
    if len(head) < 2 or int(head[1]) >= 400:
        raise Trouble(
            _("The start page answers with the error {code}.", code=head[1].decode()),
            _("see the log: {file}.", file=shown(log)),
        )
    return True


def start_worker(processes: ProcessGroup, env: Mapping[str, str], log: Path) -> Child:
    """Start the worker with its clock. It has two hands, so a table never waits behind a report.

    One process is enough for the embedded form: threads for the tasks, one more for the clock.
    """
    logs.begin(log)
    command: list[object] = [*CELERY, "--skip-checks", "worker", "--loglevel=INFO"]
    command += ["--concurrency=2", "--without-gossip", "--without-mingle"]
    if not env.get("DATABASE_URL", "").startswith("postgres"):
        command += ["--pool=threads", "--clock"]
    # Work left undone by a worker that did not end in time is owed in the database, and the
    # next one's sweep finds it.
    reader = Mailbox(all_of_them=False)
    return processes.start(_("The worker"), command, log=log, env=env, grace=3, reader=reader)


def start_clock(processes: ProcessGroup, env: Mapping[str, str], log: Path) -> Child:
    """Start the clock as a process of its own, as in production."""
    logs.begin(log)
    command: list[object] = [*CELERY, "beat", "--loglevel=INFO", "--pidfile="]
    reader = Mailbox(all_of_them=False)
    return processes.start(_("The clock"), command, log=log, env=env, reader=reader)
