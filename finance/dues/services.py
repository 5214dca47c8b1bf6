"""Dues: their rates, and the run that books what is missing."""

from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import F
from django.utils.translation import gettext_lazy as _

from finance.books import chart, periods
from finance.books.booking_labels import DUES_CHANGED
from finance.books.models.claims import Claim
from finance.books.services.approvals import poster
from finance.books.services.claims import book, given_reason
from finance.books.services.ledger import lock_persons
from finance.books.services.own_matters import must_not_be_own
from finance.books.services.reversals import unbook
from finance.books.services.settling import settle
from finance.books.services.tables import lock_versions
from finance.dues.models import DuesRate, DuesReduction
from finance.dues.queries import Run, plan
from finance.errors import IllegalError, InvalidError, StaleError, require_above_zero
from league.approvals.models import Approval
from league.club.models import ClubChange
from league.club.services import note_change
from league.guards.versioned import written_together
from league.people.models.people import Person, User
from league.people.queries.kinds import kind_names
from league.web.money import MOST_CENTS


def set_rate(
    *,
    kind: str,
    period: str,
    cents: int,
    start: date,
    ground: str,
    decided_on: date | None,
    now: datetime,
    joining: str = periods.MONTHS,
    entry_fee: int = 0,
    by: User | None = None,
) -> DuesRate:
    """Set the price of this kind of membership from `start` on; the rate before ends then.

    `joining` is the rule for members who join in the middle of a period, `entry_fee` the one-time
    fee of a first membership, in cents. It books nothing: that is the run's. Locks all rates.
    InvalidError for an invalid rate, IllegalError if another begins later.
    """
    if kind not in kind_names():
        raise InvalidError("kind_unknown", _("Choose from the list."), field="kind")
    require_above_zero(cents)
    if start > now.date() + timedelta(days=366):
        raise InvalidError(
            "rate_far_ahead", _("Dues begin in a year at the latest."), field="start"
        )
    if start < now.date() - timedelta(days=3660):
        raise InvalidError("rate_long_ago", _("That is too long ago."), field="start")
    with transaction.atomic():
        lock_versions(DuesRate)
        known = DuesRate.objects.filter(kind=kind)
        if any(rate.start > start for rate in known):
            raise IllegalError(
                "rate_later", _("There is a later rate for this already."), field="start"
            )
        replaced = known.filter(end=None).first()
        DuesRate.objects.filter(kind=kind, start=start).update(end=F("start"))
        DuesRate.objects.on(start).filter(kind=kind).update(end=start)
        rate = DuesRate.objects.create(
            kind=kind,
            period=period,
            cents=cents,
            joining=joining,
            entry_fee=entry_fee,
            start=start,
            ground=" ".join(ground.split())[:200],
            decided_on=decided_on,
        )
        before = replaced.pk if replaced else ""
        note_change(matter=ClubChange.Matter.RATE, code=rate.pk, before=before, by=by)
        return rate


def reduce_dues(
    *,
    person: Person,
    ground: str,
    start: date,
    by: User | None,
    now: datetime,
    percent: int | None = None,
    cents: int | None = None,
    paid_by: Person | None = None,
    confirmed: bool = False,
) -> DuesReduction:
    """Reduce a person's dues from `start` on; an earlier reduction ends.

    The person pays `percent` of the usual dues, 0 for none, or `cents` for each period, or nothing
    because `paid_by` pays for it. It books nothing: that is the run's. Locks the person; a repeat
    changes nothing. InvalidError for an invalid reduction or one without a reason, IllegalError if
    another begins later, NotAllowedError for one's own dues that no second person `confirmed`.
    """
    ground = given_reason(ground)
    must_not_be_own(by, [person.pk], confirmed=confirmed)
    if [percent, cents, paid_by].count(None) != 2:
        raise InvalidError(
            "not_one_reduction",
            _("Say one of the three: percent, an amount, or who pays for it."),
            field="percent",
        )
    percent = percent or 0
    if not 0 <= percent < 100:
        raise InvalidError("not_reduced", _("Write a number from 0 to 99."), field="percent")
    if cents is not None and not 0 < cents <= MOST_CENTS:
        raise InvalidError("amount_zero", _("The amount must be more than zero."), field="amount")
    if paid_by == person:
        raise InvalidError("pays_oneself", _("That must be somebody else."), field="paid_by")
    if abs(start - now.date()) > timedelta(days=3660):
        raise InvalidError("rate_long_ago", _("That is too long ago."), field="start")
    with transaction.atomic():
        lock_persons([person.pk])
        known = DuesReduction.objects.filter(person=person)
        last = known.order_by("-start", "-pk").first()
        row = (percent, cents, paid_by, ground, start, None)
        if last is not None and row == (
            *(last.percent, last.cents, last.paid_by, last.ground, last.start, last.end),
        ):
            return last
        if any(reduction.start > start for reduction in known):
            raise IllegalError(
                "rate_later", _("There is a later rate for this already."), field="start"
            )
        replaced = DuesReduction.objects.on(start).filter(person=person).first()
        known.filter(start=start).update(end=F("start"))
        DuesReduction.objects.on(start).filter(person=person).update(end=start)
        reduction = DuesReduction.objects.create(
            person=person,
            percent=percent,
            cents=cents,
            paid_by=paid_by,
            ground=ground,
            start=start,
            entered_by=by,
        )
        before = replaced.pk if replaced else ""
        note_change(matter=ClubChange.Matter.REDUCTION, code=reduction.pk, before=before, by=by)
        return reduction


