"""Read two records that may be one person: candidates, and the outcome of a merge."""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.apps import apps
from django.db.models import Exists, Model, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from config.merging import columns, labels, rules
from config.merging.rules import Record, Span
from config.privacy.models import Erasure
from finance.bank.models.notices import PaymentNotice
from finance.books import chart
from finance.books.models.claims import Claim
from finance.books.models.ledger import Account
from finance.books.queries.people import owing_of
from finance.dues.models import DuesReduction
from finance.sepa.models import Mandate
from league.access.models import LoginSession
from league.approvals.models import Approval
from league.assemblies.models.meeting import AssemblyAttendance
from league.events.models import Participation, Seat
from league.kings.models import King
from league.matches.models import SquadMember
from league.people.models.details import DetailValue, MembershipCorrection, PersonDetails
from league.people.models.invitations import Invitation
from league.people.models.merges import DifferentPeople, PersonMerge
from league.people.models.people import Membership, Office, Person
from league.people.models.postal import PostalAddress
from league.results.models.results import Charge
from league.tournaments.models.tournaments import Registration
from league.web.rows import row_or_404

# Rows that come and go by themselves while a merge waits, and give no one anything.
PASSING = frozenset({"league.LoginSession.user", *columns.DROPPED})


@dataclass(frozen=True)
class Preview:
    """The outcome of a merge beforehand. `refusals` are sentences: with one, nothing is merged.

    `rows` are the keys of the rows that are moved or ended, by model and column, `dropped` those
    that both records have alike. `cents` are the balance of the record that is absorbed, below zero
    for a credit. `owner` may confirm it though it is about an own record.
    """

    kept: Person
    absorbed: Person
    rows: dict[str, tuple[int, ...]]
    dropped: dict[str, tuple[int, ...]]
    cents: int
    refusals: list[str]
    rights: list[str]
    login: str
    needs_second: bool
    owner: Person | None

    @property
    def digest(self) -> str:
        """Return a digest of all of it: another one once anything of it has changed."""
        lasting = {place: keys for place, keys in self.rows.items() if place not in PASSING}
        content = [
            *(self.kept.pk, self.kept.name, self.absorbed.pk, self.absorbed.name),
            *(
                sorted(lasting.items()),
                sorted(self.dropped.items()),
                self.cents,
                self.refusals,
                self.rights,
                self.login,
            ),
        ]
        return hashlib.sha256(json.dumps(content, ensure_ascii=True).encode()).hexdigest()

    @property
    def owed(self) -> int:
        """Return the cents of the debt or of the credit."""
        return abs(self.cents)

    @property
    def dropped_count(self) -> int:
        return sum(map(len, self.dropped.values()))

    @property
    def moves(self) -> list[tuple[int, str]]:
        """Return the number of rows moved of each kind, with its words."""
        return [(len(keys), str(labels.MOVED[place])) for place, keys in self.rows.items() if keys]


# --- a record ------------------------------------------------------------------------------------
def events_of(person: Person) -> frozenset[int]:
    """Return events at which a person has more than an answer: a seat, a place, attendance, a
    charge.

    An answer alone says nothing of attendance, and a person who was invited twice gave two.
    """
    present = [Participation.Attendance.PRESENT, Participation.Attendance.LATE]
    there = Participation.objects.filter(person=person).filter(
        Q(attendance__in=present)
        | Q(checked_in_at__isnull=False)
        | Q(start_number__isnull=False)
        | Q(team__isnull=False)
        | Q(registration__isnull=False)
        | Exists(Seat.objects.filter(participation=OuterRef("pk")))
    )
    registered = Registration.objects.filter(person=person).exclude(
        state=Registration.State.CANCELLED
    )
    charged = Charge.objects.filter(person=person, withdrawal=None)
    return frozenset(
        {
            *there.values_list("event_id", flat=True),
            *registered.values_list("event_id", flat=True),
            *charged.values_list("event_id", flat=True),
        }
    )


