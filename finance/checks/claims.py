"""Claims and payments against the books, and claims against what the league says."""

from collections.abc import Iterator, Sequence
from datetime import date, timedelta

from django.db.models import Count, F, Q, QuerySet, Sum
from django.utils.translation import gettext as _

from finance.books import booking, chart
from finance.books.booking import Entry
from finance.books.booking_labels import booking_label
from finance.books.labels import money, what
from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Closing, Posting, Transaction
from finance.books.models.payments import Allocation, Payment
from finance.books.models.payouts import Payout
from finance.books.queries.chart import expenses
from finance.books.queries.claims import difference
from league.events.models import Event
from league.results.models.results import Charge

State = Claim.State
_OF_A_CLAIM = ("transaction_id", "person_id", "kind", "code", "unit", "amount", "state")
_OF_A_PAYMENT = ("transaction_id", "person_id", "method", "unit", "amount", "is_reversed")


# Account, person (0 for none), amount.
Plain = tuple[tuple[str, int, int], ...]


def _posted(postings: QuerySet[Posting]) -> dict[int, Plain]:
    """Return what is booked, by transaction, without its spheres: at first bookings had none."""
    lines_of: dict[int, list[tuple[str, int, int]]] = {}
    rows = postings.order_by().values_list(
        "transaction_id", "account__code", "account__person_id", "amount"
    )
    for transaction, code, person, amount in rows.iterator(20_000):
        lines_of.setdefault(transaction, []).append((code, person or 0, amount))
    return {key: tuple(sorted(lines)) for key, lines in lines_of.items()}


def _plain(entries: tuple[Entry, ...]) -> Plain:
    return tuple(sorted((entry.account, entry.person or 0, entry.amount) for entry in entries))


def _booked(claim: Claim, of: Payment | None) -> tuple[Entry, ...]:
    """Return the entries that a claim should have; a round turned into money is owed in EUR.

    An amount taken over is owed instead of by the person who made the payment `of` the same
    booking.
    """
    if claim.kind == Claim.Kind.TRANSFER:
        return booking.takeover(claim.person_id, of.person_id, claim.amount or 0) if of else ()
    if claim.kind == Claim.Kind.REFUND:
        return booking.refund(claim.code, claim.person_id, claim.amount or 0)
    if claim.kind == Claim.Kind.OTHER and claim.code not in chart.CHARGED:
        return ()
    if claim.unit == chart.EUR and chart.unit_of(claim.kind) == chart.RUNDE:
        return booking.conversion(claim.person_id, claim.amount or 0)
    return booking.claim(claim.kind, claim.person_id, claim.amount or 0, claim.code)


def _paid(payment: Payment, taken_over: Claim | None) -> tuple[Entry, ...]:
    """Return the entries that a payment should have; one that took over a debt moved only debts."""
    if payment.method == Payment.Method.TRANSFER:
        if taken_over is None:
            return ()
        return booking.takeover(taken_over.person_id, payment.person_id, payment.amount)
    unit = chart.RUNDE if payment.unit == chart.RUNDE else chart.EUR
    journal = payment.transaction.head.journal
    money = journal if chart.like(journal) == payment.method else ""
    return booking.payment(payment.method, unit, payment.person_id, payment.amount, money)


def _outlays(payment: Payment, accounts: Sequence[str]) -> list[Plain]:
    """Return the entries that an outlay may have: on any account of the club's expenses."""
    return [
        _plain(booking.outlay(account, payment.person_id, payment.amount)) for account in accounts
    ]


