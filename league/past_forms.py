"""Which past day a table is to be shown of."""

from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.forms import DateInput, possible_day


class PastForm(forms.Form):
    """„Stand vom …“, asked for in the address."""

    stand = forms.DateField(label=_("Stand vom"), required=False, widget=DateInput())

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_stand(self) -> date | None:
        day: date | None = self.cleaned_data["stand"]
        if day is not None and possible_day(day, self.today) > self.today:
            raise ValidationError(_("Dieser Tag kommt erst noch."))
        return day

    @property
    def day(self) -> date | None:
        """None where nothing is asked for, or nothing that can be."""
        return self.cleaned_data.get("stand") if self.is_valid() else None
