"""Roles of a user, and the rights that the offices of today give."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import connection

from league.people.models.people import Office, Person

Role = Office.Role

# Open evenings, seat people and enter any card.
RUNS_EVENINGS = (Role.CHAIR, Role.TREASURER, Role.SECRETARY, Role.REFEREE, Role.DIRECTOR)
# Decide if the club plays for money, and for how much.
SETS_STAKES = (Role.CHAIR, Role.TREASURER)
# Decide the club's name and look, its rulebook, and what the public sees of it.
CHANGES_CLUB = (Role.CHAIR,)
# Keep the list of members and hand out offices.
KEEPS_PEOPLE = (Role.CHAIR, Role.SECRETARY)
# Rule in a game and on a reported problem, and open what two people have confirmed.
RULES_GAMES = (Role.REFEREE, Role.DIRECTOR, Role.CHAIR)
# See which mails wait, and read the security log.
SEES_MAILS = Office.BOARD
READS_SECURITY = (*Office.BOARD, Role.AUDITOR)

# Draw, decide and close at a tournament.
DIRECTS = (Role.DIRECTOR, Role.CHAIR)
# Decide how a season counts, close it, and open it again.
CLOSES_SEASONS = (Role.CHAIR,)

# A membership has no role.
_OF_EVERYBODY = """
SELECT person_id, role FROM league_office WHERE start <= %s AND ("end" IS NULL OR "end" > %s)
UNION ALL
SELECT person_id, '' FROM league_membership WHERE start <= %s AND ("end" IS NULL OR "end" > %s)
"""
# Every page asks this, so it is one statement and none that the ORM would put together anew.
_OF_ONE = _OF_EVERYBODY.replace("WHERE", "WHERE person_id = %s AND")


class RolesOnDay(NamedTuple):
    """The roles of a person on a day."""

    offices: frozenset[str] = frozenset()
    is_member: bool = False


# By login and day, within one request; None outside of any.
_answers: ContextVar[dict[tuple[int, date], RolesOnDay] | None] = ContextVar("rights", default=None)


@contextmanager
def each_right_asked_once() -> Iterator[None]:
    """Ask the database only once for the offices and the membership of a login while this lasts.

    For one request, which is judged by what held when it first asked.
    """
    before = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(before)


def _roles_on_day(user: Any, person: Person, today: date) -> RolesOnDay:
    answers = _answers.get()
    key = (user.pk, today)
    if answers is not None and key in answers:
        return answers[key]
    roles_on_day = _read(_OF_ONE, today, person.pk).get(person.pk, RolesOnDay())
    if answers is not None:
        answers[key] = roles_on_day
    return roles_on_day


def _read(statement: str, today: date, *of_whom: int) -> dict[int, RolesOnDay]:
    day = connection.ops.adapt_datefield_value(today)
    roles: dict[int, set[str]] = {}
    with connection.cursor() as cursor:
        cursor.execute(statement, [*of_whom, day, day] * 2)
        for person, role in cursor.fetchall():
            roles.setdefault(person, set()).add(role)
    return {
        person: RolesOnDay(frozenset(there - {""}), "" in there) for person, there in roles.items()
    }


def roles_of_everybody(today: date) -> dict[int, RolesOnDay]:
    """Return the roles on a day of all who have any, by key of the person. One query."""
    return _read(_OF_EVERYBODY, today)


def read_for_all(users: Iterable[Any], today: date) -> None:
    """Read the offices and memberships of many logins by one query.

    Within `each_right_asked_once` every question about them on this day is answered from here.
    """
    answers = _answers.get()
    if answers is None:
        return
    everybody = roles_of_everybody(today)
    for user in users:
        person = person_of(user)
        if person is not None:
            answers[user.pk, today] = everybody.get(person.pk, RolesOnDay())


def day_of(moment: datetime) -> date:
    """Return the day of a moment in the club's time: offices hold by days."""
    return moment.astimezone(ZoneInfo(settings.TIME_ZONE)).date()


def person_of(user: Any) -> Person | None:
    """Return the person behind a login, None for strangers."""
    return getattr(user, "person", None) if getattr(user, "is_authenticated", False) else None


def roles_of(user: Any, today: date) -> frozenset[str]:
    """Return the offices the user holds today."""
    person = person_of(user)
    if person is None or not user.is_active:
        return frozenset()
    return _roles_on_day(user, person, today).offices


def holds(user: Any, roles: Iterable[str], today: date) -> bool:
    return not roles_of(user, today).isdisjoint(roles)


def is_member(user: Any, today: date) -> bool:
    """Return True for a member of any kind.

    The till and the tables of the season are theirs to see.
    """
    person = person_of(user)
    return person is not None and _roles_on_day(user, person, today).is_member


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
