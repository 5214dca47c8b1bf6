"""Check charges by the catalogue against its entry, objections against their claims, and dues."""

from collections.abc import Iterator

from django.utils.translation import gettext as _

from finance.books import chart, formulas
from finance.books.formulas import Deed as Happened
from finance.books.labels import money, tariff
from finance.books.models.catalogue import Deed
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.queries.tariffs import CLUB
from finance.checks.claims import name_of

State = Claim.State
Outcome = ClaimObjection.Outcome


def check_deeds() -> Iterator[str]:
    """Check that every deed costs what its entry said, and is of the code its charge has."""
    deeds = Deed.objects.select_related("tariff", "charge__person", "charge__event")
    for deed in deeds.order_by("pk").iterator():
        charge, entry = deed.charge, deed.tariff
        happened = Happened(count=charge.count, minutes=deed.minutes, before=deed.times - 1)
        should = formulas.price(entry.formula, happened)
        if charge.code != entry.code or charge.rulebook != CLUB:
            yield _("%(person)s: the fine “%(what)s” belongs to another entry.") % {
                "person": charge.person,
                "what": tariff(entry),
            }
        elif should is not None and charge.cents != should:
            yield _("%(person)s: by the catalogue “%(what)s” costs %(should)s, not %(is)s.") % {
                "person": charge.person,
                "what": tariff(entry),
                "should": money(should, chart.EUR),
                "is": money(charge.cents or 0, chart.EUR),
            }


def check_objections() -> Iterator[str]:
    """Check that a claim objected to waits for a decision, and that each decision was
    carried out.
    """
    heard = ClaimObjection.objects.filter(ruled_at=None).values("claim")
    waits = Claim.objects.filter(state=State.OBJECTED).exclude(pk__in=heard)
    for claim in waits.select_related("person"):
        yield _("%(claim)s: kept as objected to, but nobody has objected.") % {
            "claim": name_of(claim)
        }
    struck = ClaimObjection.objects.filter(
        outcome=Outcome.STRUCK, claim__is_current=True, claim__state__in=Claim.BOOKED
    ).select_related("claim__person")
    for objection in struck:
        yield _("%(claim)s: struck after the objection, but still booked.") % {
            "claim": name_of(objection.claim)
        }


def check_dues() -> Iterator[str]:
    """Check that dues are owed once for a period, by the person whom their key names."""
    wrong = Claim.objects.filter(kind=Claim.Kind.DUES).select_related("person")
    for claim in wrong.order_by("pk"):
        if not claim.key.startswith(f"dues:{claim.person_id}:"):
            yield _("%(claim)s: these dues belong to somebody else.") % {"claim": name_of(claim)}
