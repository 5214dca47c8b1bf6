"""`manage.py restore`: replace the present data by a backup, if the check of its books agrees."""

from argparse import ArgumentParser
from io import StringIO
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError, connection
from django.utils import timezone

from config.backups import archive
from config.privacy import register
from config.privacy.models import Erasure
from config.privacy.services.erasing import erase_again
from league.security import services as security
from league.security.models import SecurityEntry

# To be typed in order to lose the contents of the database.
WORD = "--replace-everything"


class Command(BaseCommand):
    help = "Restores a backup into an empty database, or changes nothing if its books are wrong."
    # The tables may not be there yet, or without the newest triggers.
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("archive", type=Path)
        parser.add_argument(
            WORD, action="store_true", dest="replace", help="what is in the database now is lost"
        )

    def handle(self, *args: Any, replace: bool, **options: Any) -> None:
        path, output = options["archive"], StringIO()
        before = _newest_entry()
        try:
            if Erasure._meta.db_table in connection.introspection.table_names():
                register.add_all(settings.ERASURE_DIR)  # of the database that is about to go
            entries = register.entries(settings.ERASURE_DIR)
        except ValueError as error:
            raise CommandError(f"Die Liste der Löschungen ist nicht lesbar: {error}") from error
        try:
            manifest = archive.restore(path, replace=replace, check=lambda: _check(entries, output))
        except archive.NotEmptyError as error:
            raise CommandError(f"{error} Wenn du das willst, sag es mit {WORD}.") from error
        except archive.BackupError as error:
            raise CommandError(str(error)) from error
        self.stdout.write(
            f"{path}: {manifest.rows} Zeilen und {len(manifest.files)} Dateien vom "
            f"{manifest.made[:16].replace('T', ' ')} sind zurück."
        )
        self.stdout.write(output.getvalue())
        security.note(
            kind=SecurityEntry.Kind.RESTORE,
            now=timezone.now(),
            about=f"backup:{manifest.made[:16]}{before}",
        )


def _newest_entry() -> str:
    """Return the end of the security log that is replaced: so a gap is seen."""
    try:
        last = SecurityEntry.objects.order_by("-number").first()
    except DatabaseError:  # an empty database
        return ""
    return f" before:{last.number}:{last.hash[:16]}" if last else ""


def _check(entries: list[register.Entry], output: StringIO) -> None:
    """Erase again those erased since the backup, before any page shows what came back."""
    again = sum(erase_again(entry=entry) for entry in entries)
    if again:
        output.write(f"{again} gelöschte Personen sind auch hier wieder gelöscht.\n")
    _check_club(output)


def _check_club(output: StringIO) -> None:
    try:
        call_command("check_club", stdout=output)
    except CommandError as error:
        raise archive.BackupError(
            f"In dieser Sicherung stimmt etwas nicht. Es wurde nichts geändert.\n{error}"
        ) from error
