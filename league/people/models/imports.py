"""Lists of people that were taken in: the outcome of each line, and the roles of the columns."""

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard
from league.people.models.fields import by_user
from league.people.models.people import Person


class PeopleColumns(models.Model):
    """The roles of the columns of a list with this `heading`; the newest row counts.

    `roles` names one for each column, between commas (`league/people/reading/sheets.py`).
    """

    heading = models.CharField(max_length=1000)
    roles = models.CharField(max_length=600)
    entered_by = by_user(models.SET_NULL)
    entered_at = models.DateTimeField()

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return self.heading


class PeopleImport(models.Model):
    """One list that was taken in. `digest` is of its lines as they were seen."""

    client_id = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    made_by = by_user(models.SET_NULL)
    made_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)
    # When its people's debts and credits were booked; empty while they wait for the treasurer.
    booked_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            check(
                "people_import_undone_later",
                Q(undone_at=None) | Q(undone_at__gte=models.F("made_at")),
            )
        ]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M}"

    @property
    def booking_id(self) -> str:
        """Return the id by which the books know the bookings of the list."""
        return f"people-list-{self.pk}"


class ImportedLine(models.Model):
    """The outcome of one line. Name and address can be erased; the person goes with its undoing."""

    class Outcome(models.TextChoices):
        ADDED = "added", _("taken in")
        KNOWN = "known", _("was there already")
        LEFT_OUT = "left_out", _("left out")

    people_import = models.ForeignKey(PeopleImport, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveSmallIntegerField()
    outcome = models.CharField(max_length=8, choices=Outcome.choices)
    problem = models.CharField(max_length=12, blank=True)
    name = NameField(max_length=200, blank=True)
    email = models.CharField(max_length=254, blank=True)
    # The parts that it added to a known person: codes between spaces.
    filled = models.CharField(max_length=120, blank=True, default="")
    # The notes about parts of the row (`reading.lines.Note`): „role:code“ between spaces.
    said = models.CharField(max_length=600, blank=True, default="")
    # Of the note that came along, so that one that was changed since is not taken back.
    notes_digest = models.CharField(max_length=64, blank=True, default="")
    # The debt of before in cents; below zero a credit.
    cents = models.IntegerField(default=0)
    person = models.ForeignKey(Person, null=True, on_delete=models.SET_NULL, related_name="+")

    class Meta:
        ordering = ["people_import", "number"]
        constraints = [
            unique("imported_line_once", "people_import", "number"),
            check("imported_line_outcome", outcome__in=["added", "known", "left_out"]),
        ]

    def __str__(self) -> str:
        return f"{self.number}: {self.name}"


guard("league_peoplecolumns", *append_only("id heading roles entered_at"))
guard("league_peopleimport", *append_only("id client_id digest made_at"))
guard("league_importedline", *append_only("id people_import_id number outcome problem"))
