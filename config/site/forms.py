"""What is typed at the desk: the club, and its first person."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FoundingForm(forms.Form):
    club = forms.CharField(label=_("Name des Clubs"), max_length=60)
    town = forms.CharField(label=_("Ort"), max_length=60, required=False)
    name = forms.CharField(
        label=_("Dein Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("Deine E-Mail-Adresse"),
        help_text=_("Dorthin kommen von nun an deine Codes zum Anmelden."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    imprint = forms.CharField(
        label=_("Impressum"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Wer verantwortlich ist, mit Anschrift. Es geht auch später."),
    )
    privacy = forms.CharField(
        label=_("Datenschutz"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Was der Club von wem speichert und wofür. Es geht auch später."),
    )
