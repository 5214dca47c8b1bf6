"""Keeping money for one thing, and setting it free again: no money moves, only what it is for."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.labels import euro
from finance.books.models.ledger import Transaction
from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.cashbook import of_form
from finance.books.queries.funds import free_money, lowest_held_from
from finance.books.services.cashbook import enter, purpose
from finance.books.services.ledger import Draft
from finance.books.services.own_accounts import lock_chart
from finance.errors import IllegalError, InvalidError
from league.people.models.people import User


def earmark(
    *,
    fund: OwnAccount,
    amount: int,
    takes_out: bool = False,
    day: date,
    text: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Puts `amount` cents of what the club has into a fund, or takes it out.

    Locks the club, then the journal; a repeat of the `client_id` answers with what is stored.
    InvalidError without an amount or a reason, IllegalError where the club has not so much free
    money, or the fund less, then or since.
    """
    if amount <= 0:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    text = purpose(text)
    if not fund.is_open(day):
        raise InvalidError("fund_ended", _("This fund had ended by that day."), field="day")
    entries = booking.earmark(fund.code, -amount if takes_out else amount)
    draft = Draft(chart.claims_journal(chart.EUR), day, Transaction.Kind.FUND, entries, text)
    with transaction.atomic():
        lock_chart()
        is_new = not of_form(client_id)
        if is_new and not takes_out and (free := free_money()) < amount:
            raise IllegalError(
                "not_enough_free",
                _("Only %(free)s are free: put in less, or take something out of another fund.")
                % {"free": euro(max(free, 0))},
                field="amount",
            )
        (made,) = enter([draft], amount, None, client_id, by, today, now)
        if is_new and lowest_held_from(fund.code, day) < 0:
            raise IllegalError(
                "fund_short_then",
                _("On that day, or on a day after it, there was not that much in the fund."),
                field="day",
            )
    return made
