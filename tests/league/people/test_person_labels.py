"""Since when something holds, how far an invitation has come, and what its button says."""

from datetime import UTC, date, datetime
from types import SimpleNamespace

import pytest
from django.utils import translation

from league.people.labels import invited, invites, since
from league.people.models.invitations import Invitation


def test_a_membership_holds_since_a_day_and_may_have_ended():
    with translation.override("en"):
        assert since(SimpleNamespace(start=date(2020, 1, 1), end=None)) == "since 1 Jan 2020"
        ended = since(SimpleNamespace(start=date(2020, 1, 1), end=date(2026, 5, 3)))
        assert ended == "since 1 Jan 2020, until 2 May 2026"


MARCH, APRIL, MAY = (datetime(2026, month, 6, 20, tzinfo=UTC) for month in (3, 4, 5))


@pytest.mark.parametrize(
    ("state", "asked", "came_at", "sentence"),
    [
        ("none", None, None, "not invited"),
        ("mailed", Invitation(made_at=MARCH), None, "invitation sent, 6 Mar 2026"),
        ("accepted", Invitation(made_at=MARCH, done_at=MAY), APRIL, "accepted, 6 May 2026"),
        ("withdrawn", Invitation(made_at=MARCH, done_at=MAY), None, "withdrawn, 6 Mar 2026"),
        ("came", Invitation(made_at=MARCH), APRIL, "has logged in, last on 6 Apr 2026"),
        ("came", None, APRIL, "has logged in, last on 6 Apr 2026"),
    ],
)
def test_an_invitation_says_how_far_it_has_come_and_on_which_day(state, asked, came_at, sentence):
    with translation.override("en"):
        assert invited(asked, state, came_at).endswith(sentence)


@pytest.mark.parametrize(
    ("state", "has_link", "user", "button"),
    [
        ("accepted", False, object(), ""),
        ("came", False, object(), ""),
        ("mailed", True, object(), "Invite again"),
        ("none", False, object(), "Invite by e-mail"),
        ("withdrawn", False, None, "Create an invitation link"),
    ],
)
def test_whoever_has_not_come_is_asked_in_by_the_way_there_is(state, has_link, user, button):
    with translation.override("en"):
        assert invites(SimpleNamespace(user=user), state, has_link=has_link) == button
