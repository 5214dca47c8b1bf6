"""„Neue Forderung“: charge one or several people for something outside of games and runs."""

from collections.abc import Sequence
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.cashbook import CashbookEntry
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.cashbook import of_form
from finance.books.services.ledger import Draft, lock_persons, post
from finance.books.services.once import used_before
from finance.books.services.payments import must_be_open
from finance.books.services.settling import settle
from finance.errors import InvalidError, choice_unknown
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.web.money import MOST_CENTS

# More people than any club ticks at once.
MOST_PEOPLE = 500


@written_together()
def charge_people(
    *,
    people: Sequence[Person],
    amount: int,
    shared: bool,
    code: str,
    note: str,
    day: date,
    due: date | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Claim]:
    """Book a claim on each of these people, at once and confirmed; return them by name.

    Each owes `amount` cents, or a part of it if it is `shared`: cents that do not divide go to the
    first by name, so the parts always add up. `code` of `chart.CHARGED` says where it is earned,
    `note` what for. A credit is used at once. Locks the persons; a repeat of the same `client_id`
    answers with what it booked. InvalidError for what makes no sense, IllegalError for a closed
    day.
    """
    note = " ".join(note.split())[:200]
    if not note:
        raise InvalidError("purpose_missing", _("Please say briefly what for."), field="note")
    if code not in chart.CHARGED:
        raise choice_unknown("code")
    if not people or len(people) > MOST_PEOPLE:
        raise InvalidError("nobody_chosen", _("Please choose who is to pay."), field="people")
    if due is not None and due < day:
        raise InvalidError("due_before", _("It cannot be due before that day."), field="due")
    people = sorted(set(people), key=lambda person: (person.sort_key, person.pk))
    parts = booking.shared(amount, len(people)) if shared else [amount] * len(people)
    if min(parts) <= 0:
        raise InvalidError(
            "amount_zero", _("Everybody must owe at least one cent."), field="amount"
        )
    if sum(parts) > MOST_CENTS:
        raise InvalidError(
            "amount_too_large", _("Nobody books that much money here in one go."), field="amount"
        )
    wanted = [(person.pk, cents, code, day) for person, cents in zip(people, parts, strict=True)]
    with transaction.atomic():
        lock_persons([person.pk for person in people])
        if known := _booked_before(client_id):
            stored = [(claim.person_id, claim.amount, claim.code, claim.day) for claim in known]
            if stored != wanted:
                raise used_before()
            return known
        must_be_open(day, today)
        made = post(
            drafts=[
                Draft(
                    journal=chart.claims_journal(chart.EUR),
                    date=day,
                    kind=Transaction.Kind.CLAIM,
                    entries=booking.claim(Claim.Kind.OTHER, person.pk, cents, code),
                )
                for person, cents in zip(people, parts, strict=True)
            ],
            by=by,
            now=now,
        )
        CashbookEntry.objects.bulk_create(
            CashbookEntry(client_id=client_id, part=part, transaction=done)
            for part, done in enumerate(made, start=1)
        )
        Claim.objects.bulk_create(
            Claim(
                person=person,
                day=day,
                due=due,
                key=f"other:{done.pk}",
                kind=Claim.Kind.OTHER,
                code=code,
                unit=chart.EUR,
                amount=cents,
                state=Claim.State.CONFIRMED,
                transaction=done,
                note=note,
                decided_by=by,
                decided_at=now,
                created_at=now,
            )
            for person, cents, done in zip(people, parts, made, strict=True)
        )
        settle([person.pk for person in people])
        return _booked_before(client_id)


def _booked_before(client_id: str) -> list[Claim]:
    """Return the claims of this form, in order; InvalidError for another form's id."""
    booked = of_form(client_id)
    claims = {
        claim.transaction_id: claim
        for claim in Claim.objects.filter(transaction__in=booked).select_related("person")
    }
    if len(claims) != len(booked) or any(
        claim.state == Claim.State.REVERSED for claim in claims.values()
    ):
        raise used_before()
    return [claims[done.pk] for done in booked]
