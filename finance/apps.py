"""The till: what is owed, what was paid, and the books that say so."""

from django.apps import AppConfig


class FinanceConfig(AppConfig):
    name = "finance"

    def ready(self) -> None:
        from finance.bank import approving as bank
        from finance.books import (
            approving,
            receivers,
        )
        from finance.books.queries.money import account_titles
        from finance.books.queries.tournaments import (
            fees_at_the_door,
            has_moved_money,
            prize_money,
        )
        from finance.books.services import people_lists
        from finance.cash import approving as cash
        from finance.catalogue import approving as catalogue
        from finance.catalogue.queries.catalogue import titles
        from finance.close.queries import closing_of
        from finance.dues import approving as dues
        from finance.till.reports import kinds as reports
        from finance.years.queries.agenda import agenda_link
        from league.assemblies import registry as assemblies
        from league.evenings import registry as evenings
        from league.guards.triggers import install
        from league.people import registry as people
        from league.security import labels as security
        from league.tournaments.registration import registry as entrance

        install(self)
        approving.register_kinds()
        bank.register_kinds()
        cash.register_kinds()
        catalogue.register_kinds()
        security.register_titles("tariff", titles)
        security.register_titles("account", account_titles)
        dues.register_kinds()
        entrance.register(fees_at_the_door)
        entrance.register_money(has_moved_money)
        entrance.register_prizes(prize_money)
        assemblies.register(agenda_link)
        evenings.register(closing_of)
        people.register(receivers.still_open)
        people_lists.register_books()
        reports.register_kinds()
