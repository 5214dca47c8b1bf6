"""The till as treasurer and auditor read it: accounts, claims, payments, journals,
vouchers, years.
"""

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from rest_framework import serializers

from finance.bank.api import NoticeOut
from finance.bank.queries import paying
from finance.bank.queries.bank import pending_notices
from finance.books import booking_labels as booking_words
from finance.books.api.frame import TILL
from finance.books.api.rows import (
    BookingOut,
    ClaimOut,
    DebtorOut,
    OwedRoundsOut,
    OwingOut,
    PaymentOut,
    StatementLineOut,
    VoucherOut,
    somebody,
)
from finance.books.lists import CLAIMS, DEBTORS, JOURNAL, PAYMENTS, STATEMENT, VOUCHERS
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.vouchers import Voucher
from finance.books.queries import access, bookings, ledger, people, rounds
from finance.books.queries.access import get_person_for, get_rounds_for, may_post
from finance.books.queries.claims import evenings_to_decide, listed_claims
from finance.books.queries.money import journals, more_balances
from finance.books.queries.vouchers import vouchers_in
from finance.till.api.own import statement_of
from finance.till.queries import debts
from finance.years.queries import audits
from finance.years.steps import STATES
from league.access.api.money import MONEY
from league.events.api import EventKeyOut
from league.files.api import Listed, lists
from league.web.api.described import Json
from league.web.api.fields import char_field
from league.web.api.frame import ReadRequest, reads, required


class ToDecideOut(EventKeyOut):
    """An evening with proposals."""

    undecided = serializers.IntegerField()
    cents = serializers.IntegerField(source="undecided_cents", allow_null=True)


class QuestionOut(serializers.Serializer[Any]):
    """What the auditors ask about a booking."""

    booking = serializers.IntegerField(source="transaction_id")
    label = char_field(lambda mark: booking_words.label(mark.transaction))
    remark = serializers.CharField(allow_blank=True)
    asked_by = somebody(lambda mark: mark.marked_by)


class HoldsOut(serializers.Serializer[Any]):
    """Another till, or another account at a bank."""

    journal = serializers.CharField()
    name = serializers.CharField()
    cents = serializers.IntegerField()


class TillOut(serializers.Serializer[Any]):
    cash = serializers.IntegerField()
    bank = serializers.IntegerField()
    more = HoldsOut(many=True)
    owing = OwingOut(many=True)
    to_decide = ToDecideOut(many=True, help_text="The last twenty.")
    questions = QuestionOut(many=True, help_text="For whoever keeps the till.")


class YearOfBooksOut(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    state = serializers.ChoiceField(["open", *STATES])


class AccountOut(serializers.Serializer[Any]):
    owing = OwingOut()
    open = ClaimOut(many=True)
    undecided = ClaimOut(many=True)
    notices = NoticeOut(many=True, help_text="On its way by bank.")


@reads(TillOut, who=TILL)
def till_front(request: ReadRequest) -> Json:
    """What is in till and bank, and who owes what."""
    there = ledger.balances()
    return {
        "cash": there.get("cash", 0),
        "bank": there.get("bank", 0),
        "more": [
            {"journal": account.code, "name": account.name, "cents": cents}
            for account, cents in more_balances(there)
        ],
        "owing": people.who_owes(),
        "to_decide": evenings_to_decide()[:20],
        "questions": audits.unanswered() if may_post(request.user, request.today) else [],
    }


@lists(ClaimOut, CLAIMS, who=TILL)
def claims(request: ReadRequest) -> QuerySet[Claim]:
    """All claims of the club."""
    return listed_claims()


@lists(PaymentOut, PAYMENTS, who=TILL)
def payments(request: ReadRequest) -> QuerySet[Payment]:
    """All payments."""
    return paying.payments()


@lists(DebtorOut, DEBTORS, who=TILL)
def debtors(request: ReadRequest) -> Listed[Any]:
    """Who still pays."""
    shown = partial(debts.with_reminders, today=request.today)
    return Listed(DEBTORS, debts.debtors(request.today), request.query, shown=shown)


@lists(VoucherOut, VOUCHERS, who=TILL)
def vouchers(request: ReadRequest, year: int) -> QuerySet[Voucher]:
    """The vouchers of a year."""
    return vouchers_in(year)


@reads(AccountOut, who=TILL)
def account(request: ReadRequest, pk: int) -> Json:
    """A person's account."""
    person = get_person_for(request.user, pk, request.today)
    return {
        "owing": people.owing_of(person),
        "open": people.open_claims(person),
        "undecided": people.undecided_claims(person),
        "notices": pending_notices(person=person),
    }


@lists(StatementLineOut, STATEMENT, who=TILL)
def statement(request: ReadRequest, pk: int) -> Listed[Transaction]:
    """What was booked on a person's account."""
    return statement_of(get_person_for(request.user, pk, request.today), request)


@lists(BookingOut, JOURNAL, who=TILL)
def journal(request: ReadRequest, code: str, year: int) -> Listed[Transaction]:
    """A journal's year: cash, bank, claims or rounds, or another till or account."""
    if code not in {journal.code for journal in journals()}:
        raise Http404
    head = next(
        (journal_year for journal_year in ledger.journal_years(code) if journal_year.year == year),
        None,
    )
    if head is None:
        raise Http404
    listed = Listed(JOURNAL, ledger.journal(head), request.query)
    listed.shown = lambda rows: ledger.running(head, rows, balances=listed.is_plain)
    return listed


@reads(OwedRoundsOut(many=True), who=TILL)
def all_rounds(request: ReadRequest) -> list[rounds.Debtor]:
    """Who owes rounds of drinks in the club."""
    return rounds.all_owed(request.today)


@reads(OwedRoundsOut(many=True), who=MONEY)
def rounds_due(request: ReadRequest, pk: int) -> list[rounds.Debtor]:
    """Which rounds are due at an evening; for whoever runs it."""
    return rounds.rounds_due(get_rounds_for(request.user, pk, request.today))


@reads(YearOfBooksOut(many=True), who=MONEY & required(access.require_year_ends))
def years(request: ReadRequest) -> list[Json]:
    """The years of the books, and where each stands; for treasurer, auditor and chair."""
    there = audits.standings()
    return [
        {"year": year, "state": there[year].state if year in there else "open"}
        for year in bookings.years()
    ]
