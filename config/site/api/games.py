"""The games behind somebody's figures, narrowed as the page narrows them."""

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from config.site import queries as desk
from config.site.api.choice import LARGEST_KEY, season_asked
from config.site.figures import lists as listed
from config.site.figures.filter import LISTED
from games.rules.rulebooks import all_rulebooks
from league.errors import InvalidError
from league.figures import DEPTHS, Scope, queries
from league.files.api import Listed, lists
from league.people.queries.people import get_person_for
from league.results.models.results import Result, ResultLine
from league.seasons.api.seasons import GameLineOut
from league.web.api.frame import PageAsk, ReadRequest

OCCASIONS = {said: occasion for occasion, said in LISTED.items()}


class PersonGameOut(GameLineOut):
    table = serializers.IntegerField(source="result.table.number")
    version = serializers.IntegerField(source="result.version")
    rulebook = serializers.CharField(source="result.rulebook")
    depth = serializers.ChoiceField(Result.Depth.choices, source="result.depth")
    jule = serializers.IntegerField(allow_null=True)


class GamesAsk(PageAsk):
    """The names of the page's form. `mit` and `verlierer` are keys of persons."""

    saison = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    wobei = serializers.ChoiceField(list(OCCASIONS), required=False)
    regelwerk = serializers.ChoiceField([one.slug for one in all_rulebooks()], required=False)
    tiefe = serializers.ChoiceField(DEPTHS, required=False)
    was = serializers.ChoiceField(list(listed.OUTCOMES), required=False)
    mit = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    verlierer = serializers.IntegerField(min_value=1, max_value=LARGEST_KEY, required=False)
    serie = serializers.ChoiceField(list(listed.STREAKS), required=False)
    von = serializers.DateField(required=False)
    bis = serializers.DateField(required=False)
    sortiert = serializers.ChoiceField(["neueste", "aelteste"], required=False)


@lists(PersonGameOut, GamesAsk, refuses={422: ("no_such_season", "not_at_a_table")})
def person_games(request: ReadRequest, pk: int) -> Listed[ResultLine]:
    """Somebody's games, narrowed as a number of the figures asks for."""
    person = get_person_for(request.user, pk, request.today)
    asked = request.query
    season = season_asked(asked)
    scope = Scope(
        asked.get("regelwerk", ""),
        asked.get("tiefe", ""),
        OCCASIONS.get(asked.get("wobei", ""), ""),
    )
    counts = queries.person_figures(person, scope, season)
    names = desk.names_beside(request.user, request.today, counts.beside) if counts else {}
    for field in ("mit", "verlierer"):
        # Whom one may not read by name cannot be found out by asking either.
        if field in asked and asked[field] not in names:
            raise InvalidError(
                "not_at_a_table", _("There is no game with this person."), field=field
            )
    seasons = [season] if season else []
    listing = listed.listing(seasons, names, counts.runs if counts else None)
    return Listed(listing, queries.games_of(person), asked)
