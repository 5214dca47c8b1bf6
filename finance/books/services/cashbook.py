"""The cash book by hand: expenses, receipts without a claim, transfers between places of money.

Everything here names the form it came from (`client_id`): a repeat answers with what is stored.
Each locks the year's vouchers if it has one, then the heads of its journals.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books import booking, chart
from finance.books.booking import Entry
from finance.books.models.cashbook import CashbookEntry
from finance.books.models.ledger import Transaction
from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.cashbook import is_open, of_form
from finance.books.queries.chart import account_of
from finance.books.queries.ledger import lowest_cash_from
from finance.books.services.ledger import Draft, post
from finance.books.services.once import used_before
from finance.books.services.payments import must_be_open, must_hold_money
from finance.books.services.storing import lock_heads
from finance.books.services.tables import lock_books
from finance.books.services.vouchers import Paper, lock_vouchers, store_voucher
from finance.errors import IllegalError, InvalidError, choice_unknown, require_above_zero
from league.people.models.people import User

Kind = Transaction.Kind


def record_expense(
    *,
    account: str,
    amount: int,
    paid_from: str,
    day: date,
    text: str,
    voucher: Paper,
    sphere: int | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Book `amount` cents that left a till or account, for an account of expenses.

    Without a `sphere` the account's own counts. InvalidError for what cannot be booked and for a
    voucher `store_voucher` refuses, IllegalError for a closed day, for a receipt that is booked
    already and if the till holds, or held on a day since, less.
    """
    sphere = as_expense(account, amount, sphere, day)
    must_hold_money(paid_from, day, "paid_from")
    entries = booking.expense(account, paid_from, amount, sphere)
    draft = Draft(paid_from, day, Kind.EXPENSE, entries, purpose(text))
    (made,) = enter([draft], amount, voucher, client_id, by, today, now)
    return made


