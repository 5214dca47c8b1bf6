"""Runs of pytest for `bench/mutants.py`: each in a child of one process and in a copy of the tree.

The process that forks has imported everything but the project, so no run begins with the four
seconds that Django and pytest need, and each imports the project anew.
"""

from __future__ import annotations

import importlib
import json
import os
import resource
import shutil
import signal
import sys
import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any, NoReturn

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {str(ROOT), str(ROOT / "bench")}
LIMIT = 120.0
PORTIONS = (40, 400)  # of the tests: the next files are read where those before have passed
MEMORY = 6 * 2**30  # for a mutant that fills a list for ever
SECONDS = 600  # of the processor, for one that outlives the process that started it
FIXED = ("-q", "-n0", "-pno:randomly", "-pno:cacheprovider", "--hypothesis-seed=13")


def environment(**more: str) -> dict[str, str]:
    """Return an environment with SQLite and no server, regardless of the shell's."""
    foreign = {"DATABASE_URL", "REDIS_URL", "VAR_DIR", "PYTHONPATH", "PYTEST_ADDOPTS"}
    return {**{k: v for k, v in os.environ.items() if k not in foreign}, **more}


class Watch:
    """A plugin of pytest: runs just these tests in this order, and reports how it goes."""

    def __init__(self, tests: Sequence[str], pipe: int) -> None:
        self.place, self.pipe = {test: n for n, test in enumerate(tests)}, pipe

    def say(self, kind: str, what: str) -> None:
        os.write(self.pipe, (json.dumps([kind, what]) + "\n").encode())

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        there = [item for item in items if item.nodeid in self.place]
        items[:] = sorted(there, key=lambda item: self.place[item.nodeid])

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self.say("failed", f"{report.nodeid} (while it is read)")

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.say("begins", nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.say("failed", report.nodeid)


class Run:
    """One pytest. The tests that failed, and the one that runs, are known while it runs."""

    def __init__(self, copy: Path, tests: Sequence[str], *words: str, first: bool = False) -> None:
        self.copy, self.test, self.begun, self.since = copy, "", 0, 0.0
        self.failed: list[str] = []
        self.code: int | None = None
        self._rest = b""
        self.pipe, pipe = os.pipe()
        self.pid = os.fork()
        if not self.pid:
            files = dict.fromkeys(test.split("::")[0] for test in tests)
            self._become_pytest([*FIXED, *words, *files], Watch(tests, pipe), first)
        os.close(pipe)

    def _become_pytest(self, words: list[str], watch: Watch, first: bool) -> NoReturn:
        code = 99
        try:
            os.setsid()
            signal.signal(signal.SIGTERM, signal.SIG_DFL)
            resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            os.chdir(self.copy)
            with Path("var/pytest.log").open("wb") as log:
                os.dup2(log.fileno(), 1)
                os.dup2(log.fileno(), 2)
            own = environment(SCHOCKWART_TEST_DIR=str(self.copy / "var" / "run"))
            # Bytecode is written once, of the whole tree; that of a mutant shall not stay.
            sys.dont_write_bytecode = not first
            own |= {} if first else {"PYTHONDONTWRITEBYTECODE": "1"}
            os.environ.clear()
            os.environ.update(own)
            sys.path[:] = [str(self.copy), *(path for path in sys.path if path not in OURS)]
            for name in [name for name in sys.modules if name.split(".")[0] == "bench"]:
                del sys.modules[name]
            code = int(pytest.main(words, plugins=[watch]))
            if first:
                _keep_names_of_foreign_modules()
        except BaseException:
            traceback.print_exc()
        finally:
            sys.stdout.flush()
            os._exit(code)

    def read(self) -> None:
        """Take in its messages; call it when the pipe has something."""
        got = os.read(self.pipe, 65536)
        if not got:
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
            self.end()
        *lines, self._rest = (self._rest + got).split(b"\n")
        for kind, what in map(json.loads, lines):
            if kind == "failed":
                self.failed.append(what)
            else:
                self.test, self.begun, self.since = what, self.begun + 1, self._used()

    def taken(self) -> float:
        """Return the processor's seconds for the running test: on a busy machine nothing hangs."""
        return self._used() - self.since

    def _used(self) -> float:
        # After the name, which may hold anything, user time is the twelfth word, the system's next.
        stat = Path(f"/proc/{self.pid}/stat")  # without one only the limit ends a run
        words = stat.read_text().rpartition(")")[2].split() if stat.exists() else ["0"] * 13
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def end(self) -> None:
        """End it, with all that it has started."""
        if self.code is None:
            os.killpg(self.pid, signal.SIGKILL)
            self.code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self.pipe)
            shutil.rmtree(self.copy / "var" / "run", ignore_errors=True)

    def finish(self) -> int:
        while self.code is None:
            self.read()
        return self.code


