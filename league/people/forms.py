"""What people type about people: names, memberships, offices, logins."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.people.models.people import Membership, Office
from league.web.forms import DateInput


class PersonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    email = forms.EmailField(
        label=_("E-Mail"),
        required=False,
        help_text=_("Dahin gehen Einladung und Codes. Ohne Adresse gibst du einen Link weiter."),
    )
    kind = forms.ChoiceField(
        label=_("Mitglied"),
        required=False,
        choices=[("", _("nein, Gast")), *Membership.Kind.choices],
    )
    start = forms.DateField(label=_("seit"), widget=DateInput(), required=False)


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)


class MembershipForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Mitgliedschaft"), choices=[*Membership.Kind.choices, ("end", _("endet"))]
    )
    day = forms.DateField(
        label=_("ab"),
        widget=DateInput(),
        help_text=_("Wenn sie endet: der erste Tag, an dem sie nicht mehr gilt."),
    )


class OfficeForm(forms.Form):
    role = forms.ChoiceField(label=_("Amt"), choices=Office.Role.choices)
    start = forms.DateField(label=_("ab"), widget=DateInput())


class LoginForm(forms.Form):
    email = forms.EmailField(label=_("E-Mail"))


class CodeForm(forms.Form):
    """The code of a mail, with the signed address it was sent to where it is a new one."""

    ticket = forms.CharField(widget=forms.HiddenInput(), required=False, max_length=600)
    code = forms.CharField(
        label=_("Code aus der Mail"),
        max_length=12,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "short"}
        ),
    )
