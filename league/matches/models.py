"""Leagues of teams: teams with their squads, fixtures, and match sheets signed by the captains.

A match is an event of kind MATCH. Its rounds are blocks with four tables, its sets are results like
all others, so nothing here says who lost: only what is about teams.
"""

from typing import Any

from django.db import models
from django.db.models import F, Q
from django.utils.translation import gettext_lazy as _

from league.events.models import Event
from league.guards.constraints import check, unique
from league.guards.fields import NameField
from league.guards.kinds import (
    append_only,
    guard,
    refuse_delete,
    refuse_insert,
    refuse_insert_and_update,
)
from league.matches.rules import SETS
from league.people.models.fields import by_user
from league.people.models.people import Person, sort_key
from league.seasons.models import Season

# Two team names and a dash are the name of an event.
LONGEST_TEAM = 36


class WithdrawalWay(models.TextChoices):
    """The way in which the matches of a team count that has withdrawn (`rules.Way`)."""

    FORFEIT = "forfeit", _("What was played stays, the rest is lost")
    STRIKE = "strike", _("None of its matches counts")


class TeamLeague(models.Model):
    """A league of a season. Its matches are made with this rulebook and first throw."""

    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="team_leagues")
    name = NameField(_("Name"), max_length=60)
    rulebook = models.CharField(_("Rulebook"), max_length=20)
    house_rules = models.JSONField(default=dict, blank=True)
    start_time = models.TimeField(_("First throw"), null=True, blank=True)
    # The cost of a lost set for its loser; null: nothing.
    fine_cents = models.PositiveIntegerField(null=True, blank=True)
    # The rule for the matches of a team that does not play on.
    withdrawal = models.CharField(
        max_length=7, choices=WithdrawalWay.choices, default=WithdrawalWay.FORFEIT
    )
    # From then on teams neither come nor go.
    fixtures_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        ordering = ["-season__start", "name", "pk"]
        constraints = [
            unique("team_league_name_once", "season", "name"),
            check("team_league_complete", ~Q(name="") & ~Q(rulebook="")),
            check("team_league_fine_positive", Q(fine_cents=None) | Q(fine_cents__gt=0)),
            check("team_league_withdrawal", withdrawal__in=["forfeit", "strike"]),
        ]

    def __str__(self) -> str:
        return self.name


class LeagueTeam(models.Model):
    """A team for one season, of the own club or of another, and the pub in which it is at home."""

    league = models.ForeignKey(TeamLeague, on_delete=models.PROTECT, related_name="teams")
    name = NameField(_("Team"), max_length=LONGEST_TEAM)
    sort_key = models.CharField(max_length=100, editable=False)
    # Empty: the own one.
    club = models.CharField(_("Club"), max_length=60, blank=True)
    pub = models.CharField(_("Home pub"), max_length=80)
    # Two teams of one pub are never at home on the same day.
    pub_key = models.CharField(max_length=100, editable=False)

    class Meta:
        ordering = ["league_id", "sort_key", "pk"]
        constraints = [
            unique("league_team_name_once", "league", "sort_key"),
            check("league_team_complete", ~Q(name="") & ~Q(pub="")),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.sort_key, self.pub_key = sort_key(self.name)[:100], sort_key(self.pub)[:100]
        super().save(*args, **kwargs)


def _fixed(row: str) -> str:
    return f"(SELECT fixtures_at FROM league_teamleague WHERE id = {row}.league_id) IS NOT NULL"  # noqa: S608


guard(
    "league_leagueteam",
    refuse_insert("late", "fixtures_are_made", _fixed("NEW")),
    refuse_delete("gone", "fixtures_are_made", _fixed("OLD")),
)


class SquadMember(models.Model):
    """A person in the squad of a team. In one season a person is in one squad only."""

    team = models.ForeignKey(LeagueTeam, on_delete=models.CASCADE, related_name="squad")
    season = models.ForeignKey(Season, on_delete=models.PROTECT, related_name="+")
    person = models.ForeignKey(Person, on_delete=models.PROTECT, related_name="squads")
    # A captain signs the match sheet; a team may have several, so that one of them comes.
    is_captain = models.BooleanField(default=False)

    class Meta:
        ordering = ["team_id", "person__sort_key", "pk"]
        constraints = [unique("squad_once_a_season", "season", "person")]

    def __str__(self) -> str:
        return f"{self.team}: {self.person}"


_OTHER_SEASON = (
    "NEW.season_id <> (SELECT l.season_id FROM league_teamleague l"
    " JOIN league_leagueteam t ON t.league_id = l.id WHERE t.id = NEW.team_id)"
)

guard(
    "league_squadmember",
    *refuse_insert_and_update("season", "squad_of_another_season", _OTHER_SEASON),
)


class Match(models.Model):
    """Two teams meet, one of them at home. The event holds the day, the time and the place."""

    league = models.ForeignKey(TeamLeague, on_delete=models.PROTECT, related_name="matches")
    event = models.OneToOneField(Event, on_delete=models.PROTECT, related_name="match")
    day = models.PositiveSmallIntegerField()
    home = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="home_matches")
    away = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="away_matches")

    class Meta:
        ordering = ["league", "day", "pk"]
        constraints = [
            unique("match_once_each_way", "league", "home", "away"),
            check("match_of_two_teams", ~Q(home=F("away"))),
            check("match_day_from_one", day__gte=1),
            # Each team once a match day, and both of this league: triggers, see below.
        ]

    def __str__(self) -> str:
        return f"{self.home} – {self.away}"


