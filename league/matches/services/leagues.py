"""A league before its first match: teams, squads, fixtures."""

from datetime import date, datetime, time, timedelta
from typing import Any

from django.db import IntegrityError, transaction
from django.utils.formats import date_format
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event, Seat, Venue
from league.matches import rules
from league.matches.models import (
    LONGEST_TEAM,
    LeagueTeam,
    Match,
    SquadMember,
    TeamLeague,
    WithdrawalWay,
)
from league.people.models.people import sort_key
from league.people.queries.people import called
from league.people.services.people import create_person
from league.seasons.models import Season


def found_league(
    *,
    season: Season,
    name: str,
    rulebook: str,
    house_rules: dict[str, Any] | None = None,
    start_time: time | None = None,
    fine_cents: int | None = None,
    withdrawal: str = WithdrawalWay.FORFEIT,
) -> TeamLeague:
    """Found a league of a season. Of an existing name return the league of that name.

    `fine_cents` is the cost of a lost set for its loser, `withdrawal` the rule for the matches of a
    team that does not play on. InvalidError without a name, IllegalError if the season is closed.
    """
    name = " ".join(name.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("The league needs a name."), field="name")
    if season.is_closed:
        raise IllegalError(
            "season_closed", _("The season %(name)s is closed.") % {"name": season.name}
        )
    league, _created = TeamLeague.objects.get_or_create(
        season=season,
        name=name,
        defaults={
            "rulebook": rulebook,
            "house_rules": house_rules or {},
            "start_time": start_time,
            "fine_cents": fine_cents,
            "withdrawal": withdrawal,
        },
    )
    return league


def add_team(*, league: TeamLeague, name: str, pub: str, club: str = "") -> LeagueTeam:
    """Add a team. Repeating it changes nothing. Locks the league.

    IllegalError once the fixtures are made; InvalidError without name or pub, or if another team
    has the name.
    """
    name, pub = " ".join(name.split())[:LONGEST_TEAM], " ".join(pub.split())[:80]
    club = " ".join(club.split())[:60]
    if not name:
        raise InvalidError("name_missing", _("The team needs a name."), field="name")
    if not pub:
        raise InvalidError("pub_missing", _("Where does the team play at home?"), field="pub")
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update(no_key=True).get(pk=league.pk)
        there = LeagueTeam.objects.filter(league=league, sort_key=sort_key(name)[:100]).first()
        if there is not None:
            if (there.pub, there.club) != (pub, club):
                raise InvalidError(
                    "name_is_taken", _("Another team has this name already."), field="name"
                )
            return there
        _still_open(league)
        return LeagueTeam.objects.create(league=league, name=name, pub=pub, club=club)


def remove_team(*, team: LeagueTeam) -> None:
    """Take a team out, so that its squad is free again. Locks the league. Repeatable.

    IllegalError once the fixtures are made.
    """
    with transaction.atomic():
        _still_open(TeamLeague.objects.select_for_update(no_key=True).get(pk=team.league_id))
        LeagueTeam.objects.filter(pk=team.pk).delete()


def _still_open(league: TeamLeague) -> None:
    if league.fixtures_at is not None:
        raise IllegalError(
            "fixtures_are_made",
            _("The fixtures are made: the teams stay as they are until the end of the season."),
        )


# --- squads ---------------------------------------------------------------------------------
def add_to_squad(*, team: LeagueTeam, name: str) -> SquadMember:
    """Add a player to the team by name; an unknown name makes a new guest.

    Repeating it changes nothing. Locks the season, so that no player enters two teams at once.
    InvalidError for an invalid name, and for a player of another team in this season.
    """
    with transaction.atomic():
        season = Season.objects.select_for_update(no_key=True).get(pk=team.league.season_id)
        known = called(" ".join(name.split()))
        person = known or create_person(name=name)
        there = SquadMember.objects.filter(season=season, person=person).first()
        if there is None:
            return SquadMember.objects.create(team=team, season=season, person=person)
        if there.team_id != team.pk:
            raise InvalidError(
                "plays_for_another_team",
                _("%(name)s plays for “%(team)s” this season.")
                % {"name": person.name, "team": there.team.name},
                field="name",
            )
        return there


