"""Test the promises of docs/architecture.md that import contracts alone do not hold."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from django.template import engines

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
APPS = ("config", "league", "games", "finance")
FILES = [
    path
    for app in APPS
    for path in sorted((ROOT / app).rglob("*.py"))
    if "migrations" not in path.parts
]


def _name(path: Path) -> str:
    return str(path.relative_to(ROOT))


LAYERS = {"views", "api", "tasks", "receivers", "management", "forms", "services", "checks"}
LAYERS |= {"queries", "models"}


def _layer(path: Path) -> str:
    """Return the layer of a file: `services` for finance/cash/services.py and services/x.py."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    return next((part for part in parts if part in LAYERS), "")


def _on(*layers: str) -> list[Path]:
    return [path for path in FILES if _layer(path) in layers]


@cache
def _tools() -> dict[str, Any]:
    return tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]


def _pure_modules() -> list[str]:
    """Return the import contract's list of pure modules. `*` is one part of a name."""
    contracts = _tools()["importlinter"]["contracts"]
    (pure,) = [
        contract for contract in contracts if contract["name"] == "the pure core knows no Django"
    ]
    return list(pure["source_modules"])


def _is_pure(path: Path) -> bool:
    module = _name(path).removesuffix(".py").removesuffix("/__init__").replace("/", ".")
    return any(
        (fnmatch(module, name) and module.count(".") == name.count("."))
        or module.startswith(f"{name}.")
        for name in _pure_modules()
    )


PURE = [path for path in FILES if _is_pure(path)]
BELOW_THE_EDGES = _on("services", "queries", "models", "forms", "checks")
EDGES = _on("views", "api", "tasks", "receivers", "management")


def _dotted(node: ast.AST) -> str:
    if isinstance(node, ast.Attribute):
        return f"{_dotted(node.value)}.{node.attr}"
    return node.id if isinstance(node, ast.Name) else "…"


def _calls(path: Path) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Call):
            yield node.lineno, _dotted(node.func)


def _imports(path: Path) -> set[str]:
    imports = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            imports |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            imports |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return imports


def test_the_lists_of_this_file_are_not_empty():
    assert len(PURE) > 10
    assert len(BELOW_THE_EDGES) > 10
    assert len(EDGES) > 5


def test_what_is_pure_is_typed_strictly():
    strict = _tools()["mypy"]["overrides"][0]["module"]
    loose = [
        _name(path)
        for path in PURE
        if not any(
            fnmatch(_name(path).removesuffix(".py").replace("/", "."), pattern)
            for pattern in strict
        )
    ]
    assert loose == []


