"""Auditors and signatures of a year, its drawn bookings, and the marks on them."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from django.db.models import Exists, OuterRef, Prefetch, Q, QuerySet, Sum
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.models.ledger import NUMBERS_PER_YEAR, JournalYear, Posting, Transaction
from finance.books.models.vouchers import Voucher
from finance.books.queries.access import may_post, require_reader, require_year_ends
from finance.books.queries.ledger import with_words
from finance.books.queries.second_persons import NOTED
from finance.books.queries.vouchers import vouchers_of
from finance.errors import NotAllowedError
from finance.years.check_year import interval_of, sample, seal_of, weighted_sample
from finance.years.models import (
    AuditAnswer,
    AuditFinding,
    AuditMark,
    AuditSample,
    YearEnd,
    YearStep,
)
from finance.years.steps import Standing, Taken, standing
from league.access.queries.rights import holds, person_of
from league.approvals.models import Approval
from league.people.models.people import Office, Person
from league.web.rows import row_or_404

Mark = AuditMark.Mark
# Kinds of bookings that no sample leaves to chance.
SPECIAL = (Transaction.Kind.DIFFERENCE, Transaction.Kind.WAIVER, Transaction.Kind.REVERSAL)
Role = Office.Role


# --- who --------------------------------------------------------------------------------------
def may_audit(user: Any, today: date) -> bool:
    return holds(user, (Role.AUDITOR,), today)


def require_auditor(user: Any, today: date) -> None:
    require_reader(user, today)
    if not may_audit(user, today):
        raise NotAllowedError(
            "only_auditors_audit", _("That is for the auditors. You can look at everything.")
        )


def require_chair(user: Any, today: date) -> None:
    require_year_ends(user, today)
    if not holds(user, (Role.CHAIR,), today):
        raise NotAllowedError("only_the_chair", _("That is for the chair."))


def was_on_board(person: Person, year: int, today: date) -> bool:
    """Return whether a person was on the board in that year, or is today."""
    in_year = Q(start__lte=date(year, 12, 31)) & (Q(end=None) | Q(end__gt=date(year, 1, 1)))
    now = Q(start__lte=today) & (Q(end=None) | Q(end__gt=today))
    board = Office.objects.filter(in_year | now, person=person, role__in=Office.BOARD)
    return board.exists()


def auditors(year: int, today: date) -> list[Person]:
    """Return those who have to sign for a year: today's auditors who were never on its board."""
    queryset = Office.objects.on(today).filter(role=Role.AUDITOR, person__user__is_active=True)
    holders = [
        office.person for office in queryset.select_related("person__user").order_by("person")
    ]
    return [person for person in holders if not was_on_board(person, year, today)]


def is_independent(user: Any, year: int, today: date) -> bool:
    person = person_of(user)
    return person is not None and not was_on_board(person, year, today)


# --- state of a year --------------------------------------------------------------------------
def seal_of_year(year: int) -> str:
    """Return the seal of the books as they are now: every booking changes it."""
    heads = JournalYear.objects.filter(year=year)
    return seal_of(year, heads.values_list("journal", "last_number", "last_hash"))


def year_end(year: int) -> YearEnd | None:
    return YearEnd.objects.filter(year=year).first()


def steps_of(year: int) -> QuerySet[YearStep]:
    year_steps = YearStep.objects.filter(year_end__year=year).order_by("number")
    return year_steps.select_related("year_end", "taken_by__person").prefetch_related("matters")


def standing_of(steps: Iterable[YearStep]) -> Standing:
    return standing(
        Taken(year_step.kind, year_step.taken_by_id, year_step.seal, year_step.agrees)
        for year_step in steps
    )


def counting(steps: Iterable[YearStep]) -> list[YearStep]:
    """Return the steps since the year was last given back: what still holds."""
    year_steps: list[YearStep] = []
    for step in steps:
        year_steps = [] if step.kind == YearStep.Kind.BACK else [*year_steps, step]
    return year_steps


def standings() -> dict[int, Standing]:
    """Return the standing of each year with a step."""
    steps_of: dict[int, list[YearStep]] = defaultdict(list)
    for step in YearStep.objects.select_related("year_end").order_by("year_end", "number"):
        steps_of[step.year_end.year].append(step)
    return {year: standing_of(steps) for year, steps in steps_of.items()}


def get_audited_booking(user: Any, pk: int, today: date) -> Transaction:
    """Return a booking to audit; 404 for a user who may not read the till."""
    require_reader(user, today)
    return row_or_404(with_words(Transaction.objects.filter(pk=pk)))


