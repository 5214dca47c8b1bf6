"""The form for the bookings that go to a tax adviser."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.receipts.forms import SpanForm


class AdviserForm(SpanForm):
    """Days, chart of accounts, and the adviser's numbers of the club."""

    skr = forms.ChoiceField(
        label=_("Chart of accounts"),
        choices=[("42", "SKR 42"), ("49", "SKR 49")],
        widget=forms.RadioSelect,
    )
    basis = forms.ChoiceField(
        label=_("A receipt counts"),
        choices=[
            ("cash", _("when it is paid, as in the treasurer's report (EÜR)")),
            ("accrual", _("when it is owed (balance sheet)")),
        ],
        widget=forms.RadioSelect,
    )
    adviser = forms.IntegerField(
        label=_("Number of the adviser"),
        min_value=1001,
        max_value=9_999_999,
        help_text=_("For DATEV alone; the tax adviser tells you both numbers."),
    )
    client = forms.IntegerField(label=_("Number of the client"), min_value=1, max_value=99_999)

    def __init__(self, asked: Mapping[str, Any], today: date) -> None:
        super().__init__(asked, today)
        usual = {"skr": "42", "basis": "cash", "adviser": 1001, "client": 1}
        self.data = {
            **self.data,
            **usual,
            **{name: asked[name] for name in usual if asked.get(name)},
        }

    def clean(self) -> dict[str, Any]:
        return {**self.cleaned_data, **super().clean()}
