"""Forms for a table of before."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from league.old_tables.models import OldTable
from league.old_tables.queries import Unlinked
from league.old_tables.reading import FIGURE, PLACE, proposed
from league.people.labels import ROLES
from league.people.list_forms import ColumnChoices, ListForm
from league.people.models.people import Person


class OldTableForm(ListForm):
    """The table, pasted or as a file, with its name and where it is from."""

    title = forms.CharField(
        label=_("Title"), max_length=80, help_text=_("For example: Season 2018/19")
    )
    kind = forms.ChoiceField(label=_("Kind"), choices=OldTable.Kind.choices)
    source = forms.CharField(
        label=_("Where it is from"),
        max_length=200,
        help_text=_("For example: the treasurer's spreadsheet"),
    )
    client_id = forms.CharField(
        max_length=64, widget=forms.HiddenInput, initial=lambda: uuid4().hex
    )
    field_order = ("title", "kind", "source", "text", "file", "client_id")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["text"].help_text = _("One line per place, below the heading of the columns.")
        self.fields["file"].help_text = _("CSV or Excel (XLSX)")


class LinkForm(forms.Form):
    """The people that the lines without a person mean."""

    def __init__(self, *args: Any, unlinked: Sequence[Unlinked], **options: Any) -> None:
        super().__init__(*args, **options)
        self.persons = {person.pk: person for one in unlinked for person in one.people}
        for one in unlinked:
            people = [(str(person.pk), person.name) for person in one.people]
            self.fields[f"line_{one.line.pk}"] = forms.ChoiceField(
                label=one.line.name, choices=[("", _("nobody")), *people], required=False
            )

    def chosen(self) -> dict[int, Person]:
        """Return the people by the keys of the lines."""
        return {
            int(name.removeprefix("line_")): self.persons[int(value)]
            for name, value in self.cleaned_data.items()
            if value
        }


class OldColumnsForm(ColumnChoices):
    """The roles of the columns of an old table."""

    words = {
        "": ROLES[""],
        PLACE: _("Place"),
        "name": ROLES["name"],
        "first": ROLES["first"],
        "last": ROLES["last"],
        FIGURE: _("Figure, as it stands there"),
    }
    remembered_as = "table:"

    def proposed(self) -> tuple[str, ...]:
        return proposed(self.sheet)
