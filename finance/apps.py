"""The till: what is owed, what was paid, and the books that say so."""

from django.apps import AppConfig


class FinanceConfig(AppConfig):
    name = "finance"

    def ready(self) -> None:
        from finance.books import (
            approving,
            receivers,  # noqa: F401  connects itself
        )
        from finance.till.reports import kinds as reports
        from league.guards.triggers import install

        install(self)
        approving.register_kinds()
        reports.register_kinds()
