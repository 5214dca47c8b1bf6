"""A team that does not play on, and that it does after all."""

from datetime import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.matches.models import LeagueTeam, TeamLeague, TeamWithdrawal
from league.matches.queries.withdrawals import last_withdrawal
from league.people.models.people import User
from league.results.models.results import Result


def withdraw_team(
    *, team: LeagueTeam, reason: str, by: User | None, now: datetime
) -> TeamWithdrawal:
    """The team does not play on; its matches count as the league has chosen. Fines stay.

    A repeat answers with the row there is. Locks the league. InvalidError without a reason,
    IllegalError before the fixtures are made: then the team is taken out.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update().get(pk=team.league_id)
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
    """The team plays on after all, and every match counts as it did before.

    A repeat changes nothing. Locks the league. InvalidError without a reason, IllegalError once
    somebody has played in this league since: that match was played by another table.
    """
    reason = _cleaned(reason)
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update().get(pk=team.league_id)
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
