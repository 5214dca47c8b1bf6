"""An old table as it was written, line by line."""

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import append_only, guard
from league.people.models.fields import by_user
from league.people.models.people import Person


class OldTable(models.Model):
    """One table of before. `columns` are its headings but place and name, `source` its origin."""

    class Kind(models.TextChoices):
        SEASON = "season", _("Table of a season")
        ALL_TIME = "all_time", _("All-time table")

    client_id = models.CharField(max_length=64, unique=True)
    digest = models.CharField(max_length=64)
    kind = models.CharField(_("Kind"), max_length=8, choices=Kind.choices)
    title = models.CharField(_("Title"), max_length=80)
    source = models.CharField(_("Where it is from"), max_length=200)
    columns = models.JSONField(default=list)
    entered_by = by_user(models.SET_NULL)
    entered_at = models.DateTimeField()
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            check("old_table_kind", kind__in=["season", "all_time"]),
            check("old_table_says_its_source", ~Q(title="") & ~Q(source="")),
            check("old_table_undone_later", Q(undone_at=None) | Q(undone_at__gte=F("entered_at"))),
        ]

    def __str__(self) -> str:
        return self.title


class OldTableLine(models.Model):
    """One line: the place as it was written, the name, and a cell for each column."""

    table = models.ForeignKey(OldTable, on_delete=models.CASCADE, related_name="lines")
    number = models.PositiveSmallIntegerField()
    place = models.CharField(max_length=10, blank=True)
    name = NameField(max_length=80)
    cells = models.JSONField(default=list)
    # The person who bears the name in the club today; none if that is not sure.
    person = models.ForeignKey(
        Person, null=True, on_delete=models.SET_NULL, related_name="old_lines"
    )

    class Meta:
        ordering = ["table", "number"]
        constraints = [unique("old_line_once", "table", "number")]

    def __str__(self) -> str:
        return f"{self.place} {self.name}"

    @property
    def labelled(self) -> list[tuple[str, str]]:
        """Return each cell with its heading."""
        return list(zip(self.table.columns, self.cells, strict=True))

    @property
    def said(self) -> str:
        """Return place and cells in a row, as they were written: „1. · 40 · 3“."""
        place = [f"{self.place}."] if self.place else []
        return " · ".join([*place, *(cell for cell in self.cells if cell)])

    @property
    def figures(self) -> str:
        """Return „Spiele 40, Verloren 12“, without empty ones."""
        return ", ".join(f"{name} {cell}".strip() for name, cell in self.labelled if cell)


guard("league_oldtable", *append_only("id client_id digest kind entered_at"))
