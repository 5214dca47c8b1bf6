"""Say what the lock holds: as a bill of materials, and which of it has a known hole.

Both are read from requirements/run.txt, without a network. A bill is CycloneDX 1.5; advisories are
records of OSV (https://ossf.github.io/osv-schema/) in a file, a folder or the archive of PyPI.
"""

import json
import re
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workshop.console import Trouble, say
from workshop.language import _
from workshop.paths import ROOT

LOCKED = ROOT / "requirements" / "run.txt"
_PINNED = re.compile(r"^([\w.-]+)(?:\[[^\]]*\])?==([^\s;\\]+)((?:.*\\\n)*.*)", re.MULTILINE)


@dataclass(frozen=True)
class Package:
    """A locked package. `sums` are the SHA-256 of the files that may be installed of it."""

    name: str
    version: str
    sums: tuple[str, ...]


def packages(text: str) -> list[Package]:
    """Return the packages of a lock, also those that only some Pythons need."""
    found = _PINNED.findall(text)
    return [
        Package(_plain(name), version, tuple(re.findall(r"sha256:([0-9a-f]{64})", rest)))
        for name, version, rest in found
    ]


def print_bill() -> int:
    say(json.dumps(bill(packages(LOCKED.read_text())), indent=1))
    return 0


def bill(locked: list[Package]) -> dict[str, Any]:
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": {"type": "application", "name": "schockwart"}},
        "components": [
            {
                "type": "library",
                "bom-ref": f"pkg:pypi/{package.name}@{package.version}",
                "purl": f"pkg:pypi/{package.name}@{package.version}",
                "name": package.name,
                "version": package.version,
                "hashes": [{"alg": "SHA-256", "content": digest} for digest in package.sums],
            }
            for package in locked
        ],
    }


def print_advisories(source: Path) -> int:
    """Name each locked package with a known hole. Return 1 if there is one."""
    records = list(_records(source))
    if not records:
        raise Trouble(
            _("There is no advisory in {file}.", file=source),
            _("give a record of OSV, a folder of these, or the archive of PyPI."),
        )
    found = 0
    for package in packages(LOCKED.read_text()):
        for record in records:
            if concerns(record, package):
                found += 1
                say(f"{package.name} {package.version}: {record['id']} {record.get('summary', '')}")
    say(_("{count} advisories read, {found} about the lock.", count=len(records), found=found))
    return 1 if found else 0


def concerns(record: dict[str, Any], package: Package) -> bool:
    """Return whether an advisory that still holds is about this version of the package."""
    return not record.get("withdrawn") and any(
        affected.get("package", {}).get("ecosystem") == "PyPI"
        and _plain(affected["package"]["name"]) == package.name
        and (
            package.version in affected.get("versions", ())
            or any(_is_within(package.version, span) for span in affected.get("ranges", ()))
        )
        for affected in record.get("affected", ())
    )


def _is_within(version: str, span: dict[str, Any]) -> bool:
    """Return whether the last event up to this version left the hole open."""
    if span.get("type") == "GIT":
        return False
    own, is_open = _order(version), False
    events = [next(iter(event.items())) for event in span.get("events", ())]
    for kind, at in sorted(events, key=lambda event: _order(event[1])):
        if kind == "introduced" and own >= _order(at):
            is_open = True
        elif (kind == "fixed" and own >= _order(at)) or (
            kind == "last_affected" and own > _order(at)
        ):
            is_open = False
    return is_open


def _order(version: str) -> tuple[int, ...]:
    """Return the numbers of a release; a trial version counts as its release."""
    release = re.match(r"[\d.]*", version.partition("!")[2] or version)
    numbers = [int(part) for part in (release[0] if release else "").split(".") if part]
    while numbers and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers)


def _plain(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()


def _records(source: Path) -> Iterator[dict[str, Any]]:
    try:
        for text in _texts(source):
            read = json.loads(text)
            for record in read if isinstance(read, list) else [read]:
                if isinstance(record, dict) and "id" in record:
                    yield record
    except (ValueError, zipfile.BadZipFile) as error:
        raise Trouble(_("{file} holds no advisories: it is no JSON.", file=source)) from error


def _texts(source: Path) -> Iterator[bytes]:
    if source.is_dir():
        yield from (path.read_bytes() for path in sorted(source.rglob("*.json")))
    elif zipfile.is_zipfile(source):
        with zipfile.ZipFile(source) as archive:
            yield from (archive.read(name) for name in archive.namelist())
    else:
        yield source.read_bytes()
