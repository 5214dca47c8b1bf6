"""Find a Chromium that the browser tests can drive."""

import os
import shutil

from workshop.console import Trouble, say
from workshop.language import _
from workshop.paths import PYTHON, VAR, shown
from workshop.processes import finish

# The shell without windows first: the same engine, for a quarter less of the processor.
NAMES = (
    *("chromium-headless-shell", "chrome-headless-shell"),
    *("chromium", "chromium-browser", "google-chrome", "google-chrome-stable"),
)
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
    """Return the path of the browser: CHROMIUM, else one on PATH, else the fetched one."""
    if path := os.environ.get("CHROMIUM"):
        if shutil.which(path):
            return path
        raise Trouble(
            _("CHROMIUM points to {path}, and no program lies there.", path=path),
            _("set CHROMIUM to a Chromium, or leave the variable out."),
        )
    for name in (*NAMES, str(FETCHED)):
        if installed := shutil.which(name):
            return installed
    raise Trouble(
        _("The browser tests lack Chromium."),
        _("install it (Debian: apt-get install chromium) or set CHROMIUM to its path."),
    )


def find_or_fetch() -> str:
    """Return the path as `find` does, but fetch the package's browser if there is only npm."""
    npm = shutil.which("npm")
    try:
        return find()
    except Trouble:
        if "CHROMIUM" in os.environ or npm is None:
            raise
    say(_("Chromium is missing; npm fetches it …"))
    folder = FETCHED.parent
    command = [npm, "install", "--no-save", "--ignore-scripts", "--prefix", folder, PACKAGE]
    done = finish(command, log=LOG)
    if done.code == 0:
        done = finish([PYTHON, "-m", "workshop.unpack", folder], log=LOG)
    if done.code:
        raise Trouble(
            _("The browser tests lack Chromium, and npm could not fetch one."),
            _("install it (Debian: apt-get install chromium) or set CHROMIUM to its path.")
            + f" {_('The log: {file}.', file=shown(LOG))}",
        )
    return str(FETCHED)
