"""How a season counts, read and checked before the service sees it."""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy as _

from league.seasons.models import Season
from league.seasons.services import YearScoring

USUAL_PLACE_POINTS = (7, 5, 4, 3, 2, 1)
_YEAR_COUNTS = ("place_points_best", "place_points_dropped")


class ScoringForm(forms.Form):
    """How a season's table counts."""

    best_evenings = forms.IntegerField(
        label=_("Nur die besten Abende zählen"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("Wie viele. Leer heißt: alle."),
    )
    dropped_evenings = forms.IntegerField(
        label=_("Die schlechtesten Abende fallen weg"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("Wie viele Streichergebnisse jeder hat. Ein Abend zählt immer."),
    )
    min_games = forms.IntegerField(
        label=_("So viele Spiele braucht man für einen Platz"),
        min_value=0,
        max_value=1000,
        required=False,
        help_text=_(
            "Leer heißt: halb so viele, wie jemand in der Mitte der Liste gespielt hat (Median). "
            "0 heißt: Jeder hat einen Platz."
        ),
    )
    place_points_of = forms.ChoiceField(
        label=_("Jahreswertung nach Plätzen"),
        required=False,
        choices=[("", _("keine")), *Season.PlacesOf.choices],
        help_text=_("Eine zweite Rangliste: Jeder Platz bringt Punkte, über die Saison gesammelt."),
    )
    place_points = forms.CharField(
        label=_("Punkte für die Plätze"),
        required=False,
        max_length=400,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_(
            "Von Platz 1 an. Üblich ist 7-5-4-3-2-1, es darf auch anders sein. Weitere Plätze "
            "bringen nichts."
        ),
    )
    place_points_best = forms.IntegerField(
        label=_("Nur die besten Ergebnisse zählen"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("Wie viele Abende oder Turniere in der Jahreswertung. Leer heißt: alle."),
    )
    place_points_dropped = forms.IntegerField(
        label=_("Die schlechtesten Ergebnisse fallen weg"),
        min_value=1,
        max_value=100,
        required=False,
        help_text=_("Wie viele in der Jahreswertung. Wer einmal fehlt, dem fällt das zuerst weg."),
    )

    def clean_place_points(self) -> list[int]:
        """The numbers, whatever stands between them."""
        typed = str(self.cleaned_data["place_points"]).strip()
        parts = [part for part in re.split(r"[\s,;:/–-]+", typed) if part]
        if not self.cleaned_data.get("place_points_of"):
            return []
        if not parts:
            raise ValidationError(
                _("Schreib dazu, was die Plätze bringen, zum Beispiel 7-5-4-3-2-1.")
            )
        if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
            raise ValidationError(
                _(
                    "Das sind keine Punkte. Schreib ganze Zahlen mit Strichen dazwischen, die für "
                    "Platz 1 zuerst, zum Beispiel 7-5-4-3-2-1."
                )
            )
        return [int(part) for part in parts]

    @staticmethod
    def shown(season: Season) -> dict[str, Any]:
        """What the fields hold for a season; the usual points are there before anybody chose."""
        points = season.place_points or USUAL_PLACE_POINTS
        names = ("best_evenings", "dropped_evenings", "min_games", *_YEAR_COUNTS)
        return {name: getattr(season, name) for name in names} | {
            "place_points_of": season.place_points_of if season.place_points else "",
            "place_points": "-".join(str(one) for one in points),
        }

    def scoring(self) -> dict[str, Any]:
        """What `services.seasons.set_scoring` takes."""
        found = dict(self.cleaned_data)
        of = found.pop("place_points_of") or Season.PlacesOf.EVENINGS
        points = found.pop("place_points")
        counts = {name: found.pop(name) for name in _YEAR_COUNTS}
        year = YearScoring(place_points=points, place_points_of=of, **counts)
        return {**found, "year": year}
