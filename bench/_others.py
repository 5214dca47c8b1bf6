"""Fetch the programs of others that some figures are compared with, if that can be done.

They belong to no requirements: the package is unpacked below var/bench/ and stays there. If it
cannot be had, the comparison is left out with a sentence.
"""

import shutil
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parent.parent / "var" / "bench"


def hledger() -> Path | None:
    """Return an installed hledger, or Debian's package, unpacked without being installed."""
    if installed := shutil.which("hledger"):
        return Path(installed)
    folder = FOLDER / "hledger"
    program = folder / "usr" / "bin" / "hledger"
    if not program.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _ran(["apt-get", "download", "hledger"], folder)
        for package in folder.glob("*.deb"):
            _ran(["dpkg", "-x", package.name, "."], folder)
    return _usable([program, "--version"], "hledger")


def weasyprint() -> Path | None:
    """Return a Python that has WeasyPrint, in a virtual environment of its own."""
    folder = FOLDER / "weasyprint"
    python = folder / "bin" / "python"
    if not _runs([python, "-c", "import weasyprint"]):
        folder.mkdir(parents=True, exist_ok=True)
        _ran([sys.executable, "-m", "venv", folder], folder)
        _ran([python, "-m", "pip", "install", "--quiet", "weasyprint"], folder)
    return _usable([python, "-c", "import weasyprint"], "WeasyPrint")


def _usable(command: list[str | Path], name: str) -> Path | None:
    if _runs(command):
        return Path(command[0])
    print(f"{name} is not there and cannot be fetched: ours is measured alone.", flush=True)
    return None


def _runs(command: list[str | Path]) -> bool:
    FOLDER.mkdir(parents=True, exist_ok=True)
    return _ran(command, FOLDER)


def _ran(command: list[str | Path], folder: Path) -> bool:
    """Run a command in a folder that exists; return True if it could be run and succeeded."""
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, timeout=300)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0
