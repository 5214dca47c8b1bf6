"""Counting the cash: what lies there is what the book says, or the difference is booked."""

from collections.abc import Mapping
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.models.ledger import Account, Transaction
from finance.books.queries.differences import needs_second
from finance.books.queries.ledger import booking_day
from finance.books.services.approvals import poster
from finance.books.services.ledger import Draft, post
from finance.books.services.once import as_stored
from finance.books.services.payments import must_hold_money
from finance.books.services.storing import lock_heads
from finance.cash.coins import DENOMINATIONS, MOST_PIECES, worth
from finance.cash.models import CashCount
from finance.errors import (
    IllegalError,
    InvalidError,
    NotAllowedError,
    StaleError,
    choice_unknown,
)
from league.approvals.models import Approval
from league.approvals.services import propose
from league.events.models import Event
from league.people.models.people import User
from league.web.money import euro


def count_cash(
    *,
    pieces: Mapping[str, int],
    total: int | None = None,
    seen: int,
    reason: str,
    client_id: str,
    by: User | None,
    day: date,
    now: datetime,
    till: str = "cash",
    event: Event | None = None,
    confirmed: bool = False,
) -> CashCount:
    """Store a count, by the names of `coins`, and book its difference from the book.

    `total` is the sum in cents if it was counted; without pieces it counts alone. `seen` is the
    balance of the book when counting began, in cents; a difference is booked on `day`, or on the
    first open one after it. At an evening the first till is counted. Locks its journal and its
    account, so that no booking comes in between. A repeat of the `client_id` answers with what it
    stored. InvalidError for an impossible number, for a difference without a reason, or a sum that
    is not that of the pieces; StaleError if cash was booked since. NotAllowedError for a difference
    that no second person `confirmed` and that `needs_second` says needs one; a confirmed one is
    booked as it was counted, and is an IllegalError once the till was counted again.
    """
    wrong = next((name for name, number in pieces.items() if not 0 <= number <= MOST_PIECES), None)
    if wrong is not None:
        raise InvalidError("pieces_unlikely", _("There cannot be so many pieces."), field=wrong)
    by_pieces = total is None or any(pieces.values())
    counted = worth(pieces) if by_pieces or total is None else total
    if total is not None and total != counted:
        raise InvalidError(
            "sum_is_another",
            _("The pieces come to %(pieces)s, the sum says %(sum)s.")
            % {"pieces": euro(counted), "sum": euro(total)},
            field="total",
        )
    reason = " ".join(reason.split())[:200]
    with transaction.atomic():
        day = booking_day(day)
        must_be_till(till, day, event)
        expected = _locked_cash(till, day.year)
        if known := CashCount.objects.filter(client_id=client_id).first():
            return as_stored(
                known, till=till, counted=counted, event_id=event.pk if event else None
            )
        if confirmed:
            expected = seen
        elif expected != seen:
            raise StaleError(
                "cash_booked_meanwhile",
                _(
                    "Something was booked meanwhile: by the book there are %(now)s in the "
                    "till now, before it was %(seen)s. Count again."
                )
                % {"now": euro(expected), "seen": euro(seen)},
            )
        booked = None
        if counted != expected:
            _must_be_said(counted - expected, reason)
            if not confirmed and by is not None and needs_second(counted - expected, day, by):
                raise NotAllowedError(
                    "needs_second_person",
                    _("A second person has to confirm this cash difference."),
                )
            booked = _book(till, counted - expected, reason, day, by, now)
        return CashCount.objects.create(
            **{name: pieces.get(name, 0) for name in DENOMINATIONS},
            by_pieces=by_pieces,
            event=event,
            till=till,
            day=day,
            expected=expected,
            counted=counted,
            transaction=booked,
            counted_by=by,
            counted_at=now,
            client_id=client_id,
        )


def ask_second(
    *,
    pieces: Mapping[str, int],
    total: int | None = None,
    seen: int,
    reason: str,
    client_id: str,
    by: User,
    day: date,
    now: datetime,
    till: str = "cash",
    event: Event | None = None,
) -> Approval:
    """Record a count whose difference waits for a second person; it is booked once confirmed.

    The same values as `count_cash`. While a count of this till waits, a repeat answers with that.
    """
    counted = total if total is not None and not any(pieces.values()) else worth(pieces)
    return propose(
        kind="difference",
        about=f"difference:{till}",
        person=by.person,
        by=by.person,
        values={
            "pieces": {name: number for name, number in pieces.items() if number},
            "total": total,
            "seen": seen,
            "counted": counted,
            "till": till,
            "day": day.isoformat(),
            "event": event.pk if event else None,
            "client_id": client_id,
        },
        reason=" ".join(reason.split())[:200],
        now=now,
    )


def book_counted(approval: Approval, now: datetime) -> None:
    """Book the difference that a second person confirmed.

    IllegalError where the till was counted again since: then that count says what lies there.
    """
    by, _today = poster(approval, now)
    values = approval.values
    if CashCount.objects.filter(till=values["till"], counted_at__gte=approval.proposed_at).exists():
        raise IllegalError("counted_again", _("The till was counted again since."))
    count_cash(
        pieces=values["pieces"],
        total=values["total"],
        seen=values["seen"],
        reason=approval.text.reason,
        client_id=values["client_id"],
        by=by,
        day=date.fromisoformat(values["day"]),
        now=now,
        till=values["till"],
        event=Event.objects.filter(pk=values["event"]).first(),
        confirmed=True,
    )


def must_be_till(till: str, day: date, event: Event | None) -> None:
    """Raise InvalidError for what is no till on that day; at an evening it is the first one."""
    must_hold_money(till, day, "till")
    if chart.like(till) != "cash" or (event is not None and till != "cash"):
        raise choice_unknown("till")


def _locked_cash(till: str, year: int) -> int:
    """Return the balance of a till in cents, locked against other bookings of it."""
    lock_heads({(till, year)})
    account = Account.objects.select_for_update(no_key=True).filter(code=till, person=None).first()
    return account.balance if account is not None else 0


def _must_be_said(difference: int, reason: str) -> None:
    if reason:
        return
    missing = _("%(amount)s are missing. Count again, or say why.")
    too_much = _("There are %(amount)s too much. Count again, or say why.")
    sentence = missing if difference < 0 else too_much
    raise InvalidError(
        "difference_unexplained", sentence % {"amount": euro(abs(difference))}, field="reason"
    )


def _book(
    till: str, difference: int, reason: str, day: date, by: User | None, now: datetime
) -> Transaction:
    (done,) = post(
        drafts=[
            Draft(
                journal=till,
                date=day,
                kind=Transaction.Kind.DIFFERENCE,
                entries=booking.difference(till, difference),
                text=reason,
            )
        ],
        by=by,
        now=now,
    )
    return done
