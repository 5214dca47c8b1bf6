"""Forms of the dues."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.books.queries.people import by_name
from finance.catalogue.forms import DecidedForm
from finance.dues.models import DuesRate
from league.people.queries.kinds import kind_names
from league.web.forms import DateInput, EuroField


class RateForm(DecidedForm):
    kind = forms.ChoiceField(label=_("Membership"), choices=lambda: list(kind_names().items()))
    amount = EuroField(label=pgettext_lazy("one", "Dues"), help_text=_("For example 12.50"))
    period = forms.ChoiceField(label=_("Per"), choices=DuesRate.Period.choices)
    start = forms.DateField(
        label=_("Valid from"),
        widget=DateInput(),
        help_text=_("For a period, what holds on its first day counts."),
    )
    entry_fee = EuroField(
        label=_("Joining fee"), required=False, help_text=_("Once; empty for none")
    )
    joining = forms.ChoiceField(
        label=_("Whoever joins in the middle pays"),
        choices=DuesRate.Joining.choices,
        initial=DuesRate.Joining.MONTHS,
        required=False,
    )
    field_order = (
        "kind",
        "amount",
        "period",
        "joining",
        "entry_fee",
        "ground",
        "decided_on",
        "start",
    )

    def clean_entry_fee(self) -> int:
        return self.cleaned_data["entry_fee"] or 0

    def clean_joining(self) -> str:
        return self.cleaned_data["joining"] or DuesRate.Joining.MONTHS


class ReductionForm(forms.Form):
    """A form for reduced dues or none: one of three ways."""

    person = forms.ModelChoiceField(label=_("Who"), queryset=by_name())
    percent = forms.IntegerField(
        label=_("Percent of the usual dues"),
        required=False,
        min_value=0,
        max_value=99,
        help_text=_("0 for whoever pays nothing, an honorary member for example"),
    )
    amount = EuroField(
        label=_("Or a fixed amount"),
        required=False,
        help_text=_("For each period, a family's dues for example"),
    )
    paid_by = forms.ModelChoiceField(
        label=_("Or who pays for it"),
        queryset=by_name(),
        required=False,
        help_text=_("The one who pays the family's dues; nothing is due here then."),
    )
    ground = forms.CharField(label=_("Reason"), max_length=200)
    start = forms.DateField(label=_("Valid from"), widget=DateInput())


class RunForm(forms.Form):
    """The run that was seen: until which day, and what it would have done."""

    through = forms.DateField(widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
