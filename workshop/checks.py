"""`check`: all that can be said about the code without running the suite."""

import os
import secrets
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from workshop import environment
from workshop.console import say, seconds
from workshop.language import _
from workshop.paths import PYTHON, ROOT, VAR, VENV, shown
from workshop.processes import Command

BIN = VENV / "bin"
LOG = VAR / "log" / "check.log"
SHOWN = 40  # lines of what a failed check wrote; all of it is in the log
CODE = ["config", "league", "games", "finance", "workshop", "manage.py", "dev.py"]


@dataclass(frozen=True)
class Check:
    name: str
    command: Command
    env: dict[str, str] = field(default_factory=dict)


def _production() -> dict[str, str]:
    """Return the settings of a club in production, with the names of no real machine."""
    return {
        "SECRET_KEY": secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": "schockwart.example",
        "HTTPS": "1",
        "BEHIND_PROXY": "1",
        "DEMO": "",
        "DATABASE_URL": "postgres://schockwart@db.invalid/schockwart",
        "REDIS_URL": "redis://redis.invalid/0",
        "EMAIL_HOST": "mail.invalid",
        "DEFAULT_FROM_EMAIL": "kasse@schockwart.example",
    }


def all_checks(var: str) -> list[Check]:
    own = {"VAR_DIR": var, "DATABASE_URL": "", "REDIS_URL": ""}
    manage: list[object] = [PYTHON, "manage.py"]
    deploy = ["check", "--deploy", "--fail-level", "WARNING"]
    return [
        Check(_("mypy: types"), [BIN / "mypy", *CODE], own),
        Check(
            _("ruff: format"),
            [BIN / "ruff", "format", "--check", "--quiet", "--output-format=concise", "."],
        ),
        Check(_("ruff: rules"), [BIN / "ruff", "check", "--output-format=concise", "."]),
        Check(_("import contracts"), [BIN / "lint-imports"], own),
        Check("Django", [*manage, "check"], own),
        Check(_("Django in production"), [*manage, *deploy], {**own, **_production()}),
        Check(_("migrations"), [*manage, "makemigrations", "--check", "--dry-run"], own),
        Check(_("djlint: templates"), [BIN / "djlint", "templates", "--lint", "--quiet"]),
        Check(_("templates load"), [PYTHON, "-m", "workshop.templates"], own),
        Check(_("translations"), [PYTHON, "-m", "config.translations", "check"], own),
        Check(_("voice of docstrings"), [PYTHON, "-m", "workshop.voice"], own),
    ]


@dataclass(frozen=True)
class Finding:
    name: str
    ok: bool
    output: str
    took: float


def _run(check: Check) -> Finding:
    began = time.monotonic()
    done = subprocess.run(
        [str(part) for part in check.command],
        cwd=ROOT,
        env={**environment.clean_environ(), **check.env},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return Finding(check.name, done.returncode == 0, done.stdout, time.monotonic() - began)


def findings() -> Iterator[Finding]:
    """Run all checks, two at a time, and yield each result when it is known.

    A failure stops no other check.
    """
    with (
        tempfile.TemporaryDirectory(prefix="schockwart-check-") as var,
        ThreadPoolExecutor(max_workers=min(4, os.cpu_count() or 1)) as pool,
    ):
        try:
            yield from pool.map(_run, all_checks(var))
        except BaseException:
            pool.shutdown(cancel_futures=True)
            raise


def report() -> list[Finding]:
    """Print each result, and the output of a failed one."""
    report = []
    for finding in findings():
        report.append(finding)
        word = "ok" if finding.ok else _("FAULT")
        say(f"  {finding.name:<22} {word:<7} {seconds(finding.took):>7}")
        if not finding.ok:
            lines = finding.output.strip().splitlines()
            say("\n".join(f"    | {line}" for line in lines[:SHOWN]))
            if len(lines) > SHOWN:
                more = len(lines) - SHOWN
                say("    " + _("… and {number} lines more in {file}", number=more, file=shown(LOG)))
    LOG.parent.mkdir(parents=True, exist_ok=True)
    LOG.write_text("".join(f"── {f.name}\n{f.output}\n" for f in report))
    return report


def run() -> int:
    began = time.monotonic()
    findings = report()
    failed = [finding.name for finding in findings if not finding.ok]
    took = seconds(time.monotonic() - began)
    if failed:
        say(_("Not in order: {names} ({took})", names=", ".join(failed), took=took))
        return 1
    say(_("All {number} checks in order ({took})", number=len(findings), took=took))
    return 0
