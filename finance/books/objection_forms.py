"""What is typed about a guest's agreement and an objection."""

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.models.objections import ClaimObjection

Outcome = ClaimObjection.Outcome


class ObjectionForm(forms.Form):
    text = forms.CharField(
        label=_("Was stimmt nicht?"),
        max_length=400,
        widget=forms.Textarea({"rows": 3}),
        help_text=_("Ein Satz genügt. Kasse oder Vorsitz entscheiden und sagen dir, warum."),
        error_messages={"required": _("Bitte sag in einem Satz, warum.")},
    )


class RulingForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("Wie wird entschieden?"),
        widget=forms.RadioSelect,
        choices=[
            (Outcome.STANDS, _("Bleibt bestehen")),
            (Outcome.STRUCK, _("Wird gestrichen: Das war nicht geschuldet")),
            (Outcome.WAIVED, _("Wird erlassen: Geschuldet ja, aber diesmal nicht zu zahlen")),
        ],
        error_messages={"required": _("Wie wird entschieden?")},
    )
    ruling = forms.CharField(
        label=_("Begründung"),
        max_length=200,
        error_messages={"required": _("Bitte sag kurz, warum.")},
    )


class AgreementForm(forms.Form):
    """One tap: for this evening, or until further notice."""

    span = forms.ChoiceField(choices=[("tonight", ""), ("open", "")])
    agreed = forms.CharField(max_length=120, required=False)
