"""List the games behind a person's figures, narrowed as the page narrows them."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.site import queries as site_queries
from config.site.api.choice import LARGEST_KEY, season_asked
from config.site.figures import lists as listed
from config.site.figures.filter import OCCASIONS_OF_GAMES
from games.rules.rulebooks import all_rulebooks
from league.errors import InvalidError
from league.figures import DEPTHS, Scope, queries
from league.files.api import Listed, lists
from league.people.queries.people import get_person_for
from league.results.models.results import Result, ResultLine
from league.seasons.api.seasons import GameLineOut
from league.web.api.frame import PageAsk, ReadRequest


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
    rulebook = serializers.ChoiceField(
        [rulebook.slug for rulebook in all_rulebooks()], required=False
    )
    depth = serializers.ChoiceField(DEPTHS, required=False)
    outcome = serializers.ChoiceField(list(listed.OUTCOMES), required=False)
    beside = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    loser = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    streak = serializers.ChoiceField(list(listed.STREAKS), required=False)
    since = serializers.DateField(required=False)
    until = serializers.DateField(required=False)
    sort = serializers.ChoiceField(["newest", "oldest"], required=False)


@lists(PersonGameOut, GamesAsk, refuses={422: ("no_such_season", "not_at_a_table")})
def person_games(request: ReadRequest, pk: int) -> Listed[ResultLine]:
    """Somebody's games, narrowed as a number of the figures asks for."""
    person = get_person_for(request.user, pk, request.today)
    asked = request.query
    season = season_asked(asked)
    scope = Scope(
        asked.get("rulebook", ""),
        asked.get("depth", ""),
        asked.get("occasion", ""),
    )
    counts = queries.person_figures(person, scope, season)
    names = site_queries.names_beside(request.user, request.today, counts.beside) if counts else {}
    for field in ("beside", "loser"):
        # A person whose name is hidden from the reader cannot be found out by asking either.
        if field in asked and asked[field] not in names:
            raise InvalidError(
                "not_at_a_table", _("There is no game with this person."), field=field
            )
    seasons = [season] if season else []
    listing = listed.listing(seasons, names, counts.runs if counts else None)
    return Listed(listing, queries.games_of(person), asked)