def end_reduction(*, reduction: DuesReduction, end: date, by: User | None = None) -> None:
    """Let the person pay the usual dues from `end` on. A reduction that never counted goes.
    Repeatable.
    """
    with transaction.atomic():
        lock_persons([reduction.person_id])
        dues_reduction = DuesReduction.objects.filter(pk=reduction.pk).first()
        if dues_reduction is None or (dues_reduction.end is not None and dues_reduction.end <= end):
            return
        note_change(
            matter=ClubChange.Matter.REDUCTION, code=reduction.pk, before=reduction.pk, by=by
        )
        dues_reduction.end = max(end, dues_reduction.start)
        dues_reduction.save(update_fields=["end"])


def reduce_own_dues(approval: Approval, now: datetime) -> None:
    """Reduce the treasurer's own dues, once a second person has confirmed it."""
    by, _today = poster(approval, now)
    paid_by = approval.values.get("paid_by")
    reduce_dues(
        person=approval.person,
        percent=approval.values["percent"],
        cents=approval.values.get("cents"),
        paid_by=Person.objects.get(pk=paid_by) if paid_by else None,
        ground=approval.text.reason,
        start=date.fromisoformat(approval.values["start"]),
        by=by,
        now=now,
        confirmed=True,
    )


def end_rate(*, rate: DuesRate, end: date, by: User | None = None) -> None:
    """Let this membership cost nothing from `end` on. A rate that never counted goes.
    Repeatable.
    """
    with transaction.atomic():
        dues_rate = DuesRate.objects.select_for_update(no_key=True).filter(pk=rate.pk).first()
        if dues_rate is None or (dues_rate.end is not None and dues_rate.end <= end):
            return
        note_change(matter=ClubChange.Matter.RATE, code=rate.pk, before=rate.pk, by=by)
        dues_rate.end = max(end, dues_rate.start)
        dues_rate.save(update_fields=["end"])


@written_together()
def run(*, through: date, seen: str, by: User | None, today: date, now: datetime) -> list[Claim]:
    """Book missing dues up to `through`, and reverse those that are too much or of another sum.

    A period's share is compared with its bookings: right ones are left alone, those waived or
    reversed by hand as well, so that a second run books nothing. `seen` is the fingerprint of the
    dry run. Locks the persons concerned. Returns the claims booked and those taken back, which are
    no longer current. InvalidError for a day to come, StaleError if the run would differ from
    `seen`.
    """
    if through > today:
        raise InvalidError("day_to_come", _("That day is still to come."), field="through")
    with transaction.atomic():
        lock_persons({member.person.pk for member in plan(through).changing})
        todo = plan(through)
        if not todo.changing:
            return []
        if todo.fingerprint != seen:
            raise StaleError(
                "dues_changed",
                _("Something has changed meanwhile. Look at the list again."),
            )
        return _carry_out(todo, by, now)


def _carry_out(todo: Run, by: User | None, now: datetime) -> list[Claim]:
    persons = {member.person.pk for member in todo.changing}
    gone = [claim for member in todo.changing for claim in member.gone]
    if gone:
        unbook(gone, reason=DUES_CHANGED, by=by, now=now)
        Claim.objects.filter(pk__in=[claim.pk for claim in gone]).update(is_current=False)
        for claim in gone:
            claim.is_current = False
    made = Claim.objects.bulk_create(
        Claim(
            person_id=share.person_id,
            key=share.key,
            day=share.day,
            kind=Claim.Kind.DUES,
            code="dues",
            unit=chart.EUR,
            amount=share.cents,
            count=share.months,
            note=share.kept_note,
            created_at=now,
        )
        for member in todo.changing
        for share in member.new
    )
    book(made, by, now)
    settle(persons)
    return [*made, *gone]
