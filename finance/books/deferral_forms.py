"""Forms for what a person may pay later: equal instalments worked out, and the rows as agreed."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.forms.boundfield import BoundField
from django.utils.translation import gettext_lazy as _

from finance.books.instalments import MOST, Due, monthly
from league.web.forms import DateInput, EuroField
from league.web.money import typed


class EqualForm(forms.Form):
    """Equal instalments of a debt, one a month: nothing is written, the rows are filled in."""

    first = forms.DateField(label=_("First instalment by"), widget=DateInput())
    each = EuroField(label=_("Each month"))

    def dues(self, debt: int) -> list[Due]:
        return monthly(self.cleaned_data["first"], self.cleaned_data["each"], debt)


class DeferralForm(forms.Form):
    """The instalments of an agreement, a day and an amount each; none end it."""

    note = forms.CharField(label=_("Note"), max_length=200, required=False)

    prefix = "deferral"

    def __init__(self, *args: Any, dues: Sequence[Due] = (), **options: Any) -> None:
        super().__init__(*args, **options)
        sent = sum(f"deferral-day_{row}" in self.data for row in range(1, MOST + 2))
        self._count = max(sent, len(dues) + 1, 2)
        for row in range(1, self._count + 1):
            self.fields[f"day_{row}"] = forms.DateField(
                label=_("Payable by"), widget=DateInput(), required=False
            )
            self.fields[f"amount_{row}"] = EuroField(label=_("Amount"), required=False)
        for row, due in enumerate(dues, start=1):
            self.initial.update({f"day_{row}": due.day, f"amount_{row}": typed(due.cents)})
        self.order_fields([name for name in self.fields if name != "note"])

    def clean(self) -> dict[str, Any]:
        data = super().clean() or self.cleaned_data
        dues = []
        for row in range(1, self._count + 1):
            day, cents = data.get(f"day_{row}"), data.get(f"amount_{row}")
            if day and cents:
                dues.append(Due(day, cents))
            elif (day or cents) and not self.errors:
                missing = "amount" if day else "day"
                self.add_error(f"{missing}_{row}", _("An instalment needs a day and an amount."))
        return data | {"dues": dues}

    @property
    def rows(self) -> list[tuple[BoundField, BoundField]]:
        return [(self[f"day_{row}"], self[f"amount_{row}"]) for row in range(1, self._count + 1)]