# --- what was drawn, and what was said --------------------------------------------------------
@dataclass(frozen=True)
class AuditedBooking:
    """A booking that was drawn, or marked without being drawn."""

    booking: Transaction
    drawn: bool
    marks: list[AuditMark] = field(default_factory=list)
    vouchers: list[Voucher] = field(default_factory=list)

    @property
    def mark(self) -> AuditMark | None:
        return counting_mark(self.marks)

    def is_marked_by(self, user: Any) -> bool:
        return any(mark.marked_by_id == user.pk for mark in self.marks)

    def waits_for(self, user: Any) -> bool:
        """Return whether this auditor has to act: to look at it himself, or to judge an answer."""
        return self.is_up_to_auditors or (self.drawn and not self.is_marked_by(user))

    @property
    def is_settled(self) -> bool:
        return self.mark is not None and self.mark.mark != Mark.QUESTION

    @property
    def answers(self) -> list[AuditAnswer]:
        """Return the answers to the mark that counts."""
        return list(self.mark.answers.all()) if self.mark is not None else []

    @property
    def is_up_to_auditors(self) -> bool:
        """Return whether an auditor has to act; a question is first up to the treasurer."""
        return not self.is_settled and (self.mark is None or bool(self.answers))


@dataclass(frozen=True)
class Drawn:
    """A sample with the (journal, number) of what it drew.

    `interval` is the amount in cents from which on a booking was drawn surely; None where the draw
    was plain.
    """

    sample: AuditSample
    bookings: list[tuple[str, int]]
    interval: int | None = None

    @property
    def command(self) -> str:
        """Return the command that makes the checker draw the same again."""
        how = " --weighted" if self.interval is not None else ""
        upto = " ".join(f"{name}={number}" for name, number in sorted(self.sample.numbers.items()))
        year = self.sample.year_end.year
        drawn = f'--sample "{self.sample.seed}" {self.sample.size}{how} --upto {upto}'
        return f"python3 check_year.py jahr-{year}.jsonl {drawn}"


def drawable(year: int) -> dict[str, int]:
    """Return up to which number each journal of EUR goes: what a sample is drawn from."""
    heads = JournalYear.objects.filter(year=year, unit=chart.EUR, last_number__gt=0)
    return dict(heads.order_by("journal").values_list("journal", "last_number"))


def amounts_of(year: int, numbers: Mapping[str, int]) -> dict[str, list[int]]:
    """Return the cents each booking moves, by journal, ordered by number up to these numbers."""
    moved = Posting.objects.filter(
        transaction__head__year=year, transaction__head__journal__in=list(numbers), amount__gt=0
    )
    rows = moved.values_list("transaction__head__journal", "transaction__number")
    amounts_of: dict[str, list[int]] = {journal: [] for journal in numbers}
    for journal, number, cents in rows.annotate(sum=Sum("amount")).order_by(
        "transaction__head__journal", "transaction__number"
    ):
        if number <= numbers[journal]:
            amounts_of[journal].append(cents)
    return amounts_of


def samples_of(year: int) -> list[Drawn]:
    """Return all samples of a year, the oldest first, drawn anew from what is stored of them."""
    audit_samples = AuditSample.objects.filter(year_end__year=year).order_by("pk")
    return [
        _drawn(audit_sample, year)
        for audit_sample in audit_samples.select_related("year_end", "drawn_by__person")
    ]


def _drawn(audit_sample: AuditSample, year: int) -> Drawn:
    if audit_sample.method == AuditSample.Method.PLAIN:
        return Drawn(
            audit_sample, sample(audit_sample.seed, year, audit_sample.numbers, audit_sample.size)
        )
    amounts = amounts_of(year, audit_sample.numbers)
    bookings = weighted_sample(audit_sample.seed, year, amounts, audit_sample.size)
    return Drawn(audit_sample, bookings, interval_of(amounts, audit_sample.size))


def drawn(year: int) -> set[int]:
    """Return the keys of all bookings drawn for a year."""
    heads = dict(JournalYear.objects.filter(year=year).values_list("journal", "pk"))
    return {
        heads[journal] * NUMBERS_PER_YEAR + number
        for drawn in samples_of(year)
        for journal, number in drawn.bookings
    }


def auditable(year: int) -> QuerySet[Transaction]:
    """Return the bookings of a year in EUR: each can be marked like a drawn one."""
    return Transaction.objects.filter(head__year=year, head__journal__in=drawable(year))


def always_drawn(year: int) -> set[int]:
    """Return the keys in every sample: cash differences, waivers, reversals, own payments."""
    special = auditable(year).filter(kind__in=SPECIAL).values_list("pk", flat=True)
    payments = [
        approval.values["thing"]
        for approval in Approval.objects.filter(kind__in=NOTED, proposed_at__year__gte=year)
    ]
    own = auditable(year).filter(payment__in=payments).values_list("pk", flat=True)
    return {*special, *own}


def to_look_at(year: int) -> set[int]:
    """Return the keys of all to be looked at once a sample is drawn; a final year keeps its own."""
    keys = drawn(year)
    is_final = standing_of(steps_of(year)).is_final
    return keys if is_final or not keys else keys | always_drawn(year)


