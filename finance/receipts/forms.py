"""The form for the days of a report."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from finance.receipts.queries import Span, year_span
from league.web.forms import DateInput


class SpanForm(forms.Form):
    """From the first to the last day; what is not said is that of the year of `today`."""

    since = forms.DateField(label=_("From"), widget=DateInput())
    until = forms.DateField(label=_("To"), widget=DateInput())

    def __init__(self, asked: Mapping[str, Any], today: date) -> None:
        self.year = year_span(today.year)
        given = {name: asked[name] for name in ("since", "until") if asked.get(name)}
        super().__init__({"since": self.year.start, "until": self.year.end, **given})

    def clean(self) -> dict[str, Any]:
        span = Span(*(self.cleaned_data.get(name) or date.min for name in ("since", "until")))
        if span.end < span.start:
            raise ValidationError(
                _("The report ends before it begins. Choose a later day for its end."),
                code="ends_before_it_begins",
            )
        return {"span": span}
