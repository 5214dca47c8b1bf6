"""Who somebody is, and what the offices of today allow."""

from collections.abc import Iterable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo

from django.conf import settings

from league.people.models.people import Membership, Office, Person

Role = Office.Role

# Who opens evenings, seats people and enters any card.
RUNS_EVENINGS = (Role.CHAIR, Role.TREASURER, Role.SECRETARY, Role.REFEREE, Role.DIRECTOR)
# Who says whether the club plays for money, and for how much.
SETS_STAKES = (Role.CHAIR, Role.TREASURER)
# Who says what the club is called, how it looks, what it plays by and what everybody sees of it.
CHANGES_CLUB = (Role.CHAIR,)
# Who keeps the list of members and hands out offices.
KEEPS_PEOPLE = (Role.CHAIR, Role.SECRETARY)
# Who rules in a game, on a reported problem, and opens what two people have confirmed.
RULES_GAMES = (Role.REFEREE, Role.DIRECTOR, Role.CHAIR)
# Who sees which mails wait, and reads the security log.
SEES_MAILS = Office.BOARD
READS_SECURITY = (*Office.BOARD, Role.AUDITOR)

# Who draws, decides and closes at a tournament.
DIRECTS = (Role.DIRECTOR, Role.CHAIR)
# Who says how a season counts, closes it, and opens it again.
CLOSES_SEASONS = (Role.CHAIR,)


def day_of(moment: datetime) -> date:
    """The day on which something happens in the club's time: offices hold by days."""
    return moment.astimezone(ZoneInfo(settings.TIME_ZONE)).date()


def person_of(user: Any) -> Person | None:
    """The person behind a login, none for strangers."""
    return getattr(user, "person", None) if getattr(user, "is_authenticated", False) else None


def roles_of(user: Any, today: date) -> frozenset[str]:
    """The offices the user holds today."""
    person = person_of(user)
    if person is None or not user.is_active:
        return frozenset()
    return frozenset(Office.objects.on(today).filter(person=person).values_list("role", flat=True))


def holds(user: Any, roles: Iterable[str], today: date) -> bool:
    return not roles_of(user, today).isdisjoint(roles)


def is_member(user: Any, today: date) -> bool:
    """A member of any kind; the till and the tables of the season are theirs to see."""
    person = person_of(user)
    return person is not None and Membership.objects.on(today).filter(person=person).exists()


def may_run_evenings(user: Any, today: date) -> bool:
    return holds(user, RUNS_EVENINGS, today)


def may_set_stakes(user: Any, today: date) -> bool:
    return holds(user, SETS_STAKES, today)


def may_change_club(user: Any, today: date) -> bool:
    return holds(user, CHANGES_CLUB, today)


def may_keep_people(user: Any, today: date) -> bool:
    return holds(user, KEEPS_PEOPLE, today)


def may_rule(user: Any, today: date) -> bool:
    return holds(user, RULES_GAMES, today)


def may_direct(user: Any, today: date) -> bool:
    return holds(user, DIRECTS, today)


def may_close_seasons(user: Any, today: date) -> bool:
    return holds(user, CLOSES_SEASONS, today)
