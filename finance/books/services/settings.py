"""Deciding how the club keeps its till."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.models.settings import TillSettings
from finance.books.queries.ledger import balances
from finance.books.queries.settings import till_settings
from finance.errors import InvalidError
from league.club.models import Club
from league.people.models.people import User
from league.web.money import euro


def decide_settings(
    *,
    simple: bool,
    tax_privileged: bool,
    members_see_balance: bool,
    board_reads: bool,
    declined_pay_nothing: bool = False,
    asks_above: int | None = None,
    difference_above: int | None = None,
    differences_a_year: int | None = None,
    bank_stays: bool = False,
    by: User | None,
    now: datetime,
) -> TillSettings:
    """Keep the till like this from now on. Appended; nothing where the same holds already.

    `asks_above` and `difference_above` are in cents; None leaves an amount as it is. Locks the
    club. InvalidError for a simple till with money in the bank unless it is said that it stays.
    """
    decided: dict[str, int] = {
        "simple": simple,
        "tax_privileged": tax_privileged,
        "members_see_balance": members_see_balance,
        "board_reads": board_reads,
        "declined_pay_nothing": declined_pay_nothing,
    }
    with transaction.atomic():
        Club.objects.get_or_create(pk=Club.ONLY)
        Club.objects.select_for_update(no_key=True).get(pk=Club.ONLY)
        last = till_settings()
        amounts = (asks_above, difference_above, differences_a_year)
        for name, amount in zip(TillSettings.AMOUNTS, amounts, strict=True):
            decided[name] = getattr(last, name) if amount is None else amount
        if simple and not last.simple and not bank_stays:
            _must_be_without_bank()
        if all(getattr(last, name) == value for name, value in decided.items()):
            return last
        return TillSettings.objects.create(**decided, set_by=by, set_at=now)


def _must_be_without_bank() -> None:
    """Raise InvalidError with the sum if money lies in the bank, which a simple till
    does not show.
    """
    in_bank = sum(cents for code, cents in balances().items() if chart.like(code) == "bank")
    if in_bank:
        raise InvalidError(
            "money_in_bank",
            _("%(cents)s are in the bank. Move or spend them first, or tick that they stay there.")
            % {"cents": euro(in_bank)},
            field="bank_stays",
        )
