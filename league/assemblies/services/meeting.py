"""Writes at the meeting: its opening, attendance, hands counted, words for the minutes."""

from collections.abc import Collection, Mapping
from datetime import datetime

from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from league.access.queries.rights import day_of
from league.assemblies.models.calling import AgendaItem, Assembly
from league.assemblies.models.meeting import (
    AssemblyAttendance,
    Ballot,
    BallotAbstention,
    Candidacy,
    CandidateVotes,
)
from league.assemblies.queries import meeting as queries
from league.assemblies.queries.calling import members_on, voters
from league.assemblies.services.checks import lock_unsigned, must_be_opened, must_take_place
from league.errors import IllegalError, InvalidError, StaleError
from league.people.models.people import Person, User


# --- opening, closing, attendance -----------------------------------------------------------
def open_assembly(
    *, assembly: Assembly, chaired_by: Person, kept_by: Person, now: datetime
) -> Assembly:
    """Open the meeting with its chair and the keeper of its minutes. Chosen anew, the two change.

    Locks the meeting. InvalidError for one person as both, IllegalError before its day, once it is
    called off, and once the minutes are signed.
    """
    if chaired_by == kept_by:
        raise InvalidError(
            "chair_keeps_minutes",
            _("The chair of the meeting does not keep its minutes. Choose two people."),
            field="kept_by",
        )
    with transaction.atomic():
        assembly = lock_unsigned(assembly)
        must_take_place(assembly)
        if day_of(now) < assembly.day:
            raise IllegalError("assembly_not_yet", _("The day of the meeting has not come yet."))
        assembly.opened_at = assembly.opened_at or now
        assembly.chaired_by, assembly.kept_by = chaired_by, kept_by
        assembly.save(update_fields=["opened_at", "chaired_by", "kept_by"])
        return assembly


def close_assembly(*, assembly: Assembly, now: datetime) -> Assembly:
    """Close the meeting. Repeatable; locks it.

    IllegalError if it was not opened, and over a motion, discharge or election without result.
    """
    with transaction.atomic():
        assembly = lock_unsigned(assembly)
        must_be_opened(assembly)
        if assembly.closed_at is None:
            _must_be_decided(assembly)
            assembly.closed_at = now
            assembly.save(update_fields=["closed_at"])
        return assembly


def _must_be_decided(assembly: Assembly) -> None:
    undecided = [state.item.title for state in queries.states(assembly) if state.is_undecided]
    if undecided:
        raise IllegalError(
            "items_undecided",
            _("Still without a result: %(items)s. Enter it, or write into the minutes why not.")
            % {"items": ", ".join(undecided)},
        )


def note_attendance(*, assembly: Assembly, person: Person, is_here: bool, now: datetime) -> None:
    """Note that a person has come or left. The same again changes nothing.

    Before the opening a tap too many leaves nothing. Locks the meeting. IllegalError for a person
    outside the club, for a meeting that is off, and once the minutes are signed.
    """
    with transaction.atomic():
        assembly = lock_unsigned(assembly)
        must_take_place(assembly)
        _must_be_member(assembly, person)
        here = AssemblyAttendance.objects.filter(assembly=assembly, person=person, left_at=None)
        row = here.first()
        if is_here and row is None:
            AssemblyAttendance.objects.create(
                assembly=assembly,
                person=person,
                has_vote=person.pk in voters(assembly),
                came_at=now,
            )
        elif not is_here and row is not None:
            if assembly.opened_at is None:
                row.delete()
            else:
                here.update(left_at=max(now, row.came_at))


def _must_be_member(assembly: Assembly, person: Person) -> None:
    if not members_on(assembly.day).filter(pk=person.pk).exists():
        raise IllegalError(
            "no_member", _("%(name)s is no member on that day.") % {"name": person.name}
        )


# --- votes ----------------------------------------------------------------------------------
def count_vote(
    *,
    item: AgendaItem,
    yes: int,
    no: int,
    abstained: int,
    board_abstained: Collection[Person] = (),
    seen: int,
    client_id: str,
    by: User | None,
    now: datetime,
    fewer: bool = False,
) -> Ballot:
    """Store the hands counted on an item; once more, it is a recount that replaces the one before.

    `seen` is how many counts the page had shown. `board_abstained` are named in the minutes. A
    repeat of the same `client_id` gives the count of before. Locks the meeting. InvalidError for
    more votes than people with a vote are present, for none at all, and for `fewer` ones unless it
    is said; StaleError if another person counted meanwhile; IllegalError before the opening and
    once the minutes are signed.
    """
    with transaction.atomic():
        assembly = lock_unsigned(item.assembly)
        if known := Ballot.objects.filter(client_id=client_id).first():
            return known
        must_be_opened(assembly)
        if item.kind == AgendaItem.Kind.ELECTION:
            raise IllegalError("item_is_election", _("Here people are elected."))
        if item.withdrawn_at is not None:
            raise IllegalError("motion_withdrawn", _("This motion was withdrawn."))
        entitled = _entitled(item, 1)
        _check_counts((yes, no, abstained), entitled, seen, item, fewer)
        if len(board_abstained) > abstained:
            raise InvalidError(
                "more_names_than_abstentions",
                _("More of the board are named than abstained."),
                field="board_abstained",
            )
        ballot = Ballot.objects.create(
            item=item,
            client_id=client_id,
            number=_next_number(item, 1),
            entitled=entitled,
            yes=yes,
            no=no,
            abstained=abstained,
            counted_by=by,
            counted_at=now,
        )
        BallotAbstention.objects.bulk_create(
            BallotAbstention(ballot=ballot, person=person) for person in board_abstained
        )
        return ballot


