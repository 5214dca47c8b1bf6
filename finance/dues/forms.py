"""What is typed about dues."""

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from finance.catalogue.forms import DecidedForm
from finance.dues.models import DuesRate
from league.people.models.people import Person
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
    field_order = ("kind", "amount", "period", "ground", "decided_on", "start")


class ReductionForm(forms.Form):
    """Somebody pays less than the others, or nothing."""

    person = forms.ModelChoiceField(label=_("Who"), queryset=Person.objects.all())
    percent = forms.IntegerField(
        label=_("Percent of the usual dues"),
        min_value=0,
        max_value=99,
        help_text=_("0 for whoever pays nothing, an honorary member for example"),
    )
    ground = forms.CharField(label=_("Reason"), max_length=200)
    start = forms.DateField(label=_("Valid from"), widget=DateInput())


class RunForm(forms.Form):
    """The run that was seen: until which day, and what it would have done."""

    through = forms.DateField(widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
