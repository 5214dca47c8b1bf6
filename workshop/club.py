"""`run` and `stack`: the application with all it needs, on this machine or in its own network."""

import os
import socket
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from workshop import application, environment, lan, logs, postgres, redis
from workshop.console import Steps, Trouble, say
from workshop.language import _
from workshop.paths import PYTHON, VAR, shown
from workshop.processes import Child, ProcessGroup, finish

# So long it takes at most until what a killed dev.py has left is ended.
AFTERMATH = 10


@dataclass(frozen=True)
class Wish:
    """The choices made on the command line."""

    command: str  # run or stack
    port: int
    empty: bool
    lan: bool = False

    @property
    def host(self) -> str:
        return lan.EVERYWHERE if self.lan else application.HOST

    @property
    def url(self) -> str:
        return lan.url("localhost", self.port)


def run(wish: Wish, processes: ProcessGroup) -> int:
    """Start everything and stay until it is stopped."""
    var = VAR / "stack" if wish.command == "stack" else VAR
    _writable(var)
    with _alone(wish, processes, var / "lock"):
        _port_is_free(wish)
        return _run(wish, processes, var)


@contextmanager
def _alone(wish: Wish, processes: ProcessGroup, lock: Path) -> Iterator[None]:
    """Hold this folder's lock while we, or a child of ours, live; Trouble if it is taken."""
    end = time.monotonic() + AFTERMATH
    with ExitStack() as exit_stack:
        while True:
            try:
                file = exit_stack.enter_context(environment.hold(lock))
                break
            except BlockingIOError:
                # The children of one that was killed end in a moment; then the folder is free.
                if _owner_lives(lock) or time.monotonic() > end:
                    raise _taken(lock) from None
                time.sleep(0.1)
        file.truncate(0)
        print(os.getpid(), wish.url, file=file, flush=True)
        processes.held_open.append(file.fileno())
        yield


def _owner(lock: Path) -> tuple[int, str] | None:
    """Return process and address of the holder of the lock, which are written in it."""
    words = lock.read_text().split()
    return (int(words[0]), words[1]) if len(words) == 2 else None


