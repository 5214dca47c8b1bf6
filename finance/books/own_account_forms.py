"""Forms to add, rename or end a kind of receipt or payment."""

from itertools import groupby
from typing import Any

from django import forms
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from finance.books import chart
from finance.books import labels as words
from finance.books.models.own_accounts import OwnAccount
from finance.books.places import places
from league.web.changes import Change, between, by_whom, plain_wording, step
from league.web.forms import DateInput

KINDS = [OwnAccount.Kind.INCOME, OwnAccount.Kind.EXPENSE]


class OwnAccountForm(forms.Form):
    name = forms.CharField(
        label=_("Name"), max_length=60, help_text=_("For example grants, insurance, rent")
    )
    sphere = forms.TypedChoiceField(
        label=_("Tax sphere"), choices=[*words.SPHERES.items()], coerce=int, initial=chart.IDEAL
    )

    place = forms.ChoiceField(
        label=_("For the tax adviser"),
        required=False,
        help_text=_("Under which account it is handed over. You can leave it as it is."),
    )

    def __init__(self, *args: Any, simple: bool, of: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["place"]
        assert isinstance(field, forms.ChoiceField)
        kinds = [of] if of else [kind.value for kind in KINDS]
        field.choices = [
            ("", _("as usual")),
            *((place.code, place.name) for place in places().values() if place.kind in kinds),
        ]
        if simple:  # a simple till knows no spheres: it stays the one it was
            self.fields["sphere"].widget = forms.HiddenInput()


class NewKindForm(OwnAccountForm):
    kind = forms.ChoiceField(
        label=_("Comes in or goes out"),
        choices=[(kind.value, kind.label) for kind in KINDS],
        initial=OwnAccount.Kind.EXPENSE,
        widget=forms.RadioSelect,
    )
    field_order = ("kind", "name", "sphere", "place")


class NewMoneyAccountForm(OwnAccountForm):
    """Another till, or another account at a bank; neither has a sphere."""

    kind = forms.ChoiceField(
        label=_("Cash or at a bank"),
        choices=[(OwnAccount.Kind.TILL, _("Till")), (OwnAccount.Kind.GIRO, _("Account at a bank"))],
        initial=OwnAccount.Kind.TILL,
        widget=forms.RadioSelect,
    )
    field_order = ("kind", "name")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, simple=True, **options)
        del self.fields["sphere"], self.fields["place"]
        self.fields["name"].help_text = _("For example tournament till, savings account")


class ChangeKindForm(OwnAccountForm):
    shared = forms.BooleanField(label=words.SHARED, required=False)
    ended = forms.DateField(
        label=_("Ends on"),
        widget=DateInput(),
        required=False,
        help_text=_("From this day on nothing is booked for it. Empty means: it goes on."),
    )

    def __init__(self, *args: Any, of: str, **options: Any) -> None:
        super().__init__(*args, of=of, **options)
        if of != OwnAccount.Kind.FUND:
            del self.fields["shared"]
        if not chart.OWN[of].sphere:
            del self.fields["sphere"]


def changes_of(*kinds: str) -> list[Change]:
    """Return the changes to accounts of these kinds, newest first, in the words of the form.

    One query.
    """
    rows = OwnAccount.objects.filter(kind__in=kinds).select_related("set_by__person")
    made = []
    for _code, versions in groupby(rows.order_by("code", "pk"), key=lambda row: row.code):
        first, *later = versions
        added = step(first.get_kind_display(), "", first.name)
        made.append(Change(first.set_at, by_whom(first.set_by), added))
        fields = ChangeKindForm.base_fields.items()
        labels = {column: f"{first.name}: {field.label}" for column, field in fields}
        made += between([first, *later], labels, _wording)
    return sorted(made, key=lambda change: change.at, reverse=True)


def _wording(column: str, value: Any) -> object:
    if column == "sphere":
        return words.SPHERES[value]
    if column == "place":
        return places()[value].name if value else _("as usual")
    if column == "ended" and value:
        return date_format(value, "SHORT_DATE_FORMAT")
    return plain_wording(column, value)
