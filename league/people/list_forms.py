"""What is typed about a list of people: the list itself, and what its columns are."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from league.people.labels import FAULTS, ROLES
from league.people.models.kinds import MembershipKind
from league.people.queries.imports import columns_known
from league.people.queries.kinds import kind_choices
from league.people.reading.sheets import Sheet, UnreadableError, guessed, open_list, read
from league.web.forms import DateInput


class ListForm(forms.Form):
    """A list of people, pasted or as a file."""

    text = forms.CharField(
        label=gettext_lazy("Paste a list"),
        required=False,
        max_length=500_000,
        strip=False,
        widget=forms.Textarea({"rows": 6, "autofocus": True, "autocomplete": "off"}),
        help_text=gettext_lazy("One person per line, or names with commas."),
    )
    file = forms.FileField(
        label=gettext_lazy("or choose a file"),
        required=False,
        help_text=gettext_lazy("CSV, Excel (XLSX) or contacts (vCard)"),
    )

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        upload = data.get("file")
        try:
            sheet = open_list(upload.read()) if upload else read(data.get("text", ""))
        except UnreadableError as error:
            raise ValidationError(str(FAULTS[str(error)]), code=str(error)) from error
        return data | {"sheet": sheet}


class ColumnChoices(forms.Form):
    """What each column of a list is: the words to choose from by their codes, and what is proposed
    where nobody said it of such a list before.
    """

    words: Mapping[str, str | Promise] = ROLES
    # Before the heading of the list where its columns are remembered.
    remembered_as = ""

    def __init__(self, *args: Any, sheet: Sheet, **options: Any) -> None:
        super().__init__(*args, **options)
        self.sheet = sheet
        known = columns_known(self.heading)
        roles = known if known and len(known) == len(sheet.names) else self.proposed()
        for place, name in enumerate(sheet.names):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                label=name or _("Column %(number)s") % {"number": place + 1},
                choices=list(self.words.items()),
                initial=roles[place],
                required=False,
            )

    def proposed(self) -> tuple[str, ...]:
        return guessed(self.sheet)

    @property
    def heading(self) -> str:
        """What the columns of such a list are remembered by."""
        return f"{self.remembered_as}{self.sheet.heading}"

    @property
    def roles(self) -> tuple[str, ...]:
        """What was chosen, or what is proposed while nothing was."""
        values = [str(self[f"column_{n}"].value() or "") for n in range(len(self.sheet.names))]
        return tuple(value if value in self.words else "" for value in values)

    @property
    def columns(self) -> list[forms.BoundField]:
        return [self[f"column_{place}"] for place in range(len(self.sheet.names))]


class ColumnsForm(ColumnChoices):
    """What each column is, and what those are of whom the list says no kind and no day."""

    kind = forms.ChoiceField(label=gettext_lazy("Whoever has no kind is"), required=False)
    start = forms.DateField(label=gettext_lazy("Member since"), widget=DateInput())
    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput)

    def __init__(self, *args: Any, sheet: Sheet, today: date, **options: Any) -> None:
        super().__init__(*args, sheet=sheet, **options)
        self.initial = {
            "kind": MembershipKind.CountsAs.ACTIVE,
            "start": today,
            "client_id": uuid4().hex,
        }
        self.fields["kind"] = forms.ChoiceField(
            label=_("Whoever has no kind is"),
            required=False,
            choices=[*kind_choices(today), ("", _("Guest"))],
        )
