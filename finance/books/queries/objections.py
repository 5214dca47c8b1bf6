"""Objections: one's own, and those that wait for the treasurer or the chair."""

from datetime import date
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext_lazy as _

from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.queries.access import READS, get_self_for
from finance.books.queries.claims import with_cause
from finance.errors import NotAllowedError
from league.access.queries.rights import holds, person_of
from league.people.models.people import Office, Person
from league.web.rows import row_or_404

RULES = (Office.Role.TREASURER, Office.Role.CHAIR)
LOOKS = (*READS, Office.Role.CHAIR)
# What can still be objected to: it waits, or it is booked and not all of it is paid.
OPEN = (Claim.State.PROPOSED, Claim.State.OBJECTED, Claim.State.CONFIRMED)


def may_rule(user: Any, today: date) -> bool:
    return holds(user, RULES, today)


def require_objections(user: Any, today: date) -> None:
    """Raise Http404 for strangers. The chair sees the objections and no other money."""
    if not holds(user, LOOKS, today):
        raise Http404


def require_ruler(user: Any, today: date) -> None:
    require_objections(user, today)
    if not may_rule(user, today):
        raise NotAllowedError(
            "only_they_rule", _("The treasurer and the chair decide about objections.")
        )


def objections() -> QuerySet[ClaimObjection]:
    return ClaimObjection.objects.select_related(
        "claim__person",
        "claim__event",
        "claim__charge__result__table",
        "claim__charge__deed__tariff",
        "claim__charge__deed__cause",
        "raised_by__person",
        "ruled_by__person",
    ).prefetch_related("claim__heads")


def waiting() -> QuerySet[ClaimObjection]:
    """Return the undecided objections, oldest first, without those whose claim is gone."""
    return objections().filter(ruled_at=None, claim__is_current=True).order_by("pk")


def to_rule(user: Any) -> int:
    """Return the number of objections a ruler may decide; the own ones are for another."""
    return waiting().exclude(claim__person=person_of(user)).count()


def decided() -> QuerySet[ClaimObjection]:
    return objections().exclude(ruled_at=None).order_by("-ruled_at", "-pk")


def objections_of(person: Person) -> QuerySet[ClaimObjection]:
    """Return a person's own objections, the newest first."""
    return objections().filter(claim__person=person).order_by("-pk")


def get_objection_for(user: Any, pk: int, today: date) -> ClaimObjection:
    require_objections(user, today)
    return row_or_404(objections(), pk=pk)


def get_own_claim_for(user: Any, pk: int) -> Claim:
    """Return a claim about oneself."""
    person = get_self_for(user)
    return row_or_404(with_cause(Claim.objects.filter(pk=pk, person=person)))
