"""Forms to make a fund, to put money in and to take it out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm
from finance.books.labels import SHARED
from finance.books.queries.chart import funds
from league.web.forms import DateInput, EuroField

PUT_IN, TAKE_OUT = "in", "out"


class NewFundForm(forms.Form):
    name = forms.CharField(
        label=_("What the money is for"),
        max_length=60,
        help_text=_("For example the trip, the anniversary, a new table"),
    )
    shared = forms.BooleanField(
        label=SHARED,
        required=False,
        help_text=_("For example the travel fund: everybody sees the own part of it."),
    )


class MoveFundForm(OnceForm):
    fund = forms.ChoiceField(label=_("Fund"))
    way = forms.ChoiceField(
        label=_("Put in or take out"),
        choices=[(PUT_IN, _("put in")), (TAKE_OUT, _("take out"))],
        initial=PUT_IN,
        widget=forms.RadioSelect,
    )
    amount = EuroField(label=_("Amount"), help_text=_("For example 12.50"))
    day = forms.DateField(label=_("When"), widget=DateInput())
    text = forms.CharField(
        label=_("Why"), max_length=200, help_text=_("For example the meeting's decision")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        field = self.fields["fund"]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [(own.code, own.name) for own in funds() if own.ended is None]
