"""Opening balances of people: who has one, and which were booked together."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from django.db.models import Q

from finance.books.models.claims import Claim
from finance.books.models.ledger import Posting, Transaction
from finance.books.models.payments import Payment

Kind = Transaction.Kind


@dataclass(frozen=True)
class OpeningLine:
    """One person's opening balance; `cents` below zero are a credit."""

    booking: Transaction
    person: int
    name: str
    cents: int

    @property
    def is_reversed(self) -> bool:
        return hasattr(self.booking, "reversal")


@dataclass(frozen=True)
class OpeningForm:
    """The opening balances booked by one form, in its order."""

    client_id: str
    lines: Sequence[OpeningLine]

    @property
    def persons(self) -> list[int]:
        return [line.person for line in self.lines]

    @property
    def standing(self) -> list[OpeningLine]:
        return [line for line in self.lines if not line.is_reversed]

    @property
    def key(self) -> int:
        """Return the key of its first booking: its address."""
        return self.lines[0].booking.pk

    @property
    def day(self) -> date:
        return self.lines[0].booking.date

    @property
    def debts(self) -> int:
        return sum(line.cents for line in self.standing if line.cents > 0)

    @property
    def credits(self) -> int:
        return -sum(line.cents for line in self.standing if line.cents < 0)


def opened_persons() -> frozenset[int]:
    """Return the keys of persons with a booked opening balance that was not reversed."""
    postings = Posting.objects.filter(
        transaction__kind=Kind.OPENING, transaction__reversal=None, account__person__isnull=False
    )
    return frozenset(
        person
        for person in postings.values_list("account__person", flat=True)
        if person is not None
    )


def opening_forms(key: int | None = None) -> list[OpeningForm]:
    """Return the forms of opening balances, the newest first; or the form of booking `key`."""
    postings = Posting.objects.filter(transaction__kind=Kind.OPENING, account__person__isnull=False)
    if key is not None:
        of = Transaction.objects.filter(pk=key).values("entry__client_id")
        postings = postings.filter(transaction__entry__client_id__in=of)
    lines: dict[str, list[OpeningLine]] = {}
    rows = postings.select_related(
        "transaction__entry", "transaction__reversal", "account__person"
    ).order_by("-transaction__entered_at", "transaction__entry__part")
    for posting in rows:
        person = posting.account.person
        if person is None:
            continue
        line = OpeningLine(posting.transaction, person.pk, person.name, posting.amount)
        lines.setdefault(posting.transaction.entry.client_id, []).append(line)
    forms = [OpeningForm(client_id, opening_lines) for client_id, opening_lines in lines.items()]
    return [form for form in forms if key is None or form.key == key]


def in_use(bookings: Sequence[Transaction]) -> list[str]:
    """Return the names of those whose opening balance was paid, waived or used since, by name."""
    claims = Claim.objects.filter(Q(paid__gt=0), transaction__in=bookings)
    payments = Payment.objects.filter(Q(allocated__gt=0), transaction__in=bookings)
    names = {row.person.name for row in claims.select_related("person")}
    names |= {row.person.name for row in payments.select_related("person")}
    return sorted(names)
