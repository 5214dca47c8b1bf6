"""The scoring of a season, read and checked before the service sees it."""

import json
import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.club.models import ClubChange
from league.club.queries import setting_changes
from league.seasons.models import Season
from league.seasons.services import YearScoring
from league.web.changes import Change, step

USUAL_PLACE_POINTS = (7, 5, 4, 3, 2, 1)
_YEAR_COUNTS = ("place_points_best", "place_points_dropped")


class ScoringForm(forms.Form):
    """The scoring of a season's table."""

    best_evenings = forms.IntegerField(
        label=_("Only the best evenings count"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("How many. Empty means: all."),
    )
    dropped_evenings = forms.IntegerField(
        label=_("The worst evenings are dropped"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("How many results everybody may drop. One evening always counts."),
    )
    min_games = forms.IntegerField(
        label=_("So many games are needed for a place"),
        min_value=0,
        max_value=1000,
        required=False,
        help_text=_(
            "Empty means half of what the person in the middle of the list has "
            "played (the median). 0 means that everybody has a place."
        ),
    )
    place_points_of = forms.ChoiceField(
        label=_("Year’s ranking by places"),
        required=False,
        choices=[("", _("none")), *Season.PlacesOf.choices],
        help_text=_("A second ranking: every place brings points, collected over the season."),
    )
    place_points = forms.CharField(
        label=_("Points for the places"),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "From place 1 on. 7-5-4-3-2-1 is usual, but it may be different. "
            "Further places bring nothing."
        ),
    )
    place_points_best = forms.IntegerField(
        label=_("Only the best results count"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("How many evenings or tournaments in the year’s ranking. Empty means: all."),
    )
    place_points_dropped = forms.IntegerField(
        label=_("The worst results are dropped"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_(
            "How many in the year’s ranking. For whoever is absent once, that one is dropped first."
        ),
    )

    def clean_place_points(self) -> list[int]:
        """Return the numbers, with any separator between them."""
        typed = str(self.cleaned_data["place_points"]).strip()
        parts = [part for part in re.split(r"[\s,;:/–-]+", typed) if part]
        if not self.cleaned_data.get("place_points_of"):
            return []
        if not parts:
            raise ValidationError(_("Add what the places bring, for example 7-5-4-3-2-1."))
        if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
            raise ValidationError(
                _(
                    "Those are not points. Write whole numbers with dashes between them, the "
                    "one for place 1 first, for example 7-5-4-3-2-1."
                )
            )
        return [int(part) for part in parts]

    @staticmethod
    def shown(season: Season) -> dict[str, Any]:
        """Return the initial values for a season; the usual points until the first choice."""
        points = season.place_points or USUAL_PLACE_POINTS
        names = ("best_evenings", "dropped_evenings", "min_games", *_YEAR_COUNTS)
        return {name: getattr(season, name) for name in names} | {
            "place_points_of": season.place_points_of if season.place_points else "",
            "place_points": "-".join(str(point) for point in points),
        }

    def scoring(self) -> dict[str, Any]:
        """Return the arguments of `services.seasons.set_scoring`."""
        fields = dict(self.cleaned_data)
        of = fields.pop("place_points_of") or Season.PlacesOf.EVENINGS
        points = fields.pop("place_points")
        counts = {name: fields.pop(name) for name in _YEAR_COUNTS}
        year = YearScoring(place_points=points, place_points_of=of, **counts)
        return {**fields, "year": year}


def changes_of(season: Season) -> list[Change]:
    """Return the changes of the scoring in the form's words, the newest first. One query."""
    made = setting_changes(ClubChange.Matter.SEASON, {str(season.pk): season.scoring})
    return [
        Change(change.at, change.who, step(field.label, before, after))
        for change in made
        for field, before, after in zip(
            ScoringForm.base_fields.values(),
            _wordings(change.before),
            _wordings(change.after),
            strict=True,
        )
        if before != after
    ]


def _wordings(scoring: str) -> list[object]:
    """Return each field's value of the form; without points the season had no year's ranking."""
    values = json.loads(scoring)
    points = values["place_points"]
    values["place_points"] = "-".join(map(str, points))
    values["place_points_of"] = Season.PlacesOf(values["place_points_of"]).label if points else ""
    return [values.get(name) for name in ScoringForm.base_fields]
