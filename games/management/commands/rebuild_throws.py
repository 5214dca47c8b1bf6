"""`manage.py rebuild_throws`: the throws of all closed games are counted anew from their logs."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.luck.queries import projections
from games.luck.services import count_games, forget_games_on_cards, weigh_game


class Command(BaseCommand):
    help = "Counts the throws of every closed game anew; with --luck weighs them too."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--luck", action="store_true", help="also luck and skill: a quarter second a game"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        forget_games_on_cards()
        games = list(projections.closed_games().values_list("pk", flat=True))
        self.stdout.write(f"{count_games(games=games)} Spiele gezählt")
        if options["luck"]:
            for game in games:
                weigh_game(game=game)
            self.stdout.write(f"{len(games)} Spiele gewogen")
