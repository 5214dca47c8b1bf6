"""Logs of what we start: for our user alone, and never longer than twice `MOST`.

What a child prints for the terminal alone, such as a mail with its recipient, is not in them.
"""

import os
import stat
import threading
from pathlib import Path
from typing import IO

# Bytes; what was written before is kept once, under the same name with „.1“.
MOST = 1_000_000


def opened(path: Path) -> IO[bytes]:
    """Open a log for adding to it; one that is long begins anew."""
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > MOST:
        path.replace(path.with_name(f"{path.name}.1"))
    return os.fdopen(os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab")


def add(path: Path, text: str) -> None:
    with opened(path) as log:
        log.write(text.encode(errors="replace"))


def begin(path: Path) -> None:
    """Let a log begin anew, whatever its length."""
    for old in (path, path.with_name(f"{path.name}.1")):
        old.unlink(missing_ok=True)


class Log:
    """A log that several threads add lines to."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._lock = threading.Lock()

    def write(self, line: str) -> None:
        with self._lock:
            add(self._path, line)


def make_private(folder: Path, *, entered_by_others: bool, but: frozenset[str]) -> None:
    """Let no one but us read what is in a folder, however it was made before.

    The folder itself may be entered, not read, if another user's service has its data in it. What
    is another user's, and the folders in it called `but`, are left as they are.
    """
    folder.chmod(0o711 if entered_by_others else 0o700)
    for place, folders, files in os.walk(folder):
        if Path(place) == folder:
            folders[:] = [name for name in folders if name not in but]
        for name in (*folders, *files):
            path = Path(place) / name
            state = path.lstat()
            ours = state.st_uid == os.geteuid() and not stat.S_ISLNK(state.st_mode)
            if ours and state.st_mode & 0o077:
                path.chmod(state.st_mode & 0o700)
