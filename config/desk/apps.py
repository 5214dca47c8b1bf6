"""The desk: the one room that sees games and finance together."""

from django.apps import AppConfig


class DeskConfig(AppConfig):
    name = "config.desk"
    label = "desk"

    def ready(self) -> None:
        # Without the application a `shared_task` would look for a broker of its own.
        from config import celery, checks  # noqa: F401  both register themselves
        from config.desk.reports import kinds

        kinds.register_kinds()
