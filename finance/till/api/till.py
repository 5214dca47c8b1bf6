"""What treasurer and auditor read: accounts, claims, payments, journals, vouchers, years."""

from typing import Any, ClassVar

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request

from finance.bank.api import NoticeOut
from finance.bank.queries.bank import club_account, pending_notices
from finance.bank.queries.paying import payments
from finance.books import chart
from finance.books import labels as words
from finance.books.api.frame import TillAPI
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
from finance.books.queries import bookings, ledger, people, rounds, statement
from finance.books.queries.access import get_person_for, get_rounds_for, may_post
from finance.books.queries.claims import evenings_to_decide, listed_claims
from finance.books.queries.vouchers import vouchers_in
from finance.till.queries import debts
from finance.years.queries import audits
from finance.years.steps import STATES
from league.access.api.money import REFUSES, MoneyAPI
from league.events.api import EventKeyOut
from league.files.api import ListingAPI, lists
from league.web.api.fields import text
from league.web.api.frame import reads


class ToDecideOut(EventKeyOut):
    """An evening with proposals."""

    undecided = serializers.IntegerField()
    cents = serializers.IntegerField(source="undecided_cents", allow_null=True)


class QuestionOut(serializers.Serializer[Any]):
    """What the auditors ask about a booking."""

    booking = serializers.IntegerField(source="transaction_id")
    label = text(lambda mark: words.label(mark.transaction))
    remark = serializers.CharField(allow_blank=True)
    asked_by = somebody(lambda mark: mark.marked_by)


class TillOut(serializers.Serializer[Any]):
    cash = serializers.IntegerField()
    bank = serializers.IntegerField()
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


class TillFrontAPI(TillAPI):
    """What is in till and bank, and who owes what."""

    does: ClassVar = reads(TillOut, refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        there = ledger.balances()
        return TillOut(
            {
                "cash": there.get("cash", 0),
                "bank": there.get("bank", 0),
                "owing": people.who_owes(),
                "to_decide": evenings_to_decide()[:20],
                "questions": audits.unanswered() if may_post(request.user, self.today) else [],
            }
        ).data


class ClaimsAPI(TillAPI, ListingAPI):
    """All claims of the club."""

    listing, row = CLAIMS, ClaimOut
    does: ClassVar = lists(CLAIMS, ClaimOut, refuses=REFUSES)

    def rows(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        return listed_claims()


class PaymentsAPI(TillAPI, ListingAPI):
    """All payments."""

    listing, row = PAYMENTS, PaymentOut
    does: ClassVar = lists(PAYMENTS, PaymentOut, refuses=REFUSES)

    def rows(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        return payments()


class DebtorsAPI(TillAPI, ListingAPI):
    """Who still pays."""

    listing, row = DEBTORS, DebtorOut
    does: ClassVar = lists(DEBTORS, DebtorOut, refuses=REFUSES)

    def rows(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        return debts.debtors(self.today)

    def dressed(self, read: list[Any]) -> list[Any]:
        owed, account = debts.open_of(read), club_account()
        for one in read:
            own = owed[one.pk]
            more = vars(one)["open_claims"] - len(own)
            vars(one)["reminder"] = words.reminder(one, own, vars(one)["cents"], more, account)
        return read


class VouchersAPI(TillAPI, ListingAPI):
    """The vouchers of a year."""

    listing, row = VOUCHERS, VoucherOut
    does: ClassVar = lists(VOUCHERS, VoucherOut, refuses=REFUSES)

    def rows(self, request: Request, year: int = 0, **named: Any) -> Any:
        self.asked_by(request)
        return vouchers_in(year)


class AccountAPI(TillAPI):
    """A person's account."""

    does: ClassVar = reads(AccountOut, refuses=REFUSES)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        person = get_person_for(request.user, pk, self.today)
        return AccountOut(
            {
                "owing": people.owing_of(person),
                "open": people.open_claims(person),
                "undecided": people.undecided_claims(person),
                "notices": pending_notices(person=person),
            }
        ).data


class StatementAPI(TillAPI, ListingAPI):
    """What was booked on a person's account."""

    listing, row = STATEMENT, StatementLineOut
    does: ClassVar = lists(STATEMENT, StatementLineOut, refuses=REFUSES)

    def rows(self, request: Request, pk: int = 0, **named: Any) -> Any:
        self.person = get_person_for(request.user, pk, self.today)
        return people.statement(self.person)

    def dressed(self, read: list[Any]) -> list[Any]:
        return list(statement.lines(self.person, read))


class JournalAPI(TillAPI, ListingAPI):
    """A journal's year: cash, bank, claims or rounds."""

    listing, row = JOURNAL, BookingOut
    does: ClassVar = lists(JOURNAL, BookingOut, refuses=REFUSES)

    def rows(self, request: Request, code: str = "", year: int = 0, **named: Any) -> Any:
        self.asked_by(request)
        if code not in chart.JOURNALS:
            raise Http404
        years = ledger.journal_years(code)
        head = next((one for one in years if one.year == year), None)
        if head is None:
            raise Http404
        self.head = head
        return ledger.journal(head)

    def dressed(self, read: list[Any]) -> list[Any]:
        return ledger.running(self.head, read, balances=self.is_plain)


class AllRoundsAPI(TillAPI):
    """Who owes rounds of drinks in the club."""

    does: ClassVar = reads(OwedRoundsOut(many=True), refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        self.asked_by(request)
        return OwedRoundsOut(rounds.all_owed(self.today), many=True).data


class RoundsDueAPI(MoneyAPI):
    """Which rounds are due at an evening; for whoever runs it."""

    does: ClassVar = reads(OwedRoundsOut(many=True), refuses=REFUSES)

    def show(self, request: Request, pk: int, **named: Any) -> Any:
        event = get_rounds_for(request.user, pk, self.today)
        return OwedRoundsOut(rounds.rounds_due(event), many=True).data


class YearsAPI(MoneyAPI):
    """The years of the books, and where each stands; for treasurer, auditor and chair."""

    does: ClassVar = reads(YearOfBooksOut(many=True), refuses=REFUSES)

    def show(self, request: Request, **named: Any) -> Any:
        audits.require_year_ends(request.user, self.today)
        there = audits.standings()
        found = [
            {"year": year, "state": there[year].state if year in there else "open"}
            for year in bookings.years()
        ]
        return YearOfBooksOut(found, many=True).data
