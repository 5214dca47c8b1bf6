"""Where a Chromium lies that the browser tests can drive."""

import os
import shutil

from workshop.console import Trouble

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")

# A container has no room for Chromium's own sandbox, and no network for its errands.
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def find() -> str:
    """The path of the browser: CHROMIUM, else what is on PATH."""
    if path := os.environ.get("CHROMIUM"):
        if shutil.which(path):
            return path
        raise Trouble(
            f"CHROMIUM zeigt auf {path}, dort liegt kein Programm.",
            "Setze CHROMIUM auf einen Chromium oder lass die Variable weg.",
        )
    for name in NAMES:
        if found := shutil.which(name):
            return found
    raise Trouble(
        "Für die Browsertests fehlt Chromium.",
        "Installiere es (Debian: apt-get install chromium) oder setze CHROMIUM auf seinen Pfad.",
    )
