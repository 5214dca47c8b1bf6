"""`bench`: runs the scripts of bench/, each of which prints its figures last.

A script that needs servers says so in a line of its own, `# needs: postgresql redis`, and finds
them in DATABASE_URL and REDIS_URL. PostgreSQL writes durably, with data that is gone afterwards.
`--all` writes every figure to bench/results.md.
"""

import json
import os
import platform
import re
import subprocess
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from workshop import environment, postgres, redis
from workshop.console import Trouble, say
from workshop.language import _
from workshop.paths import PYTHON, ROOT, VAR, shown
from workshop.processes import ProcessGroup

FOLDER = ROOT / "bench"
RESULTS = FOLDER / "results.md"


@dataclass(frozen=True)
class Wish:
    """The scripts that are asked for, all if none is named; `keep` writes the table."""

    name: str | None = None
    small: bool = False
    keep: bool = False


def _needs(script: Path) -> set[str]:
    match = re.search(r"^# needs:(.*)$", script.read_text(), re.MULTILINE)
    return set(match[1].split()) if match else set()


def scripts() -> list[Path]:
    return sorted(path for path in FOLDER.glob("*.py") if not path.name.startswith("_"))


def _chosen(name: str | None) -> list[Path]:
    every = scripts()
    chosen = [path for path in every if name in {None, path.stem, path.name}]
    if not chosen:
        there = ", ".join(path.stem for path in every)
        raise Trouble(
            _("No script in bench/ is called {name}.", name=name),
            _("there are: {names}.", names=there),
        )
    return chosen


def run(processes: ProcessGroup, wish: Wish) -> int:
    if wish.keep and (wish.small or wish.name):
        raise Trouble(
            _("bench/results.md holds every figure in its full size."),
            _("leave out --small and the name, or leave out --all."),
        )
    chosen = _chosen(wish.name)
    needs = set().union(*(_needs(script) for script in chosen))
    failed = []
    figures: dict[str, list[dict[str, Any]]] = {}
    with tempfile.TemporaryDirectory(prefix="schockwart-bench-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        env = {**environment.clean_environ(), "PYTHONPATH": str(ROOT), "VAR_DIR": str(place)}
        env["BENCH_SIZE"] = "small" if wish.small else ""
        try:
            if "postgresql" in needs and not env.get("DATABASE_URL"):
                log = VAR / "log" / "bench-postgres.log"
                env["DATABASE_URL"] = postgres.start(
                    processes, place / "pg", place, log, durable=True
                )
            if "redis" in needs and not env.get("REDIS_URL"):
                env["REDIS_URL"] = redis.start(processes, VAR / "log" / "bench-redis.log")
            for script in chosen:
                say(f"\n── {script.stem}")
                collected = place / f"{script.stem}.jsonl"
                own = {**env, "BENCH_FIGURES": str(collected)}
                if processes.attend(script.stem, [PYTHON, script], env=own):
                    failed.append(script.stem)
                lines = collected.read_text().splitlines() if collected.exists() else []
                figures[script.stem] = [json.loads(line) for line in lines]
        finally:
            processes.end()
    if wish.keep:
        RESULTS.write_text(_table(figures, failed), encoding="utf-8")
        say(f"\n{shown(RESULTS)}")
    silent = [name for name, rows in figures.items() if not rows and name not in failed]
    if failed or silent:
        raise Trouble(
            _("Did not run to the end: {names}.", names=", ".join(failed + silent)),
            _("see what stands above."),
        )
    return 0


def _table(figures: Mapping[str, list[dict[str, Any]]], failed: list[str]) -> str:
    """Return all figures with their aims as Markdown, below what they were measured on."""
    lines = [
        "# What the benches measured",
        "",
        "Written by `python3 dev.py bench --all`, and committed with each release. A figure is the",
        "median with the least and the most; a ratio has both sides in turn.",
        "",
        f"* Commit {_commit()}, {datetime.now(UTC).date().isoformat()}",
        f"* {_machine()}",
        "",
        "| bench | what | figure | aim | met |",
        "|---|---|---|---|---|",
    ]
    for name, rows in figures.items():
        for row in rows:
            met = "–" if not row["aim"] else "yes" if row["is_met"] else "**no**"
            line = (name, row["name"], row["figure"], row["aim"] or "–", met)
            lines.append(f"| {' | '.join(line)} |")
        if name in failed:
            lines.append(f"| {name} | ended with an error | – | – | **no** |")
    return "\n".join([*lines, ""])


def _commit() -> str:
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def _machine() -> str:
    """Return processor, cores, memory, system, Python, and how busy it was just now."""
    info = Path("/proc/cpuinfo")
    match = re.search(r"^model name\s*:\s*(.+)$", info.read_text() if info.exists() else "", re.M)
    model = match[1] if match else platform.machine()
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    load = ", ".join(f"{value:.1f}" for value in os.getloadavg())
    system = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GB; {system}; load {load}"
