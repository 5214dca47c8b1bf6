"""Do the work of the demo club's treasurer: confirm evenings, take money, waive and reverse."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta, tzinfo
from random import Random

from config.demo.cast import CAST
from config.demo.scored import new_id
from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.queries import people as accounts
from finance.books.queries.claims import current_claims
from finance.books.queries.rounds import rounds_due
from finance.books.services import claims, discharge, entry_fees, payments, reversals, rounds
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.approvals.queries import who_confirms
from league.events.models import Event
from league.events.queries import participations
from league.people.models.people import Person, User
from league.tournaments.models.tournaments import Prize

HABITS = {part.name: part.pays for part in CAST}
GUESTS = {part.name for part in CAST if not part.kind}


@dataclass(frozen=True)
class Till:
    """The till's keeper, and the chance that decides which members remember to pay."""

    people: Mapping[str, Person]
    rng: Random
    zone: tzinfo
    keeper: User | None

    def noon(self, day: date) -> datetime:
        return datetime.combine(day, time(12), self.zone)


def collect(till: Till, event: Event) -> None:
    """Take payments before the games: those present pay the rest of the evenings before."""
    day = event.business_date
    here = {
        participation.person_id for participation in participations(event) if participation.is_here
    }
    for name, person in till.people.items():
        cents = accounts.owing_of(person).cents
        if cents <= 0:
            continue
        match HABITS[name]:
            case "cash" if person.pk in here and till.rng.random() < 0.8:
                take(till, person, "cash", cents, day)
            case "slowly" if person.pk in here and till.rng.random() < 0.6:
                take(till, person, "cash", max(100, cents // 200 * 100), day)
            case "bank" if till.rng.random() < 0.4:
                take(till, person, "bank", cents, day - timedelta(days=3), "Schocken")


def take(till: Till, person: Person, method: str, cents: int, day: date, text: str = "") -> Payment:
    return payments.take_payment(
        person=person,
        method=method,
        amount=cents,
        day=day,
        client_id=str(new_id(till.rng)),
        by=till.keeper,
        today=day,
        now=till.noon(day),
        text=text,
    )


def confirm(till: Till, event: Event, how: str) -> None:
    """Book the evening's proposals the day after: all of them, some, or none yet."""
    _see_own_cash(till, event.business_date + timedelta(days=1))
    if how == "some":
        _refuse_one(till, event)
    ready = [claim.pk for claim in current_claims(event) if claim.is_ready]
    seen = {"all": ready, "some": ready[::2], "none": []}[how]
    if seen:
        day = event.business_date + timedelta(days=1)
        claims.confirm_evening(event=event, seen=seen, by=till.keeper, now=till.noon(day))


def give_rounds(till: Till, event: Event) -> None:
    """Let some of those who owe a round order it, in the pub most of them."""
    willing = 0.6 if event.venue == "pub" else 0.2
    here = {
        participation.person_id for participation in participations(event) if participation.is_here
    }
    owed = {debtor.person.pk: debtor.first for debtor in rounds_due(event)}
    for person in till.people.values():
        if person.pk not in here or till.rng.random() > willing:
            continue
        first = owed.get(person.pk)
        if first is not None:
            rounds.give_round(
                claim=first.claim,
                event=event,
                client_id=str(new_id(till.rng)),
                by=till.keeper,
                today=event.business_date,
                now=till.noon(event.business_date),
            )


def put_in_order(till: Till, day: date) -> None:
    """Take the decisions that a treasurer takes now and then, once each, on `day`."""
    _name_an_amount(till, day)
    _waive_one(till, day)
    _reverse_one(till, day)


def _first(state: str, day: date, good: Callable[[Claim], bool]) -> Claim | None:
    """Return the first claim before `day`; tonight's evening was written before the season."""
    before = Claim.objects.filter(event__business_date__lt=day)
    queryset = before.filter(is_current=True, state=state).select_related("person")
    return next((claim for claim in queryset.order_by("pk") if good(claim)), None)


def _name_an_amount(till: Till, day: date) -> None:
    claim = _first(Claim.State.PROPOSED, day, lambda claim: claim.open_reason == "amount_open")
    if claim is not None:
        claims.confirm_claim(claim=claim, amount=250, by=till.keeper, now=till.noon(day))


def _refuse_one(till: Till, event: Event) -> None:
    # In an own matter the keeper would need a second person.
    others = [
        current_claim
        for current_claim in current_claims(event)
        if current_claim.person.user != till.keeper
    ]
    claim = next((claim for claim in others if claim.code == "no_show"), None)
    if claim is not None:
        claims.refuse_claim(
            claim=claim,
            reason="War krank und hatte am Nachmittag abgesagt.",
            by=till.keeper,
            now=till.noon(event.business_date + timedelta(days=1)),
        )


def _waive_one(till: Till, day: date) -> None:
    claim = _first(
        Claim.State.CONFIRMED,
        day,
        lambda claim: claim.unit == "EUR" and claim.person.name in GUESTS,
    ) or _first(
        Claim.State.CONFIRMED,
        day,
        lambda claim: claim.unit == "EUR" and claim.person.user != till.keeper,
    )
    if claim is not None:
        discharge.waive_claim(
            claim=claim,
            reason="Der Vorstand verzichtet.",
            client_id=str(new_id(till.rng)),
            by=till.keeper,
            today=day,
            now=till.noon(day),
        )


def _reverse_one(till: Till, day: date) -> None:
    """Book a transfer for the wrong person, take it back, and book it for the right one."""
    text = "Schocken, Straßner"
    wrong = take(till, till.people["Stine Federkiel"], "bank", 1500, day, text)
    reversals.reverse(
        original=wrong.transaction,
        reason="Auf die falsche Person gebucht.",
        by=till.keeper,
        today=day,
        now=till.noon(day),
    )
    take(till, till.people["Torben Straßner"], "bank", 1500, day, text)


def _see_own_cash(till: Till, day: date) -> None:
    """Let a witness confirm the treasurer's own cash payments, but for the last one."""
    now = till.noon(day)
    unseen = Approval.objects.filter(kind="cash", state=Approval.State.DONE).order_by("pk")
    for approval in list(unseen)[:-1]:
        seen_by = Person.objects.get(pk=min(who_confirms(approval, now)))
        approvals.confirm(approval=approval, by=seen_by, now=now)


def pay_to_play(till: Till, event: Event, person: Person, cents: int, now: datetime) -> None:
    """Take entry fee and stake, in cash at the door of a tournament."""
    entry_fees.take_entry(
        event=event,
        person=person,
        amount=cents,
        client_id=str(new_id(till.rng)),
        by=till.keeper,
        today=event.business_date,
        now=now,
    )


def pay_winner(
    till: Till, event: Event, person: Person, prize: Prize, cents: int, now: datetime
) -> None:
    """Pay a share of the pot, in cash."""
    entry_fees.pay_prize(
        event=event,
        person=person,
        cents=cents,
        for_what=f"{prize.place}. Platz",
        client_id=str(new_id(till.rng)),
        by=till.keeper,
        today=event.business_date,
        now=now,
        prize=prize,
    )
