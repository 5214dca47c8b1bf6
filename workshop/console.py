"""What the person sees: numbered steps with seconds, and trouble as a sentence with its remedy."""

import errno
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager


class Trouble(Exception):
    """Something the person can mend: one German sentence, and what to do."""

    def __init__(self, sentence: str, remedy: str = "") -> None:
        super().__init__(f"{sentence}\n  Was hilft: {remedy}" if remedy else sentence)


def trouble_of(error: OSError) -> Trouble:
    """What the operating system refused, in a sentence."""
    what = error.filename or "eine Datei"
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return Trouble("Der Datenträger ist voll.", "Platz schaffen und noch einmal starten.")
    if error.errno in {errno.EACCES, errno.EPERM, errno.EROFS}:
        return Trouble(
            f"{what} lässt sich nicht schreiben oder öffnen.",
            "Schreibrechte geben oder das Projekt in einen eigenen Ordner kopieren.",
        )
    return Trouble(f"Das Betriebssystem meldet: {error}.", "Den Grund beheben und neu starten.")


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
        print(line, end="", flush=True)

        def tick() -> None:
            while not ended.wait(0.5):
                print(f"\r{line} {seconds(time.monotonic() - began)}", end="", flush=True)

        clock = threading.Thread(target=tick, daemon=True)
        if live:
            clock.start()
        try:
            yield
        except BaseException:
            print(flush=True)
            raise
        else:
            took = seconds(time.monotonic() - began)
            print(f"\r{line} {took}" if live else f" {took}", flush=True)
        finally:
            ended.set()
