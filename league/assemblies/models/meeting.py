"""The evening itself: attendance, candidates, and the counts."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.assemblies.models.calling import AgendaItem, Assembly, signed
from league.guards.constraints import check, unique
from league.guards.kinds import (
    append_only,
    guard,
    refuse_delete,
    refuse_insert,
    refuse_insert_and_update,
)
from league.guards.versioned import Versioned
from league.people.models.fields import by_user
from league.people.models.people import Office, Person


class AssemblyAttendance(Versioned):
    """One span of a person's presence; a person who comes back has another row."""

    assembly = models.ForeignKey(Assembly, on_delete=models.PROTECT, related_name="attendances")
    person = models.ForeignKey(
        Person, on_delete=models.PROTECT, related_name="assembly_attendances"
    )
    has_vote = models.BooleanField()
    came_at = models.DateTimeField()
    left_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["assembly_id", "person__sort_key", "pk"]
        constraints = [
            unique("assembly_attendance_there_once", "assembly", "person", where=Q(left_at=None)),
            check("assembly_attendance_left_later", Q(left_at=None) | Q(left_at__gte=F("came_at"))),
        ]

    def __str__(self) -> str:
        return f"{self.assembly}: {self.person_id}"


class Candidacy(Versioned):
    """A person's candidacy for the office of an item.

    An elected one is asked to accept or decline.
    """

    class Answer(models.TextChoices):
        NONE = "", _("not asked yet")
        ACCEPTED = "accepted", _("accepts the election")
        DECLINED = "declined", _("declines the election")

    item = models.ForeignKey(AgendaItem, on_delete=models.PROTECT, related_name="candidacies")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="candidacies")
    added_at = models.DateTimeField()
    withdrawn_at = models.DateTimeField(null=True)
    answer = models.CharField(max_length=8, choices=Answer.choices, blank=True, default="")
    answered_at = models.DateTimeField(null=True)
    # The first day in office, and the office that followed; none while it waits for a second
    # person.
    start = models.DateField(null=True)
    office = models.ForeignKey(Office, null=True, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["item_id", "pk"]
        constraints = [
            unique("candidacy_once", "item", "person"),
            unique("candidacy_one_accepted", "item", where=Q(answer="accepted")),
            check(
                "candidacy_answer",
                Q(answer="", answered_at=None, start=None, office=None)
                | Q(answer="declined", answered_at__isnull=False, start=None, office=None)
                | Q(answer="accepted", answered_at__isnull=False, start__isnull=False),
            ),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.person_id}"


class Ballot(Versioned):
    """One count of hands on an item. A recount is another row of the same round; the last counts.

    `entitled` is the number of persons with a vote who were present. In an election `yes` is 0: the
    votes for each are in `CandidateVotes`, and `no` counts those for none of the candidates.
    """

    SUMS = ("counted_by_id",)

    item = models.ForeignKey(AgendaItem, on_delete=models.PROTECT, related_name="ballots")
    client_id = models.CharField(max_length=64, unique=True)
    round = models.PositiveSmallIntegerField(default=1)
    number = models.PositiveSmallIntegerField()
    is_run_off = models.BooleanField(default=False)
    entitled = models.PositiveSmallIntegerField()
    yes = models.PositiveSmallIntegerField(default=0)
    no = models.PositiveSmallIntegerField(default=0)
    abstained = models.PositiveSmallIntegerField(default=0)
    counted_by = by_user(models.SET_NULL)
    counted_at = models.DateTimeField()

    class Meta:
        ordering = ["item_id", "round", "number"]
        constraints = [
            unique("ballot_number_once", "item", "round", "number"),
            check(
                "ballot_not_below_zero",
                yes__gte=0,
                no__gte=0,
                abstained__gte=0,
                round__gte=1,
                number__gte=1,
            ),
            check("ballot_no_more_than_present", entitled__gte=F("yes") + F("no") + F("abstained")),
        ]

    def __str__(self) -> str:
        return f"{self.item}: {self.round}/{self.number}"


class CandidateVotes(Versioned):
    """The number of hands for a candidate."""

    ballot = models.ForeignKey(Ballot, on_delete=models.PROTECT, related_name="votes")
    candidacy = models.ForeignKey(Candidacy, on_delete=models.PROTECT, related_name="votes")
    votes = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["ballot_id", "candidacy_id"]
        constraints = [
            unique("candidate_votes_once", "ballot", "candidacy"),
            check("candidate_votes_not_negative", votes__gte=0),
        ]

    def __str__(self) -> str:
        return f"{self.ballot}: {self.votes}"


class BallotAbstention(Versioned):
    """An abstention that the minutes name: a member of the board whose discharge it was."""

    ballot = models.ForeignKey(Ballot, on_delete=models.PROTECT, related_name="named_abstentions")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="+")

    class Meta:
        ordering = ["ballot_id", "person__sort_key"]
        constraints = [unique("ballot_abstention_once", "ballot", "person")]

    def __str__(self) -> str:
        return f"{self.ballot}: {self.person_id}"


def _signed_item(item: str) -> str:
    return signed(f"(SELECT assembly_id FROM league_agendaitem i WHERE i.id = {item})")  # noqa: S608


_PRESENT = (
    "(SELECT COUNT(*) FROM league_assemblyattendance t JOIN league_agendaitem i"
    " ON i.assembly_id = t.assembly_id WHERE i.id = NEW.item_id AND t.has_vote"
    " AND t.left_at IS NULL)"
)
# A miscount may be corrected after some have left: as many as were present the first time.
_BEFORE = (
    "(SELECT COALESCE(MAX(b.entitled), 0) FROM league_ballot b WHERE b.item_id = NEW.item_id"
    " AND b.round = NEW.round)"
)
_COUNTED = (
    "(SELECT b.yes + b.no + b.abstained + COALESCE((SELECT SUM(v.votes)"
    " FROM league_candidatevotes v WHERE v.ballot_id = b.id), 0) - b.entitled"
    " FROM league_ballot b WHERE b.id = NEW.ballot_id)"
)

guard(
    "league_assemblyattendance",
    *refuse_insert_and_update("signed", "minutes_are_signed", signed("NEW.assembly_id")),
    refuse_delete("signed_delete", "minutes_are_signed", signed("OLD.assembly_id")),
)
guard(
    "league_candidacy",
    *refuse_insert_and_update("signed", "minutes_are_signed", _signed_item("NEW.item_id")),
    refuse_delete("signed_delete", "minutes_are_signed", _signed_item("OLD.item_id")),
    refuse_insert(
        "election",
        "item_is_no_election",
        "(SELECT kind FROM league_agendaitem i WHERE i.id = NEW.item_id) <> 'election'",
    ),
)
guard(
    "league_ballot",
    refuse_insert("signed", "minutes_are_signed", _signed_item("NEW.item_id")),
    refuse_insert(
        "present",
        "more_votes_than_present",
        f"NEW.entitled > {_PRESENT} AND NEW.entitled > {_BEFORE}",
    ),
    *append_only(
        "id item_id client_id round number is_run_off entitled yes no abstained counted_at"
    ),
)
guard(
    "league_candidatevotes",
    refuse_insert("present", "more_votes_than_present", f"NEW.votes + {_COUNTED} > 0"),
    refuse_insert(
        "item",
        "candidate_of_another_item",
        "(SELECT item_id FROM league_candidacy c WHERE c.id = NEW.candidacy_id)"
        " <> (SELECT item_id FROM league_ballot b WHERE b.id = NEW.ballot_id)",
    ),
    *append_only(),
)
guard("league_ballotabstention", *append_only())
