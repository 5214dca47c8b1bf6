"""List the changes that `bench/mutants.py` tries: each is one small fault a developer might make.

A change replaces one span of the source text, so that every other line stays where it is. Left
alone are texts, annotations, decorators, base classes, log lines and `zip`'s `strict`: a change in
those changes no behaviour, or one that no test of behaviour is meant to see.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

COMPARISONS: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("<", "<="),
    ast.LtE: ("<=", "<"),
    ast.Gt: (">", ">="),
    ast.GtE: (">=", ">"),
    ast.Eq: ("==", "!="),
    ast.NotEq: ("!=", "=="),
    ast.In: ("in", "not in"),
    ast.NotIn: ("not in", "in"),
    ast.Is: ("is", "is not"),
    ast.IsNot: ("is not", "is"),
}
ARITHMETIC: dict[type[ast.operator], tuple[str, str]] = {
    ast.Add: ("+", "-"),
    ast.Sub: ("-", "+"),
    ast.Mult: ("*", "+"),
    ast.FloorDiv: ("//", "*"),
    ast.Div: ("/", "*"),
    ast.Mod: ("%", "//"),
    ast.BitOr: ("|", "&"),
    ast.BitAnd: ("&", "|"),
}
SWAPPED = {"min": "max", "max": "min", "any": "all", "all": "any"}
SELECTING = {"filter": "exclude", "exclude": "filter"}
SEQUENCES = (ast.List, ast.Tuple, ast.Dict, ast.JoinedStr, ast.ListComp)
LOGGING = ("log.", "logger.", "logging.", "warnings.")


@dataclass(frozen=True)
class Change:
    """`before` becomes `after` from `start` to `end` (bytes) of the file; `line` counts from 1.

    `code` is the stripped line it begins in, `at` its place there, `last_line` where it ends.
    `scope` names the classes and functions around it and is empty in the body of the module.
    """

    scope: str
    line: int
    last_line: int
    code: str
    at: int
    before: str
    after: str
    start: int
    end: int
    runs_at_import: bool

    def apply(self, source: bytes) -> bytes:
        return source[: self.start] + self.after.encode() + source[self.end :]


def changes(source: bytes) -> list[Change]:
    """Return every change of one file that still parses, in the order of the text, none twice."""
    finder = _Finder(source)
    finder.visit(ast.parse(source))
    unlike = {(change.start, change.end, change.after): change for change in finder.changes}
    return [unlike[key] for key in sorted(unlike) if _parses(unlike[key].apply(source))]


def _parses(source: bytes) -> bool:
    try:
        ast.parse(source)
    except SyntaxError:
        return False
    return True


class _Finder(ast.NodeVisitor):
    def __init__(self, source: bytes) -> None:
        self.source = source
        self.lines = source.splitlines(keepends=True)
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line))
        self.scope: list[str] = []
        self.in_function = 0
        self.changes: list[Change] = []

    # --- places in the text ------------------------------------------------------------------
    def _start(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.starts[node.lineno - 1] + node.col_offset

    def _end(self, node: ast.expr | ast.stmt | ast.keyword) -> int:
        return self.starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)

    def _text(self, node: ast.expr | ast.stmt) -> str:
        return self.source[self._start(node) : self._end(node)].decode()

    def _add(self, start: int, end: int, after: str) -> None:
        before = self.source[start:end].decode()
        row = next(n for n in range(len(self.lines)) if start < self.starts[n + 1])
        line = self.lines[row]
        indent = len(line) - len(line.lstrip())
        self.changes.append(
            Change(
                scope=".".join(self.scope),
                line=row + 1,
                last_line=row + 1 + before.count("\n"),
                code=line.decode().strip(),
                at=start - self.starts[row] - indent,
                before=before,
                after=after,
                start=start,
                end=end,
                runs_at_import=not self.in_function,
            )
        )

    def _replace(self, node: ast.expr | ast.stmt, after: str) -> None:
        self._add(self._start(node), self._end(node), after)

    def _operator(self, left: ast.expr, right: ast.expr, before: str, after: str) -> None:
        """Replace the operator in the gap between its two sides."""
        begin, gap = self._end(left), self.source[self._end(left) : self._start(right)].decode()
        words = r"\b" + before.replace(" ", r"\s+") + r"\b" if before.isalpha() else None
        match = re.search(words or re.escape(before).replace(r"\ ", r"\s+"), gap)
        if match and "#" not in gap:
            self._add(begin + match.start(), begin + match.end(), after)

    def _negate(self, test: ast.expr) -> None:
        told_by_another = isinstance(test, ast.UnaryOp) or (
            isinstance(test, ast.Compare)
            and len(test.ops) == 1
            and isinstance(test.ops[0], (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot))
        )
        if not told_by_another:
            self._replace(test, f"not ({self._text(test)})")

    # --- what holds code, and what is left alone -----------------------------------------------
    def _inside(self, name: str, nodes: Iterable[ast.AST]) -> None:
        self.scope.append(name)
        for node in nodes:
            self.visit(node)
        self.scope.pop()

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        for default in (*node.args.defaults, *node.args.kw_defaults):
            if default:
                self.visit(default)
        self.in_function += 1
        self._inside(node.name, node.body)
        self.in_function -= 1

    def visit_Lambda(self, node: ast.Lambda) -> None:
        self.in_function += 1
        self.visit(node.body)
        self.in_function -= 1

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._inside(node.name, node.body)

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """Leave texts alone; before Python 3.12 their parts have no places either."""

    def visit_keyword(self, node: ast.keyword) -> None:
        if node.arg != "strict":
            self.visit(node.value)

    # --- the changes -----------------------------------------------------------------------------
    def visit_Compare(self, node: ast.Compare) -> None:
        sides = [node.left, *node.comparators]
        for left, right, op in zip(sides, sides[1:], node.ops, strict=False):
            self._operator(left, right, *COMPARISONS[type(op)])
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        pair = ("and", "or") if isinstance(node.op, ast.And) else ("or", "and")
        for left, right in zip(node.values, node.values[1:], strict=False):
            self._operator(left, right, *pair)
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._replace(node, self._text(node).removeprefix("not").strip())
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        text = any(
            isinstance(side, SEQUENCES)
            or (isinstance(side, ast.Constant) and isinstance(side.value, str))
            for side in (node.left, node.right)
        )
        if type(node.op) in ARITHMETIC and not text:
            self._operator(node.left, node.right, *ARITHMETIC[type(node.op)])
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        other = {ast.Add: ("+=", "-="), ast.Sub: ("-=", "+=")}.get(type(node.op))
        if other and not isinstance(node.value, SEQUENCES):
            self._operator(node.target, node.value, *other)
        self.generic_visit(node)

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            self._replace(node, str(not node.value))
        elif isinstance(node.value, int):
            self._replace(node, str(node.value + 1))
            self._replace(node, str(node.value - 1))

    def visit_Return(self, node: ast.Return) -> None:
        if node.value and not (isinstance(node.value, ast.Constant) and node.value.value is None):
            self._replace(node, "return None")
        self.generic_visit(node)

    def visit_Raise(self, node: ast.Raise) -> None:
        self._replace(node, "pass")
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Call) and not self._text(node).startswith(LOGGING):
            self._replace(node, "pass")
            self.generic_visit(node)

    def visit_Continue(self, node: ast.Continue) -> None:
        self._replace(node, "break")

    def visit_Break(self, node: ast.Break) -> None:
        self._replace(node, "continue")

    def visit_If(self, node: ast.If) -> None:
        if self._text(node.test) != "TYPE_CHECKING":
            self._negate(node.test)
            self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_While(self, node: ast.While) -> None:
        self._negate(node.test)
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for test in node.ifs:
            self._negate(test)
        self.generic_visit(node)

    def visit_Slice(self, node: ast.Slice) -> None:
        if node.step is None and bool(node.lower) != bool(node.upper):
            bound = node.lower or node.upper
            assert bound
            self._replace(
                node, f"{':' if node.lower else ''}{self._text(bound)}{':' if node.upper else ''}"
            )
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        name = node.func
        if isinstance(name, ast.Name) and name.id in SWAPPED:
            self._replace(name, SWAPPED[name.id])
        if isinstance(name, ast.Name) and name.id == "sorted":
            self._replace(node, f"{self._text(node)}[::-1]")
        if isinstance(name, ast.Attribute) and name.attr in SELECTING and node.keywords:
            self._add(self._end(name) - len(name.attr), self._end(name), SELECTING[name.attr])
        if isinstance(name, ast.Attribute) and name.attr in {*SELECTING, "get"}:
            for start, end in self._conditions(node):
                self._add(start, end, "")
        if not self._text(node).startswith(LOGGING):
            self.generic_visit(node)

    def _conditions(self, node: ast.Call) -> Iterator[tuple[int, int]]:
        """Yield the span of each named condition of a query, with the comma that goes with it."""
        parts: list[ast.expr | ast.keyword] = [*node.args, *node.keywords]
        parts.sort(key=self._start)
        for place, part in enumerate(parts):
            if not isinstance(part, ast.keyword) or part.arg is None:
                continue
            if place + 1 < len(parts):
                yield self._start(part), self._start(parts[place + 1])
            elif place:
                yield self._end(parts[place - 1]), self._end(part)
