"""`manage.py backup`: write all rows and all vouchers into one archive, and read it back."""

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import DatabaseError
from django.utils import timezone

from config.backups import archive
from config.errors import outage_of


def _reason(error: OSError | DatabaseError) -> str:
    if outage := outage_of(error):
        return outage.sentence
    return str(error.strerror or error) if isinstance(error, OSError) else str(error)


class Command(BaseCommand):
    help = "Writes a backup of the database and the vouchers; others may go on working meanwhile."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--to", type=Path, default=settings.BACKUP_DIR, help="a folder; else BACKUP_DIR"
        )

    def handle(self, *args: Any, to: Path, **options: Any) -> None:
        try:
            path = archive.write(to, timezone.localtime())
        except (OSError, DatabaseError) as error:
            raise CommandError(f"Keine Sicherung in {to}: {_reason(error)}") from error
        manifest = archive.read(path)
        self.stdout.write(f"{path}: {manifest.rows} Zeilen, {len(manifest.files)} Dateien.")
