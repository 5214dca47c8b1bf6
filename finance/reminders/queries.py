"""Queries for who is overdue, what the next step is, and why a person is left out."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import Any

from django.core import signing
from django.db.models import Max, QuerySet, Sum
from django.http import Http404
from django.utils.translation import gettext as _

from finance.bank.models.notices import PaymentNotice
from finance.bank.queries.paying import Giro, giro_of
from finance.books import chart
from finance.books.instalments import Due
from finance.books.models.claims import Claim
from finance.books.models.objections import ClaimObjection
from finance.books.queries.access import require_reader
from finance.books.queries.deferrals import Agreement, agreements
from finance.books.queries.people import late
from finance.reminders.models import Reminder, ReminderStep
from finance.reminders.rules import LINK_DAYS, Step, is_too_early, next_step
from league.people.models.people import Person
from league.web.rows import row_or_404

SALT = "finance.reminders"
Way = Reminder.Way


# --- steps ---
def usual_steps() -> list[Step]:
    """Return the steps that a club begins with, in the reader's language."""
    return [
        Step(
            1,
            _("Payment reminder"),
            _("Perhaps it slipped your mind: the following is still open."),
            0,
            0,
        ),
        Step(
            2,
            _("Second reminder"),
            _("We have reminded you once. Please transfer it within the next two weeks."),
            0,
            14,
        ),
        Step(
            3,
            _("Last reminder"),
            _("If you cannot pay at the moment, talk to us. Otherwise the board deals with it."),
            0,
            14,
        ),
    ]


def all_steps() -> list[tuple[Step, bool]]:
    """Return the club's own steps in order, and whether each is used; those it has not changed are
    usual.
    """
    newest = ReminderStep.objects.order_by().values("number").annotate(last=Max("pk"))
    rows = ReminderStep.objects.in_bulk([row["last"] for row in newest])
    step_of = {step.number: (step, True) for step in usual_steps()}
    for row in rows.values():
        step = Step(row.number, row.title, row.text, row.fee, row.wait)
        step_of[row.number] = (step, row.is_used)
    return [step_of[number] for number in sorted(step_of)]


def steps() -> list[Step]:
    """Return the steps in which the club reminds."""
    return [step for step, is_used in all_steps() if is_used]


# --- who ---
@dataclass
class Candidate:
    """A person whose day to pay is over: of which claims, `cents` in all, and what comes next.

    `dues` are the overdue instalments of an agreement that is kept; the claims it is about are
    not among `claims` then. `left_out` says why nothing is sent, empty if something may be.
    """

    person: Person
    claims: list[Claim] = field(default_factory=list)
    dues: list[Due] = field(default_factory=list)
    step: Step | None = None
    last: Reminder | None = None
    left_out: str = ""

    @property
    def cents(self) -> int:
        return sum(part.open_amount for part in self.claims) + sum(due.open for due in self.dues)

    @property
    def oldest(self) -> date:
        days = [claim.due or claim.day for claim in self.claims]
        return min(days + [due.day for due in self.dues])

    @property
    def has_address(self) -> bool:
        """Tell if a letter would be addressed to more than the name."""
        return hasattr(self.person, "postal_address")

    @property
    def channels(self) -> list[Way]:
        """Return the ways to reach this person; by mail only a person who has an address."""
        reachable = self.person.user is not None and self.person.user.is_active
        return [way for way in Way if way != Way.MAIL or reachable]


def candidates(today: date, persons: Collection[int] | None = None) -> list[Candidate]:
    """Return all who are overdue, by name; of some `persons` only those."""
    claims = Claim.objects.filter(late(today), unit=chart.EUR, state=Claim.State.CONFIRMED)
    if persons is not None:
        claims = claims.filter(person__in=persons)
    candidate_of: dict[int, Candidate] = {}
    claims = claims.select_related(
        "person__user", "person__postal_address", "charge__result__table", "event"
    )
    for claim in claims.order_by("day", "pk"):
        candidate_of.setdefault(claim.person_id, Candidate(claim.person)).claims.append(claim)
    kept = agreements(today, persons)
    for key, agreement in kept.items():
        if agreement.overdue:
            candidate_of.setdefault(key, Candidate(agreement.deferral.person))
        if key in candidate_of:
            _follow(agreement, candidate_of[key])
    _set_next_steps(candidate_of, kept, today)
    return sorted(
        candidate_of.values(),
        key=lambda candidate: (candidate.person.sort_key, candidate.person.pk),
    )


def _follow(agreement: Agreement, candidate: Candidate) -> None:
    """Let a kept agreement speak for the claims it is about, unless it is all that is late."""
    others = [claim for claim in candidate.claims if claim.pk not in agreement.claims]
    candidate.dues = agreement.overdue
    if candidate.dues or others:
        candidate.claims = others


