"""The day of a match: moves with their history, and awards of matches that were not played."""

from datetime import date, datetime, time

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from league.errors import IllegalError, InvalidError
from league.events.models import Event
from league.matches.models import Match, MatchAward, MatchMove, TeamLeague
from league.people.models.people import User, sort_key
from league.results.models.results import Result
from league.seasons.models import Season


def move_match(
    *,
    match: Match,
    day: date,
    start_time: time | None,
    place: str,
    reason: str,
    client_id: str,
    by: User | None,
    now: datetime,
) -> MatchMove:
    """Move the match to another day, time or place; the old date stays in its history.

    A repeat of the same `client_id` changes nothing. Locks the league. InvalidError without a
    reason or outside of the season; IllegalError for a match with a result, if one of the teams
    plays on that day already, or another team is at home in the same pub then.
    """
    place = " ".join(place.split())[:80] or match.home.pub
    reason = " ".join(reason.split())[:200]
    if not reason:
        raise InvalidError(
            "reason_missing", _("Please say why the match is moved."), field="reason"
        )
    with transaction.atomic():
        league = TeamLeague.objects.select_for_update(no_key=True).get(pk=match.league_id)
        if known := MatchMove.objects.filter(match=match, client_id=client_id).first():
            return known
        if not Season.objects.on(day).filter(pk=league.season_id).exists():
            raise InvalidError(
                "outside_the_season", _("That day is outside of the season."), field="day"
            )
        if _has_results(match):
            raise IllegalError("match_has_begun", _("This match has been played already."))
        _must_be_free(match, day, place)
        event = Event.objects.select_for_update(no_key=True).get(pk=match.event_id)
        move = MatchMove.objects.create(
            match=match,
            client_id=client_id,
            was_on=event.business_date,
            day=day,
            start_time=start_time,
            place=place,
            reason=reason,
            by=by,
            at=now,
        )
        event.business_date, event.start_time, event.place = day, start_time, place
        event.revision, event.changed_at = event.revision + 1, now
        event.save(update_fields=["business_date", "start_time", "place", "revision", "changed_at"])
        return move


def _has_results(match: Match) -> bool:
    return Result.objects.filter(table__block__event=match.event_id).exists()


def _must_be_free(match: Match, day: date, place: str) -> None:
    others = (
        Match.objects.exclude(pk=match.pk)
        .filter(event__business_date=day)
        .select_related("event", "home", "away")
    )
    same_name = Event.objects.filter(business_date=day, name=match.event.name, removed_at=None)
    if same_name.exclude(pk=match.event_id).exists():
        raise IllegalError(
            "team_plays_that_day",
            _("On that day there is “%(match)s” already.") % {"match": match.event.name},
            field="day",
        )
    teams = [match.home_id, match.away_id]
    if busy := others.filter(Q(home__in=teams) | Q(away__in=teams)).first():
        raise IllegalError(
            "team_plays_that_day",
            _("On that day there is “%(match)s” already.") % {"match": str(busy)},
            field="day",
        )
    for other in others:
        if sort_key(other.event.place) == sort_key(place):
            raise IllegalError(
                "pub_is_taken",
                _("On that day “%(match)s” is played at “%(pub)s”.")
                % {"match": str(other), "pub": place},
                field="day",
            )


def award_match(
    *, match: Match, winner: str, reason: str, by: User | None, now: datetime
) -> MatchAward | None:
    """Give a match that was not played to a team; empty: to none any more.

    Repeating it changes nothing. Locks the league. InvalidError without a reason, IllegalError if
    the match has results.
    """
    reason = " ".join(reason.split())[:200]
    if winner not in MatchAward.Winner.values:
        raise InvalidError("winner_unknown", _("Choose one of the two teams."), field="winner")
    if not reason:
        raise InvalidError(
            "reason_missing", _("Please say why the match was not played."), field="reason"
        )
    with transaction.atomic():
        TeamLeague.objects.select_for_update(no_key=True).get(pk=match.league_id)
        last = match.awards.last()
        if (last.winner if last else "") == winner:
            return last
        if winner and _has_results(match):
            raise IllegalError("match_has_begun", _("This match has been played already."))
        return MatchAward.objects.create(match=match, winner=winner, reason=reason, by=by, at=now)
