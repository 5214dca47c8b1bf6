"""`manage.py prepare`: do dev.py's work before, and behind, the first page.

One process for all of it, because each start of Django costs more than a second.
"""

import os
import time
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone
from django.utils.translation import override

from config import terminal
from config.demo.fill import fill
from config.demo.management.commands.demo import SEED
from config.demo.models import DemoClub
from config.demo.services import NOT_EMPTY
from league.errors import LeagueError

# Between two steps all others may write: a process that waits for SQLite asks every 0.1 seconds.
PAUSE = 0.25
COURTESY = 5


class Command(BaseCommand):
    help = "Migrates, says that the pages can be opened, and goes on filling the demo club."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--demo", action="store_true", help="with the demo club, where there is no other"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        call_command("migrate", interactive=False, verbosity=0)
        if options["demo"]:
            self._fill()
        else:
            self._open()

    def _fill(self) -> None:
        opened = DemoClub.objects.exists()
        if opened:
            self._open()
        try:
            for step in fill(now=timezone.now(), seed=SEED, zone=timezone.get_default_timezone()):
                with override(terminal.language()):
                    self.stdout.write(step.words())
                if not opened:
                    self._open()
                    opened = True
                time.sleep(PAUSE)
        except LeagueError as error:
            if error.code != NOT_EMPTY:
                raise
        if not opened:
            self._open()

    def _open(self) -> None:
        """Let the pages come first from here on."""
        self.stdout.write(terminal.READY)
        self.stdout.flush()
        os.nice(COURTESY)
