"""Move modules to another place and rewrite their names: imports, dotted names and paths.

    .venv/bin/python -m workshop.move < moves

A line says `old.module = new.module`, or `module:Name = its.home` for a name that was imported from
a module which only passes it on.

Nothing else changes: a name that a file imports keeps the name by which that file uses it. Packages
that are new get an empty `__init__.py`, to be given its docstring by hand; those that are left
empty go. Rerunnable: modules that have moved already are only looked for in the text.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from workshop.paths import ROOT

LOOKED_AT = (".py", ".md", ".toml", ".html", ".txt", ".yaml")
# Where a name that was is history.
UNTOUCHED = ("CHANGELOG.md", "workshop/move.py")


def _path(module: str) -> Path:
    return ROOT / (module.replace(".", "/") + ".py")


def _files() -> Iterator[Path]:
    listed = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for name in listed.stdout.splitlines():
        path = ROOT / name
        if path.suffix in LOOKED_AT and name not in UNTOUCHED and path.is_file():
            yield path


def _move_files(moves: dict[str, str]) -> None:
    for old, new in moves.items():
        before, after = _path(old), _path(new)
        if not before.exists():
            continue
        after.parent.mkdir(parents=True, exist_ok=True)
        for folder in (after.parent, *after.parent.parents):
            if folder == ROOT:
                break
            (folder / "__init__.py").touch()
        subprocess.run(["git", "mv", before, after], cwd=ROOT, check=True)
        left = [path for path in before.parent.iterdir() if path.name != "__pycache__"]
        if [path.name for path in left] == ["__init__.py"]:
            subprocess.run(["git", "rm", "-qf", left[0]], cwd=ROOT, check=True)


def _with_imports(source: str, moves: dict[str, str]) -> str:
    """Return the same file, with moved names imported from their new places."""
    lines = source.splitlines(keepends=True)
    nodes = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    for node in sorted(nodes, key=lambda import_from: import_from.lineno, reverse=True):
        if node.module is None or node.level or node.end_lineno is None:
            continue
        indent = lines[node.lineno - 1][: node.col_offset]
        note = re.search(r"#.*", "".join(lines[node.lineno - 1 : node.end_lineno]))
        groups: dict[str, list[str]] = {}
        changed = False
        for alias in node.names:
            called = alias.asname or alias.name
            module = f"{node.module}.{alias.name}"
            if module in moves:
                package, _, name = moves[module].rpartition(".")
                changed = True
            elif f"{node.module}:{alias.name}" in moves:
                package, name = moves[f"{node.module}:{alias.name}"], alias.name
                changed = True
            else:
                package, name = moves.get(node.module, node.module), alias.name
                changed = changed or package != node.module
            groups.setdefault(package, []).append(name if name == called else f"{name} as {called}")
        if changed:
            lines[node.lineno - 1 : node.end_lineno] = [
                f"{indent}from {package} import {', '.join(names)}"
                f"{'  ' + note[0].rstrip() if note else ''}\n"
                for package, names in groups.items()
            ]
    return "".join(lines)


def _with_names(text: str, moves: dict[str, str]) -> str:
    """Rewrite dotted names and paths outside imports: in settings, contracts, docs, tests."""
    modules = {old: new for old, new in moves.items() if ":" not in old}
    paths = {f"{_slashed(old)}.py": f"{_slashed(new)}.py" for old, new in modules.items()}
    longest_first = sorted({**modules, **paths}, key=len, reverse=True)
    names = "|".join(map(re.escape, longest_first))
    known = {**modules, **paths}
    return re.sub(rf"(?<![\w./])(?:{names})(?![\w/])", lambda match: known[match[0]], text)


def _slashed(module: str) -> str:
    return module.replace(".", "/")


def main() -> None:
    lines = [line.strip() for line in sys.stdin if " = " in line]
    moves = dict(re.split(r"\s*=\s*", line, maxsplit=1) for line in lines)
    _move_files({old: new for old, new in moves.items() if ":" not in old})
    for path in _files():
        before = path.read_text("utf-8")
        after = _with_imports(before, moves) if path.suffix == ".py" else before
        if "migrations" not in path.parts:  # there `app.model` is no module
            after = _with_names(after, moves)
        if after != before:
            path.write_text(after, "utf-8")


if __name__ == "__main__":
    main()
