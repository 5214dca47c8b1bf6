"""Claims that should stand, claims that do, and the difference between the two."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from typing import TypeVar

from django.db.models import Count, Prefetch, Q, QuerySet, Subquery, Sum

from finance.books import chart
from finance.books.models.agreements import GuestAgreement
from finance.books.models.claims import Claim, ClaimHead
from finance.books.models.rounds import Conversion
from finance.books.queries.ledger import closed_through
from finance.books.queries.tariffs import club_prices
from league.club.queries import Stakes, stakes_on
from league.events.models import Event, Participation
from league.people.models.merges import PersonMerge
from league.people.models.people import Membership
from league.results.models.results import Charge, ResultLine
from league.results.queries.results import standing_charges

State = Claim.State
# Whose deed a charge of a game is, in its key.
OF_A_PERSON = re.compile(r":P([0-9]+):")
Reason = Claim.OpenReason
Row = TypeVar("Row", Charge, Claim)


@dataclass(frozen=True)
class Wanted:
    """A claim as it should stand, from its charge, the price list and the day."""

    charge_id: int
    key: str
    person_id: int
    kind: str
    code: str
    count: int
    rulebook_cents: int | None
    club_cents: int | None
    amount: int | None
    open_reason: str
    day: date
    heads: tuple[int, ...]

    @property
    def basis(self) -> tuple[object, ...]:
        """Return the identity of the deed. While it stays, a decided claim keeps its decision."""
        return (self.person_id, self.kind, self.code, self.count, self.rulebook_cents)


@dataclass
class Difference:
    new: list[Wanted] = field(default_factory=list)
    gone: list[Claim] = field(default_factory=list)
    changed: list[tuple[Claim, Wanted]] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.changed)

    @property
    def persons(self) -> set[int]:
        return {
            *(wanted.person_id for wanted in self.new),
            *(claim.person_id for claim in self.gone),
            *(claim.person_id for claim, _wanted in self.changed),
        }


def _wanted_claims(
    event: Event, persons: Collection[int] | None, merged_into: Mapping[int, int]
) -> dict[str, Wanted]:
    """Return the wanted claims of an event by their charge's key. Never refuses, only gives
    reasons.
    """
    day = event.business_date
    stakes = stakes_on(day)
    standing = _of(standing_charges(event).select_related(None), persons)
    charges = [charge for charge in standing if _claimed(charge, stakes)]
    if not charges:  # an evening that begins: each arrival is announced
        return {}
    prices = club_prices(day, charges)
    members = set(Membership.objects.on(day).values_list("person_id", flat=True))
    agreed = {
        merged_into.get(person, person)
        for person in _agreed(day, {charge.person_id for charge in charges} - members)
    }
    closed = closed_through()
    heads = _heads(
        event, [charge for charge in charges if charge.kind == "drinks_round"], merged_into
    )
    wanted = {}
    for charge in charges:
        person = merged_into.get(charge.person_id, charge.person_id)
        amount: int | None
        if charge.kind == Charge.Kind.DRINKS_ROUND:
            club, amount = None, charge.count
        else:
            club = prices.get(charge.pk)
            if club is None and charge.code == "stake":
                club = stakes.cents
            amount = club if club is not None else charge.cents
        reason: str = Reason.NONE
        if person not in members and not _guest_pays(charge, person in agreed):
            reason = Reason.GUEST
        elif amount is None:
            reason = Reason.AMOUNT if charge.kind == Charge.Kind.DONATION else Reason.NO_PRICE
        elif closed is not None and day <= closed:
            reason = Reason.CLOSED
        wanted[charge.key] = Wanted(
            charge_id=charge.pk,
            key=charge.key,
            person_id=person,
            kind=charge.kind,
            code=charge.code,
            count=charge.count,
            rulebook_cents=charge.cents,
            club_cents=club,
            amount=amount,
            open_reason=reason,
            day=day,
            heads=heads.get(charge.pk, ()),
        )
    return wanted


def _claimed(charge: Charge, stakes: Stakes) -> bool:
    """Return whether a charge is claimed: a game's costs only if the club plays for money."""
    in_kind = charge.kind == Charge.Kind.DRINKS_ROUND or charge.kind in chart.ENTRY
    return stakes.is_money or in_kind or charge.result_id is None


def _agreed(day: date, guests: set[int]) -> set[int]:
    """Return those of these guests, by key, who have agreed to pay what games cost on that day."""
    if not guests:
        return set()
    guest_agreements = GuestAgreement.objects.on(day).filter(person__in=guests)
    return set(guest_agreements.values_list("person_id", flat=True))


def _guest_pays(charge: Charge, has_agreed: bool) -> bool:
    """Tell if a guest pays: what a game costs by agreement, and what a tournament announced."""
    if charge.kind in chart.ENTRY:
        return True
    return charge.result_id is not None and has_agreed


def _heads(
    event: Event, charges: Iterable[Charge], merged_into: Mapping[int, int]
) -> dict[int, tuple[int, ...]]:
    """Return for whom each round is: the result's seats, or all who are here without a result.

    The payer counts if the rulebook said so. `merged_into` says which records are another's.
    """
    charges = list(charges)
    if not charges:
        return {}
    seats: dict[int | None, set[int]] = defaultdict(set)
    for result, person in ResultLine.objects.filter(
        result__in={charge.result_id for charge in charges if charge.result_id is not None}
    ).values_list("result_id", "seat__participation__person_id"):
        seats[result].add(person)
    if any(charge.result_id is None for charge in charges):
        here = [Participation.Attendance.PRESENT, Participation.Attendance.LATE]
        seats[None] = set(
            Participation.objects.filter(event=event, attendance__in=here).values_list(
                "person_id", flat=True
            )
        )
    payer = {
        charge.pk: set()
        if charge.payer_counts
        else {merged_into.get(charge.person_id, charge.person_id)}
        for charge in charges
    }
    return {
        charge.pk: tuple(sorted(seats[charge.result_id] - payer[charge.pk])) for charge in charges
    }


