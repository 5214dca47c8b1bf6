"""Write and restore backups: one archive with all rows, all files that people brought, and a list.

The list has the sha256 of each part. An archive is written beside its place, read back, and only
then put there.
"""

import hashlib
import json
import os
import re
import zipfile
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command

from config.backups import history, keeping, tables
from league.club.queries import club_name

FORMAT, VERSION = "schockwart-backup", 1
MANIFEST = "manifest.json"
_STEM = "schockwart-%Y-%m-%d-%H%M%S"
_WHOLE = re.compile("[0-9a-f]{64}")
_BLOCK = 1 << 20


class BackupError(Exception):
    """The reason why a backup cannot be made or restored, in a sentence for the administrator."""


class NotEmptyError(BackupError):
    """A refusal because data would be lost."""


@dataclass(frozen=True)
class Manifest:
    made: str
    club: str
    migrations: list[history.Migration]
    parts: dict[str, dict[str, Any]]

    @property
    def rows(self) -> int:
        return sum(part.get("rows", 0) for part in self.parts.values())

    @property
    def files(self) -> list[str]:
        return [name for name in self.parts if name.startswith("files/")]


def folders() -> dict[str, Path]:
    """Return the folders beside the database, lost with it, by their names in the archive."""
    return {
        "vouchers": Path(settings.VOUCHER_DIR),
        "reports": Path(settings.REPORT_DIR),
        "crests": Path(settings.CREST_DIR),
        "card-photos": Path(settings.CARD_PHOTO_DIR),
        "photos": Path(settings.PHOTO_DIR),
    }


# --- out ------------------------------------------------------------------------------------
def write(place: Path, now: datetime) -> Path:
    """Write a backup into the folder `place` and return its path. `now` is local."""
    place.mkdir(parents=True, exist_ok=True)
    path = place / f"{now.strftime(_STEM)}.zip"
    draft = path.with_suffix(f".{os.getpid()}.part")
    parts: dict[str, dict[str, Any]] = {}
    try:
        draft.touch(mode=0o600)
        with zipfile.ZipFile(draft, "w", zipfile.ZIP_DEFLATED) as archive:
            with tables.snapshot() as alias:
                for model in tables.archived_models(apps):
                    name = f"tables/{model._meta.db_table}.jsonl"
                    parts[name] = _put(archive, name, tables.lines(model, alias))
                    parts[name]["rows"] = parts[name].pop("pieces") - 1
                migrations = history.applied(alias)
            # After the rows: a file is there before the row that names it, and stays.
            for name, file in sorted(_files()):
                parts[name] = _put(archive, name, _blocks(file), zipfile.ZIP_STORED)
                del parts[name]["pieces"]
            content = {
                "format": FORMAT,
                "version": VERSION,
                "made": now.isoformat(),
                "club": club_name(),
                "migrations": migrations,
                "parts": parts,
            }
            archive.writestr(MANIFEST, json.dumps(content, indent=1))
        read(draft)
        with draft.open("rb") as whole:
            os.fsync(whole.fileno())
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
    return path


def _files() -> Iterator[tuple[str, Path]]:
    """Yield every complete file: its name is the sha256 of its content, that of one under way is
    not.
    """
    for name, folder in folders().items():
        for file in folder.rglob("*"):
            if _WHOLE.fullmatch(file.name):
                yield f"files/{name}/{file.relative_to(folder).as_posix()}", file


def _blocks(file: Path) -> Iterator[bytes]:
    with file.open("rb") as whole:
        while block := whole.read(_BLOCK):
            yield block


def _put(
    archive: zipfile.ZipFile, name: str, pieces: Iterable[bytes], how: int = zipfile.ZIP_DEFLATED
) -> dict[str, Any]:
    digest, size, count = hashlib.sha256(), 0, 0
    info = zipfile.ZipInfo(name)
    info.compress_type = how
    with archive.open(info, "w", force_zip64=True) as part:
        for piece in pieces:
            digest.update(piece)
            size, count = size + len(piece), count + 1
            part.write(piece)
    return {"sha256": digest.hexdigest(), "size": size, "pieces": count}


