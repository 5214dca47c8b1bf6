"""The ground floor: people, events, results, standings."""

from django.apps import AppConfig


class LeagueConfig(AppConfig):
    name = "league"

    def ready(self) -> None:
        from league import (
            approving,
            receivers,  # noqa: F401  connects itself
        )
        from league.guards.triggers import install

        install(self)
        approving.register_kinds()
