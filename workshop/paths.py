"""Paths of the project's files and folders."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VAR = ROOT / "var"
PYTHON = VENV / "bin" / "python"


def shown(path: Path) -> str:
    """Return a path as it is typed in the project's folder."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