class Trial:
    """One mutated file in one copy of the tree, and the tests to try it with.

    `patience` gives the seconds of the processor after which a test hangs that took a moment
    before.
    """

    def __init__(self, tests: list[str], patience: Callable[[str], float]) -> None:
        self.tests, self.patience, self.begun = tests, patience, 0
        cuts = [0, *PORTIONS, len(tests)]
        portions = (tests[cut:end] for cut, end in pairwise(cuts))
        self.left = [portion for portion in portions if portion]

    def start(self, copy: Path, file: str, mutated: bytes) -> None:
        self.path = copy / file
        self.source, self.times = self.path.read_bytes(), self.path.stat()
        self.path.write_bytes(mutated)
        self.began = time.monotonic()
        self.run = Run(copy, self.left.pop(0), "-x")

    def outcome(self) -> tuple[str, str] | None:
        """Return the verdict and what gave it, once it is known. May go on to the next tests."""
        run = self.run
        if run.failed:
            return "killed", run.failed[0]
        if run.code is None:
            if run.taken() > self.patience(run.test):
                return "killed", f"{run.test or 'the start'} (hangs)"
            if time.monotonic() - self.began > LIMIT:
                return "undecided", f"{self.begun + run.begun} of {len(self.tests)} tests in time"
            return None
        if run.code not in {0, 5}:  # 5: none of these tests is there any more
            return "killed", f"the start (pytest ends with {run.code})"
        self.begun += run.begun
        if not self.left:
            return "survived", f"{self.begun} tests"
        self.run = Run(run.copy, self.left.pop(0), "-x")
        return None

    def end(self) -> float:
        """Put the file back, with its time, so that its bytecode still holds; return the seconds it
        took.
        """
        self.run.end()
        self.path.write_bytes(self.source)
        os.utime(self.path, ns=(self.times.st_atime_ns, self.times.st_mtime_ns))
        return round(time.monotonic() - self.began, 1)


def copies(folder: Path, number: int, tests: list[str]) -> list[Path]:
    """Make copies of the tree, with bytecode and all that the suite keeps once `tests` have run."""
    first = folder / "0"
    shutil.copytree(ROOT, first, ignore=shutil.ignore_patterns(".venv", "var", ".*_cache", ".git"))
    (first / ".venv").symlink_to((ROOT / ".venv").resolve())
    (first / "var").mkdir()
    reading = Run(first, [], "--collect-only", "tests", first=True).finish()
    if reading != pytest.ExitCode.NO_TESTS_COLLECTED or Run(first, tests, first=True).finish():
        sys.exit((first / "var" / "pytest.log").read_text())
    for name in json.loads((first / "var" / "foreign.json").read_text()):
        with suppress(Exception):  # some need Django's settings first
            importlib.import_module(name)
    every = [first, *(folder / str(n) for n in range(1, number))]
    for copy in every[1:]:
        shutil.copytree(first, copy, symlinks=True)
    return every


def _keep_names_of_foreign_modules() -> None:
    files = {name: getattr(module, "__file__", None) for name, module in sys.modules.items()}
    here = str(Path.cwd())
    foreign = [name for name, file in files.items() if file and not file.startswith(here)]
    Path("var/foreign.json").write_text(json.dumps(foreign))
