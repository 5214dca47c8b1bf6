"""`test`: brings up the servers, runs the checks, and the suite on PostgreSQL and on SQLite."""

import json
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree as xml
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from workshop import browser, checks, environment, postgres, redis
from workshop.console import Trouble, say, seconds
from workshop.paths import PYTHON, ROOT, VAR
from workshop.processes import Command, House

DATABASES = ("postgresql", "sqlite")
NOTHING_COLLECTED = 5

# What a club or a shell may have set; the suite brings its own.
SETTINGS = {
    *("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "BEHIND_PROXY"),
    *("DEMO", "CLUB_NAME", "VAR_DIR", "LOG_LEVEL", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER"),
    *("EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL"),
    *("PUBLIC_URL", "REMIND_DAYS", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTEST_ADDOPTS"),
}


@dataclass(frozen=True)
class Outcome:
    title: str
    passed: int
    failed: int
    took: float
    code: int


def run(house: House, rest: Sequence[str], *, long: bool, check: bool, only: str | None) -> int:
    began = time.monotonic()
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="schockwart-test-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        try:
            env, versions = _servers(house, place)
            if check:
                say("\n── Prüfungen")
                outcomes.append(_checks())
            for database in DATABASES:
                if only in {None, database}:
                    words = [*rest, *(["--long"] if long else [])]
                    outcomes.append(_pytest(house, database, words, env, place, versions))
        finally:
            house.end()
    return _summary(outcomes, versions, time.monotonic() - began, check=check, only=only)


def _servers(house: House, place: Path) -> tuple[dict[str, str], dict[str, str]]:
    """The environment with the servers' addresses, and the versions of what is there."""
    env = {k: v for k, v in environment.clean_environ().items() if k not in SETTINGS}
    env["CHROMIUM"] = browser.find_or_fetch()
    log = VAR / "log"
    if not env.get("DATABASE_URL"):
        env["DATABASE_URL"] = postgres.start(
            house, place / "postgres", place, log / "test-postgres.log", durable=False
        )
    elif not env["DATABASE_URL"].startswith("postgres"):
        raise Trouble(
            "DATABASE_URL zeigt nicht auf PostgreSQL.",
            "Die Variable weglassen; SQLite wird ohnehin geprüft.",
        )
    if not env.get("REDIS_URL"):
        env["REDIS_URL"] = redis.start(house, log / "test-redis.log")
    versions = json.loads(_output([PYTHON, "-m", "workshop.versions"], env))
    found = re.search(r"[\d.]+", _output([env["CHROMIUM"], "--version", "--no-sandbox"], env))
    versions["Chromium"] = found[0] if found else "?"
    say(", ".join(f"{name} {version}" for name, version in versions.items()))
    return env, versions


def _output(command: Command, env: Mapping[str, str]) -> str:
    done = subprocess.run(
        [str(part) for part in command],
        cwd=ROOT,
        env=env,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:]
        raise Trouble(
            f"{Path(str(command[0])).name} läuft nicht: {' '.join(last)}",
            "DATABASE_URL, REDIS_URL und CHROMIUM prüfen oder weglassen.",
        )
    return done.stdout


def _checks() -> Outcome:
    began = time.monotonic()
    found = checks.report()
    failed = sum(not finding.ok for finding in found)
    took = time.monotonic() - began
    return Outcome("Prüfungen", len(found) - failed, failed, took, int(failed > 0))


def _pytest(
    house: House,
    database: str,
    rest: Sequence[str],
    env: dict[str, str],
    place: Path,
    versions: dict[str, str],
) -> Outcome:
    report = place / f"{database}.xml"
    command: list[object] = [PYTHON, "-m", "pytest", "-q", "-n", "2", f"--junit-xml={report}"]
    if database == "postgresql":
        title = f"PostgreSQL {versions['PostgreSQL']}, Redis {versions['Redis']}"
    else:
        title = f"SQLite {versions['SQLite']}, Dateien statt Redis"
        env = {k: v for k, v in env.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
        command.append("--one-browser-test")
    say(f"\n── Tests auf {title}")
    began = time.monotonic()
    code = house.attend("pytest", [*command, *rest], env=env)
    passed, failed = _count(report)
    if code == NOTHING_COLLECTED and rest:
        code = 0  # what was asked for may exist on one database only
    return Outcome(f"Tests auf {title}", passed, failed, time.monotonic() - began, code)


def _count(report: Path) -> tuple[int, int]:
    if not report.exists():
        return 0, 0
    suites = xml.parse(report).getroot().iter("testsuite")
    passed = failed = 0
    for found in suites:
        bad = sum(int(found.get(word, "0")) for word in ("failures", "errors", "skipped"))
        passed += int(found.get("tests", "0")) - bad
        failed += bad
    return passed, failed


def _summary(
    outcomes: list[Outcome], versions: dict[str, str], took: float, *, check: bool, only: str | None
) -> int:
    """Says what ran on what. The last line is the one that CI reads."""
    say("\n── Was lief")
    for outcome in outcomes:
        word = "in Ordnung" if outcome.code == 0 else "NICHT in Ordnung"
        say(
            f"  {outcome.title}: {outcome.passed} bestanden, {outcome.failed} nicht, "
            f"{seconds(outcome.took)}, {word}"
        )
    if not check:
        say("  Die Prüfungen liefen nicht (--no-check).")
    if only:
        say(f"  Die andere Datenbank lief nicht (--only {only}).")
    others = ("Python", "Django", "Chromium")
    say(f"  {', '.join(f'{n} {versions[n]}' for n in others)}; zusammen {seconds(took)}")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    good = all(outcome.code == 0 for outcome in outcomes) and passed > 0
    if not good and failed == 0:
        failed = 1  # a run that broke off counts no test, but it did not pass
    say(f"{passed} passed, {failed} failed")
    return 0 if good and failed == 0 else 1