# --- and back -------------------------------------------------------------------------------
def read(path: Path) -> Manifest:
    """Return the manifest of a backup. BackupError unless every part is there and unchanged."""
    try:
        with zipfile.ZipFile(path) as archive:
            content = json.loads(archive.read(MANIFEST))
            if (content["format"], content["version"]) != (FORMAT, VERSION):
                raise BackupError(f"{path}: So eine Sicherung kennt dieses Programm nicht.")
            if sorted(archive.namelist()) != sorted([*content["parts"], MANIFEST]):
                raise BackupError(f"{path}: Es fehlt ein Teil, oder es ist einer zu viel.")
            for name, stated in content["parts"].items():
                digest = hashlib.sha256()
                with archive.open(name) as part:
                    while block := part.read(_BLOCK):
                        digest.update(block)
                # A file has the sha256 of its content as its name, a table has any.
                is_named = not name.startswith("files/") or name.endswith(f"/{stated['sha256']}")
                if digest.hexdigest() != stated["sha256"] or not is_named:
                    raise BackupError(f"{path}: {name} ist nicht, was gesichert wurde.")
    except (OSError, zipfile.BadZipFile, KeyError, ValueError) as error:
        raise BackupError(f"{path}: Das ist keine ganze Sicherung ({error}).") from error
    migrations = [(app, name) for app, name in content["migrations"]]
    return Manifest(content["made"], content["club"], migrations, content["parts"])


def restore(path: Path, *, replace: bool, check: Callable[[], None]) -> Manifest:
    """Put a backup in place of the present data, or change nothing if `check` raises.

    A database without tables gets those of the backup, and the newest after that; one that has some
    must have the same. Its present rows are lost, so that has to be asked for by `replace`. `check`
    is called when all is there, before any other connection can see it.
    """
    manifest = read(path)
    targets = {name: _target(name) for name in manifest.files}
    there = history.applied()
    refusal = history.refusal_of_backup(manifest.migrations) or history.refusal_of_database(there)
    if refusal:
        raise BackupError(refusal)
    wanted = history.settled(manifest.migrations)
    with tables.all_or_nothing(), zipfile.ZipFile(path) as archive, ExitStack() as brought:
        is_new = not there
        if is_new:
            tables.migrate_to(wanted)
            there = history.applied()
        models = tables.models_of(there)
        if not is_new and not replace and not tables.is_unused(models):
            raise NotEmptyError("In der Datenbank steht schon etwas, und es ginge verloren.")
        if history.settled(there) != wanted:
            raise BackupError(
                "Die Tabellen dieser Datenbank sind auf einem anderen Stand als die Sicherung. "
                "Nimm eine ganz leere Datenbank: Sie bekommt den Stand der Sicherung und danach "
                "den neuesten."
            )
        guarded = tables.are_newest() and not is_new
        rows = (
            (name.removeprefix("tables/").removesuffix(".jsonl"), archive.open(name))
            for name in manifest.parts
            if name.startswith("tables/")
        )
        tables.load(models, rows, guarded=guarded)
        for name, target in targets.items():
            if not target.exists():
                brought.callback(target.unlink)
            _bring(archive, name, target)
        if not guarded:
            call_command("migrate", interactive=False, verbosity=0)
        check()
        brought.pop_all()
    return manifest


def _target(name: str) -> Path:
    """Return the path to which a file of the archive belongs; BackupError if it is outside."""
    _files, folder, inside = name.split("/", 2)
    home = folders()[folder].resolve()
    target = (home / inside).resolve()
    if not target.is_relative_to(home):
        raise BackupError(f"{name} gehört nicht in {home}.")
    return target


def _bring(archive: zipfile.ZipFile, name: str, target: Path) -> None:
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f"{target.name}.part")
    draft.write_bytes(archive.read(name))
    draft.replace(target)


# --- which stay -----------------------------------------------------------------------------
def backups(place: Path) -> dict[datetime, Path]:
    """Return the backups in a folder, by the time on the wall when they were made."""
    return _by_time(place.glob("schockwart-*.zip"))


def _by_time(paths: Iterable[Path]) -> dict[datetime, Path]:
    path_of = {}
    for path in paths:
        try:
            made = datetime.strptime(path.name.split(".")[0], _STEM)  # noqa: DTZ007  on the wall
        except ValueError:
            continue
        path_of[made] = path
    return path_of


def tidy(place: Path, years: int | None = None) -> list[Path]:
    """Delete the backups that the rule lets go, and the remains of one that broke off.

    One stays of each of the last `years`, or of every year without that number.
    """
    there = backups(place)
    gone = [there[made] for made in sorted(set(there) - keeping.to_retain(there, years))]
    drafts = _by_time(place.glob("schockwart-*.part"))
    gone += [draft for made, draft in drafts.items() if there and made < max(there)]
    for path in gone:
        path.unlink(missing_ok=True)
    return gone
