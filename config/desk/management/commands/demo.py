"""`manage.py demo`: an invented club with its season, so that one can walk in and try."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone

from config.desk.club.fill import fill
from config.desk.services import NOT_EMPTY
from league.errors import LeagueError

SEED = 13


class Command(BaseCommand):
    help = "Fills an empty database with an invented club: all of it, or nothing."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--if-empty", action="store_true", help="does nothing where the database is not empty"
        )
        parser.add_argument("--seed", type=int, default=SEED, help="another number, another season")

    def handle(self, *args: Any, **options: Any) -> None:
        def tell(what: str) -> None:
            self.stdout.write(what)
            self.stdout.flush()

        try:
            fill(
                today=timezone.localdate(),
                now=timezone.now(),
                seed=options["seed"],
                zone=timezone.get_default_timezone(),
                tell=tell,
            )
        except LeagueError as error:
            if options["if_empty"] and error.code == NOT_EMPTY:
                return
            raise CommandError(str(error)) from error