def check_claims() -> Iterator[str]:
    """Check that claims and payments are booked as they say, neither more nor less."""
    # There are many, and the names of persons are asked for only where something is wrong.
    claims = list(Claim.objects.exclude(transaction=None).only(*_OF_A_CLAIM))
    payments = list(
        Payment.objects.select_related("transaction__head").only(
            *_OF_A_PAYMENT, "transaction__head__journal"
        )
    )
    posted = _posted(Posting.objects.all())
    reversed_ = set(
        Transaction.objects.exclude(reverses=None).values_list("reverses_id", flat=True)
    )
    paid_with = {payment.transaction_id: payment for payment in payments}
    for claim in claims:
        should = _plain(_booked(claim, paid_with.get(claim.transaction_id or 0)))
        if posted.get(claim.transaction_id or 0) != should:
            yield _("%(claim)s: What was booked is not %(amount)s.") % {
                "claim": name_of(claim),
                "amount": money(claim.amount or 0, claim.unit),
            }
        if (claim.state == State.REVERSED) != (claim.transaction_id in reversed_):
            yield _("%(claim)s: The state “%(state)s” does not fit the reversal.") % {
                "claim": name_of(claim),
                "state": claim.get_state_display(),
            }
    taken_over = {claim.transaction_id: claim for claim in claims if claim.kind == "transfer"}
    spent = expenses()
    for payment in payments:
        booked = posted.get(payment.transaction_id)
        if payment.method == Payment.Method.SETOFF:
            wrong = booked not in _outlays(payment, spent)
        else:
            wrong = booked != _plain(_paid(payment, taken_over.get(payment.transaction_id)))
        if wrong or payment.is_reversed != (payment.transaction_id in reversed_):
            yield _("Payment by %(person)s of %(amount)s: something else was booked.") % {
                "person": payment.person,
                "amount": money(payment.amount, payment.unit),
            }
    yield from _check_orphans()
    yield from _check_allocations()
    yield from _check_allocation_days()
    yield from _check_persons()


def _check_orphans() -> Iterator[str]:
    orphans = Transaction.objects.filter(
        Q(kind="claim", claim=None)
        | Q(kind__in=["payment", "waiver"], payment=None)
        | Q(kind="refund", claim=None)
        | Q(kind="prize", payout=None)
    ).select_related("head")
    for orphan in orphans.order_by("pk")[:1]:
        yield _("%(where)s: There is no claim, no payment and no prize money to go with it.") % {
            "where": booking_label(orphan.head.journal, orphan.head.year, orphan.number)
        }


def _check_allocations() -> Iterator[str]:
    """Check that a claim's paid sum, and a payment's allocated sum, are those of their
    allocations.
    """
    by_claim = dict(Allocation.objects.values_list("claim").annotate(Sum("amount")))
    for key, paid in Claim.objects.order_by("pk").values_list("pk", "paid").iterator(5000):
        if paid != by_claim.get(key, 0):
            claim = Claim.objects.select_related("person").get(pk=key)
            yield _("%(claim)s: %(paid)s is marked as paid, %(found)s is allocated.") % {
                "claim": name_of(claim),
                "paid": money(claim.paid, claim.unit),
                "found": money(by_claim.get(key, 0), claim.unit),
            }
    by_payment = dict(Allocation.objects.values_list("payment").annotate(Sum("amount")))
    for key, used in Payment.objects.order_by("pk").values_list("pk", "allocated").iterator(5000):
        if used != by_payment.get(key, 0):
            payment = Payment.objects.select_related("person").get(pk=key)
            yield _("Payment by %(person)s: %(said)s is marked as used up, it is %(found)s.") % {
                "person": payment.person,
                "said": money(payment.allocated, payment.unit),
                "found": money(by_payment.get(key, 0), payment.unit),
            }


def _check_allocation_days() -> Iterator[str]:
    """Check that an allocation counts from the later of both bookings; its return from
    the Storno.
    """
    first_open = {
        through + timedelta(days=1) for through in Closing.objects.values_list("through", flat=True)
    }
    last: dict[tuple[int, int], date] = {}
    rows = Allocation.objects.order_by("pk").values_list(
        *("payment", "claim", "date", "reversal__date", "reversal__reverses"),
        *("payment__transaction", "claim__transaction"),
        *("payment__transaction__date", "claim__transaction__date"),
    )
    for row in rows.iterator(5000):
        payment, claim, day, reversed_on, taken_back, paid_with, owed_with, paid, owed = row
        pair = (payment, claim)
        if reversed_on is None:
            earliest = max(paid, owed)
        else:
            earliest = max(reversed_on, last.get(pair, reversed_on))
        is_its_own = reversed_on is None or taken_back in {paid_with, owed_with}
        is_on_its_day = day == earliest or (day > earliest and day in first_open)
        last[pair] = max(day, last.get(pair, day))
        if not (is_its_own and is_on_its_day):
            name = name_of(Claim.objects.select_related("person", "charge").get(pk=claim))
            yield _("%(claim)s: what was paid of it counts from a wrong day.") % {"claim": name}


