"""Debts and credits of persons, and their bookings."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import F, OuterRef, Q, QuerySet, Subquery, Sum
from django.db.models.functions import Coalesce

from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Posting, Transaction
from finance.books.models.payments import Payment
from finance.books.queries.claims import with_cause
from league.people.models.people import Membership, Person


@dataclass(frozen=True)
class Owing:
    """One line of „wer schuldet was?“: cents (negative is a credit) and whole rounds."""

    person: Person
    cents: int
    rounds: int


# What is open longer than this is overdue where no day to pay was said.
PATIENCE = timedelta(weeks=4)


def late(today: date) -> Q:
    """Select claims whose day to pay is over, or which have been open for long if they
    have none.
    """
    return Q(due__lt=today) | Q(due=None, day__lt=today - PATIENCE)


def who_owes() -> list[Owing]:
    """Return all people with an uneven account, the largest debt first; credits at the end."""
    accounts = (
        Account.objects.filter(code__in=chart.OWED.values())
        .exclude(balance=0)
        .select_related("person")
    )
    balances: dict[Person, dict[str, int]] = {}
    for account in accounts:
        if account.person is not None:
            balances.setdefault(account.person, {})[account.unit] = account.balance
    lines = [
        Owing(person, units.get(chart.EUR, 0), units.get(chart.RUNDE, 0))
        for person, units in balances.items()
    ]
    return sorted(lines, key=lambda line: (-line.cents, -line.rounds, line.person.sort_key))


def owing_of(person: Person) -> Owing:
    """Return a person's debt now, in cents and rounds, as the database keeps it.

    All accounts of persons are of this kind. Plain SQL, because it is asked on many pages: Django
    takes ten times as long.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT unit, balance FROM finance_account WHERE person_id = %s", [person.pk]
        )
        units = dict(cursor.fetchall())
    return Owing(person, units.get(chart.EUR, 0), units.get(chart.RUNDE, 0))


def open_claims(person: Person) -> QuerySet[Claim]:
    """Return a person's open items, oldest first: the order in which a payment settles them."""
    return with_cause(Claim.objects.filter(person=person, state=Claim.State.CONFIRMED)).order_by(
        "day", "pk"
    )


def undecided_claims(person: Person) -> QuerySet[Claim]:
    """Return the claims of a person that the treasurer has yet to decide."""
    return with_cause(
        Claim.objects.filter(person=person, is_current=True, state__in=Claim.UNDECIDED)
    ).order_by("day", "pk")


def new_claims(person: Person, now: datetime) -> int:
    """Return the number of a person's claims of the last two weeks that are proposed or unpaid."""
    return Claim.objects.filter(
        person=person,
        is_current=True,
        state__in=(Claim.State.PROPOSED, Claim.State.CONFIRMED),
        created_at__gt=now - timedelta(days=14),
    ).count()


def by_name() -> QuerySet[Person]:
    """Return all people who may pay or be paid, by name; without merged records."""
    return Person.objects.filter(merge=None).order_by("sort_key", "pk")


# People to choose from, under a heading each.
PeopleGroups = Sequence[tuple[str, Sequence[Person]]]


@dataclass(frozen=True)
class Groups:
    """People by name: the members of a day, and all others."""

    members: list[Person]
    others: list[Person]


def members_first(today: date) -> Groups:
    """Return all people to choose from, the members of today apart."""
    now = set(Membership.objects.on(today).values_list("person", flat=True))
    people = list(by_name())
    return Groups(
        [person for person in people if person.pk in now],
        [person for person in people if person.pk not in now],
    )


def has_left(person: Person, today: date) -> bool:
    """Return whether a person was a member once and is not one today."""
    spans = list(person.memberships.values_list("start", "end"))
    return bool(spans) and not any(
        start <= today and (end is None or today < end) for start, end in spans
    )


def credit(person: Person, unit: str = chart.EUR) -> int:
    """Return the part of a person's payments that settles no claim, in cents or rounds."""
    rest = Payment.objects.filter(person=person, unit=unit, is_reversed=False).aggregate(
        rest=Coalesce(Sum(F("amount") - F("allocated")), 0)
    )
    return int(rest["rest"])


# The order of a statement: by day, then as it was booked. Of what was booked in one go a „claim“
# comes first, so that its payment follows it: no other kind is before it in the alphabet.
OLDEST_FIRST = ("date", "entered_at", "kind", "pk")


def statement(person: Person) -> QuerySet[Transaction]:
    """Return every booking on a person's accounts, with `moved` in its own unit, for its list."""
    own = Posting.objects.filter(account__person=person)
    moved = (
        own.filter(transaction=OuterRef("pk"))
        .order_by()
        .values("transaction")
        .annotate(sum=Sum("amount"))
        .values("sum")
    )
    return Transaction.objects.filter(pk__in=own.values("transaction")).annotate(  # type: ignore[no-redef]
        moved=Subquery(moved)
    )


def balances_after(person: Person, bookings: Sequence[Transaction]) -> dict[int, int]:
    """Return the balance of the person's account after each of these bookings, by booking key.

    In the order of the statement (`OLDEST_FIRST`), each unit by itself. Reads back from the present
    balance no further than the day of the oldest booking.
    """
    if not bookings:
        return {}
    first = min(transaction.date for transaction in bookings)
    moved = (
        Posting.objects.filter(account__person=person, transaction__date__gte=first)
        .order_by(*(f"-transaction__{field}" for field in OLDEST_FIRST))
        .values_list("transaction_id", "account_id", "account__balance", "amount")
    )
    standing: dict[int, int] = {}
    after: dict[int, int] = {}
    for booking, account, now, amount in moved.iterator():
        after[booking] = standing.setdefault(account, now)
        standing[account] -= amount
    return after


def with_credit(cents: int) -> QuerySet[Person]:
    """Return the people with a credit of at least so many cents, by name."""
    accounts = Account.objects.filter(code=chart.OWED[chart.EUR], balance__lte=-cents)
    return by_name().filter(accounts__in=accounts)
