"""The end of a year: its figures, its steps, and what the auditors looked at and found."""

from typing import Any

from django.db.models import QuerySet
from django.http import Http404
from django.utils.translation import gettext
from rest_framework import serializers

from finance.books import labels as words
from finance.books.api.frame import TILL
from finance.books.api.rows import BookedOut, PayerOut, somebody
from finance.books.models.ledger import Transaction
from finance.books.queries import bookings
from finance.books.queries.access import require_year_ends
from finance.books.queries.vouchers import bookings_without_voucher, vouchers_of
from finance.years.lists import AUDITED
from finance.years.matters import CODES
from finance.years.models import AuditMark, AuditSample, YearStep
from finance.years.queries import audits, year_figures
from finance.years.queries.matters import open_matters
from finance.years.steps import STATES
from league.access.api.money import MONEY
from league.files.api import lists
from league.web.api.described import Json
from league.web.api.fields import char_field, integer_field, integer_list_field
from league.web.api.frame import ReadRequest, reads, required


def require_year(year: int) -> None:
    """Return if something is booked in the year; raise Http404 for other years."""
    if year not in bookings.years():
        raise Http404


# --- a year -----------------------------------------------------------------------------------
class InTwoYearsOut(serializers.Serializer[Any]):
    """An account of the chart, in cents; income counts up."""

    account = serializers.CharField(source="account.code")
    name = char_field(lambda row: gettext(row.account.label))
    now = serializers.IntegerField()
    before = serializers.IntegerField()


class SphereOut(serializers.Serializer[Any]):
    number = integer_field(lambda sphere: sphere[0])
    name = char_field(lambda sphere: str(words.SPHERES.get(sphere[0], "")))
    income = integer_field(lambda sphere: sphere[1])
    expense = integer_field(lambda sphere: sphere[2])


class MatterOut(serializers.Serializer[Any]):
    code = serializers.ChoiceField(CODES)
    count = serializers.IntegerField()
    cents = serializers.IntegerField()


class YearMatterOut(MatterOut):
    said = serializers.CharField(allow_blank=True, help_text="Empty where only seen.")


class YearStepOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    kind = serializers.ChoiceField(YearStep.Kind.choices)
    seal = serializers.CharField(allow_blank=True, help_text="Of the books it was taken on.")
    agrees = serializers.BooleanField(allow_null=True)
    reason = serializers.CharField(allow_blank=True)
    held_on = serializers.DateField(allow_null=True)
    votes_for = serializers.IntegerField(allow_null=True)
    votes_against = serializers.IntegerField(allow_null=True)
    abstained = serializers.IntegerField(allow_null=True)
    taken_at = serializers.DateTimeField()
    taken_by = somebody(lambda step: step.taken_by)
    matters = YearMatterOut(many=True, help_text="Open matters that this step has seen.")


class SignsOut(serializers.Serializer[Any]):
    person = PayerOut()
    has_signed = serializers.BooleanField()


