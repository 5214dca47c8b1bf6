"""The state of a meeting: attendance, the counts on each item and what comes of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.db.models import Prefetch
from django.utils.translation import gettext as _

from league.approvals.models import Approval
from league.assemblies import labels, rules
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.models.meeting import (
    AssemblyAttendance,
    Ballot,
    BallotAbstention,
    Candidacy,
    CandidateVotes,
)
from league.assemblies.queries.calling import agenda, members_on, voters
from league.people.models.people import Office, Person


@dataclass(frozen=True)
class Attendee:
    """A person of the list: with a vote or without, and since when present."""

    person: Person
    has_vote: bool
    here: AssemblyAttendance | None = None
    left_at: datetime | None = None

    @property
    def look(self) -> str:
        """Return the style of the name: present, gone again, or not come yet."""
        if self.here is not None:
            return "present"
        return "absent" if self.left_at is not None else ""

    @property
    def note(self) -> str:
        """Return the line below the name: the missing vote, else since or until when the person
        is present.
        """
        if not self.has_vote:
            return _("without a vote")
        return labels.there(self.here.came_at if self.here else None, self.left_at)


@dataclass(frozen=True)
class Presence:
    """The persons present out of all, and a quorum to compare them with."""

    attendees: list[Attendee]
    quorum: int

    @cached_property
    def voters(self) -> int:
        return sum(attendee.has_vote for attendee in self.attendees)

    @cached_property
    def here(self) -> int:
        """Return the number of persons present with a vote."""
        return sum(
            attendee.here is not None and attendee.here.has_vote for attendee in self.attendees
        )

    @cached_property
    def others_here(self) -> int:
        return sum(
            attendee.here is not None and not attendee.here.has_vote for attendee in self.attendees
        )

    @property
    def is_quorate(self) -> bool:
        return self.here >= self.quorum

    @property
    def enough(self) -> str:
        """Return a sentence if so many can decide or not; empty if no number is needed."""
        if not self.quorum:
            return ""
        sentence = _("Enough to decide: %(n)s are needed.")
        if not self.is_quorate:
            sentence = _("Not enough to decide: %(n)s are needed.")
        return sentence % {"n": self.quorum}


def present_voters(assembly: Assembly) -> int:
    there = AssemblyAttendance.objects.filter(assembly=assembly, left_at=None, has_vote=True)
    return there.count()


def presence(assembly: Assembly) -> Presence:
    """Return members by name, those with a vote first."""
    with_vote = voters(assembly)
    rows: dict[int, list[AssemblyAttendance]] = {}
    for row in AssemblyAttendance.objects.filter(assembly=assembly).order_by("pk"):
        rows.setdefault(row.person_id, []).append(row)
    attendees = []
    for person in members_on(assembly.day):
        last = rows.get(person.pk, [None])[-1]
        here = last if last is not None and last.left_at is None else None
        left = last.left_at if last is not None else None
        attendees.append(Attendee(person, person.pk in with_vote, here, left))
    attendees.sort(key=lambda attendee: not attendee.has_vote)
    percent = assembly.rule.quorum_percent or 0
    return Presence(attendees, rules.needed_for_quorum(len(with_vote), percent))


def spans(assembly: Assembly) -> list[AssemblyAttendance]:
    """Return each person's spans of presence, by name."""
    rows = AssemblyAttendance.objects.filter(assembly=assembly).select_related("person")
    return list(rows.order_by("person__sort_key", "pk"))