def current_claims(event: Event) -> QuerySet[Claim]:
    return (
        # What a round was turned into follows that round, not its charge.
        Claim.objects.filter(event=event, is_current=True, conversion=None)
        .select_related("charge")
        .prefetch_related(Prefetch("heads", queryset=ClaimHead.objects.order_by("person_id")))
        .order_by("pk")
    )


def difference(event: Event, persons: Collection[int] | None = None) -> Difference:
    """Return the changes that turn the claims of an event into the wanted ones.

    With `persons`, only theirs.
    """
    merged_into = PersonMerge.objects.kept_keys()
    if persons is not None:
        persons = PersonMerge.objects.widened(persons, merged_into)
    wanted = _wanted_claims(event, persons, merged_into)
    result = Difference()
    for claim in _of(current_claims(event), persons):
        should = wanted.pop(claim.key, None) or wanted.pop(
            _since_merged(claim.key, merged_into), None
        )
        if should is None:
            result.gone.append(claim)
        elif not _still_the_same(claim, should, merged_into):
            result.gone.append(claim)
            result.new.append(should)
        elif _needs_a_touch(claim, should):
            result.changed.append((claim, should))
    result.new.extend(wanted.values())
    return result


def _since_merged(key: str, merged_into: Mapping[int, int]) -> str:
    """Return the key of a charge with the person's record it was merged into since."""
    return OF_A_PERSON.sub(lambda match: f":P{merged_into.get(int(match[1]), int(match[1]))}:", key)


def _of(rows: QuerySet[Row], persons: Collection[int] | None) -> QuerySet[Row]:
    return rows if persons is None else rows.filter(person__in=persons)


def _still_the_same(claim: Claim, should: Wanted, merged_into: Mapping[int, int]) -> bool:
    """Tell if the deed is the same: then what was decided stays as it is, and what is objected to
    stays with its objection; a proposal makes way for one at the new price, or for the record that
    stays.
    """
    person = claim.person_id
    if claim.state != State.PROPOSED:
        person = merged_into.get(person, person)
    basis = (person, claim.kind, claim.code, claim.count, claim.rulebook_cents)
    return basis == should.basis and (
        claim.state != State.PROPOSED or claim.amount == should.amount
    )


def heads_may_change(claim: Claim) -> bool:
    """Tell if the heads may change: of a proposal with the evening, of an owed round with its
    result, until given.
    """
    return claim.unit == chart.RUNDE and (
        claim.state in Claim.UNDECIDED
        or (
            claim.state == State.CONFIRMED
            and claim.charge is not None
            and claim.charge.result_id is not None
        )
    )


def _needs_a_touch(claim: Claim, should: Wanted) -> bool:
    return (
        claim.charge_id != should.charge_id
        or (
            claim.state in Claim.UNDECIDED
            and (claim.open_reason, claim.club_cents, claim.amount, claim.day)
            != (should.open_reason, should.club_cents, should.amount, should.day)
        )
        or (
            heads_may_change(claim)
            and tuple(head.person_id for head in claim.heads.all()) != should.heads
        )
    )


# --- for the pages --------------------------------------------------------------------------
def with_cause(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return claims with all that `finance.books.labels.cause` reads."""
    return claims.select_related(
        "event",
        "person",
        "charge__result__table",
        "charge__deed__tariff",
        "charge__deed__cause",
        "transaction__head",
    ).prefetch_related(
        Prefetch("heads", queryset=ClaimHead.objects.select_related("person")),
    )


def with_conversions(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return claims with all that `finance.books.labels.state` reads of what a round was turned
    into.
    """
    standing = Conversion.objects.filter(waiver__is_reversed=False)
    return claims.prefetch_related(Prefetch("conversions", queryset=standing))


def claims_of_event(event: Event) -> QuerySet[Claim]:
    """Return the current claims of an evening, decided or not, by person."""
    claims = with_conversions(with_cause(Claim.objects.filter(event=event, is_current=True)))
    return claims.order_by("person__sort_key", "person_id", "pk")


def evenings_to_decide() -> QuerySet[Event]:
    """Return events with proposals, newest first: `undecided` of them, `undecided_cents` in all."""
    open_now = Q(claims__is_current=True, claims__state__in=Claim.UNDECIDED)
    return (
        Event.objects.filter(open_now)
        .annotate(
            undecided=Count("claims"),
            undecided_cents=Sum("claims__amount", filter=Q(claims__unit=chart.EUR)),
        )
        .order_by("-business_date", "-pk")
    )


def listed_claims() -> QuerySet[Claim]:
    """Return all claims ever made, without superseded proposals."""
    return Claim.objects.exclude(state=State.SUPERSEDED)


def latest_events(today: date) -> list[Event]:
    """Return all evenings and tournaments of today, or of the last day with any; evenings first."""
    events = Event.objects.filter(business_date__lte=today, cancelled_at=None)
    last = events.order_by("-business_date").values("business_date")[:1]
    return list(events.filter(business_date=Subquery(last)).order_by("kind", "pk"))
