"""Dues: the expected and booked claims of every member, and the reasons for each."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from typing import Any

from django.db.models import QuerySet
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from finance.books import labels as words
from finance.books import periods
from finance.books.models.claims import Claim
from finance.books.periods import Period, Span
from finance.books.queries.access import require_reader
from finance.dues.labels import changes_in, changes_of_reductions
from finance.dues.models import DuesRate, DuesReduction
from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.people.models.kinds import MembershipKind
from league.people.models.people import Membership, Person
from league.people.queries.kinds import kind_names
from league.web.changes import Change
from league.web.money import euro
from league.web.rows import row_or_404

State = Claim.State


@dataclass(frozen=True)
class Share:
    """The dues of a person for one period as a member of one kind, in cents."""

    person_id: int
    kind: str
    period: Period
    day: date
    months: int
    cents: int
    name: str = ""
    less: DuesReduction | None = None
    is_entry: bool = False

    @property
    def key(self) -> str:
        if self.is_entry:
            # Once, however often a member leaves and joins again.
            return f"dues:{self.person_id}:entry"
        return f"dues:{self.person_id}:{self.kind}:{self.period.kind}:{self.period.start}"

    @property
    def note(self) -> str:
        if self.is_entry:
            return _("Joining fee")
        dues = words.dues(self.name or self.kind, self.period, self.months)
        if self.less is None:
            return dues
        of = {
            "dues": dues,
            "day": date_format(self.less.start, "SHORT_DATE_FORMAT"),
            "percent": self.less.percent,
            "amount": euro(self.less.cents or 0),
            "period": self.period_label,
        }
        if self.less.cents is not None:
            return _("%(dues)s, %(amount)s per %(period)s agreed since %(day)s") % of
        return _("%(dues)s, reduced to %(percent)s %% since %(day)s") % of

    @property
    def period_label(self) -> str:
        return str(DuesRate.Period(self.period.kind).label)

    @property
    def kept_note(self) -> str:
        """Return the note stored with the claim; empty if its key says it all, in the reader's
        language.

        Names of the club's own kinds, and reasons of reductions, may change later.
        """
        is_plain = self.less is None and self.kind in MembershipKind.CountsAs.values
        return "" if is_plain and not self.is_entry else self.note


@dataclass
class MemberDues:
    """One member and what a run would do: `new` is booked, `gone` reversed, `right` left alone.

    `by_hand` was reversed or waived by hand and stays as it is; `reason` says why nothing is due.
    """

    person: Person
    new: list[Share] = field(default_factory=list)
    gone: list[Claim] = field(default_factory=list)
    right: list[Share] = field(default_factory=list)
    by_hand: list[Claim] = field(default_factory=list)
    reason: str = ""

    @property
    def cents(self) -> int:
        """Return by how much the run changes what the member owes."""
        return sum(share.cents for share in self.new) - sum(
            claim.amount or 0 for claim in self.gone
        )

    @property
    def changes(self) -> bool:
        return bool(self.new or self.gone)

    @property
    def sentences(self) -> list[str]:
        """Return the reasons for this member's dues, in words."""
        texts = [f"{share.note}: {euro(share.cents)}" for share in self.new]
        texts += [
            _("taken back: %(what)s, %(amount)s")
            % {"what": words.cause(claim), "amount": euro(claim.amount or 0)}
            for claim in self.gone
        ]
        if self.right:
            texts.append(
                ngettext(
                    "one period is booked already",
                    "%(n)s periods are booked already",
                    len(self.right),
                )
                % {"n": len(self.right)}
            )
        texts += [
            _("stays as decided by hand: %(what)s, %(state)s")
            % {"what": words.cause(claim), "state": claim.get_state_display()}
            for claim in self.by_hand
        ]
        return texts or [self.reason]


