"""P12, R7: do the tests notice a line that is wrong? 200 seeded changes, each its own run.

Five steps; without a word what has no verdict is recorded and tried, and the score reported (for
all 200 „run --again all“ after „record“: 40 minutes on two cores):

    record [TEST …]     which test reaches which line: one run of the suite on SQLite, to var/;
                        with tests named, those alone are added to what is there
    list                draws the sample by its seed, anew; what is known of a mutant stays
    run [--only WORD] [--again VERDICT]
                        tries what has no verdict; WORD is a stratum or how a file begins,
                        VERDICT is survived, undecided, unreached, killed or all
    confirm             tries what was killed with nothing but the test that killed it, for the day
                        on which tests were changed; what it no longer kills loses its verdict
    report              the score of each stratum, and who survived

Each mutant runs the tests that reach its line, the cheapest first, to the first failure, for at
most 120 s, on SQLite in a copy of the tree. A test that hangs where it took a moment before has
killed it. What nobody reaches is tried with the tests of its file and those written beside them,
which may start it as a process of its own.

`mutants.toml` keeps seed, sample and verdicts; the reasons in it are written by hand. A mutant
whose reason begins with „equivalent“ cannot be killed and does not count. The score stands last.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import coverage

from bench._figures import figure
from bench._mutations import Change, changes
from bench._trials import ROOT, Run, Trial, copies, environment

SEED = 13
STRATA: dict[str, tuple[int, Sequence[str]]] = {
    "engine": (60, ["games/engine"]),
    "formats": (15, ["league/formats"]),
    "draw": (15, ["league/draw"]),
    "booking": (
        30,
        [
            "finance/books/booking.py",
            "finance/books/formulas.py",
            "finance/books/periods.py",
            *("finance/books/services", "finance/bank/services", "finance/catalogue/services"),
            *("finance/cash/services.py", "finance/close/services.py", "finance/dues/services.py"),
            "finance/years/services",
        ],
    ),
    "league": (
        50,
        [
            *("league/**/services", "league/**/services.py", "league/**/queries"),
            *("league/**/queries.py", "league/standings/scoring.py", "league/figures"),
        ],
    ),
    "rest": (
        30,
        [
            *("games/scoring", "games/cards/services", "games/luck", "games/odds"),
            *("finance/books/queries", "finance/bank/queries", "finance/bank/reading"),
            *("finance/years", "finance/checks", "finance/cash/coins.py"),
            "finance/close/statement.py",
        ],
    ),
}
RAISED = ("engine", "formats", "draw", "booking")
VERDICTS = ("killed", "survived", "undecided", "unreached", "gone", "")
LIST = ROOT / "bench" / "mutants.toml"
FOLDER = ROOT / "var" / "mutants"
AT_ONCE = os.cpu_count() or 1
MEASURED = "not browser and not worker"  # those do their work in processes of their own


@dataclass
class Mutant:
    """A row of mutants.toml; see `_mutations.Change` for how a place is named."""

    stratum: str
    file: str
    scope: str
    line: int
    at: int
    code: str
    before: str
    after: str
    verdict: str = ""
    by: str = ""
    seconds: float = 0.0
    reason: str = ""

    @property
    def place(self) -> tuple[str, ...]:
        return _place(self.file, self)

    @property
    def equivalent(self) -> bool:
        return self.reason.startswith("equivalent")

    def change(self) -> Change | None:
        """Find the change in today's file: the same words in the same function, nearest to its old
        line.
        """
        same = [change for change in _changes(self.file) if _place(self.file, change) == self.place]
        return min(same, key=lambda change: abs(change.line - self.line), default=None)


def _place(file: str, place: Mutant | Change) -> tuple[str, ...]:
    return file, place.scope, str(place.at), place.code, place.before, place.after


@cache
def _changes(file: str) -> list[Change]:
    path = ROOT / file
    return changes(path.read_bytes()) if path.exists() else []


# --- the list ---------------------------------------------------------------------------------
def read() -> list[Mutant]:
    rows = tomllib.loads(LIST.read_text())["mutant"] if LIST.exists() else []
    return [Mutant(**row) for row in rows]


def write(mutants: Sequence[Mutant]) -> None:
    parts = [f"# Written by bench/mutants.py; `reason` alone is written by hand.\nseed = {SEED}\n"]
    for mutant in mutants:
        row = (f"{key} = {json.dumps(v, ensure_ascii=False)}" for key, v in vars(mutant).items())
        parts.append("\n".join(["[[mutant]]", *row, ""]))
    LIST.with_suffix(".new").write_text("\n".join(parts))
    LIST.with_suffix(".new").replace(LIST)


def draw() -> list[Mutant]:
    """Draw the sample: in each stratum lines by lot, and of each line one change by lot."""
    known = {mutant.place: mutant for mutant in read()}
    sample = []
    for stratum, (number, parts) in STRATA.items():
        rng = random.Random(f"{SEED} {stratum}")
        lines: defaultdict[tuple[str, int], list[Change]] = defaultdict(list)
        for part in parts:
            for file in (str(path.relative_to(ROOT)) for path in _files(part)):
                for change in _changes(file):
                    lines[file, change.line].append(change)
        for file, line in sorted(rng.sample(sorted(lines), number)):
            candidate = rng.choice(lines[file, line])
            place = (
                candidate.scope,
                line,
                candidate.at,
                candidate.code,
                candidate.before,
                candidate.after,
            )
            mutant = Mutant(stratum, file, *place)
            sample.append(known.get(mutant.place, mutant))
    return sample


def _files(part: str) -> list[Path]:
    paths = sorted(ROOT.glob(part if part.endswith(".py") else f"{part}/**/*.py"))
    assert paths, part
    return paths


# --- who reaches a line -------------------------------------------------------------------------
def record(tests: Sequence[str]) -> None:
    if not tests:
        shutil.rmtree(FOLDER, ignore_errors=True)
    FOLDER.mkdir(parents=True, exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-q", "-n", str(AT_ONCE), "--dist", "loadfile"]
    command += ["-m", MEASURED, *tests]
    more = {"PYTEST_PLUGINS": "bench._reached", "SCHOCKWART_REACHED": str(FOLDER)}
    began = time.monotonic()
    code = subprocess.run(command, cwd=ROOT, env=environment(**more), check=False).returncode
    whole = coverage.Coverage(data_file=str(FOLDER / "lines"), config_file=False)
    if tests:
        whole.load()
    whole.combine([str(path) for path in FOLDER.glob("part.*") if path.suffix != ".json"])
    whole.save()
    known: dict[str, Any] = {"tests": {}, "fixtures": {}}
    for path in [FOLDER / "tests.json", *FOLDER.glob("part.*.json")]:
        if path.exists():
            recorded = json.loads(path.read_text())
            for key in ("tests", "fixtures"):
                known[key].update(recorded[key])
            path.unlink()
    (FOLDER / "tests.json").write_text(json.dumps({**known, "code": _digest()}))
    print(
        f"{len(known['tests'])} tests recorded in {time.monotonic() - began:.0f} s (pytest {code})"
    )


def _digest() -> str:
    """Return a digest of the present code: lines recorded of other code are other lines."""
    paths = {path for _, parts in STRATA.values() for part in parts for path in _files(part)}
    return hashlib.sha256(b"".join(path.read_bytes() for path in sorted(paths))).hexdigest()


class Reached:
    """The recorded lines. Tests come in the order in which they are to be tried."""

    def __init__(self) -> None:
        known = json.loads((FOLDER / "tests.json").read_text())
        if known["code"] != _digest():
            sys.exit("The code is another than that recorded: bench/mutants.py record")
        self.tests: dict[str, dict[str, Any]] = known["tests"]
        self.fixtures: dict[str, float] = known["fixtures"]
        self.lines = coverage.CoverageData(basename=str(FOLDER / "lines"))
        self.lines.read()
        self.users: defaultdict[str, set[str]] = defaultdict(set)
        for test, row in self.tests.items():
            for name in row["wide"]:
                self.users[name].add(test)
        self.breadth: Counter[str] = Counter()
        for file in self.lines.measured_files():
            for contexts in self._file(file).values():
                self.breadth.update(contexts)

    def by(self, file: str, change: Change) -> tuple[list[str], bool]:
        """Return the tests to try, and True if they reach it; at import every test of its file
        does.
        """
        lines = self._file(str(ROOT / file))
        there = [
            name for n in range(change.line, change.last_line + 1) for name in lines.get(n, [])
        ]
        if not there:  # a part of a statement may have no line of its own
            there = lines.get(_statement(file, change), [])
        tests = self._of(there)
        first = sorted(tests, key=self._order)
        at_import = change.runs_at_import or "" in there
        if tests and not at_import:
            return first, True
        near = self._whole_file(file)
        first += sorted(near - tests, key=self._order)
        if at_import:
            return first, True
        beside = {test.split("::")[0] for test in near}
        others = (test for test in self.tests.keys() - near if test.split("::")[0] in beside)
        return first + sorted(others, key=self._order), False

    def patience(self, test: str) -> float:
        """Return the seconds after which it hangs: ten times its own and those of all it may set
        up.
        """
        if not test:
            return 60
        row = self.tests[test]
        shared = sum(self.fixtures.get(name, 0) for name in row["wide"])
        return float(30 + 10 * (row["seconds"] + shared))

    def one_of_each_kind(self) -> list[str]:
        """Return the narrowest test with a database, and one without: they make what they need."""
        kinds: dict[bool, str] = {}
        for test in sorted(self.tests, key=self._order):
            wide = self.tests[test]["wide"]
            kinds.setdefault(any(name.endswith("::django_db_setup") for name in wide), test)
        return list(kinds.values())

    def _order(self, test: str) -> tuple[str, float]:
        """Order cheap and narrow tests first; those that share a costly fixture last, together."""
        row = self.tests[test]
        costly = [name for name in row["wide"] if self.fixtures.get(name, 0) > 1]
        together = any("django_db_setup" not in name for name in costly)
        breadth = self.breadth[test] + 50
        return test.split("::")[0] if together else "", (row["seconds"] + 0.02) * breadth

    def _of(self, contexts: Iterable[str]) -> set[str]:
        names: set[str] = set()
        for context in contexts:
            names |= self.users[context] if context.startswith("@") else {context}
        return names & self.tests.keys()

    @cache  # noqa: B019 - there is one of these, and it lives as long as the process
    def _file(self, path: str) -> dict[int, list[str]]:
        return dict(self.lines.contexts_by_lineno(path))

    @cache  # noqa: B019
    def _whole_file(self, file: str) -> set[str]:
        """Return the tests that reach any line of it, or else of a file that imports it."""
        here = self._of({name for names in self._file(str(ROOT / file)).values() for name in names})
        if here:
            return here
        word = re.compile(rf"^\s*(?:from|import)\b.*\b{Path(file).stem}\b", re.MULTILINE)
        using = [f for f in self.lines.measured_files() if word.search(Path(f).read_text())]
        return self._of({name for f in using for names in self._file(f).values() for name in names})


class Killers:
    """The last killer of each mutant, in place of the recorded tests."""

    def __init__(self, killed: Iterable[Mutant]) -> None:
        self.tests = {mutant.place: mutant.by.split(" (")[0] for mutant in killed}

    def by(self, file: str, change: Change) -> tuple[list[str], bool]:
        test = self.tests[_place(file, change)]
        return [test] if (ROOT / test.split("::")[0]).exists() else [], True

    def patience(self, _test: str) -> float:
        return 60

    def one_of_each_kind(self) -> list[str]:
        return list(self.tests.values())[-1:]


def _statement(file: str, change: Change) -> int:
    """Return the line in which the innermost statement around it begins."""
    nodes = (n for n in ast.walk(ast.parse((ROOT / file).read_bytes())) if isinstance(n, ast.stmt))
    around = (n.lineno for n in nodes if n.lineno <= change.line <= (n.end_lineno or n.lineno))
    return max(around, default=change.line)


# --- running them -------------------------------------------------------------------------------
def run(mutants: list[Mutant], chosen: list[Mutant], known: Reached | Killers) -> None:
    """Try the chosen ones, several at a time; the verdicts are kept after each."""
    waiting: list[tuple[Mutant, Trial, bytes, bool]] = []
    for mutant in chosen:
        change = mutant.change()
        tests, reached = known.by(mutant.file, change) if change else ([], False)
        mutant.verdict, mutant.by, mutant.seconds = "" if change else "gone", "", 0.0
        if change and not tests:
            mutant.verdict = "unreached"
        elif change:
            mutant.line = change.line
            mutated = change.apply((ROOT / mutant.file).read_bytes())
            waiting.append((mutant, Trial(tests, known.patience), mutated, reached))
    with tempfile.TemporaryDirectory(prefix="schockwart-mutants-") as folder:
        free, busy = copies(Path(folder), AT_ONCE, known.one_of_each_kind()), list[Any]()
        try:
            while waiting or busy:
                while waiting and free:
                    busy.append(waiting.pop(0))
                    mutant, trial, mutated, _ = busy[-1]
                    trial.start(free.pop(), mutant.file, mutated)
                pipes = {trial.run.pipe: trial.run for _, trial, _, _ in busy}
                for pipe in select.select(pipes, [], [], 1)[0]:
                    pipes[pipe].read()
                for entry in busy[:]:
                    mutant, trial, _, reached = entry
                    if outcome := trial.outcome():
                        mutant.seconds = trial.end()
                        mutant.verdict, mutant.by = outcome
                        if not reached and mutant.verdict != "killed":
                            mutant.verdict = "unreached"
                        busy.remove(entry)
                        free.append(trial.run.copy)
                        write(mutants)
                        say(mutant)
        finally:
            for _, trial, _, _ in busy:
                trial.run.end()
        _control(chosen, free[0])
    write(mutants)


def confirm(mutants: list[Mutant]) -> None:
    killed = [mutant for mutant in mutants if mutant.verdict == "killed"]
    run(mutants, killed, Killers(killed))
    for mutant in killed:
        if mutant.verdict not in {"killed", "gone"}:
            mutant.verdict, mutant.by = "", "what killed it does not any more"
    write(mutants)


def _control(chosen: list[Mutant], copy: Path) -> None:
    """Clear the verdict of each mutant whose killer does not pass without it."""
    tests = {
        mutant.by for mutant in chosen if mutant.verdict == "killed" and not mutant.by.endswith(")")
    }
    if not tests:
        return
    untouched = Run(copy, sorted(tests))
    untouched.finish()
    for mutant in chosen:
        if mutant.by in untouched.failed:
            mutant.verdict, mutant.by = "", f"fails without the mutant too: {mutant.by}"
            say(mutant)


# --- what came of it ----------------------------------------------------------------------------
def say(mutant: Mutant) -> None:
    before, after, code = (
        " ".join(text.split())[:50] for text in (mutant.before, mutant.after, mutant.code)
    )
    where = f"{mutant.file}:{mutant.line} [{before}] -> [{after}] in: {code}"
    print(f"{mutant.verdict or 'void':9} {mutant.seconds:5.1f} s  {where}  {mutant.by}", flush=True)


def score(mutants: Iterable[Mutant]) -> tuple[int, int, float]:
    """Return how many were killed, of how many that can be, and per cent."""
    killable = [mutant for mutant in mutants if not mutant.equivalent]
    killed = sum(mutant.verdict == "killed" for mutant in killable)
    return killed, len(killable), 100 * killed / max(len(killable), 1)


def report(mutants: list[Mutant]) -> None:
    print(f"{'':10}" + "".join(f"{verdict or 'untried':>11}" for verdict in VERDICTS), "     score")
    for stratum in STRATA:
        rows = [mutant for mutant in mutants if mutant.stratum == stratum]
        numbers = [sum(row.verdict == verdict for row in rows) for verdict in VERDICTS]
        killed, killable, share = score(rows)
        print(f"{stratum:10}" + "".join(f"{number:11}" for number in numbers), end="")
        print(f"  {killed:3} of {killable:3} = {share:5.1f} %")
    for mutant in mutants:
        if mutant.verdict not in {"killed", ""}:
            say(mutant)
            print(f"{'':19}{mutant.reason or 'no reason given'}")
    _, number, raised = score(mutant for mutant in mutants if mutant.stratum in RAISED)
    _, every, share = score(mutants)
    figure(f"killed of all {every}", share, unit="%", digits=1)
    figure(f"killed of {number} of {', '.join(RAISED)}", raised, unit="%", digits=1, at_least=95)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(step="", tests=[], only="", again="")
    steps = parser.add_subparsers()
    for name in ("record", "list", "run", "confirm", "report"):
        step = steps.add_parser(name)
        step.set_defaults(step=name)
        if name == "record":
            step.add_argument("tests", nargs="*")
        if name == "run":
            step.add_argument("--only", default="")
            step.add_argument("--again", default="")
    given = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # whatever was started ends with it
    is_untried = any(not mutant.verdict for mutant in read())
    if given.step == "record" or (not given.step and is_untried):
        record(given.tests)
    if given.step == "list":
        write(draw())
    if given.step == "run" or (not given.step and is_untried):
        mutants, again = read(), given.again.split(",")
        chosen = [
            mutant
            for mutant in mutants
            if given.only == mutant.stratum or mutant.file.startswith(given.only)
            if not mutant.verdict or mutant.verdict in again or again == ["all"]
        ]
        run(mutants, chosen, Reached())
    if given.step == "confirm":
        confirm(read())
    if given.step in {"", "report"}:
        report(read())


if __name__ == "__main__":
    main()