def set_captain(*, member: SquadMember, is_captain: bool) -> SquadMember:
    """Set whether a player signs for the team. Repeatable. Locks the row."""
    with transaction.atomic():
        member = SquadMember.objects.select_for_update(no_key=True).get(pk=member.pk)
        member.is_captain = is_captain
        member.save(update_fields=["is_captain"])
        return member


def remove_from_squad(*, member: SquadMember) -> None:
    """Take a player out of the squad. Locks the season. Repeatable.

    IllegalError for a player who was lined up: those matches stay theirs, and no player changes
    teams in the middle of a season.
    """
    with transaction.atomic():
        Season.objects.select_for_update(no_key=True).get(pk=member.season_id)
        seats = Seat.objects.filter(
            participation__person=member.person_id,
            participation__event__match__league=member.team.league_id,
        )
        if seats.exists():
            raise IllegalError(
                "was_lined_up",
                _("%(name)s has been lined up already and stays in the squad this season.")
                % {"name": member.person.name},
            )
        SquadMember.objects.filter(pk=member.pk).delete()


# --- fixtures -------------------------------------------------------------------------------
def planned(
    league: TeamLeague, first_day: date, weeks: int
) -> list[tuple[rules.Fixture, LeagueTeam, LeagueTeam, date]]:
    """Return the fixtures as they would be made, a match day every so many `weeks`; write nothing.

    IllegalError for fewer than two teams or three at one pub, InvalidError if a match day is
    outside of the season.
    """
    teams = list(league.teams.all())
    if len(teams) < 2:
        raise IllegalError("too_few_teams", _("A league needs at least two teams."))
    try:
        fixtures = rules.fixtures([team.pub_key for team in teams])
    except rules.TooManyAtOnePubError as error:
        pub = next(team.pub for team in teams if team.pub_key == error.pub)
        raise IllegalError(
            "too_many_at_one_pub",
            _(
                "Three teams are at home at “%(pub)s”: then two of them would need its tables on "
                "one day. Give one of them another pub."
            )
            % {"pub": pub},
        ) from error
    days = {
        fixture.day: first_day + timedelta(weeks=weeks) * (fixture.day - 1) for fixture in fixtures
    }
    last, season = max(days.values()), league.season
    assert season.end is not None, "a season has an end"
    if first_day < season.start or last >= season.end:
        raise InvalidError(
            "outside_the_season",
            _("It would go from %(first)s to %(last)s, and the season from %(start)s to %(end)s.")
            % {
                "first": date_format(first_day, "SHORT_DATE_FORMAT"),
                "last": date_format(last, "SHORT_DATE_FORMAT"),
                "start": date_format(season.start, "SHORT_DATE_FORMAT"),
                "end": date_format(season.end - timedelta(days=1), "SHORT_DATE_FORMAT"),
            },
            field="first_day",
        )
    return [
        (fixture, teams[fixture.home], teams[fixture.away], days[fixture.day])
        for fixture in fixtures
    ]


def make_fixtures(*, league: TeamLeague, first_day: date, weeks: int, now: datetime) -> list[Match]:
    """Pair every two teams at home and away, as events of their own. Locks the league.

    Once they are made a repeat returns them. Refuses what `planned` refuses; InvalidError if an
    event of the same name is on that day.
    """
    with transaction.atomic():
        league = (
            TeamLeague.objects.select_for_update(no_key=True, of=("self",))
            .select_related("season")
            .get(pk=league.pk)
        )
        if league.fixtures_at is not None:
            return list(league.matches.all())
        matches = []
        try:
            for fixture, home, away, day in planned(league, first_day, weeks):
                event = Event.objects.create(
                    season=league.season,
                    kind=Event.Kind.MATCH,
                    name=f"{home.name} – {away.name}",
                    business_date=day,
                    venue=Venue.PUB,
                    rulebook=league.rulebook,
                    house_rules=league.house_rules,
                    start_time=league.start_time,
                    place=home.pub,
                )
                matches.append(
                    Match.objects.create(
                        league=league, event=event, day=fixture.day, home=home, away=away
                    )
                )
        except IntegrityError as error:
            raise InvalidError(
                "name_is_taken",
                _("One of these matches is on that day already, in another league."),
                field="first_day",
            ) from error
        league.fixtures_at = now
        league.save(update_fields=["fixtures_at"])
        return matches
