"""`test`: bring up the servers, run the checks, and the suite on PostgreSQL and on SQLite.

The share of each database is said in tests/plugins/selection.py: tests that say something about the
database run on both, pages and pure rules on one.
"""

import json
import os
import random
import re
import subprocess
import tempfile
import time
import xml.etree.ElementTree as xml
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from workshop import browser, checks, environment, postgres, processor, redis
from workshop.console import Trouble, say, seconds
from workshop.language import _
from workshop.paths import PYTHON, ROOT, VAR
from workshop.processes import Command, Job, ProcessGroup, finish

DATABASES = ("postgresql", "sqlite")
NOTHING_COLLECTED = 5

ANSWERING = 4  # threads of a process of the suite that answer for its live servers
# Connections that such a process holds at most: its own, one that empties the tables, those that
# answer, the worker's and the clock's, and what a test starts: two web processes of eight threads.
CONNECTIONS = 2 + ANSWERING + 2 + 16

# Settings that a club or a shell may have; the suite brings its own.
SETTINGS = {
    *("DEBUG", "SECRET_KEY", "ALLOWED_HOSTS", "CSRF_TRUSTED_ORIGINS", "HTTPS", "BEHIND_PROXY"),
    *("DEMO", "VAR_DIR", "LOG_LEVEL", "EMAIL_HOST", "EMAIL_PORT", "EMAIL_HOST_USER"),
    *("EMAIL_HOST_PASSWORD", "EMAIL_USE_TLS", "DEFAULT_FROM_EMAIL"),
    *("PUBLIC_URL", "REMIND_DAYS", "DJANGO_ALLOW_ASYNC_UNSAFE", "PYTEST_ADDOPTS"),
}


@dataclass(frozen=True)
class Wish:
    """The choices made on the command line; `rest` is for pytest."""

    rest: Sequence[str]
    long: bool = False
    check: bool = True
    only: str | None = None
    fast: bool = False

    @property
    def databases(self) -> list[str]:
        if self.fast:
            return ["sqlite"]
        return [name for name in DATABASES if self.only in {None, name}]


@dataclass(frozen=True)
class Outcome:
    title: str
    passed: int
    failed: int
    took: float
    code: int


def run(processes: ProcessGroup, wish: Wish) -> int:
    began = time.monotonic()
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="schockwart-test-") as folder:
        place = Path(folder)
        place.chmod(0o755)
        with postgres.data_folder(VAR / "test" / "postgres", place) as data:
            try:
                env, versions = _servers(processes, wish, place, data)
                with ThreadPoolExecutor() as beside:
                    beside.submit(_compile, env)
                    if wish.check and not wish.fast:
                        say(f"\n── {_('Checks')}")
                        outcomes.append(_checks())
                outcomes += _suites(processes, wish, env, place, versions)
            finally:
                processes.end()
    took = time.monotonic() - began
    spent = processor.spent()  # by all that ended, servers and browsers as well
    return _summary(outcomes, versions, took, spent, wish)


def _servers(
    processes: ProcessGroup, wish: Wish, place: Path, data: Path
) -> tuple[dict[str, str], dict[str, str]]:
    """Return the environment with the servers' addresses, and the versions found."""
    env = {k: v for k, v in environment.clean_environ().items() if k not in SETTINGS}
    log = VAR / "log"
    if wish.databases == ["sqlite"]:
        env.pop("DATABASE_URL", None)
        env.pop("REDIS_URL", None)
    else:
        if not env.get("DATABASE_URL"):
            log_file = log / "test-postgres.log"
            env["DATABASE_URL"] = postgres.start(
                processes,
                data,
                place,
                log_file,
                durable=False,
                connections=_workers(wish) * CONNECTIONS,
            )
        elif not env["DATABASE_URL"].startswith("postgres"):
            raise Trouble(
                _("DATABASE_URL does not point to PostgreSQL."),
                _("Leave the variable out; SQLite is tested anyway."),
            )
        if not env.get("REDIS_URL"):
            env["REDIS_URL"] = redis.start(processes, log / "test-redis.log")
    versions = json.loads(_output([PYTHON, "-m", "workshop.versions"], env))
    if not wish.fast:
        env["CHROMIUM"] = browser.find_or_fetch()
        match = re.search(r"[\d.]+", _output([env["CHROMIUM"], "--version", "--no-sandbox"], env))
        versions["Chromium"] = match[0] if match else "?"
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
            _(
                "{program} does not run: {reason}",
                program=Path(str(command[0])).name,
                reason=" ".join(last),
            ),
            _("Check DATABASE_URL, REDIS_URL and CHROMIUM, or leave them out."),
        )
    return done.stdout


