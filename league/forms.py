"""What people type about the league, read and checked before a service sees it."""

from datetime import date, timedelta
from typing import Any
from uuid import uuid4

from django import forms
from django.core.exceptions import ValidationError
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.errors import InvalidError
from league.models import Event, Membership, Objection, Office, Person, Venue
from league.money import parse_cents


class DateInput(forms.DateInput):
    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class TimeInput(forms.TimeInput):
    input_type = "time"

    def __init__(self) -> None:
        super().__init__(format="%H:%M")


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


def possible_day(day: date, today: date) -> date:
    """A slip of the year would found a season nobody wants."""
    if day.year < 2000:
        raise ValidationError(_("So weit zurück reichen keine Abende."))
    if day > today + timedelta(days=730):
        raise ValidationError(_("So weit voraus plant kein Club."))
    return day


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
        return possible_day(self.cleaned_data["business_date"], self.today)

    @classmethod
    def proposal(cls, today: date) -> dict[str, Any]:
        return {
            "name": _("Spielabend"),
            "business_date": today,
            "venue": Venue.CLUB_NIGHT,
        }


class WhenForm(forms.Form):
    """Anwurf, official end, host and place: of one evening or of a whole series."""

    start_time = forms.TimeField(label=_("Anwurf"), widget=TimeInput(), required=False)
    end_time = forms.TimeField(
        label=_("Offizielles Ende"),
        widget=TimeInput(),
        required=False,
        help_text=_("Bis dahin zählen Schock-Aus für den König. Darf leer bleiben."),
    )
    host = forms.ModelChoiceField(
        label=_("Gastgeber"), queryset=Person.objects.none(), required=False, empty_label="–"
    )
    place = forms.CharField(label=_("Wo genau"), max_length=80, required=False)

    def __init__(self, *args: Any, hosts: QuerySet[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["host"].queryset = hosts  # type: ignore[attr-defined]


class DetailsForm(WhenForm):
    answer_until = forms.DateField(
        label=_("Antwort bis"),
        widget=DateInput(),
        required=False,
        help_text=_("Danach sagt man dem Gastgeber selbst Bescheid. Leer heißt: bis zum Anwurf."),
    )

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        return {
            "start_time": event.start_time,
            "end_time": event.end_time,
            "host": event.host_id,
            "place": event.place,
            "answer_until": event.answer_until,
        }


class MoveForm(forms.Form):
    """Another day for an evening."""

    day = forms.DateField(label=_("Neuer Tag"), widget=DateInput())

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_day(self) -> date:
        return possible_day(self.cleaned_data["day"], self.today)


class SeriesForm(WhenForm):
    """A season's evenings. What stands here is shown day by day before anything is made."""

    name = forms.CharField(label=_("Name"), max_length=80)
    first = forms.DateField(
        label=_("Erster Abend"),
        widget=DateInput(),
        help_text=_("Sein Wochentag gilt für alle."),
    )
    weeks = forms.TypedChoiceField(
        label=_("Wie oft"),
        coerce=int,
        choices=[
            (1, _("jede Woche")),
            (2, _("alle zwei Wochen")),
            (3, _("alle drei Wochen")),
            (4, _("alle vier Wochen")),
        ],
    )
    last = forms.DateField(label=_("Bis spätestens"), widget=DateInput())
    venue = forms.ChoiceField(label=_("Ort"), choices=Venue.choices)
    answer_days = forms.IntegerField(
        label=_("Antworten bis so viele Tage vorher"),
        min_value=0,
        max_value=30,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Leer heißt: bis zum Anwurf."),
    )
    field_order = ["name", "first", "weeks", "last", "start_time", "end_time", "venue", "place"]

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and first < self.today:
            self.add_error("first", _("Planen kann man nur, was noch kommt."))
        if last and last > self.today + timedelta(days=730):
            self.add_error("last", _("So weit voraus plant kein Club."))
        elif first and last and last < first:
            self.add_error("last", _("Das liegt vor dem ersten Abend."))
        if data.get("end_time") and not data.get("start_time"):
            self.add_error("end_time", _("Ein Ende braucht einen Anwurf."))
        return data

    @classmethod
    def proposal(cls, today: date, before: Event | None) -> dict[str, Any]:
        """As the last evening was, every other week, for half a year."""
        first = today + timedelta(days=14)
        if before is not None:
            first = today + timedelta(days=(before.business_date - today).days % 7 or 7)
        return {
            "name": _("Spielabend"),
            "first": first,
            "weeks": 2,
            "last": first + timedelta(days=182),
            "venue": before.venue if before else Venue.CLUB_NIGHT,
            "start_time": before.start_time if before else None,
            "end_time": before.end_time if before else None,
            "place": before.place if before else "",
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
