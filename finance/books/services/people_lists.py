"""Earlier debts, as a list of people brings them (`league/people/balances.py`)."""

from collections.abc import Sequence
from datetime import date, datetime

from django.utils.translation import gettext as _

from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.queries.access import may_post
from finance.books.queries.openings import opened_persons, opening_forms
from finance.books.queries.periods import day_before
from finance.books.services.openings import Balance, open_accounts, take_back_openings
from league.people.balances import Books, register
from league.people.models.people import Person, User


def book(
    owed: Sequence[tuple[Person, int]], client_id: str, by: User, today: date, now: datetime
) -> None:
    """Book them as opening balances on the day before the books began. As `open_accounts`."""
    text = _("From the list of people")
    open_accounts(
        balances=[Balance(person, cents, text) for person, cents in owed],
        day=day_before(today),
        client_id=client_id,
        by=by,
        today=today,
        now=now,
    )


def take_back(client_id: str, by: User, today: date, now: datetime) -> None:
    """Reverse the unreversed bookings of a list. As `take_back_openings`."""
    for form in opening_forms():
        if form.client_id == client_id:
            reason = _("The list of people was taken back.")
            take_back_openings(form=form, reason=reason, by=by, today=today, now=now)


def has_more(persons: Sequence[int]) -> set[int]:
    """Return those of whom the books say more than a balance and its reversal."""
    opening = Transaction.Kind.OPENING
    booked = Posting.objects.filter(account__person__in=persons)
    booked = booked.exclude(transaction__kind=opening).exclude(transaction__reverses__kind=opening)
    claimed = Claim.objects.filter(person__in=persons).exclude(kind=Claim.Kind.OPENING)
    keys = {*booked.values_list("account__person", flat=True)}
    keys |= {*claimed.values_list("person", flat=True)}
    return {key for key in keys if key is not None}


def has_account(persons: Sequence[int]) -> set[int]:
    """Return those of whom the books say anything that holds."""
    return has_more(persons) | (opened_persons() & set(persons))


def register_books() -> None:
    register(
        Books(
            may_book=may_post,
            book=book,
            take_back=take_back,
            has_more=has_more,
            has_account=has_account,
        )
    )
