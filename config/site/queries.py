"""Read the start page's data from the apps below, and the people whom figures may name."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet
from django.utils import timezone

from config.backups import archive
from config.demo.models import DemoClub
from config.privacy.possible import undecided
from config.privacy.queries import open_requests
from finance.books.queries.access import may_post
from finance.books.queries.holdings import holdings_for
from finance.books.queries.objections import may_rule, to_rule
from finance.books.queries.people import new_claims
from finance.close.queries import waiting_for
from games.scoring import queries as games
from league.access.queries import rights as rights_queries
from league.access.queries.rights import may_set_stakes
from league.approvals.queries import open_for
from league.assemblies.queries.access import may_hand_in
from league.assemblies.queries.calling import next_for
from league.club.queries import public_pages, stakes_on
from league.evenings.queries import calendar as calendar_queries
from league.evenings.queries.greetings import greetings
from league.events.models import Event
from league.events.queries import evenings_for, public_events, season_on
from league.figures.queries import ClubFigures, Counts
from league.kings.queries import KAISER, reigning, streak
from league.people.models.people import Office, Person
from league.people.queries.imports import waiting_for_booking
from league.people.queries.joining import waiting_requests
from league.people.queries.names import Naming
from league.people.queries.people import people_for
from league.results.queries.confirming import open_calls, open_problems, to_confirm
from league.results.queries.results import last_results
from league.signs import queries as signs
from league.standings.queries.standings import standing_of, standing_rows
from league.tournaments.core.queries.reading import tournaments_for
from league.tournaments.registration.queries.requests import asked_at

# So long a step of the demo club takes at most; later it is not being filled any more.
A_STEP = timedelta(minutes=1)
# The number of last games on the start page, and of the table's places.
LAST_RESULTS, TOP = 6, 5
# Offices that see how the machine is kept, and the age the last backup may have.
KEEPS_IN_VIEW = (Office.Role.CHAIR, Office.Role.TREASURER)
BACKUP_IS_OLD = timedelta(days=2)


def is_founded() -> bool:
    """Return True if the club has any person."""
    return Person.objects.exists()


@dataclass(frozen=True)
class DemoFilling:
    """The demo club's evenings so far, of how many; `moves` while more are coming."""

    evenings: int
    of: int
    moves: bool


def demo_filling(now: datetime) -> DemoFilling | None:
    """Return how far the demo club is; None if there is none, or it is complete."""
    club = DemoClub.objects.filter(finished_at=None).first()
    if club is None:
        return None
    evenings = sum(name.startswith("evening_") for name in club.done)
    return DemoFilling(evenings, club.evenings, now - club.moved_at < A_STEP)


def home(user: Any, today: date, now: datetime) -> dict[str, Any]:
    """Return the next (or running) evening, the last ones, the head of the season's table."""
    events = evenings_for(user, today)
    event = _next_event(events, today)
    is_tonight = event is not None and event.business_date <= today
    is_member = rights_queries.is_member(user, today)
    season = season_on(today) if is_member else None
    standing = standing_of(season) if season else None
    rows = list(standing_rows(standing)) if standing else []
    me = rights_queries.person_of(user)
    coming = calendar_queries.coming(me, events, today, now) if me else []
    past = events.filter(business_date__lt=today)
    may_run = rights_queries.may_run_evenings(user, today)
    assembly = next_for(user, today)
    return {
        "today": today,
        "next_event": event,
        **(_king() if is_member else {}),
        "greetings": greetings(today, event if is_tonight else None) if is_member else [],
        "next_reply": next(
            (evening for evening in coming if evening.event == event and evening.may_reply), None
        ),
        "coming": [evening for evening in coming if evening.event != event],
        "tournaments": list(_coming_tournaments(user, today)[:3]),
        "assembly": assembly,
        "takes_motions": assembly is not None and may_hand_in(user, assembly, today),
        "tonight": is_tonight,
        "running": list(games.running_games(event)) if event else [],
        "past_events": list((past.exclude(pk=event.pk) if event else past)[:3]),
        "results": last_results(LAST_RESULTS) if is_member else [],
        "inside": is_member,
        "naming": Naming(inside=is_member, me=me),
        "season": season,
        "standing": standing,
        "top": [row for row in rows if row.is_ranked][:TOP],
        "mine": next((row for row in rows if row.person_id == getattr(me, "pk", None)), None),
        "may_run": may_run,
        "to_sign": waiting_for(user, today),
        "approvals": open_for(user, now),
        "to_confirm": to_confirm(me, today) if me else [],
        "new_claims": new_claims(me, now) if me else 0,
        "holdings": holdings_for(user, today),
        "objections": to_rule(user) if may_rule(user, today) else 0,
        "lists_to_book": list(waiting_for_booking()) if may_post(user, today) else [],
        "asks_stakes": may_run and may_set_stakes(user, today) and stakes_on(today).is_asked,
        "waiting_for_referee": _waiting_for_referee(user, today),
        "first_steps": _first_steps(user, today),
        # Keepers of the people, and of the machine, run evenings as well: no one else is
        # asked for offices once more.
        "join_requests": waiting_requests().count()
        if may_run and rights_queries.may_keep_people(user, today)
        else 0,
        "registration_requests": asked_at(now) if may_run else [],
        # Requests that the law wants answered within a month.
        "data_requests": list(open_requests())
        if may_run and rights_queries.may_keep_people(user, today)
        else [],
        "texts_to_decide": undecided().count()
        if may_run and rights_queries.may_keep_people(user, today)
        else 0,
        "keeping": keeping(now)
        if may_run and rights_queries.holds(user, KEEPS_IN_VIEW, today)
        else None,
    }


