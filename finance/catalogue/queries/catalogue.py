"""The club's catalogue for its pages: every version, and what can be written down at an evening."""

from datetime import date
from typing import Any

from django.db.models import Q, QuerySet
from django.http import Http404

from finance.books import formulas
from finance.books import labels as words
from finance.books.models.catalogue import Deed, Tariff
from finance.books.models.claims import Claim
from finance.books.queries.access import require_reader
from finance.books.queries.tariffs import CLUB, tariffs_on
from finance.catalogue.ready import Ready
from league.access.queries.rights import is_member
from league.events.models import Event
from league.people.models.people import Person
from league.results.models.results import Charge
from league.results.queries.results import standing_charges
from league.web.rows import row_or_404


def require_member(user: Any, today: date) -> None:
    """Raise Http404 unless the user is a member: every member may know the fines, no one else."""
    if not is_member(user, today):
        raise Http404


def tariffs() -> QuerySet[Tariff]:
    """Return all past, present and future versions, by code, newest first."""
    return Tariff.objects.order_by("code", "-start")


def titles() -> dict[str, str]:
    """Return the name of each entry that ever existed, by its code; the newest version says it."""
    known = {code: str(label) for code, label in words.CODES.items()}
    return known | {entry.code: words.tariff(entry) for entry in Tariff.objects.order_by("start")}


def get_tariff_for(user: Any, pk: int, today: date) -> Tariff:
    require_reader(user, today)
    return row_or_404(Tariff.objects, pk=pk)


def is_known(code: str, title: str, day: date) -> bool:
    """Tell if an entry for this exists that day or later: by code, else by name."""
    return _from(day).filter(**({"code": code} if code else {"title": title})).exists()


def has_entry(ready: Ready, slug: str, day: date) -> bool:
    """Tell if the club has an entry of its own, from that day on or later, for a ready one."""
    same = {"code": ready.code} if ready.code else {"source": slug, "clause": ready.clause}
    return _from(day).filter(**same).exists()


def _from(day: date) -> QuerySet[Tariff]:
    return Tariff.objects.filter(Q(end=None) | Q(end__gt=day))


def times_before(tariff: Tariff, person: Person, event: Event) -> int:
    """Return how often a person was charged with the same before, in the season or year that
    counts.

    Counted is only what is in force: not what was withdrawn, refused, struck or reversed. A person
    who was let off did it all the same, so that counts.
    """
    if not tariff.within:
        return 0
    gone = Claim.objects.filter(
        person=person, is_current=True, state__in=(Claim.State.REFUSED, Claim.State.REVERSED)
    )
    same = Deed.objects.filter(
        charge__person=person,
        charge__code=tariff.code,
        charge__withdrawal=None,
        charge__event__business_date__lte=event.business_date,
    ).exclude(charge__in=gone.filter(charge__isnull=False).values("charge"))
    if tariff.within == Tariff.Within.SEASON:
        return same.filter(charge__event__season=event.season_id).count()
    return same.filter(charge__event__business_date__year=event.business_date.year).count()


def entries_for(event: Event) -> list[Tariff]:
    """Return the entries that can be written down by hand at this evening, in
    alphabetical order.
    """
    tariffs = [
        tariff
        for tariff in tariffs_on(event.business_date).values()
        if tariff.kind != formulas.AVERAGE and tariff.code != "stake"
    ]
    return sorted(tariffs, key=lambda tariff: words.tariff(tariff).casefold())


def deeds_of(event: Event) -> list[Charge]:
    """Return the charges written down by the club's catalogue at this evening, the last first."""
    return list(standing_charges(event).filter(rulebook=CLUB).select_related("deed").reverse())
