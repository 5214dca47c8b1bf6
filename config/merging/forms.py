"""Forms of an officer about two records of one person."""

from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from config.merging.queries import unmerged
from league.people.models.people import Person


class PairForm(forms.Form):
    """Two people out of the list."""

    first = forms.ModelChoiceField(label=_("This person"), queryset=Person.objects.none())
    second = forms.ModelChoiceField(
        label=_("is the same as"),
        queryset=Person.objects.none(),
        help_text=_("Nothing happens yet: first you see what would be moved."),
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("first", "second"):
            self.fields[name].queryset = unmerged()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        if "first" in data and data.get("first") == data.get("second"):
            raise ValidationError(_("Choose two different ones."))
        return data


class MergeForm(forms.Form):
    """The form of a merge: the digest of what was seen, an id, and the word that one means it."""

    seen = forms.CharField(widget=forms.HiddenInput(), max_length=64)
    client_id = forms.CharField(widget=forms.HiddenInput(), max_length=64)
    meant = forms.BooleanField(
        label=_("I have read this: the two are one person."),
        error_messages={"required": _("Tick this if you mean it.")},
    )

    @classmethod
    def for_what_was_seen(cls, digest: str) -> "MergeForm":
        """Return a fresh form about a preview."""
        return cls(initial={"seen": digest, "client_id": uuid4().hex})
