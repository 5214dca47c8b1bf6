"""The virtual environment `.venv`, made once from the locked requirements.

`run` needs requirements/run.txt, the suite test.txt, which holds all of run.txt: an environment
made for the suite serves both and is never made smaller.
"""

import fcntl
import hashlib
import importlib.util
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Literal

from workshop.console import Trouble, disk_is_full
from workshop.language import _
from workshop.paths import PYTHON, ROOT, VAR, VENV, shown
from workshop.processes import answers, finish

Kind = Literal["run", "test"]
STAMP = VENV / "schockwart-stamp"
LOG = VAR / "log" / "environment.log"
SIZE_MB = {"run": 350, "test": 900}  # with room for what the installer keeps beside it

# Set in the shell they are meant for another project. Without its compiled modules each of our
# many processes would compile all of the project again, for some seconds.
FOREIGN = (
    *("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "DJANGO_SETTINGS_MODULE"),
    *("PYTHONDONTWRITEBYTECODE", "PYTHONPYCACHEPREFIX"),
)


def clean_environ() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if name not in FOREIGN}


def ready(kind: Kind) -> bool:
    """Return True if `.venv` holds the packages of `kind`."""
    return _stamp() in {_wanted(kind), _wanted("test")} and _usable()


def make(kind: Kind) -> None:
    """Bring `.venv` to the packages of `kind`. Two callers at a time wait for each other."""
    with _alone():
        if ready(kind):
            return
        if _stamp().startswith("test "):
            kind = "test"
        _there_is_room(kind)
        STAMP.unlink(missing_ok=True)
        if not _usable():
            _clear()
        uv = shutil.which("uv")
        if uv and _with_uv(uv, kind):
            STAMP.write_text(_wanted(kind))
            return
        _with_pip(kind)
        STAMP.write_text(_wanted(kind))


def locked(kind: Kind) -> str:
    """Return the digest of the locked requirements."""
    return hashlib.sha256((ROOT / "requirements" / f"{kind}.txt").read_bytes()).hexdigest()


def _wanted(kind: Kind) -> str:
    python = ".".join(str(part) for part in sys.version_info[:3])
    return f"{kind} {python} {locked(kind)}"


def _stamp() -> str:
    return STAMP.read_text() if STAMP.exists() else ""


def _usable() -> bool:
    """Return True if `.venv` is an environment of this very Python."""
    if not PYTHON.exists():
        return False
    version = sys.version_info[:3]
    return answers([PYTHON, "-c", f"import sys; sys.exit(sys.version_info[:3] != {version})"])


def _clear() -> None:
    if VENV.is_symlink() or VENV.is_file():
        VENV.unlink()
    elif VENV.exists():
        shutil.rmtree(VENV)


def _there_is_room(kind: Kind) -> None:
    free, needed = shutil.disk_usage(ROOT).free // 2**20, SIZE_MB[kind]
    if not VENV.exists() and free < needed:
        raise Trouble(
            _(
                "Only {free} MB are free on the disk, {needed} are needed.",
                free=free,
                needed=needed,
            ),
            _("make room and start again."),
        )


def _with_uv(uv: str, kind: Kind) -> bool:
    env = clean_environ()
    if not PYTHON.exists():
        python = getattr(sys, "_base_executable", sys.executable)
        if finish([uv, "venv", "--python", python, VENV], log=LOG, env=env).code:
            return False
    lock = ROOT / "requirements" / f"{kind}.txt"
    command: list[object] = [uv, "pip", "sync", "--require-hashes", "--compile-bytecode"]
    done = finish([*command, "--python", PYTHON, lock], log=LOG, env=env)
    if done.code and not _has_pip():
        raise _failed(done.everything)
    return done.code == 0


def _has_pip() -> bool:
    return importlib.util.find_spec("ensurepip") is not None


def _with_pip(kind: Kind) -> None:
    env = clean_environ()
    if not _has_pip():
        raise Trouble(
            _("This Python lacks the module venv with ensurepip."),
            _("on Debian and Ubuntu: apt-get install python3-venv, then start again."),
        )
    if not answers([PYTHON, "-m", "pip", "--version"]):
        done = finish([sys.executable, "-m", "venv", "--clear", VENV], log=LOG, env=env)
        if done.code:
            raise _failed(done.everything)
    lock = ROOT / "requirements" / f"{kind}.txt"
    command = [PYTHON, "-m", "pip", "install", "--disable-pip-version-check", "--no-input"]
    done = finish([*command, "--require-hashes", "-r", lock], log=LOG, env=env)
    if done.code:
        raise _failed(done.everything)


def _failed(output: str) -> Trouble:
    """Say in a sentence what an installer means by its many lines."""
    text = output.lower()
    log = _("The log: {file}.", file=shown(LOG))
    if "no space left" in text:
        return disk_is_full(log)
    if "permission denied" in text or "read-only file system" in text:
        sentence = _("{file} cannot be written or opened.", file=VENV)
        return Trouble(sentence, f"{_('give the right to write.')} {log}")
    if "do not match the hashes" in text or "hash mismatch" in text:
        return Trouble(
            _("A package that was fetched is not the one that requirements/ names."),
            f"{_('try again; if it stays so, check where packages come from.')} {log}",
        )
    # "from versions: none" is how pip says that it reached no index at all.
    if "no matching distribution" in text and "from versions: none" not in text:
        return Trouble(
            _("A package that is needed does not exist for this Python or system."),
            f"{_('take Python 3.11 to 3.13 on Linux or macOS.')} {log}",
        )
    return Trouble(
        _("The Python packages could not be fetched; mostly the network is missing."),
        _("check the network and where packages come from (pip config list), then start again.")
        + f" {log}",
    )


@contextmanager
def _alone() -> Iterator[None]:
    with hold(VAR / "environment.lock", wait=True):
        yield


@contextmanager
def hold(path: Path, *, wait: bool = False) -> Iterator[IO[str]]:
    """Hold a lock file until this process ends, and every child that keeps the file open.

    Raise BlockingIOError if it is taken.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("a") as file:
        fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield file
