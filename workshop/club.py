"""`run` and `stack`: the application with all it needs, on this machine or in its own network."""

import hashlib
import shutil
import socket
import sqlite3
import tempfile
import urllib.error
import urllib.request
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from workshop import environment, lan, postgres, redis
from workshop.console import Note, Steps, Trouble, say
from workshop.mails import Mailbox
from workshop.paths import PYTHON, ROOT, VAR, shown
from workshop.processes import House, Reader, finish

HOST = "127.0.0.1"
NOBODY = "Hier ist noch kein Club: Die Startseite gründet ihn."


@dataclass(frozen=True)
class Wish:
    """What the person asked for on the command line."""

    command: str  # run or stack
    port: int
    empty: bool
    lan: bool = False

    @property
    def host(self) -> str:
        return lan.EVERYWHERE if self.lan else HOST


def run(wish: Wish, house: House) -> int:
    """Starts everything and stays until it is stopped."""
    var = VAR / "stack" if wish.command == "stack" else VAR
    _writable(var)
    try:
        with environment.hold(var / "lock"):
            _port_is_free(wish)
            return _run(wish, house, var)
    except BlockingIOError:
        raise Trouble(
            "In diesem Ordner läuft schon ein Schockwart.",
            "Den anderen zuerst mit Strg-C beenden oder eine zweite Kopie des Ordners nehmen.",
        ) from None


