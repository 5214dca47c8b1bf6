"""What somebody says about a program that shall read along."""

from secrets import token_urlsafe
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _


class TokenForm(forms.Form):
    client_id = forms.CharField(widget=forms.HiddenInput, max_length=64)
    name = forms.CharField(
        label=_("Wofür"), max_length=60, help_text=_("Zum Beispiel „Tafel im Vereinsheim“")
    )
    with_money = forms.TypedChoiceField(
        label=_("Was es liest"),
        choices=[("", _("ohne Geld")), ("1", _("auch Geld: Konto, Forderungen, Strafen"))],
        coerce=lambda chosen: chosen == "1",
        required=False,
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, initial={"client_id": token_urlsafe(16)})

    def clean_with_money(self) -> bool:
        return bool(self.cleaned_data["with_money"])
