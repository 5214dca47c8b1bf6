"""The till's refusals: the league's kinds under one root of its own.

`booking.UnbalancedError` is no sentence for a user: it is a fault in the program.
"""

from django.utils.translation import gettext as _

from league import errors


class FinanceError(errors.LeagueError):
    """The root of everything the till refuses."""


class InvalidError(FinanceError, errors.InvalidError):
    """Malformed: it could never be booked."""


class IllegalError(FinanceError, errors.IllegalError):
    """Well formed, but the books do not allow it now."""


class StaleError(FinanceError, errors.StaleError):
    """Something changed since the page was shown."""


class NotAllowedError(FinanceError, errors.NotAllowedError):
    """Only the treasurer posts."""


def choice_unknown(field: str) -> InvalidError:
    return InvalidError("choice_unknown", _("Please choose something from the list."), field=field)


def require_above_zero(cents: int) -> int:
    """Return the same cents; InvalidError if that is nothing, or less."""
    if cents <= 0:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    return cents
