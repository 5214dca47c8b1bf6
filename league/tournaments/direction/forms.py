"""Forms of the direction about a tournament: its description, its date, its prizes."""

from datetime import date, timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.forms.boundfield import BoundWidget
from django.utils.translation import gettext_lazy as _

from league.events.models import Event, Venue
from league.mail.queries import by_mail_lazy
from league.tournaments.core.queries.templates import Beginning, beginnings
from league.tournaments.models.tournaments import Prize
from league.web.forms import DateInput, EuroField, TimeInput, possible_day

CONSENT = _(
    "I agree that my name, the way I have chosen it, appears on the draw, tables "
    "and rankings of this tournament, on the public page too. I can take this back "
    "at any time; then only my start number stands there."
)


# A past tournament can be entered this far back.
LONG_AGO = timedelta(days=30)


def tournament_day(day: date, today: date) -> date:
    """Return the day if it suits a tournament: not last year by a slip.

    Raise ValidationError for any other.
    """
    if day < today - LONG_AGO:
        raise ValidationError(_("That day is more than 30 days ago. Check the year and the month."))
    return possible_day(day, today)


class NewTournamentForm(forms.Form):
    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(label=_("Date"), widget=DateInput())
    start_time = forms.TimeField(label=_("First throw"), widget=TimeInput(), required=False)
    venue = forms.ChoiceField(label=_("Venue"), choices=Venue.choices, initial=Venue.PUB)
    place = forms.CharField(label=_("Where exactly"), max_length=80, required=False)
    template = forms.ChoiceField(
        label=_("Played as in"),
        widget=forms.RadioSelect,
        help_text=_("All of it can be changed afterwards, until it is drawn."),
        error_messages={"required": _("Choose how it is played.")},
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today
        self.groups = beginnings()
        self.fields["template"].choices = [  # type: ignore[attr-defined]
            (own.choice, own.name) for _title, choices in self.groups for own in choices
        ]

    @property
    def beginnings(self) -> list[tuple[str, list[tuple[BoundWidget, Beginning]]]]:
        """Return the choices of a format under their headings, with their radio buttons."""
        radios = iter(self["template"])
        return [(title, [(next(radios), own) for own in choices]) for title, choices in self.groups]

    def clean_business_date(self) -> date:
        return tournament_day(self.cleaned_data["business_date"], self.today)


class WhenForm(forms.Form):
    """The date and place of a tournament; name and day only while no game was played."""

    name = forms.CharField(label=_("Name"), max_length=80)
    business_date = forms.DateField(
        label=_("Date"),
        widget=DateInput(),
        help_text=by_mail_lazy(
            _("On another day: all who are registered with an e-mail address are told."), ""
        ),
    )
    start_time = forms.TimeField(label=_("First throw"), widget=TimeInput(), required=False)
    place = forms.CharField(label=_("Where exactly"), max_length=80, required=False)

    def __init__(self, data: Any = None, *, event: Event, today: date, is_played: bool) -> None:
        asked = ("name", "business_date", "start_time", "place")
        initial = {name: getattr(event, name) for name in asked}
        super().__init__(data, initial=initial, auto_id="when_%s")
        self.was_on, self.today = event.business_date, today
        if is_played:
            del self.fields["name"], self.fields["business_date"]

    def clean_business_date(self) -> date:
        day: date = self.cleaned_data["business_date"]
        return day if day == self.was_on else tournament_day(day, self.today)


class CallOffForm(forms.Form):
    reason = forms.CharField(
        label=_("Why?"),
        max_length=200,
        help_text=by_mail_lazy(
            _("All read this: on the tournament's page and in the mail."),
            _("All read this on the tournament's page."),
        ),
    )

    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="off_%s")


class DescriptionForm(forms.Form):
    """The registration, the costs and the announcement of a tournament."""

    places = forms.IntegerField(
        label=_("Places"),
        min_value=2,
        max_value=1000,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Whoever comes after that goes on the waiting list. Empty means: no limit."),
    )
    registration_open = forms.BooleanField(label=_("Registration is open"), required=False)
    registration_until = forms.DateTimeField(
        label=_("Registration until"),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        input_formats=["%Y-%m-%dT%H:%M", "%Y-%m-%dT%H:%M:%S"],
    )
    fee_cents = EuroField(
        label=_("Entry fee"),
        required=False,
        help_text=_("Covers what the day costs. Empty means: none."),
    )
    pot_cents = EuroField(
        label=_("Stake for the prize pot"),
        required=False,
        help_text=_("Comes on top of the entry fee and is played for. Empty means: none."),
    )
    adults_only = forms.BooleanField(label=_("Only from age 18"), required=False)
    words = forms.CharField(
        label=_("Announcement"),
        max_length=4000,
        required=False,
        widget=forms.Textarea({"rows": 6}),
        help_text=_("What everybody should know beforehand: parking, food, prize-giving."),
    )
    group = forms.CharField(
        label=_("Ranked among each other"),
        max_length=40,
        required=False,
        help_text=_(
            "For a prize of their own, for example “Ladies”. The desk says who is one of them, "
            "with their consent. Empty means: nobody."
        ),
    )
    consent = forms.CharField(
        label=_("Consent when registering"),
        max_length=2000,
        required=False,
        widget=forms.Textarea({"rows": 5}),
    )

    @classmethod
    def initial_of(cls, event: Event) -> dict[str, Any]:
        tournament = event.tournament
        return {
            "places": tournament.places,
            "registration_open": tournament.registration_open,
            "registration_until": tournament.registration_until,
            "fee_cents": typed_euro(tournament.fee_cents),
            "pot_cents": typed_euro(tournament.pot_cents),
            "adults_only": tournament.adults_only,
            "words": tournament.words,
            "group": tournament.group,
            "consent": tournament.consent,
        }

    def clean_fee_cents(self) -> int:
        return self.cleaned_data["fee_cents"] or 0

    def clean_pot_cents(self) -> int:
        return self.cleaned_data["pot_cents"] or 0


def typed_euro(cents: int) -> str:
    """Return cents the way people type them; empty for none."""
    return f"{cents // 100},{cents % 100:02}" if cents else ""


class PrizeForm(forms.Form):
    # Its ids have a prefix, because the form with the place of the tournament is on the same page.
    def __init__(self, data: Any = None) -> None:
        super().__init__(data, auto_id="prize_%s")

    award = forms.ChoiceField(label=_("What for"), choices=Prize.Award.choices)
    place = forms.IntegerField(
        label=_("Place"),
        min_value=1,
        max_value=1000,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
        help_text=_("Only for a place."),
    )
    thing = forms.CharField(label=_("Prize in kind"), max_length=120, required=False)
    sponsor = forms.CharField(label=_("donated by"), max_length=80, required=False)
    pot_percent = forms.IntegerField(
        label=_("Share of the pot in percent"),
        min_value=1,
        max_value=100,
        required=False,
        widget=forms.NumberInput({"class": "short"}),
    )
