"""What is typed about dues."""

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.catalogue.forms import DecidedForm
from finance.dues.models import DuesRate
from league.people.models.people import Membership
from league.web.forms import DateInput, EuroField


class RateForm(DecidedForm):
    kind = forms.ChoiceField(label=_("Mitgliedschaft"), choices=Membership.Kind.choices)
    amount = EuroField(label=_("Beitrag"), help_text=_("Zum Beispiel 12,50"))
    period = forms.ChoiceField(label=_("Je"), choices=DuesRate.Period.choices)
    start = forms.DateField(
        label=_("Gilt ab"),
        widget=DateInput(),
        help_text=_("Für einen Zeitraum zählt, was an seinem ersten Tag gilt."),
    )
    field_order = ("kind", "amount", "period", "ground", "decided_on", "start")


class RunForm(forms.Form):
    """The run that was seen: until which day, and what it would have done."""

    through = forms.DateField(widget=forms.HiddenInput)
    seen = forms.CharField(max_length=64, widget=forms.HiddenInput)
