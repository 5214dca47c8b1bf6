"""The money of a tournament: who has paid at the door, and what is in the pot."""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import F, QuerySet, Sum

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.payments import Allocation, Payment
from finance.books.models.payouts import Payout
from finance.books.queries.access import may_post, may_read
from finance.books.queries.claims import with_cause
from league.events.models import Event, Participation
from league.events.queries import participations
from league.people.models.people import Person
from league.standings.models import PlaceRow
from league.tournaments.models.tournaments import Placing, Prize
from league.tournaments.registration.registry import Fee, Fees, Money, PrizeMoney


# --- at the door ----------------------------------------------------------------------------
def entry_claims(event: Event) -> QuerySet[Claim]:
    """Return the claims for entering this event, without refused and reversed ones."""
    return Claim.objects.filter(
        event=event,
        is_current=True,
        kind__in=chart.ENTRY,
        state__in=[*Claim.UNDECIDED, *Claim.BOOKED],
    ).order_by("pk")


def due(claims: Sequence[Claim], credit: int) -> int:
    """Return the cash due for these claims, in cents: a credit is used up first.

    A person with a credit owes nothing else that is confirmed, so all of it is free for these.
    """
    asked = sum(
        (claim.amount or 0) if claim.is_undecided else claim.open_amount for claim in claims
    )
    return max(0, asked - credit)


@dataclass(frozen=True)
class Entry:
    """A participant with the claims for entering and the credit."""

    participation: Participation
    claims: tuple[Claim, ...]
    credit: int

    @property
    def charged(self) -> int:
        return sum(claim.amount or 0 for claim in self.claims)

    @property
    def due(self) -> int:
        return due(self.claims, self.credit)

    @property
    def is_paid(self) -> bool:
        """Return whether the entry is charged, confirmed and paid."""
        return (
            bool(self.claims)
            and not self.due
            and not any(claim.is_undecided for claim in self.claims)
        )


def entries(event: Event) -> list[Entry]:
    """Return all who are checked in or charged, by start number and name."""
    claims: dict[int, list[Claim]] = defaultdict(list)
    for claim in with_cause(entry_claims(event)):
        claims[claim.person_id].append(claim)
    credits_: dict[int, int] = dict(
        Payment.objects.filter(
            person__in=list(claims), unit=chart.EUR, is_reversed=False, allocated__lt=F("amount")
        )
        .values_list("person")
        .annotate(rest=Sum(F("amount") - F("allocated")))
    )
    entries = [
        Entry(who, tuple(claims[who.person_id]), credits_.get(who.person_id, 0))
        for who in participations(event)
        if who.checked_in_at is not None or claims[who.person_id]
    ]
    return sorted(entries, key=lambda entry: entry.participation.start_number or 1_000_000)


def fees_paid(entered: Sequence[Entry]) -> int:
    """Return the cents received to cover the cost of the day."""
    return sum(
        claim.paid for entry in entered for claim in entry.claims if claim.kind == "entry_fee"
    )


# --- the pot --------------------------------------------------------------------------------
@dataclass(frozen=True)
class Pot:
    """Payments into and out of the prize pot of one event, in cents.

    `left` is below zero if a stake was returned after it had been paid out.
    """

    paid_in: int
    paid_out: int

    @property
    def left(self) -> int:
        return self.paid_in - self.paid_out


def pot_of(event: Event) -> Pot:
    """Return the pot of an event, of what was really settled.

    A stake that was waived is the club's own gift to it.
    """
    stakes = Claim.objects.filter(event=event, kind="prize_pot", state__in=Claim.BOOKED)
    given = payouts(event).filter(transaction__reversal=None)
    return Pot(
        paid_in=stakes.aggregate(sum=Sum("paid"))["sum"] or 0,
        paid_out=given.aggregate(sum=Sum("cents"))["sum"] or 0,
    )


def payouts(event: Event) -> QuerySet[Payout]:
    """Return every payout of an event, also those that were reversed, with what a line
    of it shows.
    """
    return Payout.objects.filter(event=event).select_related(
        "person", "transaction__head", "transaction__text", "transaction__reversal__head"
    )


def prize_takers(event: Event) -> QuerySet[Person]:
    """Return the people who may get a prize: all who were checked in, by name."""
    there = participations(event).filter(checked_in_at__isnull=False)
    return Person.objects.filter(pk__in=there.values("person")).order_by("sort_key", "pk")


@dataclass(frozen=True)
class Share:
    """One prize: what of the pot goes to it, who has won it so far as is known, and who got it."""

    prize: Prize
    cents: int
    winners: tuple[Person, ...]  # several where they are equal
    given: tuple[Payout, ...]

    @property
    def winner(self) -> Person | None:
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def given_cents(self) -> int:
        return sum(payout.cents for payout in self.given)

    @property
    def astray(self) -> tuple[Payout, ...]:
        """Return the payouts to people who no longer win the prize: to be reversed before paying
        again.
        """
        return tuple(
            payout for payout in self.given if self.winners and payout.person not in self.winners
        )

    @property
    def open_cents(self) -> int:
        return 0 if self.astray else max(0, self.cents - self.given_cents)


