"""The form for a program that shall read along."""

from secrets import token_urlsafe
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class TokenForm(forms.Form):
    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)
    name = forms.CharField(
        label=_("What for"), max_length=60, help_text=_("For example “Board in the clubhouse”")
    )
    with_money = forms.TypedChoiceField(
        label=_("What it reads"),
        choices=[("", _("without money")), ("1", _("money too: account, claims, fines"))],
        coerce=lambda chosen: chosen == "1",
        required=False,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"client_id": token_urlsafe(16)})

    def clean_with_money(self) -> bool:
        return bool(self.cleaned_data["with_money"])
