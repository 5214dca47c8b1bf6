"""The second person, and who may be it: by examples."""

from datetime import UTC, datetime, timedelta

import pytest

from league.approvals.rules import WAITING, Login, due_at, second_persons

CHAIR = Login(1, frozenset({"chair"}), is_member=True)
TREASURER = Login(2, frozenset({"treasurer"}), is_member=True)
REFEREE = Login(3, frozenset({"referee"}), is_member=True)
AUDITOR = Login(4, frozenset({"auditor"}), is_member=True)
MEMBER = Login(5, is_member=True)
GUEST = Login(6)
FOUNDED = datetime(2026, 1, 1, tzinfo=UTC)
DAY = timedelta(days=1)


@pytest.mark.parametrize(
    ("logins", "concerned", "expected"),
    [
        # Any other office holder; the auditor stays out of it.
        ([CHAIR, TREASURER, REFEREE, AUDITOR, MEMBER], {2}, {1, 3}),
        # None of them with a login: the auditor.
        ([TREASURER, AUDITOR, MEMBER], {2}, {4}),
        # No auditor either: any member who is not concerned; a guest is none.
        ([TREASURER, MEMBER, GUEST], {2}, {5}),
        ([TREASURER, GUEST], {2}, set()),
        # A person concerned is left out, as an officer too.
        ([CHAIR, TREASURER, MEMBER], {1, 2}, {5}),
        # A club of one login.
        ([CHAIR], {1}, set()),
        ([], {1}, set()),
        # An auditor who is also a referee holds an office beside.
        ([TREASURER, Login(4, frozenset({"auditor", "referee"})), MEMBER], {2}, {4}),
        # A login that the proposer has just made does not count, whatever office it got.
        ([TREASURER, Login(7, frozenset({"referee"}), True, is_new=True), MEMBER], {2}, {5}),
    ],
)
def test_who_may_be_the_second_person(logins, concerned, expected):
    assert second_persons(logins, concerned) == expected


@pytest.mark.parametrize(
    ("proposed", "has_second", "lapses", "expected"),
    [
        (FOUNDED + 30 * DAY, True, False, None),
        (FOUNDED + 30 * DAY, True, True, FOUNDED + 37 * DAY),
        (FOUNDED + 30 * DAY, False, False, FOUNDED + 37 * DAY),
        # No second person at the founding: at once; if there is one, also then asked.
        (FOUNDED + DAY, False, False, FOUNDED + DAY),
        (FOUNDED + DAY, True, False, None),
        (FOUNDED + WAITING, False, False, FOUNDED + WAITING + WAITING),
    ],
)
def test_when_an_act_happens_that_nobody_confirms(proposed, has_second, lapses, expected):
    due = due_at(proposed, has_second=has_second, lapses=lapses, founded_at=FOUNDED)
    assert due == expected
