"""Forms for leagues of teams."""

from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any
from uuid import uuid4

from django import forms
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from league.events.models import Seat
from league.matches import rules
from league.matches.models import LONGEST_TEAM, Match, MatchAward, WithdrawalWay
from league.people.models.people import Person
from league.seasons.models import Season
from league.web.forms import DateInput, EuroField, TimeInput, possible_day


class WithdrawalWayForm(forms.Form):
    """The league's rule for a team that does not play on."""

    withdrawal = forms.ChoiceField(
        label=_("If a team withdraws in mid-season"),
        choices=WithdrawalWay.choices,
        initial=WithdrawalWay.FORFEIT,
        widget=forms.RadioSelect,
    )


class LeagueForm(WithdrawalWayForm):
    season = forms.ModelChoiceField(
        label=_("Season"), queryset=Season.objects.none(), empty_label=None
    )
    name = forms.CharField(label=_("Name"), max_length=60)
    start_time = forms.TimeField(label=_("First throw"), widget=TimeInput(), required=False)
    fine_cents = EuroField(
        label=_("What a lost set costs"),
        required=False,
        help_text=_("Whoever loses it pays. May stay empty."),
    )
    field_order = ("season", "name", "start_time", "fine_cents", "withdrawal")

    def __init__(self, *args: Any, seasons: QuerySet[Season], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["season"].queryset = seasons  # type: ignore[attr-defined]


class TeamForm(forms.Form):
    name = forms.CharField(label=_("Team"), max_length=LONGEST_TEAM)
    pub = forms.CharField(label=_("Home pub"), max_length=80)
    club = forms.CharField(
        label=_("Club"),
        max_length=60,
        required=False,
        help_text=_("Empty means: our own."),
    )


class WithdrawalForm(forms.Form):
    """The reason why a team does not play on, or does after all."""

    reason = forms.CharField(label=_("Why?"), max_length=200)


class SquadForm(forms.Form):
    name = forms.CharField(
        label=_("Name"),
        max_length=80,
        help_text=_("Whoever is not in the club yet is entered as a guest."),
        widget=forms.TextInput({"autocomplete": "off"}),
    )


class FixturesForm(forms.Form):
    first_day = forms.DateField(label=_("First match day"), widget=DateInput())
    weeks = forms.IntegerField(
        label=_("Weeks from one match day to the next"), min_value=1, max_value=8, initial=2
    )

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_first_day(self) -> date:
        return possible_day(self.cleaned_data["first_day"], self.today)


class MoveForm(forms.Form):
    """Another day, time or place for a match."""

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    day = forms.DateField(label=_("New day"), widget=DateInput())
    start_time = forms.TimeField(label=_("First throw"), widget=TimeInput(), required=False)
    place = forms.CharField(label=_("Where exactly"), max_length=80, required=False)
    reason = forms.CharField(label=_("Why?"), max_length=200)

    def __init__(self, *args: Any, today: date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.today = today

    def clean_day(self) -> date:
        return possible_day(self.cleaned_data["day"], self.today)

    @classmethod
    def initial_of(cls, match: Match) -> dict[str, Any]:
        return {
            "client_id": uuid4().hex,
            "day": match.event.business_date,
            "start_time": match.event.start_time,
            "place": match.event.place,
        }


class AwardForm(forms.Form):
    """A match that was not played."""

    winner = forms.ChoiceField(label=_("Given to"), required=False, widget=forms.RadioSelect)
    reason = forms.CharField(label=_("Why?"), max_length=200)

    def __init__(self, *args: Any, match: Match, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["winner"].choices = [  # type: ignore[attr-defined]
            (MatchAward.Winner.HOME, match.home.name),
            (MatchAward.Winner.AWAY, match.away.name),
            (MatchAward.Winner.NONE, _("nobody: it is still to be played")),
        ]


class LineUpForm(forms.Form):
    """The members of the squad at tables 1 to 4 in the first round, two at each."""

    def __init__(self, *args: Any, squad: Sequence[Person], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._by_key = {str(person.pk): person for person in squad}
        choices = [("", "–"), *((str(person.pk), person.name) for person in squad)]
        for table in range(1, rules.TABLES + 1):
            for which in range(rules.PAIR):
                self.fields[f"t{table}_{which}"] = forms.ChoiceField(
                    label=_("Table %(number)s") % {"number": table},
                    choices=choices,
                    required=which == 0,
                )

    @property
    def tables(self) -> list[tuple[int, list[Any]]]:
        """Return the fields of each table, for the page."""
        return [
            (table, [self[f"t{table}_{which}"] for which in range(rules.PAIR)])
            for table in range(1, rules.TABLES + 1)
        ]

    @property
    def pairs(self) -> list[list[Person]]:
        chosen = [
            [self.cleaned_data[f"t{table}_{which}"] for which in range(rules.PAIR)]
            for table in range(1, rules.TABLES + 1)
        ]
        return [[self._by_key[key] for key in pair if key] for pair in chosen]

    @classmethod
    def initial_of(cls, seats: Iterable[tuple[int, Seat]], side: rules.Side) -> dict[str, Any]:
        """Return the initial values from the first round's seats, each with its table's number."""
        return {
            f"t{table}_{(seat.position - 1) // 2}": str(seat.participation.person_id)
            for table, seat in seats
            if rules.side_at(seat.position) == side
        }


class SubstituteForm(forms.Form):
    goes = forms.ModelChoiceField(label=_("Goes out"), queryset=Person.objects.none())
    comes = forms.ModelChoiceField(label=_("Comes in"), queryset=Person.objects.none())
    from_round = forms.TypedChoiceField(
        label=_("From round"),
        coerce=int,
        choices=[(number, str(number)) for number in range(1, rules.ROUNDS + 1)],
    )

    def __init__(
        self, *args: Any, playing: QuerySet[Person], squad: QuerySet[Person], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["goes"].queryset = playing  # type: ignore[attr-defined]
        self.fields["comes"].queryset = squad  # type: ignore[attr-defined]


class FineForm(forms.Form):
    """A fine for another incident at a table, and the player there who pays it."""

    client_id = forms.CharField(max_length=64, widget=forms.HiddenInput())
    seat = forms.TypedChoiceField(label=_("Who?"), coerce=int)
    title = forms.CharField(label=_("What for?"), max_length=80)
    cents = EuroField(label=_("Amount"))

    def __init__(self, *args: Any, seats: Sequence[Seat], **kwargs: Any) -> None:
        kwargs.setdefault("initial", {"client_id": uuid4().hex})
        super().__init__(*args, **kwargs)
        self.fields["seat"].choices = [  # type: ignore[attr-defined]
            (seat.pk, seat.participation.person.name) for seat in seats
        ]
