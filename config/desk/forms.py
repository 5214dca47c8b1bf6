"""What is typed at the desk: the club's first person."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FoundingForm(forms.Form):
    name = forms.CharField(
        label=_("Dein Name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("Deine E-Mail-Adresse"),
        help_text=_("Dorthin kommen von nun an deine Codes zum Anmelden."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
