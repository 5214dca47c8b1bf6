"""A till with as many bookings as somebody asks for, booked as the project books: through `post`.

Every trigger fires, every number and every hash is made, and `check_books` finds nothing wrong.
Only the occasions are plain: dues of invented members, most of them paid, and money that is
spent.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

AT_ONCE = 500
YEARS = 5


def members(number: int) -> list[Any]:
    from league.people.models.people import Person
    from league.people.services import people

    there = Person.objects.filter(name__startswith="Mitglied ").count()
    return [
        people.create_person(name=f"Mitglied {n:04}", email="")
        for n in range(there, there + number)
    ]


def fill(persons: Sequence[Any], transactions: int, until: date, seed: int = 1) -> None:
    """Books so many transactions of these persons over the five years up to a day, oldest first.

    Of ten claims nine are paid; for the tenth as many times some money is spent.
    """
    from django.db import transaction

    rng = random.Random(seed)
    start, done = until - timedelta(days=365 * YEARS), 0
    while done < transactions:
        day = start + timedelta(days=done * 365 * YEARS // transactions)
        some = min(AT_ONCE, transactions - done) // 2 or 1
        owed = [(rng.choice(persons), rng.randrange(100, 3000, 50)) for _n in range(some)]
        with transaction.atomic():
            _pay(_claim(owed, day, f"bench-{seed}-{done}"), day, rng)
        done += 2 * some


def _claim(owed: Sequence[tuple[Any, int]], day: date, key: str) -> list[Any]:
    from finance.books import booking
    from finance.books.models.claims import Claim
    from finance.books.services.ledger import Draft, post

    now = datetime.combine(day, time(22), UTC)
    drafts = [
        Draft("claims", day, "claim", booking.claim("dues", who.pk, cents)) for who, cents in owed
    ]
    booked = post(drafts=drafts, by=None, now=now, salt=str)
    return Claim.objects.bulk_create(
        Claim(
            day=day,
            person=who,
            key=f"{key}-{n}",
            kind="dues",
            code="dues",
            note=f"Beitrag {n}",
            unit="EUR",
            amount=cents,
            transaction=transaction,
            paid=cents if n % 10 else 0,
            state="settled" if n % 10 else "confirmed",
            created_at=now,
        )
        for n, ((who, cents), transaction) in enumerate(zip(owed, booked, strict=True))
    )


def _pay(claims: Sequence[Any], day: date, rng: random.Random) -> None:
    from finance.books import booking
    from finance.books.booking import Entry
    from finance.books.models.payments import Allocation, Payment
    from finance.books.services.ledger import Draft, post

    paid = [claim for claim in claims if claim.paid]
    how = [rng.choice(["cash", "bank"]) for _claim in paid]
    drafts = [
        Draft(way, day, "payment", booking.payment(way, "EUR", payment.person_id, payment.paid))
        for way, payment in zip(how, paid, strict=True)
    ]
    spent = booking.balanced([Entry("drinks", 100), Entry("cash", -100)])
    drafts += [Draft("cash", day, "other", spent)] * (len(claims) - len(paid))
    now = datetime.combine(day, time(23), UTC)
    booked = post(drafts=drafts, by=None, now=now, salt=str)
    payments = Payment.objects.bulk_create(
        Payment(
            person_id=claim.person_id,
            method=way,
            unit="EUR",
            amount=claim.paid,
            allocated=claim.paid,
            transaction=transaction,
            client_id=claim.key,
        )
        for way, claim, transaction in zip(how, paid, booked, strict=False)
    )
    Allocation.objects.bulk_create(
        Allocation(payment=payment, claim=claim, amount=claim.paid, date=day)
        for payment, claim in zip(payments, paid, strict=True)
    )
