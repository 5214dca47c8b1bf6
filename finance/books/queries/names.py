"""Names of persons and accounts at the close of a booking's period."""

from django.db.models import OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from finance.books.models.own_accounts import OwnAccount
from finance.books.models.periods import PeriodName


def person_then(person: str, day: str) -> Subquery:
    """Select the name of `person` in the closed period of `day`; both name columns of the outer
    query.
    """
    return _then(PeriodName.objects.filter(person=OuterRef(person), account=""), day)


def account_then(code: str, day: str) -> Coalesce:
    """Select the name of the account `code` in the closed period of `day`; of one's own else that
    of now.

    None for an account of the program in days that are open.
    """
    then = _then(PeriodName.objects.filter(account=OuterRef(code)), day)
    own = OwnAccount.objects.filter(code=OuterRef(code)).order_by("-pk")
    return Coalesce(then, Subquery(own.values("name")[:1]))


def _then(names: QuerySet[PeriodName], day: str) -> Subquery:
    period_names = names.filter(closing__through__gte=OuterRef(day)).order_by("closing__through")
    return Subquery(period_names.values("name")[:1])
