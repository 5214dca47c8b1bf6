"""The till: what is owed, what was paid, and the books that say so."""

from django.apps import AppConfig


class FinanceConfig(AppConfig):
    name = "finance"

    def ready(self) -> None:
        from finance import (
            approving,
            receivers,  # noqa: F401  connects itself
        )
        from finance.triggers import TRIGGERS
        from league.triggers import guard

        guard(self, TRIGGERS)
        approving.register_kinds()
