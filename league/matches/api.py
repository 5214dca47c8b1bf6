"""Leagues of teams as their pages show them: table, match days, the sheet of a match."""

from typing import Any

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from rest_framework import serializers

from league.access.api.club import club_page
from league.club.queries import is_public
from league.matches import rules
from league.matches.models import TeamLeague
from league.matches.queries import access
from league.matches.queries.leagues import MatchRow, overview
from league.matches.queries.sheets import sheet_of
from league.people.queries.names import inside_naming, naming
from league.web.api.described import Json
from league.web.api.fields import boolean_field, char_field, date_field, integer_field
from league.web.api.frame import ReadRequest, reads

WHO = club_page(access.PAGE)


class TeamLeagueOut(serializers.Serializer[Any]):
    id = serializers.IntegerField(source="pk")
    name = serializers.CharField()
    season = serializers.IntegerField(source="season_id")


class OutcomeOut(serializers.Serializer[Any]):
    """Tables and sets that either team has won so far."""

    home_tables = serializers.IntegerField()
    away_tables = serializers.IntegerField()
    home_sets = serializers.IntegerField()
    away_sets = serializers.IntegerField()


class LeagueTeamRowOut(serializers.Serializer[Any]):
    """A line of the table of teams."""

    place = serializers.IntegerField()
    team = serializers.IntegerField()
    name = serializers.CharField()
    played = serializers.IntegerField()
    won = serializers.IntegerField()
    drawn = serializers.IntegerField()
    lost = serializers.IntegerField()
    points = serializers.IntegerField()
    tables_won = serializers.IntegerField()
    tables_lost = serializers.IntegerField()
    sets_won = serializers.IntegerField()
    sets_lost = serializers.IntegerField()


class MatchOut(serializers.Serializer[Any]):
    """A match in the list of fixtures."""

    id = integer_field(lambda row: row.match.pk)
    match_day = integer_field(lambda row: row.match.day)
    day = date_field(lambda row: row.match.event.business_date)
    place = char_field(lambda row: row.match.event.place)
    home = integer_field(lambda row: row.match.home_id)
    home_name = char_field(lambda row: row.match.home.name)
    away = integer_field(lambda row: row.match.away_id)
    away_name = char_field(lambda row: row.match.away.name)
    outcome = OutcomeOut(source="standing.outcome")
    counts = boolean_field(
        lambda row: row.standing.counts, help_text="All sets are in, or it was awarded."
    )
    is_official = boolean_field(
        lambda row: row.standing.is_official, help_text="Both captains signed, or it was awarded."
    )
    awarded_to = serializers.ChoiceField(
        ["", *rules.SIDES], source="standing.awarded_to", help_text="Of a match not played."
    )
    is_off = boolean_field(
        lambda row: row.standing.is_off, help_text="A team has withdrawn: nobody plays it any more."
    )


class TeamLeagueShownOut(serializers.Serializer[Any]):
    league = TeamLeagueOut()
    is_provisional = serializers.BooleanField(help_text="A match counts that is not signed yet.")
    table = LeagueTeamRowOut(many=True)
    matches = MatchOut(many=True)


class SetOut(serializers.Serializer[Any]):
    number = serializers.IntegerField()
    result = serializers.IntegerField()
    lost_by = serializers.ChoiceField(rules.SIDES)
    loser = serializers.CharField()


class MatchTableOut(serializers.Serializer[Any]):
    """A table of a round: who sits there, home at the odd places, and its sets."""

    round = serializers.IntegerField()
    table = serializers.IntegerField()
    seats = serializers.ListField(child=serializers.CharField())
    sets = SetOut(many=True)


class MatchSheetOut(serializers.Serializer[Any]):
    match = MatchOut()
    signed = serializers.ListField(
        child=serializers.ChoiceField(rules.SIDES), help_text="For which teams a captain signed."
    )
    tables = MatchTableOut(many=True)


@reads(TeamLeagueOut(many=True), who=WHO)
def team_leagues(request: ReadRequest) -> QuerySet[TeamLeague]:
    """The leagues of teams, those of the latest season first; of a guest those he plays in."""
    if not request.user.is_authenticated and not is_public(access.PAGE):
        raise PermissionDenied
    return access.leagues_for(request.user, request.today)


@reads(TeamLeagueShownOut, who=WHO)
def team_league(request: ReadRequest, pk: int) -> Json:
    """The table of teams and all matches of a league."""
    league = access.get_league_for(request.user, pk, request.today)
    shown = overview(league)
    return {
        "league": league,
        "is_provisional": shown.is_provisional,
        "table": [
            {
                **row.__dict__,
                "name": shown.teams[row.team].name,
                "played": row.played,
                "points": row.points,
            }
            for row in shown.ranking
        ],
        "matches": [row for rows in shown.days.values() for row in rows],
    }


@reads(MatchSheetOut, who=WHO)
def match(request: ReadRequest, pk: int) -> Json:
    """The sheet of a match, without what it cost; names as whoever asks may read them."""
    match = access.get_match_for(request.user, pk, request.today)
    sheet = sheet_of(match, fines=False)
    inside = access.is_inside(request.user, match.league, request.today)
    names = inside_naming() if inside else naming(request.user, request.today)
    called = {seat.pk: names.at(seat.participation) for seat in sheet.seats}
    return {
        "match": MatchRow(match, sheet.standing),
        "signed": sorted(sheet.standing.signed),
        "tables": [
            {
                "round": table.round,
                "table": table.number,
                "seats": [called[seat.pk] for seat in table.seats],
                "sets": [
                    {
                        "number": number,
                        "result": played.result,
                        "lost_by": played.lost_by,
                        "loser": called.get(played.seat, ""),
                    }
                    for number, played in sorted(table.sets.items())
                ],
            }
            for round_state in sheet.rounds
            for table in round_state.tables
        ],
    }
