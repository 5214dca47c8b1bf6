"""The scorer: rulebooks, throws, and the log of a game."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from games import receivers  # noqa: F401  connects itself
        from league.guards.triggers import install

        install(self)
