"""Choose the games that figures are of, as the pages ask for it."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.site.figures.filter import OCCASIONS, Chosen
from games.rules.rulebooks import all_rulebooks
from league.errors import InvalidError
from league.figures import DEPTHS, Scope, queries
from league.seasons.models import Season
from league.web.api.described import Codes

LARGEST_KEY = 2**31 - 1
REFUSES: Codes = {422: ("no_such_season",)}


class ChoiceAsk(serializers.Serializer[Any]):
    """All years and all evenings, where nothing else is asked for."""

    season = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    occasion = serializers.ChoiceField([code for code in OCCASIONS if code], required=False)
    rulebook = serializers.ChoiceField(
        [rulebook.slug for rulebook in all_rulebooks()], required=False
    )
    depth = serializers.ChoiceField(DEPTHS, required=False)


class ChosenOut(serializers.Serializer[Any]):
    """What was chosen; an empty word leaves nothing out."""

    season = serializers.IntegerField(allow_null=True)
    rulebook = serializers.CharField(allow_blank=True)
    depth = serializers.ChoiceField(DEPTHS, allow_blank=True)
    occasion = serializers.ChoiceField(["evenings", "tournaments"], allow_blank=True)


def season_asked(asked: Mapping[str, Any]) -> Season | None:
    if "season" not in asked:
        return None
    season = queries.seasons_with_figures().filter(pk=asked["season"]).first()
    if season is None:
        raise InvalidError("no_such_season", _("There is no such season."), field="season")
    return season


def chosen(asked: Mapping[str, Any]) -> Chosen:
    scope = Scope(
        asked.get("rulebook", ""), asked.get("depth", ""), OCCASIONS[asked.get("occasion", "")]
    )
    return Chosen(season_asked(asked), scope, asked)


def chosen_json(choice: Chosen) -> dict[str, Any]:
    season = choice.season
    return {**choice.scope._asdict(), "season": season.pk if season else None}
