"""Start processes that end together.

Each child leads a process group of its own, so Ctrl-C in the terminal reaches this process alone,
and anything a child leaves behind can be ended with its group. If this process is killed and cannot
end anything, `workshop.guard` does.
"""

import os
import pwd
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from typing import IO, Any

from workshop import logs
from workshop.console import Trouble
from workshop.language import _
from workshop.paths import ROOT, shown

# Hears a line; True if it is for the terminal alone and for no log.
Reader = Callable[[str], bool | None]
Command = Sequence[object]  # words and paths
# Seconds in which the last lines of a child that has ended come in.
LAST_WORDS = 5
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class Stopped(BaseException):
    """A request to end: Ctrl-C, SIGTERM, or a terminal that was closed."""


class Guard:
    """Tells `workshop.guard` which groups to end when we are killed. It starts with the first."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def watch(self, group: int, goodbye: signal.Signals = signal.SIGTERM) -> None:
        self._tell(f"+ {group} {goodbye.value}")

    def forget(self, group: int) -> None:
        self._tell(f"- {group}")

    def _tell(self, line: str) -> None:
        with self._lock:
            if self._process is None:
                self._process = subprocess.Popen(
                    [sys.executable, "-I", "-S", str(Path(__file__).with_name("guard.py"))],
                    cwd="/",
                    stdin=subprocess.PIPE,
                    text=True,
                    bufsize=1,
                    start_new_session=True,
                )
            assert self._process.stdin is not None
            # If the guard alone was ended, we go on without one.
            with suppress(BrokenPipeError):
                self._process.stdin.write(f"{line}\n")


guard = Guard()


@dataclass
class Child:
    name: str
    process: subprocess.Popen[str]
    log: Path
    goodbye: signal.Signals
    grace: float
    ended: Callable[[int], None] | None = None  # told with its code, for one that may end by itself
    reading: tuple[threading.Thread, ...] = ()

    def tail(self, lines: int = 15) -> str:
        text = self.log.read_text(errors="replace") if self.log.exists() else ""
        return "\n".join(f"  | {line}" for line in text.splitlines()[-lines:])

    def has(self, words: str) -> bool:
        return words in self.log.read_text(errors="replace")


@dataclass(frozen=True)
class Job:
    """A command to be attended to its end; it writes to `log`, or to our own output."""

    name: str
    command: Command
    env: Mapping[str, str]
    log: Path | None = None


@dataclass(frozen=True)
class Ended:
    code: int
    took: float  # seconds


class ProcessGroup:
    """The children of one command. Leaving the `with` block ends them all, the last one first.

    `held_open` are files that children hold open too: a lock among them is free when the last has
    gone.
    """

    def __init__(self) -> None:
        self.children: list[Child] = []
        self.held_open: list[int] = []
        self._busy = False
        self._asked = False

    def __enter__(self) -> "ProcessGroup":
        for number in SIGNALS:
            if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup
                signal.signal(number, self._stop)
        return self

    def __exit__(self, *_: object) -> None:
        for number in SIGNALS:  # once is enough: nothing may disturb the end
            signal.signal(number, signal.SIG_IGN)
        self.end()

    def _stop(self, number: int, frame: FrameType | None) -> None:
        self._asked = True
        if not self._busy:
            raise Stopped

    @contextmanager
    def _undisturbed(self) -> Iterator[None]:
        """Let no signal end us between the birth of a child and its entry in the list."""
        self._busy = True
        try:
            yield
        finally:
            self._busy = False
        if self._asked:
            raise Stopped

    def start(
        self,
        name: str,
        command: Command,
        *,
        log: Path,
        env: Mapping[str, str] | None = None,
        cwd: Path = ROOT,
        user: str | None = None,
        goodbye: signal.Signals = signal.SIGTERM,
        grace: float = 10,
        reader: Reader | None = None,
        ended: Callable[[int], None] | None = None,
    ) -> Child:
        """Start a child that writes to `log`; each line of its output also goes to `reader`, which
        may keep it out of the log.

        It has to live as long as we do, unless `ended` is given to be told of its end.
        """
        with self._undisturbed(), logs.opened(log) as out:
            process = subprocess.Popen(
                [str(part) for part in command],
                cwd=cwd,
                env=env,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE if reader else out,
                stderr=subprocess.PIPE if reader else out,
                text=True,
                errors="replace",
                start_new_session=True,
                pass_fds=self.held_open,
                **as_user(user),
            )
            guard.watch(process.pid, goodbye)
            child = Child(name, process, log, goodbye, grace, ended)
            self.children.append(child)
        if reader:
            written = logs.Log(log)
            child.reading = (
                _listening(process.stdout, written, reader),
                _listening(process.stderr, written),
            )
        return child

    def attend(self, name: str, command: Command, *, env: Mapping[str, str]) -> int:
        """Run a command that writes to our own output, while the others must live."""
        (ended,) = self.attend_all([Job(name, command, env)])
        return ended.code

    def attend_all(self, jobs: Sequence["Job"]) -> list["Ended"]:
        """Run commands side by side to their ends, while the others must live."""
        others = list(self.children)
        began = time.monotonic()
        running = [self._job(job) for job in jobs]
        ended: dict[int, Ended] = {}
        while len(ended) < len(running):
            for number, child in enumerate(running):
                if number not in ended and child.process.poll() is not None:
                    self.children.remove(child)
                    _end_group(child.process.pid)
                    took = time.monotonic() - began
                    ended[number] = Ended(child.process.returncode, took)
            for other in others:
                self._must_live(other)
            time.sleep(0.05)
        return [ended[number] for number in range(len(running))]

    def _job(self, job: "Job") -> Child:
        with self._undisturbed(), ExitStack() as files:
            out = files.enter_context(job.log.open("wb")) if job.log else None
            process = subprocess.Popen(
                [str(part) for part in job.command],
                cwd=ROOT,
                env=job.env,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=out,
                text=True,
                start_new_session=True,
            )
            guard.watch(process.pid, signal.SIGINT)
            log = job.log or Path(os.devnull)
            child = Child(job.name, process, log, signal.SIGINT, grace=20)
            self.children.append(child)
        return child

    def wait_until(self, ready: Callable[[], bool], what: str, seconds: float = 60) -> None:
        end = time.monotonic() + seconds
        while not ready():
            self.must_live()
            if time.monotonic() > end:
                raise Trouble(
                    _(
                        "{what} does not answer after {seconds} seconds.",
                        what=what,
                        seconds=round(seconds),
                    ),
                    _("see the logs: {files}.", files=self._logs()),
                )
            time.sleep(0.05)

    def must_live(self) -> None:
        for child in list(self.children):
            self._must_live(child)

    def _must_live(self, child: Child) -> None:
        code = child.process.poll()
        if code is None:
            return
        for thread in child.reading:
            thread.join(LAST_WORDS)
        if child.ended is None:
            raise Trouble(
                _("{name} has ended (code {code}).", name=child.name, code=code),
                _(
                    "see its log: {file}. The last lines:\n{lines}",
                    file=shown(child.log),
                    lines=child.tail(),
                ),
            )
        self.children.remove(child)
        _end_group(child.process.pid)
        child.ended(code)

    def watch(self) -> None:
        """Stay until a signal ends us (Stopped) or a child dies that has to live (Trouble)."""
        while True:
            self.must_live()
            time.sleep(0.3)

    def _logs(self) -> str:
        return ", ".join(dict.fromkeys(shown(child.log) for child in self.children))

    def end(self) -> None:
        """Say goodbye to all children, the last one first, and kill those that have not gone in
        time.
        """
        for child in reversed(self.children):
            if child.process.poll() is None:
                child.process.send_signal(child.goodbye)
        began = time.monotonic()
        for child in reversed(self.children):
            try:
                child.process.wait(max(0.1, began + child.grace - time.monotonic()))
            except subprocess.TimeoutExpired:
                child.process.kill()
                child.process.wait()
            _end_group(child.process.pid)
        self.children.clear()


def _end_group(leader: int) -> None:
    """Kill the rest of a group whose leader has gone."""
    with suppress(ProcessLookupError):  # nothing is left, as it should be
        os.killpg(leader, signal.SIGKILL)
    guard.forget(leader)


def _listening(
    lines: IO[str] | None, log: logs.Log, reader: Reader | None = None
) -> threading.Thread:
    """Start a thread that passes on what a child writes, line by line."""
    assert lines is not None

    def listen() -> None:
        for line in lines:
            if reader is None or not reader(line):
                log.write(line)

    thread = threading.Thread(target=listen, daemon=True)
    thread.start()
    return thread


def answers(command: Command, user: str | None = None) -> bool:
    """Return True if a short command ends well; its output does not matter."""
    words = [str(part) for part in command]
    try:
        done = subprocess.run(words, capture_output=True, check=False, cwd="/", **as_user(user))
    except OSError:
        return False
    return done.returncode == 0


def as_user(user: str | None) -> dict[str, Any]:
    """Return the arguments with which a process of root becomes another user."""
    if not user:
        return {}
    return {"user": user, "group": pwd.getpwnam(user).pw_gid, "extra_groups": []}


@dataclass(frozen=True)
class Finished:
    code: int
    out: str
    everything: str  # also what went to stderr


def finish(
    command: Command,
    *,
    log: Path,
    env: Mapping[str, str] | None = None,
    cwd: Path = ROOT,
    user: str | None = None,
    heard: Callable[[str], None] | None = None,
    private: bool = False,
) -> Finished:
    """Run a command to its end; its output also goes to `log`, its lines at once to `heard`.

    Of a `private` one only its errors are in the log.

    If we are stopped meanwhile, its whole group goes with us.
    """
    process = subprocess.Popen(
        [str(part) for part in command],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        start_new_session=True,
        **as_user(user),
    )
    try:
        guard.watch(process.pid)
        out, errors = _listened(process, heard) if heard else process.communicate()
    except BaseException:
        process.kill()
        _end_group(process.pid)
        process.wait()
        raise
    guard.forget(process.pid)
    logs.add(log, errors if private else out + errors)
    return Finished(process.returncode, out, out + errors)


def _listened(process: subprocess.Popen[str], heard: Callable[[str], None]) -> tuple[str, str]:
    """Return what a process wrote; each line of its output goes to `heard` as it comes."""
    assert process.stdout is not None
    assert process.stderr is not None
    errors: list[str] = []
    beside = threading.Thread(target=errors.extend, args=(process.stderr,), daemon=True)
    beside.start()
    lines = []
    for line in process.stdout:
        lines.append(line)
        heard(line.rstrip("\n"))
    process.wait()
    beside.join()
    return "".join(lines), "".join(errors)
