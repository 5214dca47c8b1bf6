"""What people type about who sees what of them and of the club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.club.models import Club
from league.people.models.people import Person


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


PAGES = {
    "start": _("auf der Startseite den nächsten Abend"),
    "table": _("die Tabelle der Saison"),
    "year": _("die Jahreswertung"),
    "all_time": _("die Ewige Tabelle"),
    "results": _("auf der Startseite die letzten Ergebnisse"),
    "statistics": _("die Zahlen des Clubs"),
}


class ClubForm(forms.Form):
    """Who the club is, for everybody."""

    name = forms.CharField(label=_("Name des Clubs"), max_length=60)
    town = forms.CharField(label=_("Ort"), max_length=60, required=False)
    imprint = forms.CharField(
        label=_("Impressum"),
        max_length=10_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Wer verantwortlich ist, mit Anschrift."),
    )
    privacy = forms.CharField(
        label=_("Datenschutz"),
        max_length=20_000,
        required=False,
        widget=forms.Textarea(attrs={"rows": 8}),
        help_text=_("Was der Club von wem speichert und wofür."),
    )


class PublicForm(forms.Form):
    """What the club lets everybody see."""

    pages = forms.MultipleChoiceField(
        label=_("Ohne Anmeldung sieht jeder"),
        choices=[(one, PAGES[one]) for one in Club.PAGES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Wähle aus, was in der Liste steht.")},
    )