# Places come first, as in the list of kinds; within one the database has them in order.
_AWARDS = list(Prize.Award.values)


def shares(event: Event, pot: Pot, made: Sequence[Payout]) -> list[Share]:
    """Return the prizes with their parts of all that was paid in, in whole cents and never rounded
    up.
    """
    placings = list(
        Placing.objects.filter(event=event)
        .select_related("participation__person")
        .order_by("position")
    )
    prizes = sorted(event.prizes.all(), key=lambda prize: _AWARDS.index(prize.award))
    is_ranked = any(Prize.Award(prize.award) in Prize.RANKED for prize in prizes)
    honoured = _honoured(event) if is_ranked else {}
    return [
        Share(
            prize=prize,
            cents=pot.paid_in * (prize.pot_percent or 0) // 100,
            winners=_winners(prize, placings, honoured),
            given=tuple(
                payout
                for payout in made
                if payout.prize_id == prize.pk and not hasattr(payout.transaction, "reversal")
            ),
        )
        for prize in prizes
    ]


def unassigned(pot: Pot, parts: Sequence[Share], made: Sequence[Payout]) -> int:
    """Return the cents paid in that belong to no prize and were not paid out freely.

    A prize takes its payouts where they exceed its part. Below zero if parts and payouts together
    exceed the pot.
    """
    of_prizes = {payout.pk for part in parts for payout in part.given}
    freely = sum(
        payout.cents
        for payout in made
        if payout.pk not in of_prizes and not hasattr(payout.transaction, "reversal")
    )
    return pot.paid_in - sum(max(part.cents, part.given_cents) for part in parts) - freely


def _honoured(event: Event) -> dict[str, set[int | None]]:
    """Return the participations ranked first for special prizes, by code."""
    rows = PlaceRow.objects.filter(standing__event=event, standing__scope="prize", rank=1)
    honoured: dict[str, set[int | None]] = {}
    for award, participation in rows.values_list("standing__award", "participation"):
        honoured.setdefault(award, set()).add(participation)
    return honoured


def _winners(
    prize: Prize, placings: Sequence[Placing], honoured: Mapping[str, Collection[int | None]]
) -> tuple[Person, ...]:
    """Return the winners of a prize by the final places, all who are equal; none yet, or a team:
    ().

    The last place and the one before it are those of `formats.specials`.
    """
    last = placings[-1].rank if placings else 0
    before = [placing.rank for placing in placings if placing.rank < last][-1:]
    ranks = {
        Prize.Award.PLACE: [
            placing.rank for placing in placings if placing.position == prize.place
        ],
        Prize.Award.LAST: [last],
        Prize.Award.NEXT_TO_LAST: before,
    }
    award = Prize.Award(prize.award)
    if award == Prize.Award.SCHOCK_AUS:
        winning = _most_schock_aus(placings)
    elif award in Prize.RANKED:
        first = honoured.get(Prize.RANKED[award], ())
        winning = [placing for placing in placings if placing.participation_id in first]
    else:
        winning = [placing for placing in placings if placing.rank in ranks.get(award, ())]
    return tuple(placing.participation.person for placing in winning)


def _most_schock_aus(placings: Sequence[Placing]) -> list[Placing]:
    most = max((placing.schock_aus for placing in placings), default=0)
    return [placing for placing in placings if most and placing.schock_aus == most]


def fees_at_the_door(event: Event, user: Any, today: date) -> Fees | None:
    """Return the fees at the desk of a tournament for a user who may book; else None."""
    each = event.tournament.fee_cents + event.tournament.pot_cents
    if not each or not may_post(user, today):
        return None
    claimed = (entry for entry in entries(event) if entry.claims)
    fees = {entry.participation.pk: Fee(entry.due, entry.is_paid) for entry in claimed}
    return Fees(fees, each)


def prize_money(event: Event, user: Any, today: date) -> Money | None:
    """Return what the pot holds for each prize, for a user who reads the till; else None."""
    if not may_read(user, today):
        return None
    parts = shares(event, pot_of(event), list(payouts(event)))
    return {share.prize.pk: PrizeMoney(share.cents, share.given_cents) for share in parts}


def has_moved_money(event: Event) -> bool:
    """Return whether a payment settled a claim of the event or a prize was paid out, also where
    that was taken back later.
    """
    return (
        Allocation.objects.filter(claim__event=event).exists()
        or Payout.objects.filter(event=event).exists()
    )
