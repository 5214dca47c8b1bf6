"""The money in tills and banks, for members where the club lets them see it."""

from collections import Counter
from dataclasses import dataclass
from datetime import date
from typing import Any

from finance.books import chart
from finance.books.queries.ledger import balances
from finance.books.queries.settings import till_settings
from league.access.queries.rights import is_member


@dataclass(frozen=True)
class Holdings:
    """Cents in all tills and at all banks, by the books as they are on `day`."""

    cash: int
    bank: int
    day: date


def holdings_for(user: Any, today: date) -> Holdings | None:
    """Return the cents in cash and bank; None for non-members, and unless the club shows them."""
    if not till_settings().members_see_balance or not is_member(user, today):
        return None
    cents_of = Counter[str]()
    for account, cents in balances().items():
        if like := chart.like(account):
            cents_of[like] += cents
    return Holdings(cents_of["cash"], cents_of["bank"], today)
