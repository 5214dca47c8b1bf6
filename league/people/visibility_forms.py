"""What people type about who sees what of them and of the club."""

from django import forms
from django.utils.translation import gettext_lazy as _

from league.club.models import Club
from league.people.models.people import Person


class SeenAsForm(forms.Form):
    """How the public sees somebody."""

    seen_as = forms.ChoiceField(
        label=_("In public you are seen"),
        choices=Person.SeenAs.choices,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose how others see you.")},
    )
    nickname = forms.CharField(
        label=_("Nickname"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("Only if you choose “by a nickname” above."),
    )


PAGES = {
    "start": _("the next evening on the start page"),
    "table": _("the season’s table"),
    "year": _("the year’s ranking"),
    "all_time": _("the all-time table"),
    "results": _("the last results on the start page"),
    "statistics": _("the club’s figures"),
}


class PublicForm(forms.Form):
    """What the club lets everybody see."""

    pages = forms.MultipleChoiceField(
        label=_("Without logging in everybody sees"),
        choices=[(page, PAGES[page]) for page in Club.PAGES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Choose from the list.")},
    )