def _owner_lives(lock: Path) -> bool:
    owner = _owner(lock)
    if owner is None:
        return True  # has not written yet
    try:
        os.kill(owner[0], 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass  # another user's, but alive
    return True


def _taken(lock: Path) -> Trouble:
    owner = _owner(lock)
    if owner is None:
        return Trouble(
            _("A Schockwart runs in this folder already."),
            _("end that one with Ctrl-C first, or take a second copy of the folder."),
        )
    if not _owner_lives(lock):
        return Trouble(
            _("Of a Schockwart that was killed something still runs in this folder."),
            _("end it with: kill $(lsof -t {file})", file=shown(lock)),
        )
    return Trouble(
        _(
            "A Schockwart runs in this folder already: {url} (process {pid}).",
            url=owner[1],
            pid=owner[0],
        ),
        _(
            "end that one first, by Ctrl-C or kill {pid}, or take a second copy of the folder.",
            pid=owner[0],
        ),
    )


def _run(wish: Wish, processes: ProcessGroup, var: Path) -> int:
    stack = wish.command == "stack"
    steps = Steps(3 + stack)
    neighbours = lan.address() if wish.lan else None
    with steps.step(_("Python environment (.venv)")):
        environment.make("test" if stack else "run")
    _keep_private(var)
    env = _settings(var)
    env.setdefault("PUBLIC_URL", lan.url(neighbours or "localhost", wish.port).rstrip("/"))
    if neighbours:
        env |= lan.environ(env, neighbours, wish.port)
    with tempfile.TemporaryDirectory(prefix="schockwart-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        try:
            if stack:
                with steps.step(_("PostgreSQL and Redis")):
                    _servers(env, processes, var, place)
            filling = _prepare(wish, processes, env, var, steps)
            with steps.step(_("Web server")):
                log = var / "log" / "web.log"
                application.start_web(processes, env, log, wish.host, wish.port)
                processes.wait_until(
                    lambda: application.answers(wish.port, log), _("The web server")
                )
            say(f"\n{_('Schockwart runs: {url}', url=wish.url)}")
            workers = _start_workers(processes, env, var / "log", stack=stack)
            _welcome(wish, env, var, neighbours)
            for child, words in workers:
                processes.wait_until(partial(child.has, words), child.name)
            say(_("Worker and clock run too: what is computed in the background comes by itself."))
            if filling and not filling.ended:
                say(_("The demo club is still being filled; its pages grow meanwhile."))
            processes.watch()
        finally:
            processes.end()  # before the folder goes that holds their sockets
    return 0


def _keep_private(var: Path) -> None:
    """Let only our user read what the club stores: what is there, and what is made from now on."""
    os.umask(0o077)
    others = postgres.service_user() is not None
    for folder in dict.fromkeys((VAR, var)):
        logs.make_private(
            folder, entered_by_others=others, but=frozenset({"test", "stack", "postgres"})
        )


def _settings(var: Path) -> dict[str, str]:
    """Return the environment of all children: the user's own, and what makes it a demo here."""
    env = {"DEMO": "1", "PYTHONUNBUFFERED": "1", **environment.clean_environ()}
    env["VAR_DIR"] = str(var)
    return env


def _servers(env: dict[str, str], processes: ProcessGroup, var: Path, place: Path) -> None:
    log = var / "log"
    if not env.get("DATABASE_URL"):
        data = var / "postgres"
        env["DATABASE_URL"] = postgres.start(
            processes, data, place, log / "postgres.log", durable=True
        )
    if not env.get("REDIS_URL"):
        env["REDIS_URL"] = redis.start(processes, log / "redis.log")


def _prepare(
    wish: Wish, processes: ProcessGroup, env: Mapping[str, str], var: Path, steps: Steps
) -> application.Preparing | None:
    """Prepare database and static files side by side.

    Return the preparation if it goes on after that.
    """
    prepared = application.is_prepared(env, var)
    inhabited = prepared and application.has_people(var)
    complete = inhabited and not application.is_demo_unfinished(var)
    demo = not wish.empty and not complete
    title = _("Database and static files") if wish.empty else _("Database, demo club, static files")
    with steps.step(title) as note:
        preparing = None
        if demo or not prepared:
            log = var / "log" / "prepare.log"
            preparing = application.Preparing(
                processes, env, log, demo=demo, may_open=inhabited, note=note
            )
        application.collect_static(env, var)
        if preparing:
            processes.wait_until(
                lambda: preparing.may_open or preparing.ended, _("The database"), seconds=600
            )
            application.remember_prepared(env, var)
    return preparing


def _start_workers(
    processes: ProcessGroup, env: Mapping[str, str], log: Path, *, stack: bool
) -> list[tuple[Child, str]]:
    """Start worker and clock, each with the words it writes when it is ready."""
    worker = application.start_worker(processes, env, log / "worker.log")
    clock = application.start_clock(processes, env, log / "beat.log") if stack else worker
    return [(worker, " ready."), (clock, "beat: Starting")]


def _welcome(wish: Wish, env: Mapping[str, str], var: Path, neighbours: str | None) -> None:
    log = var / "log"
    if wish.command == "stack":
        say(f"  DATABASE_URL={env['DATABASE_URL']}\n  REDIS_URL={env['REDIS_URL']}")
    if neighbours:
        url = lan.url(neighbours, wish.port)
        code = finish([PYTHON, "-m", "workshop.qr", url], log=log / "setup.log", env=env)
        say(f"{_('In the same network: {url}', url=url)}\n\n{code.out}\n{lan.caveat()}\n")
    if env.get("DEMO") == "1":
        logins = application.manage(env, log / "setup.log", "logins", "--skip-checks", private=True)
        say(logins.rstrip() or _("There is no club here yet: the start page founds it."))
    say(_("Login codes appear here. Logs: {folder}/  To end: Ctrl-C", folder=shown(log)))


def _port_is_free(wish: Wish) -> None:
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((wish.host, wish.port))
        except PermissionError:
            raise Trouble(
                _("Port {port} is reserved for the system.", port=wish.port),
                _(
                    "take one from 1024 on: python3 dev.py {command} --port 8000",
                    command=wish.command,
                ),
            ) from None
        except OSError:
            other = wish.port + 1 if wish.port < 65535 else wish.port - 1
            raise Trouble(
                _("Port {port} is taken already.", port=wish.port),
                _(
                    "take another one: python3 dev.py {command} --port {port}",
                    command=wish.command,
                    port=other,
                ),
            ) from None


def _writable(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return
    except PermissionError:
        sentence = _("The folder {folder} may not be written.", folder=folder)
    except OSError as error:
        sentence = _(
            "The folder {folder} cannot be written ({reason}).",
            folder=folder,
            reason=error.strerror,
        )
    raise Trouble(
        sentence, _("give the right to write, or copy the project into a folder of your own.")
    )