def keeping(now: datetime) -> dict[str, Any]:
    """Return how the machine is kept: for those who are told when it is not."""
    newest = max(archive.backups(settings.BACKUP_DIR), default=None)
    return {
        "silent": signs.longest_silence(now),
        "backup": newest,
        "is_old": newest is not None and newest < timezone.make_naive(now) - BACKUP_IS_OLD,
    }


def welcome(today: date) -> dict[str, Any]:
    """Return the public page: all that was made public one by one, and the club's choice."""
    pages = public_pages()
    tonight = public_tonight(today)
    season = season_on(today) if "table" in pages else None
    standing = standing_of(season) if season else None
    evenings = Event.objects.filter(kind=Event.Kind.EVENING)
    return {
        "today": today,
        "pages": pages,
        "tonight": tonight,
        "running": list(games.running_games(tonight)) if tonight else [],
        "next_event": _next_event(evenings, today) if "start" in pages and not tonight else None,
        "tournaments": public_tournaments(today),
        "season": season,
        "standing": standing,
        "top": list(standing_rows(standing).filter(is_ranked=True)[:TOP]) if standing else [],
        "results": last_results(LAST_RESULTS) if "results" in pages else [],
        "inside": False,
    }


def _coming_tournaments(user: Any, today: date) -> QuerySet[Event]:
    """Return today's and the next; yesterday's while it is not closed, as it goes past midnight."""
    still = Q(business_date=today - timedelta(days=1), tournament__finished_at=None)
    events = tournaments_for(user, today).filter(Q(business_date__gte=today) | still)
    return events.order_by("business_date", "start_time", "pk")


def public_tournaments(today: date) -> list[Event]:
    """Return the tournaments to which the club invites the public."""
    return list(_coming_tournaments(None, today)[:3])


def public_tonight(today: date) -> Event | None:
    """Return today's evening if the club lets the public look on."""
    evenings = public_events().filter(kind=Event.Kind.EVENING)
    event = _next_event(evenings, today)
    return event if event is not None and event.business_date <= today else None


def _next_event(events: QuerySet[Event], today: date) -> Event | None:
    """Return today's or the next; after midnight yesterday's, as long as a table plays."""
    still = Q(business_date=today - timedelta(days=1), blocks__tables__games__status="running")
    return (
        events.filter(Q(business_date__gte=today, cancelled_at=None) | still)
        .order_by("business_date")
        .first()
    )


def _king() -> dict[str, Any]:
    """Return the reigning König."""
    king = reigning()
    return {
        "king": king,
        "is_kaiser": king is not None and streak(king) >= KAISER,
    }


def _waiting_for_referee(user: Any, today: date) -> int:
    """Count the calls and problems, for a referee."""
    if not rights_queries.may_rule(user, today):
        return 0
    return open_calls().count() + open_problems().count()


def _first_steps(user: Any, today: date) -> dict[str, bool] | None:
    """Return a new club's steps until it has a treasurer; None for those who cannot take them."""
    if not rights_queries.holds(user, rights_queries.KEEPS_PEOPLE, today):
        return None
    treasurer = Office.objects.on(today).filter(role=Office.Role.TREASURER).exists()
    evening = Event.objects.exists()
    if evening and treasurer:
        return None
    return {
        "people": Person.objects.exclude(user=user).exists(),
        "offices": treasurer,
        "evening": evening,
    }


# --- figures --------------------------------------------------------------------------------
def names_beside(user: Any, today: date, persons: Iterable[int]) -> dict[int, str]:
    """Return the names of those whom a user sees by name, in order; of others nothing is told."""
    if not rights_queries.is_member(user, today):
        return {}
    seen = people_for(user, today).filter(pk__in=list(persons))
    return dict(seen.order_by("sort_key", "pk").values_list("pk", "name"))


def seen_among(user: Any, today: date, club_figures: ClubFigures) -> list[tuple[Person, Counts]]:
    """Return those whom a user sees by name; people known from tournaments alone are left out."""
    seen = set(people_for(user, today).values_list("pk", flat=True))
    return [(person, counts) for person, counts in club_figures.persons if person.pk in seen]
