"""„Wer fehlt, zahlt den Durchschnitt“: what the evening cost those who were there, per head."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import QuerySet, Sum
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import chart, formulas
from finance.books.models.catalogue import Tariff
from finance.books.models.claims import Claim
from finance.books.models.excuses import Excuse
from finance.books.queries.access import require_reader
from finance.books.queries.settings import till_settings
from finance.books.queries.tariffs import CLUB
from league.events.models import Event, Participation
from league.events.queries import participations
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Person
from league.results.models.results import Charge
from league.results.queries.results import standing_charges
from league.web.money import euro
from league.web.rows import row_or_404

State = Claim.State
Attendance = Participation.Attendance

# What a member pays by playing: no fee at a tournament's door, and no round of drinks.
COUNTED = (Claim.Kind.STAKE, Claim.Kind.FINE, Claim.Kind.DONATION)
STANDING = (State.PROPOSED, *Claim.BOOKED)


@dataclass(frozen=True)
class Average:
    """The amount that an absent member owes for an evening, in cents, and how it came about.

    Counted are stakes, fines and „Spenden“ in euro of the members who were there: what is proposed
    or booked, also if it was waived later. `open_claims` have no amount yet or are objected to;
    `excused` were absent and are let off, each with the reason; `declined` had said that they do
    not come, if the club lets them off for that; `unknown` are the members whose attendance was not
    noted. `absent` are those who would be charged, `charged` those who are already, with what.
    """

    event: Event
    tariff: Tariff | None
    total: int
    heads: int
    cents: int
    absent: tuple[Person, ...]
    excused: tuple[Excuse, ...]
    declined: tuple[Person, ...]
    charged: tuple[tuple[Person, int], ...]
    open_claims: int
    unknown: tuple[Person, ...]

    @property
    def is_ready(self) -> bool:
        """Tell if nothing it rests on is undecided any more."""
        return self.tariff is not None and not self.open_claims and not self.unknown

    @property
    def is_owed(self) -> bool:
        """Tell if a member was absent and is still to be charged, and the evening cost
        something.
        """
        return bool(self.absent and self.cents)

    @property
    def reckoning(self) -> str:
        """Write „47,50 € : 11 = 4,32 €, aufgerundet auf 4,50 €, dazu 5,00 €“."""
        if self.tariff is None or not self.heads:
            return ""
        formula = self.tariff.formula
        plain = formulas.rounded(self.total, self.heads, 1, formulas.NEAREST)
        sentence = _("%(total)s : %(heads)s = %(plain)s") % {
            "total": euro(self.total),
            "heads": self.heads,
            "plain": euro(plain),
        }
        share = self.cents - (formula.cents or 0)
        if share != plain:
            sentence = _("%(said)s, rounded to %(share)s") % {
                "said": sentence,
                "share": euro(share),
            }
        if formula.cents:
            sentence = _("%(said)s, plus %(more)s") % {
                "said": sentence,
                "more": euro(formula.cents),
            }
        return sentence

    @property
    def sentences(self) -> list[str]:
        """Explain how it came about, for the person who is to sign it."""
        if self.tariff is None:
            return [
                _("The catalogue has no average for the absent. Whoever is absent pays nothing.")
            ]
        sentences = [
            ngettext(
                "One active member was there and came to owe %(total)s in all.",
                "%(n)s active members were there and came to owe %(total)s in all.",
                self.heads,
            )
            % {"n": self.heads, "total": euro(self.total)},
            self.reckoning,
        ]
        if not self.heads:
            sentences = [_("No active member was there.")]
        if self.open_claims:
            sentences.append(
                ngettext(
                    "One amount is still open or disputed and is not in the sum.",
                    "%(n)s amounts are still open or disputed and are not in the sum.",
                    self.open_claims,
                )
                % {"n": self.open_claims}
            )
        if self.unknown:
            sentences.append(
                ngettext(
                    "Of one member it is not noted whether they were there.",
                    "Of %(n)s members it is not noted whether they were there.",
                    len(self.unknown),
                )
                % {"n": len(self.unknown)}
            )
        return sentences


def average_of(event: Event) -> Average:
    """Return the average of an evening as it is now; looking charges no one.

    The active members of that day count and pay. Two queries more than there are kinds of things to
    read; they do not grow with the evening.
    """
    declining = till_settings().declined_pay_nothing
    tariff = average_tariff(event)
    day = event.business_date
    members = set(
        Membership.objects.on(day)
        .filter(kind__counts_as=MembershipKind.CountsAs.ACTIVE)
        .values_list("person_id", flat=True)
    )
    expected = [
        participation
        for participation in participations(event)
        if participation.person_id in members
    ]
    here = [participation.person_id for participation in expected if participation.is_here]
    total, open_claims = _what_it_cost(event, here)
    charged = _charged(event, tariff)
    excused = tuple(excuses(event))
    done = {person.pk for person, _cents in charged} | {excuse.person_id for excuse in excused}
    missing = [
        participation
        for participation in expected
        if participation.attendance == Attendance.ABSENT and participation.person_id not in done
    ]
    declined = {
        participation.person_id
        for participation in missing
        if declining and participation.answer == Participation.Answer.NO
    }
    heads = len(here)
    return Average(
        event=event,
        tariff=tariff,
        total=total,
        heads=heads,
        cents=formulas.average(tariff.formula, total, heads) if tariff is not None else 0,
        absent=tuple(
            participation.person
            for participation in missing
            if participation.person_id not in declined
        ),
        excused=excused,
        declined=tuple(
            participation.person for participation in missing if participation.person_id in declined
        ),
        charged=charged,
        open_claims=open_claims,
        unknown=tuple(
            participation.person
            for participation in expected
            if participation.attendance == Attendance.OPEN
        ),
    )


def excuses(event: Event) -> QuerySet[Excuse]:
    """Return the members who are let off the average of an evening, by name."""
    queryset = Excuse.objects.filter(event=event, is_withdrawn=False)
    return queryset.select_related("person").order_by("person__sort_key", "person_id")


def get_excuse_for(user: Any, pk: int, today: date) -> Excuse:
    require_reader(user, today)
    return row_or_404(Excuse.objects, pk=pk)


def average_tariff(event: Event) -> Tariff | None:
    """Return the entry of the catalogue by which the absent pay at this evening."""
    tariff: Tariff | None = (
        Tariff.objects.on(event.business_date).filter(kind=formulas.AVERAGE).first()
    )
    return tariff


def _what_it_cost(event: Event, here: Sequence[int]) -> tuple[int, int]:
    claims = Claim.objects.filter(
        event=event, is_current=True, unit=chart.EUR, kind__in=COUNTED, person__in=here
    )
    total = claims.filter(state__in=STANDING).aggregate(sum=Sum("amount"))["sum"] or 0
    waiting = claims.filter(state=State.OBJECTED) | claims.filter(state__in=STANDING, amount=None)
    return total, waiting.count()


def _charged(event: Event, tariff: Tariff | None) -> tuple[tuple[Person, int], ...]:
    if tariff is None:
        return ()
    charges: list[Charge] = list(
        standing_charges(event).filter(rulebook=CLUB, code=tariff.code).order_by("person__sort_key")
    )
    return tuple((charge.person, charge.cents or 0) for charge in charges)
