"""`manage.py migrate`: Django's own, but a database that it cannot update is refused first."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import migrate
from django.utils.translation import override

from config import terminal
from config.backups import history
from config.backups.collection import rarely_collected


class Command(migrate.Command):
    def execute(self, *args: Any, **options: Any) -> str | None:
        # Before the checks, which may be skipped, and before the triggers are lifted.
        with override(terminal.language()):
            refusal = history.refusal_of_database(history.applied(options["database"]))
        if refusal:
            raise CommandError(refusal)
        with rarely_collected():
            return super().execute(*args, **options)
