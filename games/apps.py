"""The scorer: rulebooks, throws, and the log of a game."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import receivers  # noqa: F401  connects itself
        from games.scoring.queries import phone_times
        from league.guards.triggers import install
        from league.kings import hints

        install(self)
        hints.register(phone_times)