guard(
    "league_match",
    refuse_insert(
        "event",
        "event_is_no_match",
        "(SELECT kind FROM league_event WHERE id = NEW.event_id) <> 'match'",
    ),
    refuse_insert(
        "league",
        "team_of_another_league",
        "EXISTS (SELECT 1 FROM league_leagueteam t WHERE t.id IN (NEW.home_id, NEW.away_id)"
        " AND t.league_id <> NEW.league_id)",
    ),
    refuse_insert(
        "twice_a_day",
        "team_twice_on_a_match_day",
        "EXISTS (SELECT 1 FROM league_match m WHERE m.league_id = NEW.league_id"
        " AND m.day = NEW.day AND (m.home_id IN (NEW.home_id, NEW.away_id)"
        " OR m.away_id IN (NEW.home_id, NEW.away_id)))",
    ),
    *append_only(),
)
guard(
    "league_result",
    refuse_insert(
        "set_of_a_match",
        "match_has_three_sets",
        f"NEW.number > {SETS} AND EXISTS (SELECT 1 FROM league_table t"  # noqa: S608
        " JOIN league_block b ON b.id = t.block_id JOIN league_match m ON m.event_id = b.event_id"
        " WHERE t.id = NEW.table_id)",
    ),
)


class MatchMove(models.Model):
    """A match was moved: old and new date, the reason, and the author."""

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="moves")
    client_id = models.CharField(max_length=64)
    was_on = models.DateField()
    day = models.DateField()
    start_time = models.TimeField(null=True, blank=True)
    place = models.CharField(max_length=80, blank=True)
    reason = models.CharField(_("Reason"), max_length=200)
    by = by_user(models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "pk"]
        constraints = [unique("match_move_once", "match", "client_id")]

    def __str__(self) -> str:
        return f"{self.match}: {self.day}"


class MatchAward(models.Model):
    """A match that was not played is given to a team; the newest row counts. Empty: to none."""

    class Winner(models.TextChoices):
        NONE = "", _("nobody")
        HOME = "home", _("Home team")
        AWAY = "away", _("Away team")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="awards")
    winner = models.CharField(max_length=4, choices=Winner.choices, blank=True)
    reason = models.CharField(_("Reason"), max_length=200)
    by = by_user(models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "pk"]
        constraints = [check("match_award_winner", winner__in=["", "home", "away"])]

    def __str__(self) -> str:
        return f"{self.match}: {self.get_winner_display()}"


class TeamWithdrawal(models.Model):
    """A team does not play on, and how its matches count then; the newest row counts. Empty: it
    plays on after all.
    """

    team = models.ForeignKey(LeagueTeam, on_delete=models.PROTECT, related_name="withdrawals")
    way = models.CharField(max_length=7, choices=WithdrawalWay.choices, blank=True)
    reason = models.CharField(_("Reason"), max_length=200)
    by = by_user(models.SET_NULL)
    at = models.DateTimeField()

    class Meta:
        ordering = ["team", "pk"]
        constraints = [check("team_withdrawal_way", way__in=["", "forfeit", "strike"])]

    def __str__(self) -> str:
        return f"{self.team}: {self.get_way_display()}"


class MatchSignature(models.Model):
    """A captain's signature of the sheet as it is: `digest` is of the sheet's content.

    A corrected set makes another digest, so both have to look again.
    """

    class SideSigned(models.TextChoices):
        HOME = "home", _("Home team")
        AWAY = "away", _("Away team")

    match = models.ForeignKey(Match, on_delete=models.PROTECT, related_name="signatures")
    side = models.CharField(max_length=4, choices=SideSigned.choices)
    digest = models.CharField(max_length=64)
    by = by_user(models.SET_NULL)
    # The direction has the sheet on paper before them, with the captain's hand on it.
    on_paper = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["match_id", "pk"]
        constraints = [
            unique("match_signed_once_a_side", "match", "side", "digest"),
            check("match_signature_side", side__in=["home", "away"]),
        ]

    def __str__(self) -> str:
        return f"{self.match}: {self.get_side_display()}"


# Reasons are free text and authors are persons: they can be erased.
guard("league_matchmove", *append_only("id match_id client_id was_on day start_time place at"))
guard("league_matchaward", *append_only("id match_id winner at"))
guard("league_teamwithdrawal", *append_only("id team_id way at"))
guard("league_matchsignature", *append_only("id match_id side digest on_paper at"))
