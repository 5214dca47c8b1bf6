"""Words for kinds of receipts and payments: the chart's, and what is no account there."""

from datetime import date
from typing import Any

from django.utils.translation import gettext, gettext_lazy, pgettext

from finance.books import chart
from finance.books import labels as words
from finance.books.chart import Account
from finance.books.queries.chart import whole_chart
from finance.receipts.rules import CREDIT, SET_OFF, TAKEN_OVER, Line, Statement

# As the chart's, so that whatever shows an account shows them too.
_BESIDE = {
    CREDIT: Account(CREDIT, "Guthaben", "Credit", "liability"),
    TAKEN_OVER: Account(TAKEN_OVER, "Übernommene Schulden", "Debts taken over", "liability"),
    SET_OFF: Account(SET_OFF, "Ohne Geld verrechnet", "Set off without money", "liability"),
    "opening": Account("opening", "Alte Forderungen", "Debts from before the books", "equity"),
}


def kinds(day: date) -> dict[str, Account]:
    """Return each kind as an account, in the order of the chart; with the names of a closed day."""
    return whole_chart(day) | _BESIDE


_NAMES: dict[str, Any] = {
    CREDIT: gettext_lazy("Credit (has paid nothing yet)"),
    TAKEN_OVER: gettext_lazy("Debts taken over"),
    SET_OFF: gettext_lazy("Set off without money"),
    "opening": gettext_lazy("Debts from before the books"),
}


def kind(account: str, day: date | None = None) -> str:
    """Return the name of a kind of receipt or payment, in the reader's language.

    One of the club's own has its name at the close of `day`.
    """
    if account in _NAMES:
        return str(_NAMES[account])
    known = chart.ACCOUNTS.get(account)
    return gettext((known or whole_chart(day)[account]).label)


def line_name(line: Line, statement: Statement, day: date) -> str:
    """Return the kind, with its sphere if the same kind occurs twice."""
    name = kind(line.account, day)
    same = [
        other
        for other in (*statement.receipts, *statement.payments)
        if other.account == line.account and other.sphere != line.sphere
    ]
    return f"{name} ({sphere(line.sphere)})" if same else name


def sphere(number: int) -> str:
    """Return the tax sphere in words; passing money and credit are in none."""
    return str(words.SPHERES.get(number) or pgettext("sphere", "in no sphere"))
