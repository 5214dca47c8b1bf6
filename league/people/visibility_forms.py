"""Forms about the visibility of a person and of the club."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from league.club.models import Club
from league.people.models.people import Person


class SeenAsForm(forms.Form):
    """A person as the public sees him."""

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

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        is_new = data.get("nickname") and "nickname" in self.changed_data
        if is_new and data.get("seen_as", Person.SeenAs.NICKNAME) != Person.SeenAs.NICKNAME:
            self.add_error(
                "nickname",
                _("Choose “by a nickname” above, and others read this. Or leave it empty."),
            )
        return data


PAGES = {
    "start": _("the next evening on the start page"),
    "table": _("the season’s table"),
    "year": _("the year’s ranking"),
    "all_time": _("the all-time table"),
    "results": _("the last results on the start page"),
    "statistics": _("the club’s figures"),
}


class PublicForm(forms.Form):
    """The pages that the club shows to the public."""

    pages = forms.MultipleChoiceField(
        label=_("Without logging in everybody sees"),
        choices=[(page, PAGES[page]) for page in Club.PAGES],
        widget=forms.CheckboxSelectMultiple,
        required=False,
        error_messages={"invalid_choice": _("Choose from the list.")},
    )