def _check_persons() -> Iterator[str]:
    """Check that a person's account is the open claims less the credit, and never both at once."""
    open_claims = {
        (person, unit): total
        for person, unit, total in Claim.objects.filter(state=State.CONFIRMED)
        .values_list("person", "unit")
        .annotate(total=Sum(F("amount") - F("paid")))
    }
    credits_ = {
        (person, unit): total
        for person, unit, total in Payment.objects.filter(
            is_reversed=False, allocated__lt=F("amount")
        )
        .values_list("person", "unit")
        .annotate(total=Sum(F("amount") - F("allocated")))
    }
    owed = Account.objects.filter(code__in=chart.OWED.values()).select_related("person")
    for account in owed.order_by("pk"):
        key = (account.person_id, account.unit)
        still, rest = open_claims.get(key, 0), credits_.get(key, 0)
        if account.balance != still - rest:
            yield _("%(person)s: The account says %(balance)s, %(open)s is open.") % {
                "person": account.person,
                "balance": money(account.balance, account.unit),
                "open": money(still - rest, account.unit),
            }
        elif still and rest:
            yield _("%(person)s has credit and yet something open.") % {"person": account.person}


def check_openings() -> Iterator[str]:
    """Check that till, bank and each person have at most one opening balance that is
    not reversed.
    """
    standing = Posting.objects.filter(
        transaction__kind=Transaction.Kind.OPENING, transaction__reversal=None
    ).exclude(account__code="opening")
    twice = standing.order_by().values("account").annotate(n=Count("pk")).filter(n__gt=1)
    for account in Account.objects.filter(pk__in=twice.values("account")).order_by("pk"):
        name = account.person or _(chart.account(account.code).label)
        yield _("%(account)s: The opening balance is booked more than once.") % {"account": name}


def check_pots() -> Iterator[str]:
    """Check that every payout is booked as such; what is held for winners is claims
    less payouts.
    """
    payouts = list(Payout.objects.select_related("person", "transaction__reversal"))
    posted = _posted(Posting.objects.filter(transaction__payout__isnull=False))
    for payout in payouts:
        if posted.get(payout.transaction_id) != _plain(booking.payout(payout.cents)):
            yield _("Prize money for %(person)s of %(amount)s: something else was booked.") % {
                "person": payout.person,
                "amount": money(payout.cents, chart.EUR),
            }
    claimed = Claim.objects.filter(kind=Charge.Kind.PRIZE_POT, state__in=Claim.BOOKED)
    expected = claimed.aggregate(sum=Sum("amount"))["sum"] or 0
    expected -= sum(
        payout.cents for payout in payouts if not hasattr(payout.transaction, "reversal")
    )
    account = Account.objects.filter(code="prize_pot", person=None).first()
    booked = -account.balance if account is not None else 0
    if booked != expected:
        yield _("Prize pots: %(booked)s is booked, it should be %(held)s.") % {
            "booked": money(booked, chart.EUR),
            "held": money(expected, chart.EUR),
        }


def check_steps() -> Iterator[str]:
    """Check that every evening's claims are those that its charges ask for."""
    touched = Event.objects.filter(Q(charges__isnull=False) | Q(claims__is_current=True))
    for event in touched.distinct().order_by("pk"):
        todo = difference(event)
        if todo.new or todo.gone:
            yield _(
                "%(event)s on %(day)s: The claims do not match the results. The "
                "command “manage.py reconcile” brings them into step."
            ) % {"event": event.name, "day": f"{event.business_date:%d.%m.%Y}"}


def name_of(claim: Claim) -> str:
    return _("Claim on %(person)s (%(what)s)") % {
        "person": claim.person,
        "what": (claim.charge.title if claim.charge else "") or what(claim.kind, claim.code),
    }
