"""Forms for a guest's agreement, an objection and its ruling."""

from django import forms
from django.utils.translation import gettext_lazy as _

from finance.books.models.objections import ClaimObjection

Outcome = ClaimObjection.Outcome


class ObjectionForm(forms.Form):
    text = forms.CharField(
        label=_("What is wrong?"),
        max_length=400,
        widget=forms.Textarea({"rows": 3}),
        help_text=_(
            "One sentence is enough. The treasurer or the chair decides and tells you why."
        ),
        error_messages={"required": _("Please say why in a sentence.")},
    )


class RulingForm(forms.Form):
    outcome = forms.ChoiceField(
        label=_("How is it decided?"),
        widget=forms.RadioSelect,
        choices=[
            (Outcome.STANDS, _("It stands")),
            (Outcome.STRUCK, _("It is struck: it was not owed")),
            (Outcome.WAIVED, _("It is waived: owed, but not to be paid this time")),
        ],
        error_messages={"required": _("How is it decided?")},
    )
    ruling = forms.CharField(
        label=_("Reasons"),
        max_length=200,
        error_messages={"required": _("Please say briefly why.")},
    )


class AgreementForm(forms.Form):
    """One tap: for this evening, or until further notice."""

    span = forms.ChoiceField(choices=[("tonight", ""), ("open", "")])
    agreed = forms.CharField(max_length=120, required=False)
