"""What people type about who sees what of them and of the club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.models import Person


class SeenAsForm(forms.Form):
    """How the public sees somebody."""

    seen_as = forms.ChoiceField(
        label=_("Öffentlich sieht man dich"),
        choices=Person.SeenAs.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Wähle, wie man dich sieht.")},
    )
    nickname = forms.CharField(
        label=_("Spitzname"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("Nur wenn du oben „mit einem Spitznamen“ wählst."),
    )
