"""Who somebody is, and what the offices of today allow."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date, datetime
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings

from league.people.models.people import Membership, Office, Person

Role = Office.Role
Answer = TypeVar("Answer")

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

# Answers about logins, within one request; None outside of any.
_answers: ContextVar[dict[tuple[str, int, date], Any] | None] = ContextVar("rights", default=None)


@contextmanager
def each_right_asked_once() -> Iterator[None]:
    """While this lasts the database is asked once for the offices and membership of a login.

    For one request, which is judged by what held when it first asked.
    """
    before = _answers.set({})
    try:
        yield
    finally:
        _answers.reset(before)


def _once(question: str, user: Any, today: date, ask: Callable[[], Answer]) -> Answer:
    answers = _answers.get()
    if answers is None:
        return ask()
    key = (question, user.pk, today)
    if key not in answers:
        answers[key] = ask()
    answer: Answer = answers[key]
    return answer


def read_for_all(users: Iterable[Any], today: date) -> None:
    """Reads offices and memberships of many logins by two queries; within `each_right_asked_once`
    whatever is asked about them on this day is answered from here.
    """
    answers = _answers.get()
    if answers is None:
        return
    offices: dict[int, set[str]] = {}
    for person, role in Office.objects.on(today).values_list("person", "role"):
        offices.setdefault(person, set()).add(role)
    members = set(Membership.objects.on(today).values_list("person", flat=True))
    for user in users:
        person = person_of(user)
        if person is not None:
            answers["offices", user.pk, today] = frozenset(offices.get(person.pk, ()))
            answers["membership", user.pk, today] = person.pk in members


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
    offices = Office.objects.on(today).filter(person=person)
    return _once("offices", user, today, lambda: frozenset(offices.values_list("role", flat=True)))


def holds(user: Any, roles: Iterable[str], today: date) -> bool:
    return not roles_of(user, today).isdisjoint(roles)


def is_member(user: Any, today: date) -> bool:
    """A member of any kind; the till and the tables of the season are theirs to see."""
    person = person_of(user)
    if person is None:
        return False
    memberships = Membership.objects.on(today).filter(person=person)
    return _once("membership", user, today, memberships.exists)


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