def test_imports_point_down():
    done = subprocess.run(
        [Path(sys.executable).with_name("lint-imports"), "--no-cache"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout


CLOCKS = (
    *("timezone.now", "timezone.localdate", "timezone.localtime", "datetime.now", "date.today"),
    *("datetime.today", "datetime.utcnow", "time.time", "localdate", "localtime"),
)
WRITES = {"save", "delete", "create", "bulk_create", "bulk_update", "get_or_create"}
# Http404 is how a query says that something is not for this person.
REQUESTS = {"django.http.HttpRequest", "django.http.HttpResponse", "django.shortcuts", "celery"}


def _offenders(paths: list[Path], bad: Callable[[str], bool]) -> list[str]:
    return [
        f"{_name(path)}:{line} {call}" for path in paths for line, call in _calls(path) if bad(call)
    ]


def test_only_edges_ask_the_clock():
    assert _offenders([*PURE, *BELOW_THE_EDGES], lambda call: call.endswith(CLOCKS)) == []


def test_chance_is_an_argument():
    """An `rng`, or the seed of one: `Random(seed)` gives the same again, `Random()` does not."""
    paths = [*PURE, *BELOW_THE_EDGES]
    drawn = _offenders(
        paths, lambda call: call.startswith(("random.", "secrets.")) and call != "random.Random"
    )
    assert drawn == []
    unseeded = [
        f"{_name(path)}:{node.lineno}"
        for path in paths
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and ast.unparse(node.func) == "random.Random"
        and not node.args
    ]
    assert unseeded == []


def test_services_know_no_request_and_no_task():
    paths = _on("services", "queries", "models")
    assert [
        (_name(path), imports) for path in paths if (imports := _imports(path) & REQUESTS)
    ] == []


def test_edges_leave_writing_to_services():
    assert _offenders(EDGES, lambda call: call.rsplit(".")[-1] in WRITES) == []


def test_no_file_is_long_and_none_is_a_drawer_for_anything():
    drawers = {"utils", "common", "core", "helpers", "mixins", "base"}
    assert [_name(path) for path in FILES if len(path.read_text().splitlines()) > 500] == []
    assert [_name(path) for path in FILES if path.stem in drawers] == []


def test_the_packages_of_the_apps_are_empty():
    full = [_name(ROOT / app) for app in APPS if (ROOT / app / "__init__.py").read_text().strip()]
    assert full == []


def test_no_setting_of_a_database_collation():
    # No wheel of PostgreSQL has ICU; names are sorted by a stored key.
    assert [_name(path) for path in FILES if "db_collation" in path.read_text()] == []


def test_no_filter_has_the_name_of_another() -> None:
    """A template that loads both would quietly take the one that is loaded last."""
    owners: dict[str, set[str]] = {}
    for name, library in engines["django"].engine.template_libraries.items():
        for word in {*library.filters, *library.tags}:
            owners.setdefault(word, set()).add(name)
    assert {word: names for word, names in owners.items() if len(names) > 1} == {}


# --- no test of a machine's speed -----------------------------------------------------------
CLOCKS_OF_MACHINES = {"time", "timeit", "resource", "tracemalloc"}
WAITS = {"wait_for_timeout", "set_default_timeout", "set_default_navigation_timeout", "set_options"}
WAITERS = {"tests/waiting.py", "tests/browser/waiting.py", "tests/browser/conftest.py"}
# A browser's words about its own speed, and a pause of so many milliseconds.
IN_SCRIPTS = re.compile(
    r"performance\.now|ThreadTime|TaskDuration|cpuTime|setTimeout\([^()]*,\s*[1-9]|tries [<>]"
)


def _measures(node: ast.AST) -> bool:
    """Return whether this asks how fast the machine is, or waits for a time of its own."""
    if isinstance(node, ast.Import):
        return any(alias.name in CLOCKS_OF_MACHINES for alias in node.names)
    if isinstance(node, ast.ImportFrom):
        return node.module in CLOCKS_OF_MACHINES
    if isinstance(node, ast.Constant):
        return isinstance(node.value, str) and bool(IN_SCRIPTS.search(node.value))
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
        return False
    limits = [word.value for word in node.keywords if word.arg == "timeout"]
    if node.func.attr in {"wait", "join", "result", "communicate"}:
        limits += node.args
    return node.func.attr in WAITS or any(
        isinstance(value, ast.Constant) and isinstance(value.value, int | float) for value in limits
    )


def test_no_test_asks_how_fast_a_machine_is():
    """Speed is a ratio in `bench/`; tests wait for deeds, in `tests/waiting.py`."""
    found = [
        f"{name}:{node.lineno}"
        for path in sorted((ROOT / "tests").rglob("*.py"))
        if (name := _name(path)) not in {*WAITERS, _name(Path(__file__))}
        for node in ast.walk(ast.parse(path.read_text()))
        if _measures(node)
    ]
    assert found == []


# --- what people send ---------------------------------------------------------------------------
SENT = {"POST", "GET", "query_params"}
# Whole forms that go on to a form or to a serializer.
WHOLE = {"copy", "dict", "lists"}


def _raw_values(path: Path) -> Iterator[str]:
    """Yield each line that reads a value of a form or an address past `league.web.asked`, also by
    a name that the whole form was given.
    """
    tree = ast.parse(path.read_text())
    sent = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign)
        and any(
            isinstance(part, ast.Attribute) and part.attr in SENT for part in _whole(node.value)
        )
        for target in node.targets
        if isinstance(target, ast.Name)
    }

    def is_sent(node: ast.AST) -> bool:
        if isinstance(node, ast.Attribute):
            return node.attr in SENT
        return isinstance(node, ast.Name) and node.id in sent

    for node in ast.walk(tree):
        taken = isinstance(node, ast.Subscript) and is_sent(node.value)
        asked = isinstance(node, ast.Attribute) and is_sent(node.value) and node.attr not in WHOLE
        if taken or asked:
            yield f"{_name(path)}:{node.lineno}: {ast.unparse(node)}"


def _whole(node: ast.AST) -> Iterator[ast.AST]:
    """Yield the expression itself, or each of those it chooses from."""
    if isinstance(node, ast.BoolOp):
        yield from node.values
    elif isinstance(node, ast.IfExp):
        yield from (node.body, node.orelse)
    else:
        yield node


def test_values_that_people_send_are_read_in_one_place():
    reader = ROOT / "league/web/asked.py"
    raw = [line for path in FILES if path != reader for line in _raw_values(path)]
    assert raw == []


@pytest.mark.parametrize(
    "line",
    ["request.POST['a']", "request.GET.get('a')", "x.request.POST.getlist('a')",
     "sent = request.POST or None\nsent['a']", "sent = request.GET\nsent.get('a')"],
)  # fmt: skip
def test_a_raw_value_is_found_whichever_way_it_is_read(tmp_path, monkeypatch, line):
    monkeypatch.setattr(f"{__name__}.ROOT", tmp_path)
    path = tmp_path / "views.py"
    path.write_text(line)
    assert len(list(_raw_values(path))) == 1
    path.write_text("form = Form(request.POST or None)\n'a' in request.POST\n")
    assert list(_raw_values(path)) == []