@dataclass(frozen=True)
class Run:
    """The whole dry run up to a day."""

    through: date
    members: list[MemberDues]

    @property
    def changing(self) -> list[MemberDues]:
        return [member for member in self.members if member.changes]

    @property
    def unchanged(self) -> list[MemberDues]:
        return [member for member in self.members if not member.changes]

    @property
    def cents(self) -> int:
        return sum(member.cents for member in self.members)

    @property
    def fingerprint(self) -> str:
        """Return a digest of the run on the page: another one means that something changed
        meanwhile.
        """
        parts = [
            f"{member.person.pk} +{sorted((share.key, share.cents) for share in member.new)}"
            f" -{sorted(claim.pk for claim in member.gone)}"
            for member in self.changing
        ]
        return sha256("\n".join([str(self.through), *parts]).encode()).hexdigest()[:32]


def rates() -> QuerySet[DuesRate]:
    """Return all past, present and future rates, by kind, newest first."""
    return DuesRate.objects.order_by("kind", "-start")


def changes_of_dues(names: Mapping[str, str]) -> list[Change]:
    """Return the changes of rates and reductions, newest first, with the `names` of the kinds.

    Four queries.
    """
    known_rates = {str(rate.pk): rate for rate in DuesRate._base_manager.all()}
    every_reduction = DuesReduction._base_manager.select_related("person", "paid_by")
    known_reductions = {str(reduction.pk): reduction for reduction in every_reduction}
    of_rates = setting_changes(ClubChange.Matter.RATE, dict.fromkeys(known_rates, ""))
    of_reductions = setting_changes(
        ClubChange.Matter.REDUCTION, dict.fromkeys(known_reductions, "")
    )
    made = [
        *changes_in(of_rates, known_rates, names),
        *changes_of_reductions(of_reductions, known_reductions),
    ]
    return sorted(made, key=lambda change: change.at, reverse=True)


def get_rate_for(user: Any, pk: int, today: date) -> DuesRate:
    require_reader(user, today)
    return row_or_404(DuesRate.objects, pk=pk)


def reductions() -> QuerySet[DuesReduction]:
    """Return all past, present and future reductions, by person, newest first."""
    dues_reductions: QuerySet[DuesReduction] = DuesReduction.objects.select_related(
        "person", "paid_by", "entered_by__person"
    )
    return dues_reductions.order_by("person__sort_key", "person_id", "-start")


def get_reduction_for(user: Any, pk: int, today: date) -> DuesReduction:
    require_reader(user, today)
    return row_or_404(DuesReduction.objects, pk=pk)


def reduction_on(day: date, known: Iterable[DuesReduction]) -> DuesReduction | None:
    """Return the reduction of a person in force on a day."""
    return next(
        (
            dues_reduction
            for dues_reduction in known
            if dues_reduction.start <= day
            and (dues_reduction.end is None or day < dues_reduction.end)
        ),
        None,
    )


def plan(through: date) -> Run:
    """Return the effects of a run up to `through`, for every member since the first rate.

    A constant number of queries, however many members and periods there are.
    """
    known = list(rates())
    memberships: dict[int, list[Span]] = defaultdict(list)
    persons: dict[int, Person] = {}
    for row in Membership.objects.select_related("person").order_by("start"):
        memberships[row.person_id].append(Span(row.kind_id, row.start, row.end))
        persons[row.person_id] = row.person
    booked: dict[int, list[Claim]] = defaultdict(list)
    claims = Claim.objects.filter(kind=Claim.Kind.DUES, is_current=True).select_related("person")
    for claim in claims.order_by("day", "pk"):
        booked[claim.person_id].append(claim)
        persons[claim.person_id] = claim.person
    less: dict[int, list[DuesReduction]] = defaultdict(list)
    for reduction in reductions():
        less[reduction.person_id].append(reduction)
    names = kind_names()
    first = min((rate.start for rate in known), default=through)
    members = []
    for pk, person in sorted(persons.items(), key=lambda pair: (pair[1].sort_key, pair[0])):
        spans = memberships[pk]
        if not booked[pk] and all(span.end is not None and span.end <= first for span in spans):
            continue  # left before there were any dues
        due = [*_shares(pk, spans, known, through, less[pk], names), *_entry(pk, spans, known)]
        shares = sorted(due, key=lambda share: share.day)
        line = _compare(shares, MemberDues(person), booked[pk], through)
        exempt = reduction_on(through, less[pk])
        line.reason = _why_nothing(spans, known, through, exempt, names)
        members.append(line)
    return Run(through, members)


