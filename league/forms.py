"""What people type about the league, read and checked before a service sees it."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.models import Membership, Objection, Office, Venue
from league.money import parse_cents


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class EuroField(forms.CharField):
    """An amount as people write it; cleaned to cents. What was typed stays in the field."""

    def __init__(self, **options: Any) -> None:
        shown = forms.TextInput(
            attrs={"inputmode": "decimal", "autocomplete": "off", "class": "short"}
        )
        super().__init__(widget=shown, max_length=30, **options)

    def clean(self, value: Any) -> Any:
        typed = str(value or "")
        if not self.required and not typed.strip():
            return None
        try:
            return parse_cents(typed)
        except InvalidError as error:
            raise ValidationError(str(error), code=error.code) from error


class EveningForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(
        label=_("Datum"),
        widget=DateInput(),
        help_text=_("Was nach Mitternacht gespielt wird, gehört noch dazu."),
    )
    venue = forms.ChoiceField(label=_("Ort"), choices=Venue.choices)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_business_date(self) -> date:
        """A slip of the year would found a season nobody wants."""
        day: date = self.cleaned_data["business_date"]
        if day.year < 2000:
            raise ValidationError(_("So weit zurück reichen keine Abende."))
        if day > self.today + timedelta(days=730):
            raise ValidationError(_("So weit voraus plant kein Club."))
        return day

    @classmethod
    def proposal(cls, today: date) -> dict[str, Any]:
        return {
            "name": _("Spielabend"),
            "business_date": today,
            "venue": Venue.CLUB_NIGHT,
        }


class GuestForm(forms.Form):
    # What is being typed survives the part of the page that a tap elsewhere exchanges.
    name = forms.CharField(
        label=_("Name des Gastes"),
        max_length=80,
        widget=forms.TextInput({"hx-preserve": "true", "autocomplete": "off"}),
    )


class PersonForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    email = forms.EmailField(
        label=_("E-Mail"),
        required=False,
        help_text=_("Dahin gehen die Codes zum Anmelden. Ohne Adresse gibt es keinen Zugang."),
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


class ObjectionForm(forms.Form):
    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    text = forms.CharField(
        label=_("Was stimmt nicht?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("Dann entscheidet der Schiedsrichter. So lange ändert sich hier nichts."),
    )

    @classmethod
    def fresh(cls) -> "ObjectionForm":
        return cls(initial={"client_id": uuid4().hex})


class RulingForm(forms.Form):
    """First how it is decided, then why, then one button: a ruling is not taken back."""

    outcome = forms.ChoiceField(
        label=_("Was gilt?"),
        choices=[
            (Objection.Outcome.STANDS, _("Bleibt, wie es ist")),
            (Objection.Outcome.CORRECT, _("Wird korrigiert")),
        ],
        widget=forms.RadioSelect,
        error_messages={"required": _("Wähle: bleibt, wie es ist, oder wird korrigiert.")},
    )
    ruling = forms.CharField(
        label=_("Warum?"),
        max_length=400,
        widget=forms.TextInput({"autocomplete": "off"}),
        help_text=_("In einem Satz, für die am Tisch."),
        error_messages={"required": _("Sag denen am Tisch in einem Satz, warum.")},
    )


def refuse(form: forms.Form, error: Any) -> None:
    """Puts a service's sentence beside the field it is about."""
    form.add_error(error.field if error.field in form.fields else None, str(error))
