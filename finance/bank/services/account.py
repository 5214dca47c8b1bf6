"""Which bank account is the club's."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _
from schwifty import BIC, IBAN
from schwifty.exceptions import SchwiftyException

from finance.bank.models.bank import ClubAccount
from finance.bank.queries.bank import club_account
from finance.errors import InvalidError
from league.people.models.people import User


def set_club_account(
    *, holder: str, iban: str, bic: str = "", by: User | None, now: datetime
) -> ClubAccount:
    """Says where members transfer to from now on; what was said before stays on record.

    Saying the same again changes nothing. InvalidError for what is no IBAN or no BIC. A German BIC
    that is left out is looked up.
    """
    holder = " ".join(holder.split())[:70]
    if not holder:
        raise InvalidError(
            "holder_missing", _("Who holds the account? The statement says it."), field="holder"
        )
    number = valid_iban(iban)
    given = _valid_bic(bic) if bic.strip() else str(number.bic or "")
    with transaction.atomic():
        last = ClubAccount.objects.select_for_update(no_key=True).order_by("-pk").first()
        said = (holder, str(number), given)
        if last is not None and (last.holder, last.iban, last.bic) == said:
            return last
        return ClubAccount.objects.create(
            holder=holder, iban=str(number), bic=given, entered_by=by, entered_at=now
        )


def locked_account() -> ClubAccount:
    """The club's account, locked, so that only one file at a time is imported.

    InvalidError where nobody has said which it is.
    """
    account = club_account()
    if account is None:
        raise InvalidError("no_club_account", _("Enter the club's account first."))
    return ClubAccount.objects.select_for_update(no_key=True).get(pk=account.pk)


def valid_iban(typed: str) -> IBAN:
    """An IBAN whose check digits are right; InvalidError with a sentence otherwise."""
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
