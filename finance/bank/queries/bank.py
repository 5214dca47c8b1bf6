"""The club's bank account: what it is, what the bank said, and whose money a line may be."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Any, cast

from django.db.models import F, Max, Q, QuerySet, Sum

from finance.bank.models.bank import (
    BankBalance,
    BankBooking,
    BankColumns,
    BankImport,
    BankLine,
    BankLineText,
    ClubAccount,
)
from finance.bank.models.notices import PaymentNotice
from finance.bank.models.rules import BankRule
from finance.bank.reading import matching
from finance.bank.reading.columns import Amounts, Columns, Days
from finance.bank.reading.names import says
from finance.bank.reading.proposal import ByHand, Payer, Proposal, Rule, Seen
from finance.bank.reading.returns import MOST_FEE, is_fee_for_return, may_return
from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.access import require_reader
from finance.books.queries.chart import own_accounts
from finance.books.queries.ledger import balance_on, booking_day
from finance.books.queries.people import by_name
from league.people.models.merges import PersonMerge
from league.people.models.people import Person
from league.web.rows import row_or_404

Kind = Transaction.Kind
# The fee for a payment that came back is booked within this time of it.
_FEE_APART = timedelta(days=14)
_ON_ACCOUNT = Sum("postings__amount", filter=Q(postings__account__code=F("head__account")))
# A Storno counts if the bank itself took the money back: then both are on its statement.
_STANDING = Q(transaction__reversal=None) | Q(transaction__reversal__bank_booking__isnull=False)


def club_account(money: str = "bank") -> ClubAccount | None:
    """Return one of the club's accounts as entered last: members transfer to the first."""
    return ClubAccount.objects.filter(money=money).order_by("-pk").first()


def bank_accounts() -> list[ClubAccount]:
    """Return each of the club's accounts as it was entered last, the first of them first."""
    newest = ClubAccount.objects.values("money").annotate(newest=Max("pk")).order_by()
    return list(ClubAccount.objects.filter(pk__in=newest.values("newest")).order_by("money"))


def columns_of(iban: str, heading: str) -> Columns | None:
    """Return the columns of such a file of this account as they were stated."""
    bank_columns = BankColumns.objects.filter(iban=iban, heading=heading).order_by("-pk").first()
    if bank_columns is None:
        return None
    return Columns(
        tuple(bank_columns.roles.split(",")),
        cast(Amounts, bank_columns.amounts),
        cast(Days, bank_columns.days),
    )


def accounts_before() -> QuerySet[ClubAccount]:
    """Return every account entered so far, with who entered it, newest first."""
    return ClubAccount.objects.select_related("entered_by__person").order_by("-pk")


# --- from an address to a record -----------------------------------------------------------------
def get_import_for(user: Any, pk: int, today: date) -> BankImport:
    require_reader(user, today)
    bank_imports = BankImport.objects.select_related("imported_by__person", "undone_by__person")
    return row_or_404(bank_imports, pk=pk)


def get_rule_for(user: Any, pk: int, today: date) -> BankRule:
    require_reader(user, today)
    return row_or_404(BankRule.objects, pk=pk)


def get_line_for(user: Any, pk: int, today: date) -> BankLine:
    require_reader(user, today)
    return row_or_404(with_words(BankLine.objects.filter(pk=pk)))


# --- lines ---------------------------------------------------------------------------------------
def with_words(lines: QuerySet[BankLine]) -> QuerySet[BankLine]:
    """Return lines with their words and with what they were booked as."""
    return lines.select_related("text", "bank_import", "decided_by__person").prefetch_related(
        "bookings__transaction__head",
        "bookings__transaction__payment__person",
        "bookings__transaction__reversal",
    )


def standing_of(line: BankLine) -> list[BankBooking]:
    """Return the bookings of a line that were not reversed."""
    return [
        booking for booking in line.bookings.all() if not hasattr(booking.transaction, "reversal")
    ]


def all_lines() -> QuerySet[BankLine]:
    """Return every line that any file of the bank brought, for a list."""
    return BankLine.objects.all()


def line_keys(bank_import: BankImport) -> list[int]:
    """Return the keys of the lines a file brought."""
    return list(bank_import.lines.values_list("pk", flat=True))


def open_lines() -> QuerySet[BankLine]:
    """Return the lines that are still to be dealt with, oldest first."""
    return BankLine.objects.filter(ignored=False).exclude(done=F("cents"))


def imports() -> QuerySet[BankImport]:
    return BankImport.objects.select_related("imported_by__person").order_by("-pk")


