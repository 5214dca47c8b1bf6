"""Rounds of drinks: which are owed by whom to whom, and which of them are due at an evening."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any

from django.db.models import Prefetch, Q, QuerySet

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.rounds import Conversion, GivenHead, GivenRound, RoundDecision, RoundMove
from finance.books.queries.claims import with_cause
from league.events.models import Event
from league.events.queries import participations
from league.people.models.people import Person

State = Claim.State


@dataclass(frozen=True)
class OwedRound:
    """An open round: `to_come` are those it is still for, `reached` those of them who are here.

    It can be given if one of them is not the payer.
    """

    claim: Claim
    to_come: tuple[Person, ...]
    reached: tuple[Person, ...]
    can_be_given: bool
    moved: RoundMove | None
    is_due: bool
    is_later: bool

    @property
    def served(self) -> list[Person]:
        """Return the heads who had it already."""
        return [
            claim_head.person
            for claim_head in self.claim.heads.all()
            if claim_head.person not in self.to_come
        ]

    @property
    def missing(self) -> list[Person]:
        """Return the people it is still for who are not here."""
        return [person for person in self.to_come if person not in self.reached]


@dataclass(frozen=True)
class Debtor:
    """A person who owes rounds, oldest first; rounds moved to a later day come last."""

    person: Person
    is_here: bool
    rounds: tuple[OwedRound, ...]

    @property
    def due(self) -> list[OwedRound]:
        return [owed_round for owed_round in self.rounds if owed_round.is_due]

    @property
    def count(self) -> int:
        """Return the number of due rounds."""
        return sum(owed_round.claim.open_amount for owed_round in self.due)

    @property
    def heads(self) -> int:
        """Return the number of heads of the due rounds, each person counted once."""
        return len({person.pk for owed_round in self.due for person in owed_round.to_come})

    @property
    def heads_here(self) -> int:
        """Return the number of those heads who are here: the number of drinks to order."""
        return len({person.pk for owed_round in self.due for person in owed_round.reached})

    @property
    def givable(self) -> list[OwedRound]:
        """Return the rounds that can be given now, in the order of giving; none if the payer is
        away.
        """
        return [
            owed_round for owed_round in self.rounds if owed_round.can_be_given and self.is_here
        ]

    @property
    def first(self) -> OwedRound | None:
        """Return the round one tap gives: the oldest, and none that was moved to a later day."""
        return next((owed_round for owed_round in self.givable if not owed_round.is_later), None)

    @property
    def pair(self) -> list[OwedRound]:
        """Return the two oldest that could be given as one, if there are two."""
        both = [owed_round for owed_round in self.givable if not owed_round.is_later][:2]
        return both if len(both) == 2 else []


def here_at(event: Event) -> set[int]:
    """Return the keys of the persons present at an event."""
    return {
        participation.person_id for participation in participations(event) if participation.is_here
    }


def absent_keep(day: date) -> bool:
    """Return whether the club decided that absent people still get a given round on that day."""
    round_decision = RoundDecision.objects.filter(start__lte=day).first()
    return round_decision is not None and round_decision.absent_keep


def decisions() -> QuerySet[RoundDecision]:
    return RoundDecision.objects.select_related("entered_by__person")


def with_rounds(claims: QuerySet[Claim]) -> QuerySet[Claim]:
    """Return claims with all that their rounds' queries and words read."""
    given = GivenRound.objects.filter(is_taken_back=False).select_related("event", "payment")
    heads = GivenHead.objects.select_related("person")
    return with_cause(claims).prefetch_related(
        Prefetch("given", queryset=given.prefetch_related(Prefetch("heads", queryset=heads))),
        "moves",
    )


def open_rounds(**where: Any) -> QuerySet[Claim]:
    """Return owed rounds that are open, oldest first."""
    claims = Claim.objects.filter(unit=chart.RUNDE, state=State.CONFIRMED, **where)
    return with_rounds(claims).order_by("day", "pk")


def rounds_due(event: Event) -> list[Debtor]:
    """Return „Was ist heute fällig?“: rounds by debtor, the longest debt first.

    Due is what is owed since an earlier evening, and at a tournament what was lost there: before
    the next draw. Rounds moved to a later day are not due.
    """
    claims = open_rounds(day__lte=event.business_date)
    return _by_debtor(list(claims), event, here_at(event), event.business_date)


