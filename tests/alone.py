"""Run each file of tests by itself on SQLite: `python -m tests.alone [FILE …]` names what fails.

The browser comes along if one is installed.
"""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOTHING_COLLECTED = 5


def main(names: list[str]) -> int:
    os.environ.pop("DATABASE_URL", None)
    os.environ.pop("REDIS_URL", None)
    files = names or sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("tests/**/test_*.py"))
    failed = []
    for file in files:
        words = ["-q", "-p", "no:xdist", "-p", "no:cacheprovider", file]
        done = subprocess.run(
            [sys.executable, "-m", "pytest", *words],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode not in {0, NOTHING_COLLECTED}:
            failed.append(file)
            print(done.stdout, done.stderr)
    print(f"{len(files)} files, by themselves: {len(failed)} failed", *failed, sep="\n")
    return len(failed)


if __name__ == "__main__":
    sys.exit(bool(main(sys.argv[1:])))
