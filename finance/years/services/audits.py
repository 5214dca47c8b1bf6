"""Services of the audit: draw a sample, mark a booking, note a finding, answer a question.

None of it books anything. Each locks the year and is refused once the auditors have signed for it;
all but the answer are refused to a person who was on the board in that year. A repeat by
`client_id` answers as the first time; with another content it is an InvalidError.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from finance.books.models.ledger import Transaction
from finance.books.services.once import as_stored
from finance.errors import IllegalError, InvalidError, NotAllowedError
from finance.years.models import AuditAnswer, AuditFinding, AuditMark, AuditSample, YearEnd
from finance.years.queries.audits import (
    counting_mark,
    drawable,
    is_independent,
    marks_of,
    standing_of,
    steps_of,
)
from league.people.models.people import User

MOST_DRAWN = 500


def lock_year(year: int) -> YearEnd:
    """Lock the year's row until the transaction ends; make it if it is missing."""
    YearEnd.objects.get_or_create(year=year)
    return YearEnd.objects.select_for_update(no_key=True).get(year=year)


def require_independent(by: User, year: int, today: date) -> None:
    if not is_independent(by, year, today):
        raise NotAllowedError(
            "auditor_was_on_board",
            _("You were on the board yourself in %(year)s and cannot audit that year.")
            % {"year": year},
        )


@contextmanager
def _auditing(year: int, by: User, today: date) -> Iterator[YearEnd]:
    """Yield the locked year, for auditors, while it is still being audited."""
    require_independent(by, year, today)
    with _still_open(year) as year_end:
        yield year_end


@contextmanager
def _still_open(year: int) -> Iterator[YearEnd]:
    with transaction.atomic():
        year_end = lock_year(year)
        if standing_of(steps_of(year)).is_final:
            raise IllegalError(
                "year_is_audited",
                _("%(year)s is audited and signed. Nothing of it changes any more.")
                % {"year": year},
            )
        yield year_end


def draw_sample(
    *,
    year: int,
    seed: str,
    size: int,
    method: str = AuditSample.Method.PLAIN,
    by: User,
    client_id: str,
    today: date,
    now: datetime,
) -> AuditSample:
    """Draw `size` of all bookings in EUR by the seed; earlier samples stay beside it.

    InvalidError without a seed, for an impossible size and for a method that is none, IllegalError
    if nothing is booked.
    """
    seed = " ".join(seed.split())
    if not seed:
        raise InvalidError("seed_missing", _("Please roll a seed."), field="seed")
    if not 1 <= size <= MOST_DRAWN:
        raise InvalidError(
            "sample_size",
            _("Draw at least one and at most %(most)s bookings.") % {"most": MOST_DRAWN},
            field="size",
        )
    if method not in AuditSample.Method.values:
        raise InvalidError("method_unknown", _("Choose from the list."), field="method")
    with _auditing(year, by, today) as year_end:
        if known := AuditSample.objects.filter(client_id=client_id).first():
            return as_stored(
                known, year_end_id=year_end.pk, seed=seed[:80], size=size, method=method
            )
        numbers = drawable(year)
        if not numbers:
            raise IllegalError("nothing_to_draw", _("Nothing is booked in this year."))
        return AuditSample.objects.create(
            year_end=year_end,
            seed=seed[:80],
            size=size,
            numbers=numbers,
            method=method,
            drawn_by=by,
            drawn_at=now,
            client_id=client_id,
        )


def mark_booking(
    *,
    booking: Transaction,
    mark: str,
    remark: str,
    by: User,
    client_id: str,
    today: date,
    now: datetime,
) -> AuditMark:
    """Mark what is about a booking; the latest counts. Whatever is not fine needs a sentence."""
    remark = " ".join(remark.split())
    if mark not in AuditMark.Mark.values:
        raise InvalidError("mark_unknown", _("Please choose what you say about it."), field="mark")
    if mark != AuditMark.Mark.FINE and not remark:
        raise InvalidError(
            "remark_missing", _("Please say briefly what is wrong with it."), field="remark"
        )
    with _auditing(booking.head.year, by, today) as year_end:
        if known := AuditMark.objects.filter(client_id=client_id).first():
            return as_stored(known, transaction_id=booking.pk, mark=mark, remark=remark[:400])
        return AuditMark.objects.create(
            year_end=year_end,
            transaction=booking,
            mark=mark,
            remark=remark[:400],
            marked_by=by,
            marked_at=now,
            client_id=client_id,
        )


def answer_question(
    *, booking: Transaction, text: str, by: User, client_id: str, now: datetime
) -> AuditAnswer:
    """Answer the latest mark on a booking, which holds until an auditor sets another.

    InvalidError without words, IllegalError without a question: no mark, or it is fine.
    """
    text = " ".join(text.split())
    if not text:
        raise InvalidError(
            "answer_missing", _("Please write what there is to say about it."), field="text"
        )
    with _still_open(booking.head.year):
        if known := AuditAnswer.objects.filter(client_id=client_id).first():
            return as_stored(known, text=text[:400])
        mark = counting_mark(list(marks_of(booking))[::-1])
        if mark is None or mark.mark == AuditMark.Mark.FINE:
            raise IllegalError(
                "nothing_asked", _("The auditors ask nothing about this, or no longer do.")
            )
        return AuditAnswer.objects.create(
            mark=mark, text=text[:400], answered_by=by, answered_at=now, client_id=client_id
        )


def add_finding(
    *, year: int, text: str, by: User, client_id: str, today: date, now: datetime
) -> AuditFinding:
    """Note what is about the year as a whole. InvalidError without words."""
    text = " ".join(text.split())
    if not text:
        raise InvalidError("finding_missing", _("Please write what you noticed."), field="text")
    with _auditing(year, by, today) as year_end:
        if known := AuditFinding.objects.filter(client_id=client_id).first():
            return as_stored(known, year_end_id=year_end.pk, text=text[:400])
        return AuditFinding.objects.create(
            year_end=year_end, text=text[:400], found_by=by, found_at=now, client_id=client_id
        )


def settle_finding(
    *, finding: AuditFinding, how: str, by: User, today: date, now: datetime
) -> AuditFinding:
    """Settle a finding, once; it stays in the report with how. A repeat changes nothing."""
    how = " ".join(how.split())
    if not how:
        raise InvalidError("reason_missing", _("Please say briefly how."), field="how")
    with _auditing(finding.year_end.year, by, today):
        finding = AuditFinding.objects.get(pk=finding.pk)
        if finding.settled_at is None:
            finding.settled_by, finding.settled_at, finding.settled_how = by, now, how[:400]
            finding.save(update_fields=["settled_by", "settled_at", "settled_how"])
        return finding
