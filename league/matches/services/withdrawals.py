"""A team that does not play on, and that it does after all; the rule for it."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.club.models import ClubChange
from league.club.services import note_change
from league.errors import IllegalError, InvalidError
from league.matches.models import LeagueTeam, TeamLeague, TeamWithdrawal, WithdrawalWay
from league.matches.queries.withdrawals import has_begun, last_withdrawal
from league.people.models.people import User
from league.results.models.results import Result


def choose_way(*, league: TeamLeague, way: str, by: User | None) -> TeamLeague:
    """Choose the rule for the matches of a team that does not play on. Possible until the first
    set: the teams began by that rule. Repeatable. Locks the league.

    InvalidError for an unknown way, IllegalError once a set was played or a team has withdrawn.
    """
    if way not in WithdrawalWay.values:
        raise InvalidError("way_unknown", _("Choose from the list."), field="withdrawal")
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update(no_key=True).get(pk=league.pk)
        if league.withdrawal == way:
            return league
        if has_begun(league):
            raise IllegalError(
                "league_has_begun",
                _("This league has begun: the rule stays until the end of the season."),
            )
        matter = ClubChange.Matter.WITHDRAWAL
        note_change(matter=matter, code=league.pk, before=league.withdrawal, by=by)
        league.withdrawal = way
        league.save(update_fields=["withdrawal"])
        return league


def withdraw_team(
    *, team: LeagueTeam, reason: str, by: User | None, now: datetime
) -> TeamWithdrawal:
    """Withdraw the team; its matches count as the league has chosen. Fines stay.

    A repeat returns the existing row. Locks the league. InvalidError without a reason, IllegalError
    before the fixtures are made: then the team is taken out.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update(no_key=True).get(pk=team.league_id)
        last = last_withdrawal(team)
        if last is not None and last.way:
            return last
        if league.fixtures_at is None:
            raise IllegalError(
                "fixtures_missing", _("There are no fixtures yet: take the team out instead.")
            )
        return TeamWithdrawal.objects.create(
            team=team, way=league.withdrawal, reason=reason, by=by, at=now
        )


def take_back(*, team: LeagueTeam, reason: str, by: User | None, now: datetime) -> None:
    """Take the withdrawal back: the team plays on, and every match counts as it did before.

    A repeat changes nothing. Locks the league. InvalidError without a reason, IllegalError once a
    match of this league was played since: under another table of teams.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update(no_key=True).get(pk=team.league_id)
        last = last_withdrawal(team)
        if last is None or not last.way:
            return
        since = Result.objects.filter(
            table__block__event__match__league=league, version=1, entered_at__gt=last.at
        )
        if since.exists():
            raise IllegalError(
                "played_since",
                _("This league has played on since. The team stays out."),
            )
        TeamWithdrawal.objects.create(team=team, way="", reason=reason, by=by, at=now)


def _cleaned(reason: str) -> str:
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError(
            "reason_missing", _("Please say why, for everybody who looks later."), field="reason"
        )
    return reason