def audited_bookings(year: int) -> list[AuditedBooking]:
    """Return everything drawn or marked, by journal and number, with its vouchers and what was
    said.
    """
    keys = to_look_at(year)
    marks: dict[int, list[AuditMark]] = defaultdict(list)
    for mark in _with_answers(AuditMark.objects.filter(year_end__year=year)).order_by("pk"):
        marks[mark.transaction_id].append(mark)
    transactions = with_words(Transaction.objects.filter(pk__in=keys | marks.keys()))
    vouchers = vouchers_of(keys | marks.keys())
    return [
        AuditedBooking(
            booking, booking.pk in keys, marks.get(booking.pk, []), vouchers.get(booking.pk, [])
        )
        for booking in transactions.order_by("head__journal", "number")
    ]


def unsettled(year: int, by: Any = None) -> list[AuditedBooking]:
    """Return the drawn or marked bookings that still need an auditor before a signature.

    With the auditor `by` also those drawn that he has not marked himself: a signature covers what
    its author has looked at, not what another one has.
    """
    return [
        audited_booking
        for audited_booking in audited_bookings(year)
        if not audited_booking.is_settled
        or (by and audited_booking.drawn and not audited_booking.is_marked_by(by))
    ]


def marked_by(year: int, user: Any) -> int:
    """Return the number of bookings of a year that this auditor has marked himself."""
    marks = AuditMark.objects.filter(year_end__year=year, marked_by=user)
    return marks.order_by().values("transaction").distinct().count()


def next_to_audit(year: int, after: Transaction, by: Any) -> Transaction | None:
    """Return the next without a mark by this auditor, behind `after`, then from the beginning."""
    still = [
        audited_booking.booking
        for audited_booking in audited_bookings(year)
        if audited_booking.drawn and not audited_booking.is_marked_by(by)
    ]
    place = (after.head.journal, after.number)
    behind = [booking for booking in still if (booking.head.journal, booking.number) > place]
    return next(iter(behind or still), None)


def counting_mark(marks: Sequence[AuditMark]) -> AuditMark | None:
    """Return the mark that counts of a booking's marks, the oldest first.

    It is the latest, but an objection holds until its own author takes it back.
    """
    latest = {mark.marked_by_id: mark for mark in marks}
    objections = [mark for mark in latest.values() if mark.mark == Mark.WRONG]
    if objections and marks[-1].mark == Mark.FINE:
        return objections[-1]
    return marks[-1] if marks else None


def marks_on(bookings: Iterable[Transaction]) -> dict[int, AuditMark | None]:
    """Return the mark that counts of each marked one of these bookings, by the booking's key."""
    marks: dict[int, list[AuditMark]] = defaultdict(list)
    for mark in AuditMark.objects.filter(transaction__in=list(bookings)).order_by("pk"):
        marks[mark.transaction_id].append(mark)
    return {key: counting_mark(said) for key, said in marks.items()}


def marks_of(booking: Transaction) -> QuerySet[AuditMark]:
    """Return the marks on a booking, the latest first, each with its answers."""
    return _with_answers(AuditMark.objects.filter(transaction=booking)).order_by("-pk")


def _with_answers(marks: QuerySet[AuditMark]) -> QuerySet[AuditMark]:
    answers = AuditAnswer.objects.select_related("answered_by__person").order_by("pk")
    return marks.select_related("marked_by__person").prefetch_related(
        Prefetch("answers", queryset=answers)
    )


def may_answer(user: Any, marks: Sequence[AuditMark], standing: Standing, today: date) -> bool:
    """Return whether the user may answer the mark that counts; `marks` come the latest first."""
    mark = counting_mark(marks[::-1])
    return (
        mark is not None
        and mark.mark != Mark.FINE
        and not standing.is_final
        and may_post(user, today)
    )


def unanswered() -> QuerySet[AuditMark]:
    """Return unanswered questions that count, of years that are still audited."""
    later = AuditMark.objects.filter(transaction=OuterRef("transaction"), pk__gt=OuterRef("pk"))
    audited = YearStep.objects.filter(year_end=OuterRef("year_end"), kind=YearStep.Kind.AUDITED)
    audit_marks = AuditMark.objects.filter(
        ~Exists(later), ~Exists(audited), mark=Mark.QUESTION, answers=None
    )
    return audit_marks.select_related("transaction__head", "marked_by__person").order_by("pk")


def findings_of(year: int) -> QuerySet[AuditFinding]:
    audit_findings = AuditFinding.objects.filter(year_end__year=year).order_by("pk")
    return audit_findings.select_related("found_by__person", "settled_by__person")


def get_finding(pk: int) -> AuditFinding:
    """Return a finding, for a user whom `require_auditor` let through; Http404 if there is none."""
    return row_or_404(AuditFinding.objects.select_related("year_end"), pk=pk)
