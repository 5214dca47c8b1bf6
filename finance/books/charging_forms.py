"""The form that charges one or several people."""

from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books.forms import OnceForm
from finance.books.labels import CODES
from finance.books.queries.people import by_name, members_first
from league.people.models.people import Person
from league.web.forms import DateInput, EuroField

EACH, SHARED = "each", "shared"


class PeopleField(forms.ModelMultipleChoiceField):
    """People to tick, by name, members first."""

    def __init__(self, **options: Any) -> None:
        super().__init__(queryset=by_name(), widget=forms.CheckboxSelectMultiple, **options)


class ChargeForm(OnceForm):
    """A claim on one or several people."""

    people = PeopleField(
        label=_("Who"), error_messages={"required": _("Please choose who is to pay.")}
    )
    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    how = forms.ChoiceField(
        label=_("If there are several"),
        choices=[(EACH, _("each pays that much")), (SHARED, _("they share it"))],
        initial=EACH,
        widget=forms.RadioSelect,
    )
    note = forms.CharField(
        label=_("What for"), max_length=200, help_text=_("It stands on the account like this.")
    )
    code = forms.ChoiceField(
        label=_("Kind of income"),
        choices=lambda: [(code, CODES[code]) for code in chart.CHARGED],
        widget=forms.RadioSelect,
    )
    day = forms.DateField(label=_("Day"), widget=DateInput())
    due = forms.DateField(label=_("Payable by"), widget=DateInput(), required=False)

    def __init__(self, *args: Any, today: date, **options: Any) -> None:
        super().__init__(*args, **options)
        self.groups = members_first(today)

    @property
    def ticked(self) -> set[int]:
        """Return the keys of the ticked people, as they were sent or as the page begins."""
        return {int(key) for key in map(str, self["people"].value() or []) if key.isdigit()}

    @property
    def others_ticked(self) -> bool:
        return any(person.pk in self.ticked for person in self.groups.others)

    def arguments(self) -> dict[str, Any]:
        """Return the arguments of the service."""
        data = dict(self.cleaned_data)
        people: list[Person] = list(data.pop("people"))
        return data | {"people": people, "shared": data.pop("how") == SHARED}