def owed_by(person: Person, event: Event | None, day: date) -> Debtor:
    """Return a person's rounds on `day`, as at this event; without one all count as present."""
    claims = list(open_rounds(person=person, day__lte=day))
    here = None if event is None else here_at(event)
    debtors = _by_debtor(claims, event, here, day)
    return debtors[0] if debtors else Debtor(person, here is None or person.pk in here, ())


def all_owed(today: date) -> list[Debtor]:
    """Return every open round of the club by debtor, the longest debt first."""
    return _by_debtor(list(open_rounds()), None, None, today)


def _by_debtor(
    claims: Sequence[Claim], event: Event | None, here: set[int] | None, day: date
) -> list[Debtor]:
    def debtor(claim: Claim) -> int:
        return claim.person_id

    age = {person: place for place, person in reversed(list(enumerate(map(debtor, claims))))}
    debtors = []
    for person, own in groupby(sorted(claims, key=debtor), key=debtor):
        rounds = [_owed(claim, event, here, day) for claim in own]
        rounds.sort(key=lambda owed_round: owed_round.is_later)
        who = rounds[0].claim.person
        debtors.append(Debtor(who, here is None or person in here, tuple(rounds)))
    return sorted(debtors, key=lambda debtor: age[debtor.person.pk])


def _owed(claim: Claim, event: Event | None, here: set[int] | None, day: date) -> OwedRound:
    had = {head.person_id for given in claim.given.all() for head in given.heads.all()}
    to_come = tuple(
        claim_head.person for claim_head in claim.heads.all() if claim_head.person_id not in had
    )
    moves = list(claim.moves.all())
    later = bool(moves) and moves[-1].until > day
    reached = tuple(person for person in to_come if here is None or person.pk in here)
    return OwedRound(
        claim=claim,
        to_come=to_come,
        reached=reached,
        can_be_given=here is None or any(person.pk != claim.person_id for person in reached),
        moved=moves[-1] if moves else None,
        is_due=not later and _has_come(claim, event),
        is_later=later,
    )


def _has_come(claim: Claim, event: Event | None) -> bool:
    """Tell if the evening after the one it was lost at is here, or the tournament goes on."""
    if event is None or claim.event_id != event.pk:
        return True
    return event.kind == Event.Kind.TOURNAMENT


# --- for the pages --------------------------------------------------------------------------
def unconfirmed(event: Event) -> int:
    """Return the number of unconfirmed rounds up to this evening; they are not owed yet."""
    claims = Claim.objects.filter(unit=chart.RUNDE, is_current=True, state__in=Claim.UNDECIDED)
    return claims.filter(day__lte=event.business_date).count()


def given_at(event: Event) -> list[GivenRound]:
    """Return the rounds given at an evening, the last first, with those they were for."""
    heads = GivenHead.objects.select_related("person")
    given_rounds = (
        GivenRound.objects.filter(event=event)
        .select_related("claim__person", "claim__event", "claim__charge__result__table", "payment")
        .prefetch_related(Prefetch("heads", queryset=heads), "claim__heads")
    )
    return list(given_rounds.order_by("-pk"))


def given_of(claim: Claim) -> list[GivenRound]:
    """Return all that was given for one claim, also what was taken back."""
    heads = GivenHead.objects.select_related("person")
    given_rounds = claim.given.select_related("event", "payment__transaction__head")
    return list(
        given_rounds.prefetch_related(Prefetch("heads", queryset=heads), "payment__given_rounds")
    )


def conversion_of(booked: Transaction) -> Conversion | None:
    """Return the conversion of a round into money that this booking is one half of."""
    conversions = Conversion.objects.filter(
        Q(claim__transaction=booked) | Q(waiver__transaction=booked)
    )
    return conversions.select_related("round", "claim__person", "waiver").first()


def turned_into(claim: Claim) -> Conversion | None:
    """Return the conversion of a round into this claim or of this claim into euros; else None."""
    conversions = Conversion.objects.select_related("round", "claim", "waiver")
    own = conversions.filter(claim=claim).first()
    return own or conversions.filter(round=claim, waiver__is_reversed=False).first()


def next_evening(day: date) -> Event | None:
    """Return the first evening after a day that is planned already."""
    after = Event.objects.filter(business_date__gt=day, cancelled_at=None)
    after = after.exclude(kind=Event.Kind.MATCH)
    return after.order_by("business_date", "pk").first()