def record_of(person: Person) -> Record:
    """Return the facts of a record that count for a merge."""
    dues = Claim.objects.filter(person=person, kind=Claim.Kind.DUES, is_current=True)
    reduced = DuesReduction.objects.filter(Q(person=person) | Q(paid_by=person))
    return Record(
        key=person.pk,
        has_login=person.user is not None and person.user.is_active,
        offices=_spans(Office.objects.filter(person=person), "role"),
        memberships=_spans(Membership.objects.filter(person=person), "kind_id"),
        there=events_of(person),
        squads=frozenset(
            SquadMember.objects.filter(person=person).values_list("season_id", flat=True)
        ),
        assemblies=frozenset(
            AssemblyAttendance.objects.filter(person=person).values_list("assembly_id", flat=True)
        ),
        has_dues=dues.exists() or reduced.exists(),
        is_erased=Erasure.objects.filter(person=person).exists(),
        is_absorbed=PersonMerge.objects.filter(absorbed=person).exists(),
        stands_for_others=PersonMerge.objects.filter(kept=person).exists(),
        open_matters=tuple(_open_matters(person)),
    )


def _spans(rows: QuerySet[Any], what: str) -> tuple[Span, ...]:
    return tuple(
        Span(*row) for row in rows.order_by("start", "pk").values_list(what, "start", "end", "pk")
    )


def _open_matters(person: Person) -> Iterable[str]:
    waiting = Approval.objects.filter(state=Approval.State.WAITING).exclude(kind="merge")
    if waiting.filter(Q(person=person) | Q(proposed_by=person)).exists():
        yield "waiting"
    meetings = AssemblyAttendance.objects.filter(person=person, assembly__closed_at=None)
    if meetings.filter(assembly__opened_at__isnull=False).exists():
        yield "assembly"
    if Claim.objects.filter(person=person, state=Claim.State.OBJECTED).exists():
        yield "objection"
    rounds = Account.objects.filter(person=person, code=chart.OWED[chart.RUNDE])
    if rounds.exclude(balance=0).exists():
        yield "rounds"
    if PaymentNotice.objects.filter(person=person, state=PaymentNotice.State.PENDING).exists():
        yield "announced"
    if Mandate.objects.filter(person=person, ended_at=None).exists():
        yield "mandate"


# --- the outcome of a merge ----------------------------------------------------------------------
def preview(kept: Person, absorbed: Person, by: Person | None, today: date) -> Preview:
    """Return all that making `absorbed` one with `kept` today does, as `by` would do it."""
    stays, goes = record_of(kept), record_of(absorbed)
    refusals = rules.refusals(stays, goes, today, Office.BOARD)
    dropped = dropped_rows(stays, goes)
    doubled = dropped["league.Membership.person"]
    if MembershipCorrection.objects.filter(membership__in=doubled).exists():
        refusals.append(rules.Refusal("corrected"))
    owner = rules.owner_confirms(stays, goes, by.pk if by else None, today)
    return Preview(
        kept=kept,
        absorbed=absorbed,
        rows=rows_of(kept, absorbed, dropped),
        dropped=dropped,
        cents=owing_of(absorbed).cents,
        refusals=[labels.refusal(reason) for reason in refusals],
        rights=rights_of(kept, absorbed, today),
        login=login_of(kept, absorbed),
        needs_second=rules.needs_second_person(stays, goes, by.pk if by else None, today),
        owner=next((own for own in (kept, absorbed) if own.pk == owner), None),
    )


def rows_of(
    kept: Person, absorbed: Person, dropped: Mapping[str, tuple[int, ...]]
) -> dict[str, tuple[int, ...]]:
    """Return the keys of the rows moved or ended with the record, by model and column."""
    rows = {
        place: _keys(_rows(place, absorbed).exclude(pk__in=dropped.get(place, ())))
        for place in columns.MOVED
    }
    rows["league.King.person"] = _keys(King.objects.filter(person=absorbed, is_current=True))
    if not PersonDetails.objects.filter(person=kept).exists():
        rows["league.PersonDetails.person"] = _keys(PersonDetails.objects.filter(person=absorbed))
    if not PostalAddress.objects.filter(person=kept).exists():
        rows["league.PostalAddress.person"] = _keys(PostalAddress.objects.filter(person=absorbed))
    known = DetailValue.objects.filter(person=kept).values("field")
    rows["league.DetailValue.person"] = _keys(
        DetailValue.objects.filter(person=absorbed).exclude(field__in=known)
    )
    for place, column in columns.CLOSED.items():
        open_now = _rows(place, absorbed).filter(**{column: None})
        if place == "league.Invitation.person":
            open_now = open_now.filter(state__in=Invitation.OPEN)
        rows[place] = _keys(open_now)
    for place in columns.DROPPED:
        rows[place] = _keys(_rows(place, absorbed))
    if absorbed.user_id is not None:
        devices = LoginSession.objects.filter(user=absorbed.user_id)
        rows["league.LoginSession.user"] = _keys(devices)
    return rows


