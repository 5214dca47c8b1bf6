"""What persons and accounts were called when a booking's period was closed."""

from django.db.models import OuterRef, QuerySet, Subquery

from finance.books.models.periods import PeriodName


def person_then(person: str, day: str) -> Subquery:
    """The name of `person` in the closed period of `day`; both name columns of the outer query."""
    return _then(PeriodName.objects.filter(person=OuterRef(person), account=""), day)


def account_then(code: str, day: str) -> Subquery:
    """The name of the account `code` in the closed period of `day`."""
    return _then(PeriodName.objects.filter(account=OuterRef(code)), day)


def _then(names: QuerySet[PeriodName], day: str) -> Subquery:
    found = names.filter(closing__through__gte=OuterRef(day)).order_by("closing__through")
    return Subquery(found.values("name")[:1])
