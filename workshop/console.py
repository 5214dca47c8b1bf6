"""What the person sees: numbered steps with seconds, and trouble as a sentence with its remedy."""

import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Trouble(Exception):
    """Something the person can mend: one German sentence, and what to do."""

    def __init__(self, sentence: str, remedy: str = "") -> None:
        super().__init__(f"{sentence}\n{remedy}".strip())
        self.sentence = sentence
        self.remedy = remedy


def say(text: str = "") -> None:
    print(text, flush=True)


def seconds(value: float) -> str:
    return f"{value:.1f} s".replace(".", ",")


class Steps:
    """Prints „[2/6] Datenbank … 0,8 s“; on a terminal the seconds run while one waits."""

    def __init__(self, total: int) -> None:
        self.total = total
        self.number = 0

    @contextmanager
    def step(self, title: str) -> Iterator[None]:
        self.number += 1
        line = f"[{self.number}/{self.total}] {title} …"
        began = time.monotonic()
        ended = threading.Event()
        live = sys.stdout.isatty()
        print(line, end="" if live else "\n", flush=True)

        def tick() -> None:
            while not ended.wait(0.5):
                print(f"\r{line} {seconds(time.monotonic() - began)}", end="", flush=True)

        clock = threading.Thread(target=tick, daemon=True)
        if live:
            clock.start()
        try:
            yield
        except BaseException:
            ended.set()
            if live:
                clock.join()
                print(flush=True)
            raise
        ended.set()
        if live:
            clock.join()
        took = seconds(time.monotonic() - began)
        print(f"\r{line} {took}" if live else f"      {took}", flush=True)