def dropped_rows(kept: Record, absorbed: Record) -> dict[str, tuple[int, ...]]:
    """Return the keys of rows that both records have alike: one remains afterwards.

    Of two answers to one invitation that of the record that was there counts, else that of the one
    that stays; of two memberships or offices on the same days those of the one that stays.
    """
    answers: list[int] = []
    own = Participation.objects.filter(person=absorbed.key)
    both = Participation.objects.filter(person=kept.key, event__in=own.values("event"))
    for event in both.values_list("event_id", flat=True):
        loser = kept if event in absorbed.there - kept.there else absorbed
        answers += _keys(Participation.objects.filter(event=event, person=loser.key))
    return {
        "league.Participation.person": tuple(sorted(answers)),
        "league.Membership.person": rules.doubled_memberships(kept, absorbed),
        "league.Office.person": rules.doubled_offices(kept, absorbed),
    }


def _rows(place: str, person: Person) -> QuerySet[Any]:
    label, _dot, column = place.rpartition(".")
    model: type[Model] = apps.get_model(label)
    return model._base_manager.filter(**{column: person.pk})


def _keys(rows: QuerySet[Any]) -> tuple[int, ...]:
    return tuple(rows.order_by("pk").values_list("pk", flat=True))


def login_of(kept: Person, absorbed: Person) -> str:
    """Say in one sentence what happens to the logins."""
    if absorbed.user is None or not absorbed.user.is_active:
        if kept.user is None:
            return _("Nobody of the two logs in.")
        return _("The login stays: %(email)s.") % {"email": kept.user.email}
    if kept.user is None or not kept.user.is_active:
        return _("The login %(email)s becomes that of %(name)s; its devices are logged out.") % {
            "email": absorbed.user.email,
            "name": kept.name,
        }
    return _("The login %(email)s stays. %(other)s is closed and opens for nobody any more.") % {
        "email": kept.user.email,
        "other": absorbed.user.email,
    }


def rights_of(kept: Person, absorbed: Person, today: date) -> list[str]:
    """Return sentences about the merged person's rights from then on, each with its source."""
    sentences = []
    later = Q(end=None) | Q(end__gt=today)
    for record in (kept, absorbed):
        memberships = Membership.objects.filter(later, person=record).select_related("kind")
        sentences += [
            _("member (%(kind)s), from “%(name)s”") % {"kind": membership.kind, "name": record.name}
            for membership in memberships
        ]
        sentences += [
            _("office “%(role)s”, from “%(name)s”")
            % {"role": office.get_role_display(), "name": record.name}
            for office in Office.objects.filter(later, person=record)
        ]
    return sentences


def get_person(pk: int) -> Person:
    """Return a person with the login, if any. The caller must be a keeper of the people."""
    return row_or_404(Person.objects.select_related("user"), pk=pk)


# --- the candidates ------------------------------------------------------------------------------
def unmerged() -> QuerySet[Person]:
    """Return all people who can be merged with another, by name."""
    return Person.objects.filter(erased_at=None, merge=None).order_by("sort_key", "pk")


def different_people() -> QuerySet[DifferentPeople]:
    """Return the pairs declared to be two people, while both records are still unmerged."""
    both = DifferentPeople.objects.filter(first__in=unmerged(), second__in=unmerged())
    return both.select_related("first", "second").order_by("first__sort_key", "pk")