def record_income(
    *,
    account: str,
    amount: int,
    paid_into: str,
    day: date,
    text: str,
    voucher: Paper | None = None,
    sphere: int | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Book `amount` cents received without a claim. Raises the errors of `record_expense`."""
    _must_be_open(account, OwnAccount.Kind.INCOME, chart.RECEIVED, day)
    must_hold_money(paid_into, day, "paid_into")
    entries = booking.income(
        account, paid_into, require_above_zero(amount), _sphere(account, sphere)
    )
    draft = Draft(paid_into, day, Kind.INCOME, entries, purpose(text))
    (made,) = enter([draft], amount, voucher, client_id, by, today, now)
    return made


def move_money(
    *,
    amount: int,
    source: str,
    target: str,
    day: date,
    arrived: date | None = None,
    text: str = "",
    voucher: Paper | None = None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Transaction]:
    """Carry `amount` cents from one till or account (`source`) to another (`target`).

    Two bookings, one in each book, with the money under way between them: it left on `day` and
    arrived on the same day or on a later one. A Storno of either takes back both. Raises what
    `record_expense` raises.
    """
    arrived = arrived or day
    must_hold_money(source, day, "source")
    must_hold_money(target, arrived, "target")
    if source == target:
        raise InvalidError(
            "money_stays", _("From where to where? These are the same."), field="target"
        )
    if arrived < day:
        raise InvalidError(
            "arrived_before_it_left",
            _("The money cannot arrive before it has left."),
            field="arrived",
        )
    require_above_zero(amount)
    text = " ".join(text.split())[:300]
    drafts = [
        Draft(source, day, Kind.TRANSFER, booking.leaves(source, amount), text),
        Draft(target, arrived, Kind.TRANSFER, booking.arrives(target, amount), text),
    ]
    return enter(drafts, amount, voucher, client_id, by, today, now)


def open_book(
    *,
    money: str,
    amount: int,
    day: date,
    text: str = "",
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> Transaction:
    """Book what lay in a till, or at a bank, before its book began: once for each.

    Locks all books. IllegalError if that was said already and not taken back, or on a closed day.
    """
    must_hold_money(money, day, "money")
    text = " ".join(text.split())[:300]
    draft = Draft(
        money, day, Kind.OPENING, booking.opening(money, require_above_zero(amount)), text
    )
    (made,) = enter([draft], amount, None, client_id, by, today, now)
    return made


def enter(
    drafts: Sequence[Draft],
    amount: int,
    voucher: Paper | None,
    client_id: str,
    by: User | None,
    today: date,
    now: datetime,
) -> list[Transaction]:
    """Book what a form asks for, once: a repeat of its `client_id` answers with what is stored."""
    with transaction.atomic():
        # The lock first: two clicks on one form must not both find nothing.
        if any(draft.kind == Kind.OPENING for draft in drafts):
            lock_books()  # in another year's book it may be said just now
        elif voucher is None:
            lock_heads({(draft.journal, draft.date.year) for draft in drafts})
        else:
            lock_vouchers(drafts[0].date.year)
        if known := of_form(client_id):
            return _same(known, drafts)
        for draft in drafts:
            must_be_open(draft.date, today)
            if draft.kind == Kind.OPENING and not is_open(draft.journal):
                raise IllegalError(
                    "opened_before",
                    _("This opening balance is booked already. If it is wrong, reverse it."),
                )
        if voucher is not None:
            day = drafts[0].date
            laid = store_voucher(
                voucher, cents=amount, day=day, client_id=client_id, by=by, now=now
            )
            drafts = [replace(draft, vouchers=(laid,)) for draft in drafts]
        made = post(drafts=drafts, by=by, now=now)
        CashbookEntry.objects.bulk_create(
            CashbookEntry(client_id=client_id, part=part, transaction=other_transaction)
            for part, other_transaction in enumerate(made, start=1)
        )
        for draft in drafts:
            must_have_been_there(draft, today)
        return made


def _same(known: list[Transaction], drafts: Sequence[Draft]) -> list[Transaction]:
    """Return the bookings of the form; InvalidError if it was about something else."""
    if len(known) != len(drafts):
        raise used_before()
    for stored, draft in zip(known, drafts, strict=True):
        booked = [
            Entry(posting.account.code, posting.amount, None, posting.sphere)
            for posting in stored.postings.select_related("account")
        ]
        if (stored.kind, stored.date, booking.balanced(booked)) != (
            draft.kind,
            draft.date,
            draft.entries,
        ):
            raise used_before()
    return known


def must_have_been_there(draft: Draft, today: date) -> None:
    """Check that a past payment was in its till on that day, and on every day since.

    Called after the draft was booked; IllegalError then takes it back.
    """
    taken_from = [
        entry.account
        for entry in draft.entries
        if chart.like(entry.account) == "cash" and entry.amount < 0
    ]
    if draft.date < today and any(lowest_cash_from(till, draft.date) < 0 for till in taken_from):
        raise IllegalError(
            "cash_short_then",
            _(
                "On %(day)s, or on a day after it, there would have been too little in the "
                "cash box for this."
            )
            % {"day": f"{draft.date:%d.%m.%Y}"},
            field="day",
        )


def as_expense(account: str, amount: int, sphere: int | None, day: date) -> int:
    """Return the sphere it is booked in: the account's own if none is said.

    InvalidError for an account that is no expense on that day, no amount, or an unknown sphere.
    """
    _must_be_open(account, OwnAccount.Kind.EXPENSE, chart.SPENT, day)
    require_above_zero(amount)
    return _sphere(account, sphere)


def _must_be_open(account: str, kind: str, known: Sequence[str], day: date) -> None:
    """Raise InvalidError unless the account is of the chart or one of the club's own open on that
    day.
    """
    own = OwnAccount.objects.filter(code=account, kind=kind).last()
    if account not in known and own is None:
        raise choice_unknown("account")
    if own and not own.is_open(day):
        raise InvalidError(
            "account_ended",
            _("“%(name)s” ended before that day. Choose another kind, or another day.")
            % {"name": own.name},
            field="account",
        )


def _sphere(account: str, sphere: int | None) -> int:
    if sphere is None:
        return account_of(account).sphere
    if sphere not in booking.SPHERES:
        raise InvalidError("sphere_unknown", _("There is no such tax sphere."), field="sphere")
    return sphere


def purpose(text: str) -> str:
    """Return the purpose without superfluous spaces; InvalidError for an empty one."""
    text = " ".join(text.split())[:300]
    if not text:
        raise InvalidError("purpose_missing", _("Please say briefly what for."), field="text")
    return text