def _set_next_steps(
    candidate_of: dict[int, Candidate], kept: dict[int, Agreement], today: date
) -> None:
    """Set for each candidate the next step, or the reason why there is none."""
    own_steps = steps()
    last = {
        reminder.person_id: reminder
        for reminder in Reminder.objects.filter(person__in=candidate_of).order_by("pk")
    }
    objecting = set(
        ClaimObjection.objects.filter(
            claim__person__in=candidate_of, outcome=ClaimObjection.Outcome.OPEN
        ).values_list("claim__person", flat=True)
    )
    announced: dict[int, int] = dict(
        PaymentNotice.objects.filter(person__in=candidate_of, state=PaymentNotice.State.PENDING)
        .values_list("person")
        .annotate(sum=Sum("cents"))
        .order_by()
    )
    for key, candidate in candidate_of.items():
        candidate.last = _of_this_debt(last.get(key), candidate)
        candidate.step = next_step(
            own_steps, candidate.last.step if candidate.last is not None else None
        )
        candidate.left_out = _why_not(
            candidate, key in objecting, announced.get(key, 0), kept.get(key), today
        )


def _of_this_debt(reminder: Reminder | None, candidate: Candidate) -> Reminder | None:
    """Return the reminder if it was about this debt. A person who paid since begins anew: what is
    open now was not owed then.
    """
    days = [claim.day for claim in candidate.claims] + [due.day for due in candidate.dues]
    if reminder is None or all(day > reminder.day for day in days):
        return None
    return reminder


def _why_not(
    candidate: Candidate, objects: bool, announced: int, kept: Agreement | None, today: date
) -> str:
    if objects:
        return _("There is an objection that is not decided yet.")
    if kept and not candidate.dues and all(part.pk in kept.claims for part in candidate.claims):
        return _("May pay later, as agreed until %(day)s.") % {"day": f"{kept.until:%d.%m.%Y}"}
    if announced >= candidate.cents:
        return _("Has said that it is on its way.")
    if candidate.step is None:
        return _("Was reminded at every step.")
    if candidate.last is not None and is_too_early(candidate.step, candidate.last.day, today):
        again = candidate.last.day + timedelta(days=candidate.step.wait)
        return _("Was reminded on %(day)s; the next step comes on %(again)s.") % {
            "day": f"{candidate.last.day:%d.%m.%Y}",
            "again": f"{again:%d.%m.%Y}",
        }
    return ""


# --- what was sent ---
def reminders_of(person: Person) -> QuerySet[Reminder]:
    """Return the reminders of a person, the latest first."""
    return Reminder.objects.filter(person=person).order_by("-pk")


def get_batch_for(user: Any, client_id: str, today: date) -> list[Reminder]:
    """Return the reminders that one press of the button sent, by name."""
    require_reader(user, today)
    reminders = Reminder.objects.filter(client_id=client_id).select_related(
        "person__user", "person__postal_address"
    )
    batch = sorted(reminders, key=lambda reminder: (reminder.person.sort_key, reminder.pk))
    if not batch:
        raise Http404
    return batch


def open_of(batch: Sequence[Reminder], today: date) -> dict[int, Candidate]:
    """Return what each of these persons still owes too late, by the person's key."""
    open_of = {reminder.person_id: Candidate(reminder.person) for reminder in batch}
    for candidate in candidates(today, list(open_of)):
        open_of[candidate.person.pk] = candidate
    return open_of


# --- the link ---
def token(reminder: Reminder) -> str:
    """Return the token of the link; signed, so that another's cannot be guessed."""
    return signing.Signer(salt=SALT).sign(str(reminder.pk)).replace(":", ".")


@dataclass(frozen=True)
class ToPay:
    """The content of the page behind a link: no name, no reasons."""

    cents: int
    giro: Giro


def by_token(text: str, today: date) -> ToPay:
    """Return how to pay what a reminder is about. Http404 for no such link, and after
    thirty days.
    """
    key, _dot, signature = text.partition(".")
    try:
        pk = signing.Signer(salt=SALT).unsign(f"{key}:{signature}")
    except signing.BadSignature:
        raise Http404 from None
    reminder = row_or_404(Reminder.objects.select_related("person"), pk=pk)
    if today > reminder.day + timedelta(days=LINK_DAYS):
        raise Http404
    giro = giro_for(reminder)
    return ToPay(giro.cents, giro)


def giro_for(reminder: Reminder) -> Giro:
    """Return how to pay what a reminder is about, no more than is still open."""
    giro = giro_of(reminder.person)
    giro.owed = min(giro.owed, reminder.cents)
    return giro
