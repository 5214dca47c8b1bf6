"""The form that founds the club, with its first person."""

from django import forms
from django.utils.translation import gettext_lazy as _


class FoundingForm(forms.Form):
    club = forms.CharField(label=_("Name of the club"), max_length=60)
    town = forms.CharField(label=_("Venue"), max_length=60, required=False)
    name = forms.CharField(
        label=_("Your name"), max_length=80, widget=forms.TextInput(attrs={"autocomplete": "name"})
    )
    email = forms.EmailField(
        label=_("Your email address"),
        help_text=_("Your login codes go there from now on."),
        widget=forms.EmailInput(attrs={"autocomplete": "email"}),
    )
    imprint = forms.CharField(
        label=_("Legal notice"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Who is responsible, with an address. You can do this later."),
    )
    privacy = forms.CharField(
        label=_("Privacy"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("What the club stores about whom, and why. You can do this later."),
    )
