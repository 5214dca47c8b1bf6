"""Two records of one person that became one: the record that stays, and the rows moved to it.

Nothing is undone by editing: these rows keep for good which record each row belonged to before.
"""

from collections.abc import Collection, Mapping

from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import F, Q

from league.guards.constraints import check, unique
from league.guards.kinds import append_only, guard, refuse_insert
from league.people.models.fields import by_user
from league.people.models.people import Person


class PersonMergeManager(models.Manager["PersonMerge"]):
    def kept_keys(self) -> dict[int, int]:
        """Return for every absorbed record the key of the one that stays. One query."""
        return dict(self.values_list("absorbed_id", "kept_id"))

    def kept_key(self, person: int) -> int:
        """Return the key of the record that stays, which is mostly the same one."""
        kept = self.filter(absorbed=person).values_list("kept_id", flat=True).first()
        return person if kept is None else kept

    def widened(
        self, persons: Collection[int], merged_into: Mapping[int, int] | None = None
    ) -> set[int]:
        """Return these keys and those of all other records of the same persons. One query if
        `merged_into`, the result of `kept_keys`, is not given.
        """
        merged_into = self.kept_keys() if merged_into is None else merged_into
        stays = {merged_into.get(person, person) for person in persons}
        absorbed = {absorbed for absorbed, kept in merged_into.items() if kept in stays}
        return {*persons, *stays, *absorbed}

    def records_of(self, person: int) -> list[int]:
        """Return the key of a person and those of the records it absorbed."""
        absorbed = self.filter(kept=person).order_by("pk")
        return [person, *absorbed.values_list("absorbed_id", flat=True)]


class PersonMerge(models.Model):
    """The record `absorbed` is the person `kept` from now on.

    `digest` is of the preview that was confirmed. An absorbed record never absorbs another, and one
    that absorbed another is never absorbed: no code has to follow a chain.
    """

    absorbed = models.OneToOneField(Person, on_delete=models.PROTECT, related_name="merge")
    kept = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="merges")
    client_id = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    merged_by = by_user(models.SET_NULL)
    merged_at = models.DateTimeField()

    objects = PersonMergeManager()

    class Meta:
        ordering = ["pk"]
        constraints = [check("merge_of_two_records", ~Q(absorbed=F("kept")))]

    def __str__(self) -> str:
        return f"{self.absorbed} → {self.kept}"


class MergedRow(models.Model):
    """One row that was moved to the record that stays, or ended with the other one.

    `place` is the model's label with the column, `row` its key. A row about a matter on which both
    records had one was dropped: its `values` are its content.
    """

    class Fate(models.TextChoices):
        MOVED = "moved"
        CLOSED = "closed"
        DROPPED = "dropped"

    merge = models.ForeignKey(PersonMerge, on_delete=models.PROTECT, related_name="rows")
    place = models.CharField(max_length=60)
    row = models.BigIntegerField()
    fate = models.CharField(max_length=7, choices=Fate.choices)
    values = models.JSONField(default=dict, encoder=DjangoJSONEncoder)

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("merged_row_once", "merge", "place", "row"),
            check("merged_row_fate", fate__in=["moved", "closed", "dropped"]),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.row}: {self.fate}"


class DifferentPeople(models.Model):
    """Two records that look alike and are marked as two people: not offered any more.

    The smaller key comes first. Taken back, the row goes.
    """

    first = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    second = models.ForeignKey(Person, on_delete=models.CASCADE, related_name="+")
    noted_by = by_user(models.SET_NULL)
    noted_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]
        constraints = [
            unique("different_people_once", "first", "second"),
            check("different_people_in_order", first__lt=F("second")),
        ]

    def __str__(self) -> str:
        return f"{self.first} ≠ {self.second}"


guard("league_mergedrow", *append_only())
guard(
    "league_personmerge",
    *append_only("id absorbed_id kept_id client_id digest merged_at"),
    refuse_insert(
        "no_chain",
        "merge_chain",
        "EXISTS (SELECT 1 FROM league_personmerge m"
        " WHERE m.absorbed_id = NEW.kept_id OR m.kept_id = NEW.absorbed_id)",
    ),
)
