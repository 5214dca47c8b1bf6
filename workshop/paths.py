"""Where things lie."""

from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
VAR = ROOT / "var"
PYTHON = VENV / "bin" / "python"


def shown(path: Path) -> str:
    """A path as a person in the project's folder would type it."""
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else str(path)
