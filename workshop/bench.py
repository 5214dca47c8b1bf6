"""`bench`: runs the scripts of bench/, each of which prints its figure last.

A script that needs servers says so in a line of its own, `# needs: postgresql redis`, and finds
them in DATABASE_URL and REDIS_URL. PostgreSQL writes durably, with data that is gone afterwards.
"""

import re
import tempfile
from pathlib import Path

from workshop import environment, postgres, redis
from workshop.console import Trouble, say
from workshop.language import _
from workshop.paths import PYTHON, ROOT, VAR
from workshop.processes import ProcessGroup

FOLDER = ROOT / "bench"


def _needs(script: Path) -> set[str]:
    match = re.search(r"^# needs:(.*)$", script.read_text(), re.MULTILINE)
    return set(match[1].split()) if match else set()


def _chosen(name: str | None) -> list[Path]:
    every = sorted(path for path in FOLDER.glob("*.py") if not path.name.startswith("_"))
    chosen = [path for path in every if name in {None, path.stem, path.name}]
    if not chosen:
        there = ", ".join(path.stem for path in every)
        raise Trouble(
            _("No script in bench/ is called {name}.", name=name),
            _("there are: {names}.", names=there),
        )
    return chosen


def run(processes: ProcessGroup, name: str | None) -> int:
    scripts = _chosen(name)
    needs = set().union(*(_needs(script) for script in scripts))
    failed = []
    with tempfile.TemporaryDirectory(prefix="schockwart-bench-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        env = {**environment.clean_environ(), "PYTHONPATH": str(ROOT), "VAR_DIR": str(place)}
        try:
            if "postgresql" in needs and not env.get("DATABASE_URL"):
                log = VAR / "log" / "bench-postgres.log"
                env["DATABASE_URL"] = postgres.start(
                    processes, place / "pg", place, log, durable=True
                )
            if "redis" in needs and not env.get("REDIS_URL"):
                env["REDIS_URL"] = redis.start(processes, VAR / "log" / "bench-redis.log")
            for script in scripts:
                say(f"\n── {script.stem}")
                if processes.attend(script.stem, [PYTHON, script], env=env):
                    failed.append(script.stem)
        finally:
            processes.end()
    if failed:
        raise Trouble(
            _("Did not run to the end: {names}.", names=", ".join(failed)),
            _("see what stands above."),
        )
    return 0
