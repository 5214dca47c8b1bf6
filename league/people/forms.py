"""What people type about people: names, memberships, offices, logins."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.people.models.people import Membership, Office
from league.people.models.postal import PostalAddress
from league.web.forms import DateInput


class PersonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    email = forms.EmailField(
        label=_("Email"),
        required=False,
        help_text=_(
            "The invitation and the codes go there. Without an address you hand over a link."
        ),
    )
    kind = forms.ChoiceField(
        label=_("Member"),
        required=False,
        choices=[("", _("no, guest")), *Membership.Kind.choices],
    )
    start = forms.DateField(label=_("since"), widget=DateInput(), required=False)


class NameForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)


class PostalForm(forms.Form):
    """Where somebody gets letters; all empty for nowhere."""

    street = forms.CharField(
        label=_("Street and number"),
        max_length=70,
        required=False,
        widget=forms.TextInput({"autocomplete": "street-address"}),
    )
    postcode = forms.CharField(
        label=_("Postcode"),
        max_length=10,
        required=False,
        widget=forms.TextInput({"autocomplete": "postal-code", "class": "short"}),
    )
    town = forms.CharField(
        label=_("Town"),
        max_length=60,
        required=False,
        widget=forms.TextInput({"autocomplete": "address-level2"}),
    )
    country = forms.ChoiceField(label=_("Country"), choices=PostalAddress.Country.choices)


class MembershipForm(forms.Form):
    kind = forms.ChoiceField(
        label=_("Membership"), choices=[*Membership.Kind.choices, ("end", _("ends"))]
    )
    day = forms.DateField(
        label=_("from"),
        widget=DateInput(),
        help_text=_("When it ends: the first day on which it no longer holds."),
    )


class OfficeForm(forms.Form):
    role = forms.ChoiceField(label=_("Office"), choices=Office.Role.choices)
    start = forms.DateField(label=_("from"), widget=DateInput())


class LoginForm(forms.Form):
    email = forms.EmailField(label=_("Email"))


class CodeForm(forms.Form):
    """The code of a mail, with the signed address it was sent to where it is a new one."""

    ticket = forms.CharField(widget=forms.HiddenInput(), required=False, max_length=600)
    code = forms.CharField(
        label=_("Code from the email"),
        max_length=12,
        widget=forms.TextInput(
            {"inputmode": "numeric", "autocomplete": "one-time-code", "class": "short"}
        ),
    )
