"""Migrations that a database or a backup has had, and if this version can go on from them.

A migration that replaces several older ones names them in `replaces`. Django takes a database that
had all of them for one that had the new one. If it had only some, Django would leave the app out
without a word, or create tables that exist already; so that is refused beforehand.
"""

from collections.abc import Iterable

from django.db import connections
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder
from django.utils.translation import gettext as _

# The last commit with the migrations that those of today replace.
UPDATE_BY = "e11684a80db26748248c6dddee9051aded304d35"
Migration = tuple[str, str]


def applied(alias: str = "default") -> list[Migration]:
    """Return the migrations of this database, in order of their names; none if it has no tables."""
    return sorted(MigrationRecorder(connections[alias]).applied_migrations())


def settled(migrations: Iterable[Migration]) -> set[Migration]:
    """Return these migrations, with the one that replaces others in place of all it replaces.

    A new database records both, one that was updated too, a backup from before only the old ones.
    """
    left = set(migrations)
    for key, replaced in _replacements().items():
        if replaced <= left:
            left = left - replaced | {key}
    return left


def refusal_of_database(migrations: Iterable[Migration]) -> str | None:
    """Return why a database with these migrations cannot be updated by this version, if so."""
    if not _is_between(migrations):
        return None
    return _(
        "This database is in a state from which this version cannot go on. Nothing "
        "has changed. First take the commit %(commit)s and call “manage.py migrate” "
        "with it, then with this version."
    ) % {"commit": UPDATE_BY}


def refusal_of_backup(migrations: Iterable[Migration]) -> str | None:
    """Return why a backup of a database with these migrations cannot be restored here, if so."""
    migrations = set(migrations)
    if _is_between(migrations):
        return _(
            "This backup is in a state from which this version cannot go on. Nothing "
            "has changed. First take the commit %(commit)s, restore the backup with "
            "it and make a new one with it."
        ) % {"commit": UPDATE_BY}
    unknown = settled(migrations) - set(_loader().disk_migrations or {})
    if unknown:
        return _(
            "This backup comes from a version that is further than this one: "
            "%(migration)s is missing here. Nothing has changed. Take the version "
            "that made it, or a later one."
        ) % {"migration": ", ".join(f"{app}.{name}" for app, name in sorted(unknown))}
    return None


def _is_between(migrations: Iterable[Migration]) -> bool:
    """Return True if only some were had of those that one migration replaces."""
    there = set(migrations)
    return any(replaced & there and replaced - there for replaced in _replacements().values())


def _replacements() -> dict[Migration, set[Migration]]:
    return {key: set(each.replaces) for key, each in _loader().replacements.items()}


def _loader() -> MigrationLoader:
    """Return the migrations of this version, whatever any database has had of them."""
    return MigrationLoader(None)
