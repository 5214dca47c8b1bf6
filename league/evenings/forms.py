"""Forms about evenings: one, a whole season, a new person at one."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from league.events.models import Event, Venue
from league.people.models.people import Person
from league.web.forms import DateInput, TimeInput, possible_day


class EveningForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(
        label=_("Date"),
        widget=DateInput(),
        help_text=_("What is played after midnight still belongs to it."),
    )
    venue = forms.ChoiceField(label=_("Venue"), choices=Venue.choices)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_business_date(self) -> date:
        return possible_day(self.cleaned_data["business_date"], self.today)

    @classmethod
    def proposal(cls, today: date) -> dict[str, Any]:
        return {
            "name": pgettext_lazy("kind of event", "Evening"),
            "business_date": today,
            "venue": Venue.CLUB_NIGHT,
        }


class WhenForm(forms.Form):
    """Anwurf, official end, host and place: of one evening or of a whole series."""

    start_time = forms.TimeField(label=_("First throw"), widget=TimeInput(), required=False)
    end_time = forms.TimeField(
        label=_("Official end"),
        widget=TimeInput(),
        required=False,
        help_text=_("Until then Schock-Aus count for the König. May stay empty."),
    )
    host = forms.ModelChoiceField(
        label=_("Host"), queryset=Person.objects.none(), required=False, empty_label="–"
    )
    place = forms.CharField(label=_("Where exactly"), max_length=80, required=False)

    def __init__(self, *args: Any, hosts: QuerySet[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["host"].queryset = hosts  # type: ignore[attr-defined]


class DetailsForm(WhenForm):
    answer_until = forms.DateField(
        label=_("Answer by"),
        widget=DateInput(),
        required=False,
        help_text=_("After that one tells the host in person. Empty means: until the first throw."),
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

    day = forms.DateField(label=_("New day"), widget=DateInput())

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_day(self) -> date:
        return possible_day(self.cleaned_data["day"], self.today)


class SeriesForm(WhenForm):
    """A season's evenings. The typed series is shown day by day before anything is made."""

    name = forms.CharField(label=_("Name"), max_length=80)
    first = forms.DateField(
        label=_("First evening"),
        widget=DateInput(),
        help_text=_("Its weekday holds for all."),
    )
    weeks = forms.TypedChoiceField(
        label=_("How often"),
        coerce=int,
        choices=[
            (1, _("every week")),
            (2, _("every two weeks")),
            (3, _("every three weeks")),
            (4, _("every four weeks")),
        ],
    )
    last = forms.DateField(label=_("At the latest by"), widget=DateInput())
    venue = forms.ChoiceField(label=_("Venue"), choices=Venue.choices)
    answer_days = forms.IntegerField(
        label=_("Answers until so many days before"),
        min_value=0,
        max_value=30,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Empty means: until the first throw."),
    )
    field_order = ["name", "first", "weeks", "last", "start_time", "end_time", "venue", "place"]

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        first, last = data.get("first"), data.get("last")
        if first and first < self.today:
            self.add_error("first", _("Only what is still to come can be planned."))
        if last and last > self.today + timedelta(days=730):
            self.add_error("last", _("No club plans that far ahead."))
        elif first and last and last < first:
            self.add_error("last", _("That is before the first evening."))
        if data.get("end_time") and not data.get("start_time"):
            self.add_error("end_time", _("An end needs a first throw."))
        return data

    @classmethod
    def proposal(cls, today: date, before: Event | None) -> dict[str, Any]:
        """Return the values of the last evening, every other week, for half a year."""
        first = today + timedelta(days=14)
        if before is not None:
            first = today + timedelta(days=(before.business_date - today).days % 7 or 7)
        return {
            "name": pgettext_lazy("kind of event", "Evening"),
            "first": first,
            "weeks": 2,
            "last": first + timedelta(days=182),
            "venue": before.venue if before else Venue.CLUB_NIGHT,
            "start_time": before.start_time if before else None,
            "end_time": before.end_time if before else None,
            "place": before.place if before else "",
        }


class GuestForm(forms.Form):
    # Text being typed survives when a tap elsewhere exchanges this part of the page.
    name = forms.CharField(
        label=_("Guest’s name"),
        max_length=80,
        widget=forms.TextInput({"hx-preserve": "true", "autocomplete": "off"}),
    )