@dataclass(frozen=True)
class ItemState:
    """One item with its counts, the newest of each round last."""

    item: AgendaItem
    ballots: Sequence[Ballot]
    candidacies: Sequence[Candidacy]

    @property
    def is_election(self) -> bool:
        return self.item.kind == AgendaItem.Kind.ELECTION

    @property
    def current(self) -> Ballot | None:
        """Return the count that decides so far."""
        return self.ballots[-1] if self.ballots else None

    @property
    def rounds(self) -> list[Ballot]:
        """Return the count that holds of each round."""
        return list({ballot.round: ballot for ballot in self.ballots}.values())

    @property
    def replaced(self) -> list[Ballot]:
        """Return counts that a recount has replaced."""
        holding = {ballot.pk for ballot in self.rounds}
        return [ballot for ballot in self.ballots if ballot.pk not in holding]

    @property
    def names(self) -> dict[int, str]:
        return {candidacy.pk: candidacy.person.name for candidacy in self.candidacies}

    @property
    def standing(self) -> list[Candidacy]:
        """Return candidates who can be elected: neither withdrawn nor declined."""
        return [
            candidacy
            for candidacy in self.candidacies
            if candidacy.withdrawn_at is None and candidacy.answer != Candidacy.Answer.DECLINED
        ]

    @property
    def outcome(self) -> rules.Outcome:
        """Return the outcome of the newest count; an empty one as long as nothing was counted."""
        return outcome_of(self.current) if self.current is not None else rules.Outcome()

    @property
    def elected(self) -> Candidacy | None:
        """Return the candidacy that has won and was not declined."""
        return next((c for c in self.standing if c.pk == self.outcome.elected), None)

    @property
    def accepted(self) -> Candidacy | None:
        accepted = Candidacy.Answer.ACCEPTED
        return next((c for c in self.candidacies if c.answer == accepted), None)

    @property
    def is_unanswered(self) -> bool:
        """Return True for an election with candidates that no one has accepted yet."""
        return self.is_election and bool(self.standing) and self.accepted is None

    @property
    def is_undecided(self) -> bool:
        """Return True for a motion, discharge or election with neither a result nor words for it.

        An election has its result once it is accepted; words record an outcome without one.
        """
        if self.item.note:
            return False
        if self.is_election:
            return self.accepted is None
        kinds = (AgendaItem.Kind.MOTION, AgendaItem.Kind.DISCHARGE)
        return self.item.kind in kinds and self.current is None

    @property
    def needs_another_round(self) -> bool:
        """Return True if it was counted without a winner who did not decline."""
        return self.is_election and self.current is not None and self.elected is None

    @property
    def next_round(self) -> int:
        current = self.current
        return current.round + self.needs_another_round if current is not None else 1

    def votable(self, round_number: int) -> list[Candidacy]:
        """Return the candidates of a round: those of the run-off, otherwise all."""
        current = self.current
        if current is not None and round_number == current.round:
            counted = {vote.candidacy_id for vote in current.votes.all()}
            return [c for c in self.candidacies if c.pk in counted]
        run_off = self.outcome.run_off
        return [c for c in self.standing if not run_off or c.pk in run_off]

    def is_run_off(self, round_number: int) -> bool:
        current = self.current
        if current is not None and round_number == current.round:
            return current.is_run_off
        return bool(self.outcome.run_off)

    def round_sentence(self, ballot: Ballot) -> str:
        """Return the result of a count, with its numbers."""
        if not self.is_election:
            return labels.vote_result(ballot, self.item)
        counts = labels.election_counts(ballot, self.names)
        return f"{labels.election_result(outcome_of(ballot), self.names)} ({counts})"

    @property
    def sentence(self) -> str:
        """Return the result of the item so far; empty if nothing was counted."""
        return self.round_sentence(self.current) if self.current is not None else ""


def outcome_of(ballot: Ballot) -> rules.Outcome:
    votes = {vote.candidacy_id: vote.votes for vote in ballot.votes.all()}
    return rules.elect(votes, ballot.no, is_run_off=ballot.is_run_off)


def states(assembly: Assembly, items: Sequence[AgendaItem] | None = None) -> list[ItemState]:
    """Return all items that were not withdrawn, with their counts.

    Four queries and the agenda's.
    """
    shown = [item for item in items or agenda(assembly) if item.withdrawn_at is None]
    keys = [item.pk for item in shown]
    abstentions = BallotAbstention.objects.select_related("person")
    ballots: dict[int, list[Ballot]] = {}
    for ballot in Ballot.objects.filter(item__in=keys).prefetch_related(
        Prefetch("votes", queryset=CandidateVotes.objects.order_by("candidacy_id")),
        Prefetch("named_abstentions", queryset=abstentions),
    ):
        ballots.setdefault(ballot.item_id, []).append(ballot)
    candidacies: dict[int, list[Candidacy]] = {}
    for candidacy in Candidacy.objects.filter(item__in=keys).select_related("person", "office"):
        candidacies.setdefault(candidacy.item_id, []).append(candidacy)
    return [
        ItemState(item, ballots.get(item.pk, []), candidacies.get(item.pk, [])) for item in shown
    ]


def state_of(item: AgendaItem) -> ItemState:
    return states(item.assembly, [item])[0]


def board_present(assembly: Assembly) -> list[Person]:
    """Return members of the board on the day of the meeting who are present: the discharge is
    theirs.
    """
    board = Office.objects.on(assembly.day).filter(role__in=Office.BOARD).values("person")
    there = AssemblyAttendance.objects.filter(assembly=assembly, left_at=None).values("person")
    return list(Person.objects.filter(pk__in=board).filter(pk__in=there))


def last_discharge(since: date) -> Ballot | None:
    """Return the last count on the discharge of the board of the newest meeting since that day.

    None if no meeting voted on it.
    """
    votes = Ballot.objects.filter(
        item__kind=AgendaItem.Kind.DISCHARGE, item__assembly__day__gte=since
    )
    newest = votes.select_related("item__assembly").order_by(
        "-item__assembly__day", "-number", "-pk"
    )
    return newest.first()


def holders(item: AgendaItem) -> list[Office]:
    """Return the holders of the office of an election on the day of the meeting."""
    offices = Office.objects.on(item.assembly.day).filter(role=item.office)
    return list(offices.select_related("person").order_by("start", "pk"))


def chair_of(assembly: Assembly) -> int | None:
    """Return the key of the club's chair on that day."""
    chairs = Office.objects.on(assembly.day).filter(role=Office.Role.CHAIR)
    return chairs.values_list("person", flat=True).first()


def waits_for_second(state: ItemState) -> bool:
    """Return True if the office that follows is a person's own matter and waits for a second
    person.
    """
    accepted = state.accepted
    if accepted is None or accepted.office_id is not None:
        return False
    about = f"office:{accepted.person_id}:{state.item.office}"
    return Approval.objects.filter(about=about, state=Approval.State.WAITING).exists()