def _compile(env: Mapping[str, str]) -> None:
    """Collect the tests once on a fresh clone.

    Else each worker compiles and rewrites them all at the same moment, for eleven seconds of
    processor.
    """
    if not any((ROOT / "tests" / "__pycache__").glob("test_*-pytest-*.pyc")):
        words = ["--collect-only", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
        finish([PYTHON, "-m", "pytest", *words], env=env, log=VAR / "log" / "collection.log")


def _checks() -> Outcome:
    began = time.monotonic()
    findings = checks.report()
    failed = sum(not finding.ok for finding in findings)
    took = time.monotonic() - began
    return Outcome(_("Checks"), len(findings) - failed, failed, took, int(failed > 0))


def _workers(wish: Wish) -> int:
    """Return how many processes of pytest share the work on one database."""
    return max(2, (os.cpu_count() or 1) // len(wish.databases))


@dataclass(frozen=True)
class Suite:
    """One run of pytest on one database."""

    title: str
    job: Job
    report: Path


def _suites(
    processes: ProcessGroup, wish: Wish, env: dict[str, str], place: Path, versions: dict[str, str]
) -> list[Outcome]:
    """Run the suite on each database, side by side: a browser waits much of its time."""
    suites = [_suite(wish, number, env, place, versions) for number in range(len(wish.databases))]
    say(f"\n── {'; '.join(suite.title for suite in suites)}")
    ended = processes.attend_all([suite.job for suite in suites])
    outcomes = []
    for suite, end in zip(suites, ended, strict=True):
        if suite.job.log:
            say(f"\n── {suite.title}\n{suite.job.log.read_text(errors='replace')}")
        passed, failed = _count(suite.report)
        code = end.code
        if code == NOTHING_COLLECTED and wish.rest:
            code = 0  # what was asked for may exist on one database only
        outcomes.append(Outcome(suite.title, passed, failed, end.took, code))
    return outcomes


def _seed(wish: Wish) -> str:
    """Return the seed of the tests' order: the one asked for, else a new one."""
    option = "--randomly-seed="
    given = [word.removeprefix(option) for word in wish.rest if word.startswith(option)]
    return given[-1] if given else str(random.randrange(2**32))


def _suite(
    wish: Wish,
    number: int,
    env: dict[str, str],
    place: Path,
    versions: dict[str, str],
) -> Suite:
    """Describe the suite on one of the databases: its share, or all if it is the only one."""
    database = wish.databases[number]
    report = place / f"{database}.xml"
    words = ["-q", "-n", str(_workers(wish)), "--dist", "loadfile", "--no-loadscope-reorder"]
    seed = _seed(wish)
    words += [f"--junit-xml={report}", f"--randomly-seed={seed}"]
    words += (
        ["--share"] * (len(wish.databases) > 1) + ["--fast"] * wish.fast + ["--long"] * wish.long
    )
    if database == "postgresql":
        title = _(
            "Tests on PostgreSQL {version}, Redis {redis}, order {seed}",
            seed=seed,
            version=versions["PostgreSQL"],
            redis=versions["Redis"],
        )
    else:
        title = _(
            "Tests on SQLite {version}, files for Redis, order {seed}",
            seed=seed,
            version=versions["SQLite"],
        )
        env = {k: v for k, v in env.items() if k not in {"DATABASE_URL", "REDIS_URL"}}
    env = {**env, "SCHOCKWART_COLLECTED": str(place)}
    command = [PYTHON, "-m", "pytest", *words, *wish.rest]
    log = place / f"{database}.log" if number > 0 else None
    return Suite(title, Job(f"pytest ({database})", command, env, log), report)


def _count(report: Path) -> tuple[int, int]:
    if not report.exists():
        return 0, 0
    suites = xml.parse(report).getroot().iter("testsuite")
    passed = failed = 0
    for suite in suites:
        bad = sum(int(suite.get(word, "0")) for word in ("failures", "errors", "skipped"))
        passed += int(suite.get("tests", "0")) - bad
        failed += bad
    return passed, failed


def _summary(
    outcomes: list[Outcome], versions: dict[str, str], took: float, spent: float, wish: Wish
) -> int:
    """Print what ran on what. The last line is the one that CI reads."""
    say(f"\n── {_('What ran')}")
    for outcome in outcomes:
        verdict = _("all right") if outcome.code == 0 else _("NOT all right")
        say(
            f"  {outcome.title}: "
            + _(
                "{passed} passed, {failed} did not, {took}, {verdict}",
                passed=outcome.passed,
                failed=outcome.failed,
                took=seconds(outcome.took),
                verdict=verdict,
            )
        )
    if wish.fast:
        say("  " + _("Only the quick share on SQLite (--fast): no checks, services and browser."))
    elif not wish.check:
        say("  " + _("The checks did not run (--no-check)."))
    if wish.only:
        say("  " + _("The other database did not run (--only {name}).", name=wish.only))
    shown = [
        f"{name} {versions[name]}" for name in ("Python", "Django", "Chromium") if name in versions
    ]
    say(f"  {', '.join(shown)}; {_('{took} in all', took=seconds(took))}")
    times = spent / processor.loop()
    said = _(
        "processor: {took}, as long as {times} times {loop} of this Python",
        took=seconds(spent),
        times=f"{times:.0f}",
        loop=processor.LOOP,
    )
    say(f"  {said}")
    passed = sum(outcome.passed for outcome in outcomes)
    failed = sum(outcome.failed for outcome in outcomes)
    good = all(outcome.code == 0 for outcome in outcomes) and passed > 0
    if not good and failed == 0:
        failed = 1  # a run that broke off counts no test, but it did not pass
    say(f"{passed} passed, {failed} failed")
    return 0 if good and failed == 0 else 1