def import_of(sha256: str) -> BankImport | None:
    """Return the import of a file, if it was read and not undone."""
    return BankImport.objects.filter(sha256=sha256, undone_at=None).first()


def standing_bookings() -> QuerySet[BankBooking]:
    """Return the bookings of lines that were not reversed."""
    return BankBooking.objects.filter(_STANDING)


# --- whose money ---------------------------------------------------------------------------------
def proposals(lines: Collection[BankLine]) -> dict[int, Proposal]:
    """Return a proposal for each line that is open, by its key."""
    todo = sorted((line for line in lines if line.left), key=lambda line: (line.day, line.pk))
    if not todo:
        return {}
    since = todo[0].day - timedelta(days=matching.DAYS_APART)
    proposal_of: dict[int, Proposal] = {}
    for money in sorted({line.money for line in todo}):
        lines = [line for line in todo if line.money == money]
        opened = opened_on(money)
        seen = [_seen(line, opened) for line in lines]
        proposed = matching.propose_all(seen, payers(), by_hand(money, since), rules())
        proposal_of |= {line.pk: proposal for line, proposal in zip(lines, proposed, strict=True)}
    return proposal_of


def rules() -> list[Rule]:
    """Return the rules in force. A rule whose kind has ended proposes nothing: it could not be
    booked.
    """
    bank_rules = list(open_rules())
    ended = {own.code for own in own_accounts() if own.ended is not None} if bank_rules else set()
    return [
        Rule(
            words=rule.words,
            incoming=rule.incoming,
            account=rule.account,
            by_statement=rule.by_statement,
        )
        for rule in bank_rules
        if rule.account not in ended
    ]


def open_rules() -> QuerySet[BankRule]:
    """Return the club's rules for lines, by their words."""
    return BankRule.objects.filter(ended_at=None).order_by("words", "pk")


def _seen(line: BankLine, opened: date | None) -> Seen:
    words = getattr(line, "text", None) or BankLineText()
    return Seen(
        cents=line.left,
        day=line.day,
        name=words.name,
        iban=words.iban,
        text=words.text,
        is_return=line.is_return,
        is_fee=line.is_fee,
        is_twin=line.is_twin,
        held_in=opened if is_before(line, opened) else None,
    )


def opened_on(money: str) -> date | None:
    """Return the day whose end the opening balance of an account's book is about."""
    opening = Transaction.objects.filter(kind=Kind.OPENING, head__journal=money, reversal=None)
    return opening.values_list("date", flat=True).first()


def is_before(line: BankLine, opened: date | None) -> bool:
    """Tell if the opening balance of the bank's book holds a line's money already."""
    return opened is not None and line.day <= opened


def payers() -> list[Payer]:
    """Return all persons, with their open claims, the accounts they paid from before, and what they
    announced.
    """
    claims: dict[int, list[int]] = defaultdict(list)
    rows = Claim.objects.filter(unit=chart.EUR, state=Claim.State.CONFIRMED).order_by("day", "pk")
    for person, amount, paid in rows.values_list("person_id", "amount", "paid"):
        claims[person].append((amount or 0) - paid)
    kept = PersonMerge.objects.kept_keys()
    ibans: dict[int, set[str]] = defaultdict(set)
    used = standing_bookings().exclude(transaction__payment=None).exclude(line__text__iban="")
    for person, iban in used.values_list("transaction__payment__person_id", "line__text__iban"):
        ibans[kept.get(person, person)].add(iban)
    announced: dict[int, list[int]] = defaultdict(list)
    for notice in PaymentNotice.objects.filter(state=PaymentNotice.State.PENDING):
        announced[notice.person_id].append(notice.cents)
    return [
        Payer(
            person=person,
            name=name,
            claims=tuple(claims[person]),
            ibans=frozenset(ibans[person]),
            announced=tuple(announced[person]),
        )
        for person, name in by_name().order_by("pk").values_list("pk", "name")
    ]


def owing_exactly(cents: int) -> set[int]:
    """Return the keys of the persons whose open claims add up to just so many cents."""
    return {payer.person for payer in payers() if payer.open == cents}


def unconfirmed(money: str, since: date | None = None) -> QuerySet[Transaction]:
    """Return the bookings on an account that no line of the bank confirms, oldest first."""
    transactions = Transaction.objects.filter(
        head__journal=money, bank_booking=None, reversal=None
    ).exclude(kind__in=[Kind.REVERSAL, Kind.OPENING])
    if since is not None:
        transactions = transactions.filter(date__gte=since)
    return transactions.order_by("date", "pk")


