"""What the start page needs from the rooms below."""

from datetime import date
from typing import Any

from league import queries as league
from league.models import Event, Office, Person


def is_founded() -> bool:
    """Whether the club has anybody."""
    return Person.objects.exists()


def home(user: Any, today: date) -> dict[str, Any]:
    """The next (or running) evening, the last ones, the head of the season's table."""
    events = league.events_for(user, today)
    season = league.season_on(today)
    standing = league.standing_of(season) if season and league.is_member(user, today) else None
    rows = list(league.standing_rows(standing)) if standing else []
    me = league.person_of(user)
    return {
        "next_event": events.filter(business_date__gte=today).order_by("business_date").first(),
        "past_events": list(events.filter(business_date__lt=today)[:3]),
        "season": season,
        "standing": standing,
        "top": rows[:5],
        "mine": next((row for row in rows if row.person_id == getattr(me, "pk", None)), None),
        "may_run": league.may_run_evenings(user, today),
        "first_steps": _first_steps(user, today),
    }


def _first_steps(user: Any, today: date) -> dict[str, bool] | None:
    """What a club that was founded just now has yet to do, for whoever can do it."""
    if Event.objects.exists() or not league.holds(user, league.KEEPS_PEOPLE, today):
        return None
    others = Person.objects.exclude(user=user)
    return {
        "people": others.exists(),
        "offices": Office.objects.exclude(person__user=user).exists(),
    }