def _shares(
    person_id: int,
    spans: list[Span],
    known: Iterable[DuesRate],
    through: date,
    less: list[DuesReduction],
    names: Mapping[str, str],
) -> Iterable[Share]:
    for rate in known:
        for period in periods.begun(rate.period, rate.start, rate.end, through):
            months = periods.counted(period, rate.kind, spans, rate.joining)
            if months:
                member_since = min(
                    span.start for span in spans if span.meets(months[0], period.end)
                )
                day = max(months[0], member_since)
                reduction = reduction_on(day, less)
                name = names.get(rate.kind, rate.kind)
                if owed := _owed(rate, reduction, period, len(months)):
                    yield Share(
                        person_id, rate.kind, period, day, len(months), owed, name, reduction
                    )


def _entry(person_id: int, spans: list[Span], known: Iterable[DuesRate]) -> Iterable[Share]:
    """Yield the one-time fee of a person's first membership, by the rate of that day."""
    first = min(spans, key=lambda span: span.start, default=None)
    if first is None:
        return
    for rate in known:
        holds = rate.start <= first.start and (rate.end is None or first.start < rate.end)
        if rate.kind == first.kind and holds and rate.entry_fee:
            period = Period(periods.MONTH, first.start.replace(day=1))
            yield Share(
                person_id, first.kind, period, first.start, 1, rate.entry_fee, is_entry=True
            )


def _owed(rate: DuesRate, reduction: DuesReduction | None, period: Period, months: int) -> int:
    """Return what is owed for so many months of a period: the usual, part of it, or what was
    agreed.
    """
    if reduction is not None and reduction.cents is not None:
        return periods.share(reduction.cents, period, months)
    usual = periods.share(rate.cents, period, months)
    return usual if reduction is None else periods.reduced(usual, reduction.percent)


def _compare(
    shares: list[Share], line: MemberDues, booked: list[Claim], through: date
) -> MemberDues:
    """Compare expected with booked dues; claims decided by hand are left alone."""
    there = {claim.key: claim for claim in booked}
    for share in shares:
        claim = there.pop(share.key, None)
        if claim is None:
            if share.day <= through:
                line.new.append(share)
        elif claim.state in {State.REVERSED, State.WAIVED}:
            line.by_hand.append(claim)
        elif claim.amount == share.cents:
            line.right.append(share)
        else:
            line.gone.append(claim)
            line.new.append(share)
    for claim in there.values():
        by_hand = claim.state in {State.REVERSED, State.WAIVED}
        (line.by_hand if by_hand else line.gone).append(claim)
    return line


def _why_nothing(
    spans: list[Span],
    known: list[DuesRate],
    through: date,
    reduction: DuesReduction | None,
    names: Mapping[str, str],
) -> str:
    now = next((span for span in spans if span.meets(through, date.max)), None)
    if now is None:
        return _("no longer a member")
    if now.start > through:
        return _("a member only from %(day)s on") % {
            "day": date_format(now.start, "SHORT_DATE_FORMAT")
        }
    if not any(rate.kind == now.kind and rate.start <= through for rate in known):
        return _("there are no dues for %(kind)s") % {"kind": names.get(now.kind, now.kind)}
    if reduction is not None and reduction.paid_by is not None:
        return _("%(name)s pays for it: %(ground)s") % {
            "name": reduction.paid_by.name,
            "ground": reduction.ground,
        }
    if reduction is not None and not reduction.percent and reduction.cents is None:
        return _("pays no dues: %(ground)s") % {"ground": reduction.ground}
    return _("no period has begun yet")
