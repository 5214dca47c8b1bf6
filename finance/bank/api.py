"""The bank: the club's account, its files, their lines, and what a line may be."""

from typing import Any

from django.db.models import QuerySet
from rest_framework import serializers

from finance.bank import labels as bank_words
from finance.bank.lists import BANK_LINES, IMPORTS
from finance.bank.models.bank import BankBalance, BankImport, BankLine, ClubAccount
from finance.bank.models.notices import PaymentNotice
from finance.bank.queries import bank as lines
from finance.bank.rows import returned_with, rows_of
from finance.books import booking_labels as booking_words
from finance.books.api.frame import TILL
from finance.books.api.rows import PayerOut, somebody
from finance.books.queries.ledger import balance
from league.files.api import Listed, lists
from league.web.api.described import Json
from league.web.api.fields import char_field
from league.web.api.frame import ReadRequest, reads


class ClubAccountOut(serializers.Serializer[Any]):
    journal = serializers.CharField(source="money", help_text="Its book: bank, or giro_1.")
    holder = serializers.CharField()
    iban = serializers.CharField()
    bic = serializers.CharField(allow_blank=True)
    entered_at = serializers.DateTimeField()
    entered_by = somebody(lambda row: row.entered_by)


class StatedOut(serializers.Serializer[Any]):
    """What the bank says was there at the end of a day, and what was booked by then."""

    day = serializers.DateField()
    cents = serializers.IntegerField()
    booked = serializers.IntegerField()


class NoticeOut(serializers.Serializer[Any]):
    """What a member says is on its way."""

    id = serializers.IntegerField(source="pk")
    day = serializers.DateField()
    person = PayerOut()
    cents = serializers.IntegerField()
    state = serializers.ChoiceField(PaymentNotice.State.choices)
    reason = serializers.CharField(allow_blank=True)


class BankOut(serializers.Serializer[Any]):
    account = ClubAccountOut(allow_null=True)
    booked = serializers.IntegerField()
    stated = StatedOut(allow_null=True)
    to_do = serializers.IntegerField(help_text="Lines nobody has dealt with yet.")
    notices = NoticeOut(many=True)


class BankFileOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    journal = serializers.CharField(source="money", help_text="Which account: bank, or giro_1.")
    name = serializers.CharField(source="file_name", allow_blank=True)
    format = serializers.CharField()
    imported_at = serializers.DateTimeField()
    imported_by = somebody(lambda row: row.imported_by)
    undone_at = serializers.DateTimeField(allow_null=True)
    known = serializers.IntegerField(help_text="Lines that had come before.")
    pending = serializers.IntegerField(help_text="Lines left out as only announced.")
    adds_up = serializers.BooleanField()


class BankBalanceOut(serializers.Serializer[Any]):
    day = serializers.DateField()
    moment = serializers.ChoiceField(BankBalance.Moment.choices)
    cents = serializers.IntegerField()


class BankPartOut(serializers.Serializer[Any]):
    person = serializers.IntegerField()
    cents = serializers.IntegerField()


class ProposalOut(serializers.Serializer[Any]):
    """Whose money a line may be, or the booking by hand it belongs to."""

    confidence = serializers.ChoiceField(["sure", "likely", "maybe", "none"])
    parts = BankPartOut(many=True)
    booking = serializers.IntegerField(source="transaction", allow_null=True)
    account = serializers.CharField(
        allow_blank=True, help_text="The kind of it, where it is nobody's payment."
    )
    carried = serializers.CharField(
        allow_blank=True, help_text="The till, where cash was fetched for it or paid in from it."
    )
    reasons = serializers.ListField(
        child=serializers.ChoiceField(sorted(bank_words.REASONS)),
        source="codes",
        help_text="Why, or why nobody: codes that stay.",
    )


class LineBookedOut(serializers.Serializer[Any]):
    booking = serializers.IntegerField(source="transaction_id")
    label = char_field(lambda row: booking_words.label(row.transaction))
    cents = serializers.IntegerField()
    was_there = serializers.BooleanField(help_text="Booked by hand before the file came.")


class BankLineOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="line.pk")
    file = serializers.IntegerField(source="line.bank_import_id")
    day = serializers.DateField(source="line.day")
    cents = serializers.IntegerField(source="line.cents", help_text="Positive came in.")
    left = serializers.IntegerField(source="line.left", help_text="Not booked yet.")
    name = serializers.CharField(source="line.text.name", allow_blank=True)
    iban = serializers.CharField(source="line.text.iban", allow_blank=True)
    text = serializers.CharField(source="line.text.text", allow_blank=True)
    is_ignored = serializers.BooleanField(source="line.ignored")
    reason = serializers.CharField(source="line.reason", allow_blank=True)
    proposal = ProposalOut(allow_null=True, help_text="Null where nothing is left of it.")
    reasons = serializers.ListField(child=serializers.CharField(), help_text="Of the proposal.")
    booked = LineBookedOut(source="standing", many=True)


class ImportedOut(serializers.Serializer[Any]):
    file = BankFileOut()
    balances = BankBalanceOut(many=True)
    lines = BankLineOut(many=True)


class ByHandOut(serializers.Serializer[Any]):
    """A booking that a line may stand for."""

    booking = serializers.IntegerField(source="pk")
    label = char_field(booking_words.label)
    day = serializers.DateField(source="date")
    cents = serializers.IntegerField()


class ReturnedOut(serializers.Serializer[Any]):
    """A payment that a line may take back, on which day, and what is left of the line then."""

    booking = serializers.IntegerField(source="booking.transaction_id")
    person = PayerOut(source="booking.transaction.payment.person")
    cents = serializers.IntegerField(source="booking.cents")
    day = serializers.DateField()
    left = serializers.IntegerField()


class OneLineOut(serializers.Serializer[Any]):
    line = BankLineOut()
    by_hand = ByHandOut(many=True)
    returned = ReturnedOut(many=True)


@reads(BankOut, who=TILL)
def bank(request: ReadRequest) -> Json:
    """The club's account: what is booked, what the bank says, what is on its way."""
    return {
        "account": lines.club_account(),
        "booked": balance("bank"),
        "stated": lines.stated_on(request.today),
        "to_do": lines.open_lines().count(),
        "notices": lines.pending_notices(),
    }


@reads(ClubAccountOut(many=True), who=TILL)
def bank_accounts(request: ReadRequest) -> QuerySet[ClubAccount]:
    """Every account the club has had, the one that counts first."""
    return lines.accounts_before()


@lists(BankFileOut, IMPORTS, who=TILL)
def bank_files(request: ReadRequest) -> QuerySet[BankImport]:
    """The files of the bank."""
    return lines.imports()


@lists(BankLineOut, BANK_LINES, who=TILL)
def bank_lines(request: ReadRequest) -> Listed[BankLine]:
    """The lines of all files; `state=open` are those to be dealt with, each with a proposal."""
    return Listed(BANK_LINES, lines.all_lines(), request.query, shown=rows_of)


@reads(ImportedOut, who=TILL)
def bank_file(request: ReadRequest, pk: int) -> Json:
    """A file of the bank with its balances and lines."""
    bank_import = lines.get_import_for(request.user, pk, request.today)
    rows = rows_of(list(lines.with_words(bank_import.lines.order_by("day", "pk"))))
    return {"file": bank_import, "balances": bank_import.balances.all(), "lines": rows}


@reads(OneLineOut, who=TILL)
def bank_line(request: ReadRequest, pk: int) -> Json:
    """A line of the bank, and which bookings it may be or take back."""
    line = lines.get_line_for(request.user, pk, request.today)
    (row,) = rows_of([line])
    is_open = line.left != 0 and not row.held_reason
    return {
        "line": row,
        "by_hand": lines.could_confirm(line) if is_open else [],
        "returned": returned_with(line) if is_open else [],
    }
