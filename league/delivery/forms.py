"""The form with the letters to print."""

from secrets import token_urlsafe
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.delivery.models import Letter


class LettersForm(forms.Form):
    """The ticked ones of the letters that wait.

    It may arrive twice and carries the name of its batch.
    """

    client_id = forms.RegexField(r"^[-\w]+\Z", widget=forms.HiddenInput, max_length=64)

    def __init__(self, *args: Any, letters: QuerySet[Letter], **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["client_id"].initial = token_urlsafe(16)
        self.fields["letters"] = forms.ModelMultipleChoiceField(
            letters, label=_("Letters"), required=False
        )
