"""Choose the games of the figures: season, rulebook, depth, evenings or tournaments; by GET."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from django import forms
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.luck.queries.throws import Which
from games.rules.rulebooks import all_rulebooks
from league.figures import EVENINGS, TOURNAMENTS, Scope, queries
from league.results.models.results import Result
from league.seasons.models import Season

# Evenings by themselves, as in the season's table.
OCCASIONS = {"": EVENINGS, TOURNAMENTS: TOURNAMENTS, "all": ""}
# The list of games leaves nothing out by itself.
OCCASIONS_OF_GAMES = (EVENINGS, TOURNAMENTS)


@dataclass(frozen=True)
class Chosen:
    """The choice, for queries, in words, and as an address."""

    season: Season | None
    scope: Scope
    asked: Mapping[str, str]

    @property
    def words(self) -> list[str]:
        """Return a few words that name every choice, made or not."""
        rulebook, depth, occasion = self.scope
        when = _("Season %(name)s") % {"name": self.season.name} if self.season else _("all years")
        where = {
            EVENINGS: _("Evenings"),
            TOURNAMENTS: _("Tournaments"),
            "": _("Evenings and tournaments"),
        }
        return [
            when,
            where[occasion],
            rulebook_name(rulebook) if rulebook else _("any rulebook"),
            depth_words()[depth] if depth else _("on cards and scored"),
        ]

    @property
    def which(self) -> Which:
        """Return this choice as the throws read it."""
        return Which(self.season, *self.scope)

    def games_url(self, person: int, **more: Any) -> str:
        """Return the address of the games behind a person's figures by this choice, narrowed by
        `more`.
        """
        asked = {**self.asked, "occasion": self.scope.occasion, **more}
        query = urlencode({name: value for name, value in asked.items() if value})
        return f"{reverse('person_games', args=[person])}?{query}"

    def figures_url(self, person: int) -> str:
        """Return the address of a person's figures by the same choice."""
        url = reverse("person_figures", args=[person])
        return f"{url}?{urlencode(self.asked)}" if self.asked else url

    def season_url(self, season: Season) -> str:
        """Return the address of the same page of one season."""
        return "?" + urlencode({**self.asked, "season": season.pk})


def rulebook_name(slug: str) -> str:
    return next((book.name for book in all_rulebooks() if book.slug == slug), slug)


def depth_words() -> dict[str, str]:
    return {
        Result.Depth.CARD: _("cards only"),
        Result.Depth.ROUNDS: _("scored by rounds"),
        Result.Depth.HANDS: _("scored by hands"),
        Result.Depth.THROWS: _("scored throw by throw"),
    }


class FigureFilter(forms.Form):
    """The form of the choices. One that makes no sense is as if it had not been made."""

    season = forms.ChoiceField(label=gettext_lazy("Season"), required=False)
    occasion = forms.ChoiceField(label=gettext_lazy("On what occasion"), required=False)
    rulebook = forms.ChoiceField(label=gettext_lazy("Rulebook"), required=False)
    depth = forms.ChoiceField(label=gettext_lazy("How it was scored"), required=False)

    def __init__(self, asked: Mapping[str, Any]) -> None:
        super().__init__(asked, auto_id="zahlen_%s")
        self.seasons = {str(season.pk): season for season in queries.seasons_with_figures()}
        scopes = queries.words_of_scopes()
        words = depth_words()
        self._choose("season", _("all"), [(pk, season.name) for pk, season in self.seasons.items()])
        self._choose(
            "occasion",
            _("Evenings"),
            [(TOURNAMENTS, _("Tournaments")), ("all", _("Evenings and tournaments"))],
        )
        self._choose(
            "rulebook", _("all"), [(slug, rulebook_name(slug)) for slug in scopes.rulebooks]
        )
        self._choose("depth", _("all"), [(depth, words[depth]) for depth in scopes.depths])

    def _choose(self, name: str, whole: str, choices: list[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)
        field.choices = [("", whole), *choices]

    @cached_property
    def chosen(self) -> Chosen:
        self.is_valid()
        asked = {name: value for name, value in self.cleaned_data.items() if value}
        return Chosen(
            season=self.seasons.get(asked.get("season", "")),
            scope=Scope(
                asked.get("rulebook", ""),
                asked.get("depth", ""),
                OCCASIONS[asked.get("occasion", "")],
            ),
            asked=asked,
        )
