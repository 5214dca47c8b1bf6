"""The games behind somebody's figures, narrowed as the page narrows them."""

from typing import Any, ClassVar

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers
from rest_framework.request import Request

from config.site import queries as desk
from config.site.api.choice import LARGEST_KEY, season_asked
from config.site.figures import lists as listed
from config.site.figures.filter import OCCASIONS_OF_GAMES
from games.rules.rulebooks import all_rulebooks
from league.errors import InvalidError
from league.figures import DEPTHS, Scope, queries
from league.files.api import ListingAPI
from league.files.lists import Listing
from league.people.queries.people import get_person_for
from league.results.models.results import Result
from league.seasons.api.seasons import GameLineOut
from league.web.api.frame import PageAsk, page_of, reads


class PersonGameOut(GameLineOut):
    table = serializers.IntegerField(source="result.table.number")
    version = serializers.IntegerField(source="result.version")
    rulebook = serializers.CharField(source="result.rulebook")
    depth = serializers.ChoiceField(Result.Depth.choices, source="result.depth")
    jule = serializers.IntegerField(allow_null=True)


class GamesAsk(PageAsk):
    """The names of the page's form. `beside` and `loser` are keys of persons."""

    season = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    occasion = serializers.ChoiceField(OCCASIONS_OF_GAMES, required=False)
    rulebook = serializers.ChoiceField([one.slug for one in all_rulebooks()], required=False)
    depth = serializers.ChoiceField(DEPTHS, required=False)
    outcome = serializers.ChoiceField(list(listed.OUTCOMES), required=False)
    beside = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    loser = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    streak = serializers.ChoiceField(list(listed.STREAKS), required=False)
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    sort = serializers.ChoiceField(["newest", "oldest"], required=False)


class PersonGamesAPI(ListingAPI):
    """Somebody's games, narrowed as a number of the figures asks for."""

    row = PersonGameOut
    does: ClassVar = reads(
        page_of(PersonGameOut), GamesAsk, refuses={422: ("no_such_season", "not_at_a_table")}
    )

    @property
    def shown(self) -> Listing[Any]:
        return self.narrowed

    def rows(self, request: Request, pk: int = 0, **named: Any) -> Any:
        person = get_person_for(request.user, pk, self.today)
        asked = self.asked
        season = season_asked(asked)
        scope = Scope(
            asked.get("rulebook", ""),
            asked.get("depth", ""),
            asked.get("occasion", ""),
        )
        counts = queries.person_figures(person, scope, season)
        names = desk.names_beside(request.user, self.today, counts.beside) if counts else {}
        for field in ("beside", "loser"):
            # Whom one may not read by name cannot be found out by asking either.
            if field in asked and asked[field] not in names:
                raise InvalidError(
                    "not_at_a_table", _("There is no game with this person."), field=field
                )
        seasons = [season] if season else []
        self.narrowed = listed.listing(seasons, names, counts.runs if counts else None)
        return queries.games_of(person)
