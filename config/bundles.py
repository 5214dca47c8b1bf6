"""Bundle the modules of a page into a few files, so that a phone asks three times and not forty.

The modules stay what they are: ES modules with named imports and exports, which a browser could run
one by one. Each folder of `static/js` with a `main.js` is a page. A bundle holds its modules as
functions, each run at its first import. The first file has all that the page needs until it can be
used; modules that only `import()` asks for come in the files after it. Nothing is renamed, and
nothing is run in another order than the browser would. Anything outside this small part of the
language is refused by name.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from json import dumps

# Modules that a page loads by `import()` and yet needs at once; then those that come next.
AT_ONCE = {"scorer": ("scorer/board.js", "scorer/draw_lobby.js", "scorer/draw_round.js")}
NEXT = {"scorer": ("scorer/after.js", "scorer/more.js")}
SUFFIXES = ("", "-more", "-offline")  # of the files of a page; the last has all the rest

STYLES = {"css/scorer-page.css": ("css/base.css", "css/scorer.css")}

_IMPORT = re.compile(r'^import (\{[^{}]*\}) from "([^"]+)";$', re.M)
_FROM = re.compile(r'^export (\{[^{}]*\}) from "([^"]+)";$', re.M)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:const|function\*?|class) (\w+)(.*))", re.M)
_NEXT = re.compile(r", (\w+) = ")
_DYNAMIC = re.compile(r'\bimport\("([^"]+)"\)')
# On lines of its own, or behind code where no quote follows: so it is part of no text.
_COMMENT = re.compile(r"^ *//.*\n|(?<=[;{,)]) // [^\"'`\n]*$", re.M)
_INDENT = re.compile(r"^ +", re.M)
_LEFT = re.compile(r"^ *(?:import\b|export\b).*|.*\bimport[ .(].*", re.M)

Read = Callable[[str], str]


_REMARK = re.compile(r" ?/\*.*?\*/\n?", re.S)


class BundleError(Exception):
    """A module that cannot be bundled: its name and what is wrong with it."""


@dataclass(frozen=True)
class Module:
    """A module below `static/js` as a bundle holds it: its body and its imports."""

    name: str
    body: str
    exports: Mapping[str, str]  # exported name -> expression
    imports: Mapping[str, frozenset[str]]  # module -> the names wanted of it
    later: tuple[str, ...]  # by `import()`


@dataclass
class _Graph:
    read: Read
    modules: dict[str, Module] = field(default_factory=dict)

    def below(self, roots: Iterable[str]) -> list[str]:
        """Return these modules and all they import, each after its imports."""
        ordered: dict[str, None] = {}
        for root in roots:
            self._visit(root, (), ordered)
        return list(ordered)

    def _visit(self, name: str, above: tuple[str, ...], ordered: dict[str, None]) -> None:
        if name in above:
            raise BundleError(f"{' → '.join((*above, name))}: a circle")
        if name in ordered:
            return
        for other, wanted in self.module(name).imports.items():
            self._visit(other, (*above, name), ordered)
            if missing := wanted - set(self.module(other).exports):
                raise BundleError(f"{name}: {other} exports no {', '.join(sorted(missing))}")
        ordered[name] = None

    def module(self, name: str) -> Module:
        if name not in self.modules:
            self.modules[name] = parse(name, self.read(name))
        return self.modules[name]

    def later(self, names: Iterable[str]) -> set[str]:
        """Return all that these modules, and those they ask for, load by `import()`."""
        later: set[str] = set()
        waiting = list(names)
        while waiting:
            new = {
                name_later for name in self.below(waiting) for name_later in self.module(name).later
            } - later
            later |= new
            waiting = sorted(new)
        return later


def without_comments(script: str) -> str:
    """Return a script as a browser gets it: a phone pays for each byte."""
    return _COMMENT.sub("", script)


def parse(name: str, text: str) -> Module:
    """Read one module; BundleError if it has more than named imports and exports."""
    imports: dict[str, set[str]] = {}
    exports: dict[str, str] = {}

    def use(names: str, target: str) -> tuple[str, list[tuple[str, str]]]:
        there = resolved(name, target)
        pairs = [
            tuple(re.split(r"\s+as\s+", binding.strip()))
            for binding in names.strip("{}").split(",")
        ]
        bindings = [(pair[0], pair[-1]) for pair in pairs if pair[0]]
        imports.setdefault(there, set()).update(inner for inner, _outer in bindings)
        return f"$use({dumps(there)})", bindings

    def imported(match: re.Match[str]) -> str:
        used, names = use(match[1], match[2])
        return f"const {{ {', '.join(f'{inner}: {outer}' for inner, outer in names)} }} = {used};"

    def passed_on(match: re.Match[str]) -> str:
        used, names = use(match[1], match[2])
        exports.update({outer: f"{used}.{inner}" for inner, outer in names})
        return f"{used};"

    def exported(match: re.Match[str]) -> str:
        for constant in (match[1], *_more_constants(match[2])):
            exports[constant] = constant
        return ""

    later: list[str] = []

    def fetched(match: re.Match[str]) -> str:
        later.append(resolved(name, match[1]))
        return f"$fetch({dumps(later[-1])})"

    if any(line.count("`") % 2 for line in text.splitlines()):
        raise BundleError(f"{name}: a text between backticks goes over several lines")
    body = without_comments(text)
    body = _IMPORT.sub(imported, body)
    body = _FROM.sub(passed_on, body)
    body = _EXPORT.sub(exported, body)
    body = _DYNAMIC.sub(fetched, body)
    if left := _LEFT.search(body):
        raise BundleError(f"{name}: {left[0].strip()[:80]}")
    wanted = {target: frozenset(names) for target, names in imports.items()}
    return Module(name, _INDENT.sub("", body).strip("\n"), exports, wanted, tuple(later))


def _more_constants(rest: str) -> list[str]:
    """Return the names behind the first of „export const A = 1, B = 2;“, all on one line."""
    if not rest.startswith(" = ") or not rest.endswith(";"):
        return []
    return [match[1] for match in _NEXT.finditer(rest) if _is_outermost(rest[: match.start()])]


def _is_outermost(text: str) -> bool:
    """Return True if the text after this one is in no bracket and no string."""
    bare = re.sub(r"\"[^\"]*\"|'[^']*'|`[^`]*`", "", text)
    return not set(bare) & set("\"'`") and all(
        bare.count(left) == bare.count(right) for left, right in ("()", "[]", "{}")
    )


def resolved(name: str, target: str) -> str:
    """Return the module that a relative address in another one names, both below `static/js`."""
    folders = name.split("/")[:-1]
    for part in target.split("/"):
        if part == "..":
            if not folders:
                raise BundleError(f"{name}: {target} lies outside of static/js")
            folders.pop()
        elif part != ".":
            folders.append(part)
    return "/".join(folders)


def scripts(page: str, read: Read) -> dict[str, str]:
    """Return the files of a page by name; `read` gives a module by its path below `static/js`."""
    graph = _Graph(read)
    first = (f"{page}/main.js", *AT_ONCE.get(page, ()))
    asked = sorted(graph.later(first))
    parts: dict[str, list[Module]] = {}
    place: dict[str, int] = {}
    for suffix, roots in zip(SUFFIXES, (first, NEXT.get(page, ()), asked), strict=True):
        if part := [name for name in graph.below(roots) if name not in place]:
            place |= dict.fromkeys(part, len(parts))
            parts[f"{page}{suffix}.js"] = [graph.module(name) for name in part]
    entry, *further = parts
    return {
        entry: _first(
            first[0],
            parts[entry],
            {module_name: place[module_name] for module_name in asked},
            further,
        ),
        **{name: _further(parts[name]) for name in further},
    }


def _first(
    main: str, modules: Iterable[Module], place: Mapping[str, int], further: Iterable[str]
) -> str:
    files = ", ".join(f'() => import("./{name}")' for name in further)
    return f"""\
const $made = {{}}, $makers = {{}};
const $use = (name) => ($made[name] ??= $makers[name]());
const $files = [{files}];
const $place = {dumps(place)};
async function $fetch(name) {{
  for (const file of $files.slice(0, $place[name])) (await file()).define($makers, $use, $fetch);
  return $use(name);
}}
{_makers(modules)}
$use({dumps(main)});
"""


def _further(modules: Iterable[Module]) -> str:
    return f"export function define($makers, $use, $fetch) {{\n{_makers(modules)}\n}}\n"


def _makers(modules: Iterable[Module]) -> str:
    return "\n".join(
        f"$makers[{dumps(module.name)}] = () => {{\n{module.body}\n"
        f"return {{ {', '.join(f'{name}: {value}' for name, value in module.exports.items())} }};"
        "\n};"
        for module in modules
    )


def style(sheets: Iterable[str]) -> str:
    """Join style sheets into one, without their comments."""
    return _REMARK.sub("\n", "\n".join(sheets))
