"""Forms about registrations, read and checked before a service sees the values."""

from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.events.models import Team
from league.people.models.people import Person
from league.tournaments.models.tournaments import Registration, Tournament
from league.web.forms import AddressField

# The name others read after each choice; the desk always sees the real one.
SHOWN = [
    (Registration.Shown.SHORT, _("First name with initial")),
    (Registration.Shown.FULL, _("full name")),
    (Registration.Shown.ALIAS, _("Nickname")),
    (Registration.Shown.NUMBER, _("the start number only")),
]


class ShownForm(forms.Form):
    """The name of a player on lists and screens."""

    shown = forms.ChoiceField(
        label=_("How should others see you?"),
        choices=SHOWN,
        initial=Registration.Shown.SHORT,
        widget=forms.RadioSelect,
        error_messages={"required": _("Choose what you are called.")},
    )
    alias = forms.CharField(
        label=_("Nickname"),
        max_length=40,
        required=False,
        widget=forms.TextInput({"autocomplete": "nickname"}),
        help_text=_("Only if you choose “Nickname” above."),
    )


class RegistrationForm(ShownForm):
    """The registration, asking only for what this tournament needs.

    Name and address of a login are known; without `mails` no address is asked for.
    """

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    name = forms.CharField(
        label=_("First and last name"),
        max_length=80,
        widget=forms.TextInput({"autocomplete": "name"}),
    )
    email = AddressField(
        label=_("Email"),
        max_length=254,
        help_text=_("A link goes there, and with it you confirm the registration."),
    )
    team_name = forms.CharField(
        label=_("Team"),
        max_length=60,
        required=False,
        help_text=_("Whoever writes the same name plays together. May stay empty."),
    )
    is_adult = forms.BooleanField(
        label=_("I am at least 18 years old."),
        error_messages={"required": _("Only those aged 18 or over may play here.")},
    )
    consented = forms.BooleanField(
        label=_("I agree."),
        error_messages={"required": _("It does not work without this consent.")},
    )
    field_order = ["client_id", "name", "email", "team_name"]

    def __init__(
        self,
        *args: Any,
        tournament: Tournament,
        person: Person | None,
        mails: bool,
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["client_id"].initial = uuid4().hex
        asked = {
            "name": person is None,
            "email": person is None and mails,
            "team_name": tournament.team is not None,
            "is_adult": tournament.adults_only,
            "consented": bool(tournament.consent),
        }
        for name in [name for name, wanted in asked.items() if not wanted]:
            del self.fields[name]

    @staticmethod
    def as_always(person: Person | None) -> dict[str, Any]:
        """Return the initial choice for a person of the club: the name they always use."""
        if person is None:
            return {}
        if person.nickname:
            return {"shown": Registration.Shown.ALIAS, "alias": person.nickname}
        is_hidden = person.seen_as == Person.SeenAs.HIDDEN
        return {"shown": Registration.Shown.NUMBER} if is_hidden else {}

    def typed(self) -> dict[str, Any]:
        """Return the arguments of the service, without the values not asked for."""
        return {"name": "", **self.cleaned_data}


class DeskGuestForm(forms.Form):
    """A person at the desk who has not registered."""

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    name = forms.CharField(
        label=_("Name"), max_length=80, widget=forms.TextInput({"autocomplete": "off"})
    )
    team_name = forms.CharField(label=_("Team"), max_length=60, required=False)
    shown = forms.ChoiceField(
        label=_("In public as"),
        choices=[pair for pair in SHOWN if pair[0] != Registration.Shown.ALIAS],
        initial=Registration.Shown.SHORT,
    )
    past_limit = forms.BooleanField(label=_("Even if all places are taken"), required=False)

    def __init__(self, *args: Any, tournament: Tournament, is_full: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["client_id"].initial = uuid4().hex
        if tournament.team is None:
            del self.fields["team_name"]
        if not is_full:
            del self.fields["past_limit"]


class TeamForm(forms.Form):
    name = forms.CharField(
        label=_("New team"), max_length=60, widget=forms.TextInput({"autocomplete": "off"})
    )


class TeamChoiceForm(forms.Form):
    """The team of a player."""

    team = forms.ModelChoiceField(
        label=_("Team"), queryset=Team.objects.none(), required=False, empty_label="–"
    )

    def __init__(self, *args: Any, teams: QuerySet[Team], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
