"""P11 and P13: `dev.py run` in a fresh copy: the first page, the second start, memory afterwards.

Each round copies what git knows into a new folder, with this folder's packages, and starts it:
until the start page answers with a heading, and until worker and clock are there as well. Then it
is ended and started once more. The last round waits until the demo club is complete, visits pages
as two people, waits until the worker rests, and adds up what all processes take (PSS: what several
share counts once). At last dev.py is killed, and the processes left behind are counted.

Seconds of the processor are given beside those of the clock, for a machine that has other work too.
"""

import http.cookiejar
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from bench._figures import figure, size

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = size(5, 1)
PAGES = size(40, 4)
QUIET = size(20.0, 1.0)  # seconds without anything to do
PATIENCE = 900
AIM_FIRST, AIM_SECOND, AIM_MEMORY = 20, 5, 300
TICKS = os.sysconf("SC_CLK_TCK")


def copy(folder: Path) -> None:
    """Copy the project as a clone would be after a commit: everything that git does not ignore."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, names.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


# --- processes ------------------------------------------------------------------------------
def family(pid: int) -> list[int]:
    """Return a process and all its descendants."""
    pids = [pid]
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        for child in _read(task).split():
            pids += family(int(child))
    return pids


def _read(path: Path) -> str:
    try:
        return path.read_text()
    except OSError:  # it has just ended
        return ""


def processor(pid: int) -> float:
    """Return the processor's seconds that they have taken, and their children that have ended."""
    taken = 0
    for member in family(pid):
        words = _read(Path(f"/proc/{member}/stat")).rpartition(")")[2].split()
        taken += sum(map(int, words[11:15]))
    return taken / TICKS


def memory(pid: int) -> dict[str, float]:
    """Return the megabytes of each kind of process."""
    memory: dict[str, float] = {}
    for member in family(pid):
        pss = re.search(r"^Pss:\s+(\d+)", _read(Path(f"/proc/{member}/smaps_rollup")), re.MULTILINE)
        line = _read(Path(f"/proc/{member}/cmdline"))
        kinds = ("granian", "celery", "guard.py", "dev.py")
        kind = next((kind for kind in kinds if kind in line), "other")
        memory[kind] = memory.get(kind, 0) + (int(pss[1]) / 1024 if pss else 0)
    return memory


def naming(folder: Path) -> list[int]:
    """Return the processes that name this folder on their command lines."""
    lines = {path.parent.name: _read(path) for path in Path("/proc").glob("[0-9]*/cmdline")}
    return [int(pid) for pid, line in lines.items() if str(folder) in line]


# --- one start ------------------------------------------------------------------------------
class Run:
    """`dev.py run` from its start on; `page` and `all_there` are seconds after it."""

    def __init__(self, folder: Path) -> None:
        ours = ("DATABASE_URL", "REDIS_URL", "VAR_DIR", "DEMO", "ALLOWED_HOSTS", "HTTPS")
        env = {name: value for name, value in os.environ.items() if name not in ours}
        self.port, self.output = free_port(), ""
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "dev.py", "run", "--port", str(self.port)],
            cwd=folder,
            env={**env, "LC_ALL": "en_GB.UTF-8"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        threading.Thread(target=self._listen, daemon=True).start()
        self.page, self.page_processor = self._until(self._answers)
        self.all_there, _ = self._until(lambda: "Worker and clock run too" in self.output)

    def _listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.output += line

    def _answers(self) -> bool:
        try:
            with urllib.request.urlopen(f"http://localhost:{self.port}/", timeout=60) as answer:
                return b"<h1" in answer.read()
        except OSError:
            return False

    def _until(self, happened: Callable[[], bool]) -> tuple[float, float]:
        """Return the seconds until it happened, by the clock and by the processor."""
        while not happened():
            if self.process.poll() is not None or time.monotonic() - self.began > PATIENCE:
                sys.exit(f"dev.py run did not get there:\n{self.output}")
            time.sleep(0.02)
        return time.monotonic() - self.began, processor(self.process.pid)

    def wait_for(self, words: str) -> float:
        return self._until(lambda: words in self.output)[0]

    def end(self) -> None:
        self.process.send_signal(signal.SIGINT)
        self.process.wait()


@contextmanager
def started(folder: Path) -> Iterator[Run]:
    run = Run(folder)
    try:
        yield run
    finally:
        if run.process.poll() is None:
            run.end()


# --- an evening's use -----------------------------------------------------------------------
def visit(port: int, person: int) -> int:
    """Log in by a click as one of those who hold an office, open pages, and return how many."""
    jar = urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar())
    browser = urllib.request.build_opener(jar)
    home = f"http://localhost:{port}"
    form = browser.open(f"{home}/anmelden/").read().decode()
    token = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', form)
    assert token is not None
    user = re.findall(r'name="user" value="(\d+)"', form)[person]
    sent = {"csrfmiddlewaretoken": token[1], "user": user, "next": "/"}
    browser.open(f"{home}/anmelden/demo/", urllib.parse.urlencode(sent).encode()).read()
    seen, todo, visited = {"/"}, ["/"], 0
    while todo and visited < PAGES:
        body = browser.open(home + todo.pop(0)).read().decode(errors="replace")
        visited += 1
        for link in re.findall(r'href="(/[^"#]*)"', body):
            kind = re.sub(r"\d+", "1", link.partition("?")[0])
            if kind not in seen and not link.startswith("/static/"):
                seen.add(kind)
                todo.append(link.replace("&amp;", "&"))
    return visited


def rest(pid: int) -> None:
    """Wait until no process has had anything to do for a while."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        before = processor(pid)
        time.sleep(QUIET)
        if processor(pid) - before < 1:
            return
    sys.exit("the worker does not come to rest")


def main() -> None:
    first: list[float] = []
    second: list[float] = []
    there: list[float] = []
    worked: dict[str, list[float]] = {"first": [], "second": []}
    for number in range(1, ROUNDS + 1):
        with tempfile.TemporaryDirectory(prefix="schockwart-start-") as name:
            folder = Path(name)
            copy(folder)
            with started(folder) as run:
                first.append(run.page)
                there.append(run.all_there)
                worked["first"].append(run.page_processor)
                if number == ROUNDS:
                    filled = run.wait_for("The demo club is complete")
                    pages = visit(run.port, 0) + visit(run.port, 1)
                    rest(run.process.pid)
                    taken = memory(run.process.pid)
            with started(folder) as run:
                second.append(run.page)
                worked["second"].append(run.page_processor)
                if number == ROUNDS:
                    run.process.kill()
                    run.process.wait()
                    time.sleep(4)
                    left = naming(folder)
        print(
            f"round {number}: first page {first[-1]:.1f} s (processor {worked['first'][-1]:.1f}),"
            f" all there {there[-1]:.1f} s; second start {second[-1]:.1f} s"
            f" (processor {worked['second'][-1]:.1f})",
            flush=True,
        )
    parts = ", ".join(f"{name} {size:.0f}" for name, size in sorted(taken.items()))
    print(f"demo club complete after {filled:.1f} s; {pages} pages; memory in MB: {parts}")
    figure("left behind by kill -9", len(left), unit="processes", digits=0, at_most=0)
    figure("first page", first, unit="s", digits=1, at_most=AIM_FIRST)
    figure("second start", second, unit="s", digits=1, at_most=AIM_SECOND)
    figure("memory", sum(taken.values()), unit="MB", digits=0, at_most=AIM_MEMORY)


if __name__ == "__main__":
    main()
