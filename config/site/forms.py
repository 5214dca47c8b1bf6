"""The form that founds the club, with its first person."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.mail.queries import by_mail_lazy
from league.web.forms import AddressField


class FoundingForm(forms.Form):
    """All that has to be there; everything else is asked page by page, and can wait."""

    club = forms.CharField(
        label=_("Name of the club"), max_length=60, widget=forms.TextInput({"autofocus": True})
    )
    town = forms.CharField(label=_("Town"), max_length=60, required=False)
    name = forms.CharField(
        label=_("Your name"), max_length=80, widget=forms.TextInput({"autocomplete": "name"})
    )
    email = AddressField(
        label=_("Your email address"),
        help_text=by_mail_lazy(_("Your login codes go there from now on."), ""),
        widget=forms.EmailInput({"autocomplete": "email"}),
    )
