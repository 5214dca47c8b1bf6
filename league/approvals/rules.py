"""Choice of the second person for an act in a person's own matter, and the acts that need none.

Pure: persons are keys, times are arguments.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta

# So long an act waits where no second person is asked, and so long a club counts as new.
WAITING = timedelta(days=7)
AUDITOR = "auditor"


@dataclass(frozen=True)
class Login:
    """A person who can log in, with the offices of today.

    `is_new` says that the proposer of the act gave this login or its address within the last seven
    days, so the proposer may well read its codes.
    """

    person: int
    roles: frozenset[str] = frozenset()
    is_member: bool = False
    is_new: bool = False


def second_persons(logins: Iterable[Login], concerned: Collection[int]) -> frozenset[int]:
    """Return those who may confirm: office holders, without any auditors, else members.

    The set may be empty. It excludes all who are concerned, and each login that the proposer has
    just made.
    """
    free = [login for login in logins if login.person not in concerned and not login.is_new]
    for group in (
        [login for login in free if login.roles - {AUDITOR}],
        [login for login in free if AUDITOR in login.roles],
        [login for login in free if login.is_member],
    ):
        if group:
            return frozenset(login.person for login in group)
    return frozenset()


def due_at(
    proposed_at: datetime, *, has_second: bool, lapses: bool, founded_at: datetime
) -> datetime | None:
    """Return the moment an act happens unconfirmed; None if it waits for a second person.

    With `lapses` it happens after seven days in any case. Without a second person it happens after
    seven days, and at once in the week in which the club was founded.
    """
    if not has_second and proposed_at < founded_at + WAITING:
        return proposed_at
    return proposed_at + WAITING if lapses or not has_second else None
