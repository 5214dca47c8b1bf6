"""The money of a tournament over the counter: who enters pays, who wins is paid out of the pot."""

from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.payouts import Payout
from finance.books.queries.doubts import with_doubts
from finance.books.queries.ledger import booking_day
from finance.books.queries.people import credit
from finance.books.queries.tournaments import due, entry_claims, pot_of, prize_takers
from finance.books.services.claims import book, must_be_bookable
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import as_stored
from finance.books.services.own_matters import note_own
from finance.books.services.payments import receive
from finance.books.services.reconcile import reconcile
from finance.books.services.settling import allocate, settle
from finance.errors import IllegalError, InvalidError, StaleError, require_above_zero
from league.events.models import Event
from league.people.models.people import Person, User
from league.tournaments.models.tournaments import Prize
from league.web.money import euro


def take_entry(
    *,
    event: Event,
    person: Person,
    amount: int,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Payment | None:
    """Confirm a person's claims for entering this event, and book exactly that in cash.

    `amount` is the sum on the page, in cents. An older debt stays as it is; a credit is used first,
    and if it is enough there is no payment: None. Locks the event and the person. A repeat of the
    same `client_id` answers with what it stored. IllegalError if nothing is charged, all is paid or
    some of it objected to, StaleError if the amount has changed.
    """
    reconcile(event_id=event.pk, now=now)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        lock_persons([person.pk])
        if known := Payment.objects.filter(client_id=client_id).first():
            return as_stored(known, person_id=person.pk, amount=amount, method=Payment.Method.CASH)
        claims = list(with_doubts(entry_claims(event).filter(person=person)))
        _must_owe(person, claims, amount)
        if undecided := [claim for claim in claims if claim.is_undecided]:
            for claim in undecided:
                must_be_bookable(claim)
            book(undecided, by, now)
            settle([person.pk])
        if not amount:
            return None
        payment = receive(
            person, Payment.Method.CASH, amount, booking_day(today), client_id, by=by, now=now
        )
        for claim in entry_claims(event).filter(person=person, state=Claim.State.CONFIRMED):
            allocate(payment, claim, claim.open_amount)
        return payment


def _must_owe(person: Person, claims: list[Claim], amount: int) -> None:
    if not claims:
        raise IllegalError(
            "nothing_charged",
            _("No entry fee is entered for %(name)s. It comes with the check-in.")
            % {"name": person.name},
        )
    owed = due(claims, credit(person))
    if not owed and not any(claim.is_undecided for claim in claims):
        raise IllegalError("entry_paid", _("%(name)s has paid already.") % {"name": person.name})
    if owed != amount:
        raise StaleError(
            "entry_changed",
            _("By now %(owed)s is open for %(name)s, not %(said)s. Have another look.")
            % {"name": person.name, "owed": euro(owed), "said": euro(amount)},
        )


def pay_prize(
    *,
    event: Event,
    person: Person,
    cents: int,
    for_what: str,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
    prize: Prize | None = None,
) -> Payout:
    """Pay a winner in cash out of the pot of this event. `for_what` are the words in the book.

    Locks the event, so that two payouts do not spend the same money. A repeat of the same
    `client_id` answers with what it stored. InvalidError without words or for a person who was not
    checked in, IllegalError if the pot, or the till, holds less.
    """
    for_what = " ".join(for_what.split())[:200]
    if not for_what:
        raise InvalidError("purpose_missing", _("Please say briefly what for."), field="for_what")
    require_above_zero(cents)
    with transaction.atomic():
        event = Event.objects.select_for_update(no_key=True).get(pk=event.pk)
        if known := Payout.objects.filter(client_id=client_id).first():
            return as_stored(known, event_id=event.pk, person_id=person.pk, cents=cents)
        if not prize_takers(event).filter(pk=person.pk).exists():
            raise InvalidError("not_on_the_list", _("This person did not play."), field="person")
        left = pot_of(event).left
        if cents > left:
            raise IllegalError(
                "pot_too_small",
                _("There is not that much in the pot: %(left)s is left.") % {"left": euro(left)},
                field="amount",
            )
        (done,) = post(
            drafts=[
                Draft(
                    journal="cash",
                    date=booking_day(today),
                    kind=Transaction.Kind.PRIZE,
                    entries=booking.payout(cents),
                    text=for_what,
                )
            ],
            by=by,
            now=now,
        )
        payout = Payout.objects.create(
            event=event,
            person=person,
            prize=prize,
            cents=cents,
            transaction=done,
            client_id=client_id,
        )
        note_own(
            kind="prize",
            thing=payout.pk,
            cents=cents,
            person=person,
            day=event.business_date,
            by=by,
            now=now,
        )
        return payout