def count_election(
    *,
    item: AgendaItem,
    round_number: int,
    votes: Mapping[int, int],
    against: int,
    abstained: int,
    seen: int,
    client_id: str,
    by: User | None,
    now: datetime,
    fewer: bool = False,
) -> Ballot:
    """Store the hands counted for each candidate, by the key of the candidacy.

    `against` is for none. The same round again is a recount; the next one is a run-off, or new if
    no one was elected. Otherwise as `count_vote`. IllegalError once a candidate has accepted.
    """
    with transaction.atomic():
        assembly = lock_unsigned(item.assembly)
        if known := Ballot.objects.filter(client_id=client_id).first():
            return known
        must_be_opened(assembly)
        state = queries.state_of(item)
        if not state.is_election:
            raise IllegalError("item_is_no_election", _("Here nobody is elected."))
        if state.accepted is not None:
            raise IllegalError("election_is_accepted", _("The election has been accepted."))
        current = state.current
        if round_number not in (current.round if current else 1, state.next_round):
            raise _stale()
        candidates = state.votable(round_number)
        if not candidates:
            raise IllegalError("no_candidates", _("Nobody stands for this office yet."))
        if set(votes) != {candidate.pk for candidate in candidates}:
            raise _stale()
        entitled = _entitled(item, round_number)
        _check_counts((*votes.values(), against, abstained), entitled, seen, item, fewer)
        ballot = Ballot.objects.create(
            item=item,
            client_id=client_id,
            round=round_number,
            number=_next_number(item, round_number),
            is_run_off=state.is_run_off(round_number),
            entitled=entitled,
            no=against,
            abstained=abstained,
            counted_by=by,
            counted_at=now,
        )
        for candidate in candidates:
            CandidateVotes.objects.create(
                ballot=ballot, candidacy=candidate, votes=votes[candidate.pk]
            )
        return ballot


def _entitled(item: AgendaItem, round_number: int) -> int:
    """Return the number of persons present with a vote; for a recount as many as the first time."""
    before = item.ballots.filter(round=round_number).aggregate(most=Max("entitled"))["most"] or 0
    return max(queries.present_voters(item.assembly), before)


def _check_counts(
    counts: Collection[int], entitled: int, seen: int, item: AgendaItem, fewer: bool
) -> None:
    if seen != item.ballots.count():
        raise _stale()
    if any(count < 0 for count in counts):
        raise InvalidError("negative_votes", _("No count is below zero."))
    total = sum(counts)
    if total > entitled:
        raise InvalidError(
            "more_votes_than_present",
            ngettext(
                "That is %(total)s votes, but one person with a vote is there. Count again, or note"
                " who has come.",
                "That is %(total)s votes, but %(n)s people with a vote are there. Count again, or"
                " note who has come.",
                entitled,
            )
            % {"total": total, "n": entitled},
        )
    if not total:
        raise InvalidError("no_votes", _("How many hands were up?"))
    if total < entitled and not fewer:
        raise InvalidError(
            "fewer_votes_than_present",
            _("That is %(total)s of %(n)s votes. Count again, or tick: the others did not vote.")
            % {"total": total, "n": entitled},
            field="fewer",
        )


def _next_number(item: AgendaItem, round_number: int) -> int:
    last = item.ballots.filter(round=round_number).aggregate(last=Max("number"))["last"]
    return (last or 0) + 1


def _stale() -> StaleError:
    return StaleError(
        "counted_meanwhile", _("Somebody has counted meanwhile. Look at the numbers first.")
    )


# --- candidates -----------------------------------------------------------------------------
def put_up(*, item: AgendaItem, person: Person, now: datetime) -> Candidacy:
    """Nominate a person for the office; one who had withdrawn is a candidate again. Repeatable.

    Locks the meeting. IllegalError for a person outside the club.
    """
    with transaction.atomic():
        assembly = lock_unsigned(item.assembly)
        if item.kind != AgendaItem.Kind.ELECTION:
            raise IllegalError("item_is_no_election", _("Here nobody is elected."))
        _must_be_member(assembly, person)
        candidacy, _new = Candidacy.objects.get_or_create(
            item=item, person=person, defaults={"added_at": now}
        )
        if candidacy.withdrawn_at is not None:
            candidacy.withdrawn_at = None
            candidacy.save(update_fields=["withdrawn_at"])
        return candidacy


def withdraw_candidacy(*, candidacy: Candidacy, now: datetime) -> None:
    """Withdraw a candidacy. Repeatable; locks the meeting.

    IllegalError for an elected candidate: that one declines.
    """
    with transaction.atomic():
        lock_unsigned(candidacy.item.assembly)
        elected = queries.state_of(candidacy.item).elected
        if elected is not None and elected.pk == candidacy.pk:
            raise IllegalError(
                "candidate_is_elected", _("Whoever is elected says whether to accept.")
            )
        Candidacy.objects.filter(pk=candidacy.pk, withdrawn_at=None).update(withdrawn_at=now)


# --- words ----------------------------------------------------------------------------------
def write_note(*, item: AgendaItem, note: str) -> None:
    """Store the minutes' text on an item.

    Repeatable; locks the meeting. IllegalError once signed.
    """
    with transaction.atomic():
        lock_unsigned(item.assembly)
        AgendaItem.objects.filter(pk=item.pk).update(note=note.strip()[:4000])
