"""Forms about a result: an objection, the ruling on it."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from league.results.models.second_look import Objection


class ObjectionForm(forms.Form):
    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Then the referee decides. Until then nothing changes here."),
    )

    @classmethod
    def fresh(cls) -> "ObjectionForm":
        return cls(initial={"client_id": uuid4().hex})


class RulingForm(forms.Form):
    """A ruling: first the decision, then the reason, then one button, as it is not taken back."""

    outcome = forms.ChoiceField(
        label=_("What follows?"),
        choices=[
            (Objection.Outcome.STANDS, _("Stays as it is")),
            (Objection.Outcome.CORRECT, _("To be corrected")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose: stays as it is, or to be corrected.")},
    )
    ruling = forms.CharField(
        label=_("Why?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("In one sentence, for those at the table."),
        error_messages={"required": _("Tell those at the table why, in one sentence.")},
    )
