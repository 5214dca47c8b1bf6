"""Forms about data, for the chair and the keepers of the people."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from config.privacy.models import RetentionRule


class RetentionForm(forms.Form):
    """A form of the periods of keeping; each field as the model describes it."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields |= forms.fields_for_model(RetentionRule, RetentionRule.FIELDS)
        for name, field in self.fields.items():
            if name != "clause":
                most = RetentionRule.most(name)
                field.widget.attrs |= {"class": "short", "min": 1, "max": most}


class ErasureForm(forms.Form):
    """The form of an erasure: the digest of what was seen, and the word that one means it."""

    seen = forms.CharField(widget=forms.HiddenInput(), max_length=64)
    meant = forms.BooleanField(
        label=_("I have read this. It cannot be undone."),
        error_messages={"required": _("Tick this if you mean it.")},
    )
