"""What the treasurer types to collect by direct debit."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.forms import OnceForm
from finance.books.queries.people import by_name
from finance.sepa.queries import Candidate
from finance.sepa.rules import NOTICE_DAYS
from league.web.forms import DateInput


class CreditorForm(forms.Form):
    typed = forms.CharField(
        label=_("Creditor identifier"),
        max_length=50,
        help_text=_("The Bundesbank gives it for nothing. It begins with DE."),
    )
    notice_days = forms.IntegerField(
        label=_("Days of notice"),
        min_value=1,
        max_value=30,
        initial=NOTICE_DAYS,
        help_text=_("14, where nothing shorter is agreed with everybody"),
    )


class MandateForm(forms.Form):
    person = forms.ModelChoiceField(label=_("Who"), queryset=by_name())
    iban = forms.CharField(label="IBAN", max_length=50)
    holder = forms.CharField(
        label=_("Account holder"),
        max_length=70,
        required=False,
        help_text=_("Empty means: the same person"),
    )
    signed_on = forms.DateField(label=_("Signed on"), widget=DateInput())


class CollectForm(OnceForm):
    """From whom to collect, with what the page said each owes."""

    def __init__(self, *args: Any, candidates: Sequence[Candidate], **options: Any) -> None:
        super().__init__(*args, **options)
        self.candidates = [one for one in candidates if not one.left_out]

    @property
    def rows(self) -> list[tuple[Candidate, bool]]:
        """Each who can be collected from, and whether the tick is set."""
        return [
            (one, not self.is_bound or f"take-{one.person.pk}" in self.data)
            for one in self.candidates
        ]

    def seen(self) -> Mapping[int, int]:
        """Of those that are ticked the cents that stood there."""
        found: dict[int, int] = {}
        for name in self.data:
            key = name.removeprefix("take-")
            if key != name and key.isdigit():
                cents = str(self.data.get(f"cents-{key}", ""))
                found[int(key)] = int(cents) if cents.isdigit() else 0
        return found


class DayForm(forms.Form):
    """On which day the debits are due."""

    day = forms.DateField(label=_("Due on"), widget=DateInput())
