"""The club's places of money: its till and its bank, and the tills and accounts beside them."""

from collections.abc import Container, Mapping
from dataclasses import replace
from datetime import date, timedelta
from functools import reduce
from operator import or_

from django.db.models import Q
from django.utils.translation import gettext

from finance.books import chart
from finance.books.chart import Account, Journal
from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.chart import own_accounts
from finance.books.queries.ledger import closed_through


def of_money(field: str) -> Q:
    """Select the rows whose `field` is the code of an account in which money lies, or
    of its book.
    """
    own = (Q(**{f"{field}__startswith": f"{kind}_"}) for kind in chart.MORE_MONEY)
    return reduce(or_, own, Q(**{f"{field}__in": chart.MONEY}))


def more_money() -> list[OwnAccount]:
    """Return the club's other tills, then its other accounts at a bank; those that
    ended as well.
    """
    own = own_accounts()
    return [account for kind in chart.MORE_MONEY for account in own if account.kind == kind]


def account_titles() -> dict[str, str]:
    """Return the names of the accounts at a bank, by code."""
    own = {account.code: account.name for account in more_money()}
    return {"bank": gettext("Bank account")} | own


def money_accounts(day: date | None = None) -> list[Account]:
    """Return till and bank, then the others by their codes; on a `day` those that have
    not ended.
    """
    own = [own.account for own in more_money() if day is None or own.is_open(day)]
    return [*(chart.ACCOUNTS[code] for code in chart.MONEY), *own]


def offered(kinds: Container[str] = chart.MONEY) -> list[tuple[str, str]]:
    """Return those of these `kinds` that can be booked on: code and name. `kinds` are of
    `chart.MONEY`.
    """
    closed = closed_through()
    first_open = closed + timedelta(days=1) if closed else date.min
    return [
        (account.code, gettext(account.label))
        for account in money_accounts(first_open)
        if chart.like(account.code) in kinds
    ]


def tills() -> list[Account]:
    """Return those in which cash lies and can be counted, those that ended as well."""
    return [account for account in money_accounts() if chart.like(account.code) == "cash"]


def more_balances(booked: Mapping[str, int]) -> list[tuple[Account, int]]:
    """Return the other tills and accounts with their balances in cents.

    An ended one is left out; it holds nothing.
    """
    return [
        (own.account, booked.get(own.code, 0))
        for own in more_money()
        if own.ended is None or booked.get(own.code)
    ]


def journals() -> list[Journal]:
    """Return the books of every club, then those of its other tills and accounts, by
    their names.
    """
    own = (own.account for own in more_money())
    return [
        *chart.JOURNALS.values(),
        *(
            replace(chart.journal(account.code), name=account.name, label=account.name)
            for account in own
        ),
    ]
