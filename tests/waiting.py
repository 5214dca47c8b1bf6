"""Wait for what a test needs, as long as a slow and busy machine takes.

No test says how long something may take: it waits for the deed here, and gives up after two minutes
with what it saw instead. `tests/test_architecture.py` refuses clocks and limits elsewhere.
"""

import subprocess
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from time import monotonic, sleep
from typing import Any, TypeVar

from django.db import connection

T = TypeVar("T")
LIMIT = 120  # seconds
LIMIT_MS = 1_000 * LIMIT


def wait_until(
    happened: Callable[[], T],
    saw: Callable[[], object] = lambda: "",
    pause: Callable[[], object] = lambda: sleep(0.02),
) -> T:
    """Return what `happened` returns once that is true.

    `saw` tells what there is instead; `pause` is done between two looks. Raises AssertionError.
    """
    end = monotonic() + LIMIT
    while True:
        late = monotonic() > end
        if answer := happened():
            return answer
        if late:
            raise AssertionError(f"did not happen within {LIMIT} s; seen instead:\n{saw()}")
        pause()


def quiet_for(seconds: float) -> Callable[[], bool]:
    """Return a question that is true so many seconds after it was made."""
    end = monotonic() + seconds
    return lambda: monotonic() > end


def rest(seconds: float) -> None:
    """Give others the time to get in the way. A test must pass whatever they do meanwhile."""
    sleep(seconds)


def wait_for_one_that_waits(running: Future[Any] | None = None) -> None:
    """Wait until another session of PostgreSQL waits for a lock of ours, or `running` has ended."""

    def waits() -> bool:
        if running is not None and running.done():
            return True
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT 1 FROM pg_locks"
                " WHERE NOT granted AND pg_backend_pid() = ANY(pg_blocking_pids(pid))"
            )
            return cursor.fetchone() is not None

    wait_until(waits, lambda: "no session waits for a lock of ours")


# --- processes ------------------------------------------------------------------------------
def alive(process: subprocess.Popen[Any], log: Path) -> bool:
    """Return True, or raise AssertionError with how the process ended and what it logged."""
    code = process.poll()
    assert code is None, f"ended with {code}:\n{log.read_text(errors='replace')}"
    return True


def finish(process: subprocess.Popen[Any]) -> tuple[Any, Any]:
    """Return what a process wrote to its pipes until its end.

    One that does not end is killed: AssertionError, with what it wrote till then.
    """
    try:
        return process.communicate(timeout=LIMIT)
    except subprocess.TimeoutExpired:
        process.kill()
        out, err = process.communicate()
        told = f"did not end within {LIMIT} s: {process.args}\n{out or ''}\n{err or ''}"
        raise AssertionError(told) from None


def run(command: Sequence[Any], **words: Any) -> subprocess.CompletedProcess[str]:
    """Run a command to its end; return its exit code and what it wrote."""
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True, **words) as process:
        out, err = finish(process)
    return subprocess.CompletedProcess(command, process.returncode, out, err)