class YearEndOut(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    state = serializers.ChoiceField(["open", *STATES])
    seal = serializers.CharField(help_text="Of the books as they are now.")
    has_changed = serializers.BooleanField(help_text="Something was booked since the draft.")
    steps = YearStepOut(many=True)
    auditors = SignsOut(many=True)
    without_voucher = serializers.IntegerField()
    matters = MatterOut(many=True, help_text="Still open, to be seen by each signature.")
    income = InTwoYearsOut(many=True)
    expense = InTwoYearsOut(many=True)
    holdings = InTwoYearsOut(many=True, help_text="What is there at the end.")
    spheres = SphereOut(many=True)


@reads(YearEndOut, who=MONEY & required(require_year_ends))
def year(request: ReadRequest, year: int) -> Json:
    """How a year ended; for treasurer, auditor and chair."""
    require_year(year)
    steps = list(audits.steps_of(year))
    standing, seal = audits.standing_of(steps), audits.seal_of_year(year)
    result = year_figures.result_of(year)
    return {
        "year": year,
        "state": standing.state,
        "seal": seal,
        "has_changed": standing.state != "open" and standing.seal != seal,
        "steps": steps,
        "auditors": [
            {"person": person, "has_signed": person.user_id in standing.signed}
            for person in audits.auditors(year, request.today)
        ],
        "without_voucher": bookings_without_voucher(year).count(),
        "matters": open_matters(year, request.today),
        "income": result.income,
        "expense": result.expense,
        "holdings": result.in_hand,
        "spheres": result.spheres,
    }


# --- its audit --------------------------------------------------------------------------------
class SampleOut(serializers.Serializer[Any]):
    """Drawn so that anybody can draw it again."""

    seed = serializers.CharField(source="sample.seed")
    size = serializers.IntegerField(source="sample.size")
    method = serializers.ChoiceField(AuditSample.Method.choices, source="sample.method")
    numbers = serializers.DictField(
        child=serializers.IntegerField(),
        source="sample.numbers",
        help_text="Up to which number of each journal.",
    )
    drawn = integer_field(lambda sample: len(sample.bookings))
    total = serializers.IntegerField(source="sample.total")
    interval = serializers.IntegerField(
        allow_null=True, help_text="Cents from which on a booking was drawn surely, if weighted."
    )
    drawn_at = serializers.DateTimeField(source="sample.drawn_at")
    drawn_by = somebody(lambda row: row.sample.drawn_by)


class AnswerOut(serializers.Serializer[Any]):
    """What whoever keeps the till says to a mark."""

    text = serializers.CharField(allow_blank=True)
    answered_at = serializers.DateTimeField()
    answered_by = somebody(lambda row: row.answered_by)


class MarkOut(serializers.Serializer[Any]):
    mark = serializers.ChoiceField(AuditMark.Mark.choices)
    remark = serializers.CharField(allow_blank=True)
    marked_at = serializers.DateTimeField()
    marked_by = somebody(lambda row: row.marked_by)
    answers = AnswerOut(many=True)


class AuditedBookingOut(serializers.Serializer[Any]):
    booking = BookedOut()
    drawn = serializers.BooleanField(help_text="False: marked without being drawn.")
    marks = MarkOut(many=True, help_text="The latest counts.")
    vouchers = integer_list_field(lambda at: [voucher.pk for voucher in at.vouchers])


class AgreedOut(serializers.Serializer[Any]):
    """What the books say, and what is there: counted or stated by the bank, if anything."""

    account = serializers.CharField(source="account.code")
    day = serializers.DateField()
    booked = serializers.IntegerField()
    actual = serializers.IntegerField(allow_null=True)


class OwedThenOut(serializers.Serializer[Any]):
    person = PayerOut(source="*")
    cents = serializers.IntegerField()


class FindingOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    text = serializers.CharField()
    found_at = serializers.DateTimeField()
    found_by = somebody(lambda row: row.found_by)
    settled_at = serializers.DateTimeField(allow_null=True)
    settled_by = somebody(lambda row: row.settled_by)
    settled_how = serializers.CharField(allow_blank=True)


class AuditOut(serializers.Serializer[Any]):
    year = serializers.IntegerField()
    state = serializers.ChoiceField(["open", *STATES])
    samples = SampleOut(many=True)
    audited_bookings = AuditedBookingOut(many=True)
    without_voucher = BookedOut(many=True)
    agreed = AgreedOut(many=True)
    owed = OwedThenOut(many=True, help_text="At the end of the year; minus is a credit.")
    findings = FindingOut(many=True)


@reads(AuditOut, who=TILL)
def audit(request: ReadRequest, year: int) -> Json:
    """What the auditors drew, marked and found in a year."""
    require_year(year)
    return {
        "year": year,
        "state": audits.standing_of(audits.steps_of(year)).state,
        "samples": audits.samples_of(year),
        "audited_bookings": audits.audited_bookings(year),
        "without_voucher": bookings_without_voucher(year),
        "agreed": year_figures.agreed(year, request.today),
        "owed": [
            {"pk": person.pk, "name": person.name, "cents": cents}
            for person, cents in year_figures.owed_at_end(year)
        ],
        "findings": audits.findings_of(year),
    }


@lists(BookedOut, AUDITED, who=TILL)
def audit_bookings(request: ReadRequest, year: int) -> QuerySet[Transaction]:
    """Every booking of a year in EUR, for auditors to choose among."""
    require_year(year)
    return audits.auditable(year)


class AuditedOut(serializers.Serializer[Any]):
    booking = BookedOut()
    vouchers = integer_list_field(lambda row: [voucher.pk for voucher in row["vouchers"]])
    marks = MarkOut(many=True, help_text="The latest first.")


@reads(AuditedOut, who=TILL)
def audited_booking(request: ReadRequest, pk: int) -> Json:
    """What the auditors said about a booking."""
    booking = audits.get_audited_booking(request.user, pk, request.today)
    return {
        "booking": booking,
        "vouchers": vouchers_of([booking.pk]).get(booking.pk, []),
        "marks": audits.marks_of(booking),
    }
