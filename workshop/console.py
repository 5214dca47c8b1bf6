"""Print numbered steps with their seconds, and trouble as a sentence with its remedy."""

import errno
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from workshop.language import _, number

REST = "\033[K"  # clears what a longer text left in the line


class Trouble(Exception):
    """Something the user can mend: one sentence, and what to do."""

    def __init__(self, sentence: str, remedy: str = "") -> None:
        helps = _("What helps: {remedy}", remedy=remedy)
        super().__init__(f"{sentence}\n  {helps}" if remedy else sentence)


def disk_is_full(more: str = "") -> Trouble:
    helps = _("make room and start again.")
    return Trouble(_("The disk is full."), f"{helps} {more}".rstrip())


def trouble_of(error: OSError) -> Trouble:
    """Say in a sentence what the operating system refused."""
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return disk_is_full()
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return Trouble(
            _("{file} cannot be written or opened.", file=error.filename or _("A file")),
            _("give the right to write, or copy the project into a folder of your own."),
        )
    return Trouble(
        _("The operating system says: {error}.", error=error),
        _("mend the reason and start again."),
    )


def say(text: str = "") -> None:
    print(text, flush=True)


def seconds(value: float) -> str:
    return f"{number(value)} s"


Note = Callable[[str], None]


class Steps:
    """Print “[2/6] Database … 0.8 s”; on a terminal the seconds run during the step.

    A step may say how far it is: on a terminal in its line, elsewhere in lines of their own.
    """

    def __init__(self, total: int) -> None:
        self.total = total
        self.number = 0

    @contextmanager
    def step(self, title: str) -> Iterator[Note]:
        self.number += 1
        line = f"[{self.number}/{self.total}] {title} …"
        began = time.monotonic()
        ended = threading.Event()
        live = sys.stdout.isatty()
        lines: list[str] = []
        print(line, end="", flush=True)

        def draw() -> None:
            how_far = f" {lines[-1]}" if lines else ""
            print(
                f"\r{line}{how_far} {seconds(time.monotonic() - began)}{REST}", end="", flush=True
            )

        def note(text: str) -> None:
            lines.append(text)
            if live:
                draw()
            else:
                print(f"\n      {text}", end="", flush=True)

        def tick() -> None:
            while not ended.wait(0.5):
                draw()

        clock = threading.Thread(target=tick, daemon=True)
        if live:
            clock.start()
        try:
            yield note
        except BaseException:
            print(flush=True)
            raise
        else:
            ended.set()
            if live:
                clock.join()
                draw()
                print(flush=True)
            else:
                print(f" {seconds(time.monotonic() - began)}", flush=True)
        finally:
            ended.set()