def _run(wish: Wish, house: House, var: Path) -> int:
    stack = wish.command == "stack"
    steps = Steps(4 + stack + (not wish.empty))
    neighbours = lan.address() if wish.lan else None
    with steps.step("Python-Umgebung (.venv)"):
        environment.make("test" if stack else "run")
    env = _settings(var)
    env.setdefault("PUBLIC_URL", lan.url(neighbours or "localhost", wish.port).rstrip("/"))
    if neighbours:
        env |= lan.environ(env, neighbours, wish.port)
    with tempfile.TemporaryDirectory(prefix="schockwart-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        try:
            if stack:
                with steps.step("PostgreSQL und Redis"):
                    _servers(env, house, var, place)
            with steps.step("Datenbank"):
                _migrate(env, var)
            with steps.step("Statische Dateien"):
                _static(env, var)
            if not wish.empty:
                with steps.step("Vorführverein") as note:
                    _demo(env, var, note)
            with steps.step("Webserver, Worker und Taktgeber"):
                _start(wish, house, env, var)
            _welcome(wish, env, var, neighbours)
            house.watch()
        finally:
            house.end()  # before the folder goes that holds their sockets
    return 0


def _settings(var: Path) -> dict[str, str]:
    """The environment of all children: the person's own, and what makes it a demo here."""
    env = {"DEMO": "1", "PYTHONUNBUFFERED": "1", **environment.clean_environ()}
    env["VAR_DIR"] = str(var)
    return env


def _servers(env: dict[str, str], house: House, var: Path, place: Path) -> None:
    log = var / "log"
    if not env.get("DATABASE_URL"):
        data = var / "postgres"
        env["DATABASE_URL"] = postgres.start(house, data, place, log / "postgres.log", durable=True)
    if not env.get("REDIS_URL"):
        env["REDIS_URL"] = redis.start(house, log / "redis.log")


def manage(env: Mapping[str, str], log: Path, *words: str, heard: Reader | None = None) -> str:
    """What `manage.py` says on its standard output."""
    done = finish([PYTHON, "manage.py", *words], log=log, env=env, heard=heard)
    if done.code == 0:
        return done.out
    output = done.everything
    last = output.strip().splitlines()[-1] if output.strip() else "ohne ein Wort"
    if "ModuleNotFoundError" in output:
        raise Trouble(
            f"Die Python-Umgebung .venv ist beschädigt ({last}).",
            "Den Ordner .venv löschen und noch einmal starten.",
        )
    if "disk is full" in output or "No space left" in output:
        raise Trouble("Der Datenträger ist voll.", "Platz schaffen und noch einmal starten.")
    raise Trouble(
        f"„manage.py {words[0]}“ ist gescheitert: {last}", f"In das Protokoll sehen: {shown(log)}."
    )


def _migrate(env: Mapping[str, str], var: Path) -> None:
    for folder in ("queue", "control"):
        (var / "broker" / folder).mkdir(parents=True, exist_ok=True)
    manage(env, var / "log" / "setup.log", "migrate", "--no-input")


def _static(env: Mapping[str, str], var: Path) -> None:
    """Collects the static files where ours or the packages' have changed."""
    sum_ = hashlib.sha256(environment.STAMP.read_bytes())
    for path in sorted((ROOT / "static").rglob("*")):
        state = path.stat()
        sum_.update(f"{path.relative_to(ROOT)} {state.st_mtime_ns} {state.st_size}\n".encode())
    stamp = var / "static-stamp"
    if stamp.exists() and stamp.read_text() == sum_.hexdigest():
        return
    shutil.rmtree(var / "static", ignore_errors=True)
    manage(env, var / "log" / "setup.log", "collectstatic", "--no-input")
    stamp.write_text(sum_.hexdigest())


def _demo(env: Mapping[str, str], var: Path, note: Note) -> None:
    """Fills an empty database with the demo club, and says how far it is."""
    if _has_people(env, var) or not manage(
        env, var / "log" / "setup.log", "demo", "--if-empty", heard=note
    ):
        note("nicht nötig, hier ist schon ein Club")


def _has_people(env: Mapping[str, str], var: Path) -> bool:
    """Whether the embedded database has anybody: asked at once, the second start is quicker."""
    if env.get("DATABASE_URL"):
        return False
    with closing(sqlite3.connect(var / "schockwart.sqlite3")) as database:
        return database.execute("SELECT 1 FROM league_person LIMIT 1").fetchone() is not None


def _start(wish: Wish, house: House, env: Mapping[str, str], var: Path) -> None:
    log = var / "log"
    for name in ("web.log", "worker.log", "beat.log"):
        (log / name).unlink(missing_ok=True)
    several = env.get("DATABASE_URL", "sqlite").startswith("postgres")
    web = [PYTHON, "-m", "granian", "--interface", "wsgi", "--no-ws", "--host", wish.host]
    # SQLite has one writer at a time: one process with threads serves it best.
    web += ["--port", str(wish.port), "--workers", "2" if several else "1"]
    # Phones that look on keep their lines open, and there is room for so many.
    web += ["--blocking-threads", "8", "--backlog", "4096"]
    web += ["--respawn-failed-workers", "config.wsgi:application"]
    house.start("Der Webserver", web, log=log / "web.log", env=env, reader=Mailbox())
    celery = [PYTHON, "-m", "celery", "-A", "config"]
    # Two hands: a table never waits behind a report.
    worker = [*celery, "worker", "--concurrency=2", "--loglevel=INFO"]
    worker += ["--without-gossip", "--without-mingle"]
    # On the filesystem broker it takes seven seconds to end by itself. What a killed one leaves
    # undone is still owed in the database, and the next one's sweep finds it.
    ringing = house.start(
        "Der Worker", worker, log=log / "worker.log", env=env, reader=Mailbox(), grace=3
    )
    beat = [*celery, "beat", "--loglevel=INFO", "--pidfile="]
    ticking = house.start("Der Taktgeber", beat, log=log / "beat.log", env=env)
    house.wait_until(lambda: _answers(wish.port, house), "Der Webserver")
    house.wait_until(lambda: ringing.has(" ready."), "Der Worker")
    house.wait_until(lambda: ticking.has("beat: Starting"), "Der Taktgeber")


def _answers(port: int, house: House) -> bool:
    try:
        with urllib.request.urlopen(f"http://{HOST}:{port}/", timeout=10):
            return True
    except urllib.error.HTTPError as error:
        raise Trouble(
            f"Die Startseite antwortet mit dem Fehler {error.code}.",
            f"In das Protokoll sehen: {shown(house.children[-3].log)}.",
        ) from None
    except OSError:
        return False


def _welcome(wish: Wish, env: Mapping[str, str], var: Path, neighbours: str | None) -> None:
    log = var / "log"
    say(f"\nSchockwart läuft: {lan.url('localhost', wish.port)}")
    if wish.command == "stack":
        say(f"  DATABASE_URL={env['DATABASE_URL']}\n  REDIS_URL={env['REDIS_URL']}")
    if neighbours:
        url = lan.url(neighbours, wish.port)
        code = finish([PYTHON, "-m", "workshop.qr", url], log=log / "setup.log", env=env)
        say(f"Im selben Netz:   {url}\n\n{code.out}\n{lan.CAVEAT}\n")
    if env.get("DEMO") == "1":
        say(manage(env, log / "setup.log", "logins").rstrip() or NOBODY)
    say(f"Anmeldecodes erscheinen hier. Protokolle: {shown(log)}/  Beenden: Strg-C\n")


def _port_is_free(wish: Wish) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((wish.host, wish.port))
        except PermissionError:
            raise Trouble(
                f"Port {wish.port} ist dem System vorbehalten.",
                f"Einen ab 1024 nehmen: python3 dev.py {wish.command} --port 8000",
            ) from None
        except OSError:
            raise Trouble(
                f"Port {wish.port} ist schon belegt.",
                f"Einen anderen nehmen: python3 dev.py {wish.command} --port {wish.port + 1}",
            ) from None


def _writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except PermissionError:
        reason = "darf nicht beschrieben werden"
    except OSError as error:
        reason = f"lässt sich nicht beschreiben ({error.strerror})"
    raise Trouble(
        f"Der Ordner {folder} {reason}.",
        "Schreibrechte geben oder das Projekt in einen eigenen Ordner kopieren.",
    )