def by_hand(money: str, since: date) -> list[ByHand]:
    queryset = unconfirmed(money, since).annotate(cents=_ON_ACCOUNT)
    rows = queryset.values_list("pk", "date", "cents", "payment__person_id")
    return [
        ByHand(transaction=pk, day=day, cents=cents, person=person)
        for pk, day, cents, person in rows
    ]


def could_confirm(line: BankLine) -> QuerySet[Transaction]:
    """Return the bookings by hand that a line may be, oldest first."""
    span = timedelta(days=60)
    return (
        unconfirmed(line.money)
        .annotate(cents=_ON_ACCOUNT)
        .filter(cents=line.left, date__range=(line.day - span, line.day + span))
        .select_related("head", "payment__person", "text")
    )


def could_be_returned(line: BankLine) -> list[BankBooking]:
    """Return the payments that may have been taken back with this line, the same amount first."""
    span = timedelta(days=400)
    bank_bookings = (
        BankBooking.objects.filter(
            cents__gt=0,
            cents__lte=-line.left,
            transaction__reversal=None,
            line__day__range=(line.day - span, line.day),
        )
        .exclude(transaction__payment=None)
        .select_related("line__text", "transaction__head", "transaction__payment__person")
        .order_by("-cents", "-line__day", "-pk")
    )
    back = _seen(line, None)
    return [
        booking
        for booking in bank_bookings
        for payer in [booking.transaction.payment.person]
        if may_return(
            back, replace(_seen(booking.line, None), cents=booking.cents), payer.pk, payer.name
        )
    ]


def is_fee_beside(line: BankLine, booking: BankBooking) -> bool:
    """Tell if the amount of a line beyond a returned payment may be the bank's fee for it."""
    return 0 < -line.left - booking.cents <= MOST_FEE


def may_bear_fee(line: BankLine) -> list[Person]:
    """Return who paid what the bank took back near a line that is its fee for that.

    Whom the line names is the only one; else the nearest in time come first. Returns that are not
    booked yet count with the payment they are likely about.
    """
    if line.done or not is_fee_for_return(_seen(line, None)):
        return []
    near = (line.day - _FEE_APART, line.day + _FEE_APART)
    booked = BankBooking.objects.filter(
        line__iban=line.iban,
        line__day__range=near,
        cents__lt=0,
        transaction__reversal=None,
        transaction__reverses__payment__isnull=False,
    ).select_related("line", "transaction__reverses__payment__person")
    originals = [(row.line.day, row.transaction.reverses) for row in booked]
    found = [(day, original.payment.person) for day, original in originals if original]
    waiting = with_words(
        BankLine.objects.filter(iban=line.iban, day__range=near, is_return=True, done=0)
    )
    for back in waiting.exclude(pk=line.pk).filter(ignored=False):
        found += [
            (back.day, booking.transaction.payment.person)
            for booking in could_be_returned(back)[:1]
        ]
    found.sort(key=lambda pair: (abs(pair[0] - line.day), pair[1].sort_key))
    persons = list(dict.fromkeys(person for _day, person in found))
    text = f"{line.text.name} {line.text.text}"
    named = [person for person in persons if says(text, person.name)]
    return named or persons[: matching.MOST_NAMED]


def return_day(line: BankLine, booking: BankBooking) -> date:
    """Return the day on which a payment is taken back with this line: the line's, if it is open."""
    return max(booking_day(line.day), booking.transaction.date)


# --- what the bank says lies there ---------------------------------------------------------------
def bank_balance(through: date, money: str = "bank") -> BankBalance | None:
    """Return the bank's last word on an account's balance at the end of a day up to `through`."""
    account = club_account(money)
    if account is None:
        return None
    return (
        BankBalance.objects.filter(
            iban=account.iban, moment=BankBalance.Moment.CLOSING, day__lte=through
        )
        .order_by("-day", "-pk")
        .first()
    )


@dataclass(frozen=True)
class Stated:
    """The bank's balance at the end of a day, beside the book of that day."""

    day: date
    cents: int
    booked: int


def stated_on(through: date, money: str = "bank") -> Stated | None:
    """Return the bank's last word up to a day; None if it is older than the book itself."""
    balance, opened = bank_balance(through, money), opened_on(money)
    if balance is None or (opened is not None and balance.day < opened):
        return None
    return Stated(balance.day, balance.cents, balance_on(money, balance.day))


def pending_notices(**where: Any) -> QuerySet[PaymentNotice]:
    """Return the payments that members announced and that have not arrived, oldest first."""
    return (
        PaymentNotice.objects.filter(state=PaymentNotice.State.PENDING, **where)
        .select_related("person")
        .order_by("day", "pk")
    )
