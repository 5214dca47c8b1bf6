"""`manage.py demo`: an invented club with its season, so that one can walk in and try."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils import timezone
from django.utils.translation import override

from config import terminal
from config.demo.fill import fill
from league.errors import LeagueError

# One with which members who pay by transfer have something to pay in the end.
SEED = 15


class Command(BaseCommand):
    help = (
        "Fills an empty database with an invented club, step by step. What was interrupted goes on."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--seed", type=int, default=SEED, help="another number, another season")

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            for step in fill(
                now=timezone.now(), seed=options["seed"], zone=timezone.get_default_timezone()
            ):
                with override(terminal.language()):
                    self.stdout.write(step.words())
                self.stdout.flush()
        except LeagueError as error:
            with override(terminal.language()):
                raise CommandError(str(error)) from error
