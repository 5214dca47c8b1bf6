"""Rounds of drinks against the books: what was given, to whom, and what became of the rest."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.payments import Allocation, Payment
from finance.books.models.rounds import Conversion, GivenRound
from finance.checks.claims import name_of

State = Claim.State


def check_given() -> Iterator[str]:
    """Check that every round given is booked once, and names those it was owed to."""
    given_rounds = GivenRound.objects.select_related("claim__person", "payment")
    by_payment: dict[int, list[GivenRound]] = {}
    for given in given_rounds.prefetch_related("heads", "claim__heads").order_by("pk"):
        if given.payment is None:
            continue
        by_payment.setdefault(given.payment.pk, []).append(given)
        if given.is_taken_back != given.payment.is_reversed:
            yield _("%(claim)s: the round counts as given, but is booked otherwise.") % {
                "claim": name_of(given.claim)
            }
        heads = {head.person_id for head in given.claim.heads.all()}
        if given.claim.state == State.SETTLED and not heads.issuperset(
            head.person_id for head in given.heads.all()
        ):
            yield _("%(claim)s: somebody got it to whom it was not owed.") % {
                "claim": name_of(given.claim)
            }
    for payment in Payment.objects.filter(method="given").select_related("person").order_by("pk"):
        rounds = by_payment.get(payment.pk, [])
        owed = sum(given.claim.amount or 0 for given in rounds)
        if (
            any(given.claim.person_id != payment.person_id for given in rounds)
            or not len(rounds) <= payment.amount <= owed
        ):
            yield _("Round of %(person)s: those it was given to do not fit it.") % {
                "person": payment.person
            }


def check_conversions() -> Iterator[str]:
    """Check that a round turned into money ended in one booking and began as the other,
    only that.
    """
    conversions = Conversion.objects.select_related("round__person", "claim__person", "waiver")
    for conversion in conversions.order_by("pk"):
        waiver, claim = conversion.waiver, conversion.claim
        settles = set(Allocation.objects.filter(payment=waiver).values_list("claim", flat=True))
        if (
            (waiver.method, waiver.unit, claim.unit) != ("waiver", chart.RUNDE, chart.EUR)
            or len({conversion.round.person_id, claim.person_id, waiver.person_id}) != 1
            or settles != {conversion.round_id}
            or (claim.amount or 0) % waiver.amount
            or waiver.is_reversed != (claim.state == State.REVERSED)
        ):
            yield _("%(claim)s: only half of its conversion into euros is there.") % {
                "claim": name_of(claim)
            }
    strays = Claim.objects.filter(kind="drinks_round", unit=chart.EUR, conversion=None)
    for claim in strays.select_related("person").order_by("pk"):
        yield _("%(claim)s: a round in euros that nobody converted.") % {"claim": name_of(claim)}
