"""Set the bank accounts of the club."""

from datetime import date, datetime

from django.db import transaction
from django.utils.timezone import get_default_timezone
from django.utils.translation import gettext_lazy as _
from schwifty import BIC, IBAN
from schwifty.exceptions import SchwiftyException

from finance.bank.models.bank import ClubAccount
from finance.bank.queries.bank import bank_accounts
from finance.books import chart
from finance.books.services.payments import must_hold_money
from finance.errors import InvalidError, choice_unknown
from league.people.models.people import User
from league.security import services as security
from league.security.models import SecurityEntry
from league.web.spelling import is_bank_letter, unspelt


def set_club_account(
    *,
    holder: str,
    iban: str,
    bic: str = "",
    money: str = "bank",
    by: User | None,
    now: datetime,
) -> ClubAccount:
    """Set which account at a bank `money` is from now on; the earlier one stays on record.

    Members transfer to the first, "bank". Setting the same again changes nothing. InvalidError for
    what is no IBAN or no BIC, and for an IBAN that another of the club's accounts has. A German BIC
    that is left out is looked up.
    """
    must_be_at_a_bank(money, now.astimezone(get_default_timezone()).date())
    holder = " ".join(holder.split())[:70]
    require_latin(holder, "holder")
    if not holder:
        raise InvalidError(
            "holder_missing", _("Who holds the account? The statement says it."), field="holder"
        )
    number = valid_iban(iban)
    given = _valid_bic(bic) if bic.strip() else str(number.bic or "")
    with transaction.atomic():
        known = ClubAccount.objects.select_for_update(no_key=True).order_by("-pk")
        last = known.filter(money=money).first()
        account_data = (holder, str(number), given)
        if last is not None and (last.holder, last.iban, last.bic) == account_data:
            return last
        if any(
            bank_account.iban == number and bank_account.money != money
            for bank_account in bank_accounts()
        ):
            raise InvalidError(
                "iban_taken", _("Another of the club's accounts has this IBAN."), field="iban"
            )
        if by is not None:
            kind = SecurityEntry.Kind.IBAN_CHANGED
            security.note_user(kind=kind, user=by, now=now, about=f"account:{money}")
        return ClubAccount.objects.create(
            money=money, holder=holder, iban=str(number), bic=given, entered_by=by, entered_at=now
        )


def require_latin(text: str, field: str) -> None:
    """Refuse a text with letters that no bank can write, for instance Cyrillic ones.

    InvalidError beside `field`: the file for the bank would have a full stop for each.
    """
    if unspelt(text, is_bank_letter):
        raise InvalidError(
            "not_latin",
            _("Banks only know Latin letters. Write “%(text)s” in these.") % {"text": text},
            field=field,
        )


def locked_accounts() -> dict[str, ClubAccount]:
    """Return the club's accounts by code, locked, so that only one file at a time is imported.

    InvalidError if none of them was entered.
    """
    accounts = bank_accounts()
    if not accounts:
        raise InvalidError("no_club_account", _("Enter the club's account first."))
    keys = [account.pk for account in accounts]
    rows = ClubAccount.objects.select_for_update(no_key=True).filter(pk__in=keys)
    return {account.money: account for account in rows.order_by("money")}


def must_be_at_a_bank(money: str, day: date) -> None:
    """Raise InvalidError for what is no account at a bank on that day."""
    must_hold_money(money, day, "money")
    if chart.like(money) != "bank":
        raise choice_unknown("money")


def valid_iban(typed: str) -> IBAN:
    """Return an IBAN whose check digits are right; InvalidError with a sentence otherwise."""
    try:
        return IBAN(typed, validate_bban=True)
    except SchwiftyException as error:
        raise InvalidError(
            "iban_wrong",
            _("This is no valid IBAN. Compare it with the statement again."),
            field="iban",
        ) from error


def _valid_bic(typed: str) -> str:
    try:
        return str(BIC(typed))
    except SchwiftyException as error:
        raise InvalidError(
            "bic_wrong",
            _("This is no BIC. For a German account you can leave it out."),
            field="bic",
        ) from error
