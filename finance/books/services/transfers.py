"""„Anna übernimmt 10 € von Ben“: one owes it instead of the other, in one booking."""

from datetime import date, datetime

from django.db import transaction
from django.db.models import F, Sum
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.services.claims import given_reason
from finance.books.services.ledger import lock_persons
from finance.books.services.moves import move
from finance.books.services.once import used_before
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.payments import must_be_open
from finance.books.services.settling import settle
from finance.errors import IllegalError, InvalidError, require_above_zero
from league.people.models.people import Person, User


def take_over(
    *,
    taker: Person,
    debtor: Person,
    cents: int,
    reason: str,
    day: date,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    confirmed: bool = False,
) -> Claim:
    """Let `taker` owe so many cents that settle what `debtor` owes, oldest first; return the claim.

    A Storno takes back both. Locks both persons; a repeat of the same `client_id` answers with what
    it booked. InvalidError for what makes no sense, IllegalError for more than is open,
    NotAllowedError for a debt of one's own that no second person `confirmed`.
    """
    reason = given_reason(reason)
    must_not_be_own(by, [debtor.pk], confirmed=confirmed)
    if taker == debtor:
        raise InvalidError(
            "takes_over_own", _("Nobody can take over their own debt."), field="taker"
        )
    require_above_zero(cents)
    with transaction.atomic():
        lock_persons([taker.pk, debtor.pk])
        if known := Payment.objects.filter(client_id=client_id).first():
            claim = Claim.objects.filter(transaction=known.transaction_id).first()
            if claim is None or (claim.person_id, known.person_id, known.amount) != (
                taker.pk,
                debtor.pk,
                cents,
            ):
                raise used_before()
            return claim
        must_be_open(day, today)
        if cents > _open_cents(debtor):
            raise IllegalError(
                "more_than_open",
                _("%(name)s does not owe that much.") % {"name": debtor.name},
                field="amount",
            )
        claim = move(
            taker=taker,
            debtor=debtor,
            cents=cents,
            reason=reason,
            day=day,
            client_id=client_id,
            by=by,
            now=now,
        )
        settle([taker.pk, debtor.pk])
        claim.refresh_from_db()
        return claim


def _open_cents(person: Person) -> int:
    claims = Claim.objects.filter(person=person, unit=chart.EUR, state=Claim.State.CONFIRMED)
    return claims.aggregate(sum=Sum(F("amount") - F("paid")))["sum"] or 0
