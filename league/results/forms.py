"""What people type about a result: an objection, the ruling on it."""

from uuid import uuid4

from django import forms
from django.utils.translation import gettext_lazy as _

from league.results.models.second_look import Objection


class ObjectionForm(forms.Form):
    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    text = forms.CharField(
        label=_("Was stimmt nicht?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Dann entscheidet der Schiedsrichter. So lange ändert sich hier nichts."),
    )

    @classmethod
    def fresh(cls) -> "ObjectionForm":
        return cls(initial={"client_id": uuid4().hex})


class RulingForm(forms.Form):
    """First how it is decided, then why, then one button: a ruling is not taken back."""

    outcome = forms.ChoiceField(
        label=_("Was gilt?"),
        choices=[
            (Objection.Outcome.STANDS, _("Bleibt, wie es ist")),
            (Objection.Outcome.CORRECT, _("Wird korrigiert")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Wähle: bleibt, wie es ist, oder wird korrigiert.")},
    )
    ruling = forms.CharField(
        label=_("Warum?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("In einem Satz, für die am Tisch."),
        error_messages={"required": _("Sag denen am Tisch in einem Satz, warum.")},
    )
