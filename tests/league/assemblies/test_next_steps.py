"""The next steps that the page of a meeting offers, read without the page."""

from datetime import timedelta

import pytest

from league.assemblies import labels
from tests.league.assemblies.conftest import DAY, EVENING, INVITED

pytestmark = [pytest.mark.django_db, pytest.mark.once]

CHAIR = labels.Reader(calls=True, runs=True, hands_in=True, reads_minutes=True)
MEMBER = labels.Reader(calls=False, runs=False, hands_in=True, reads_minutes=False)


def offered(assembly, reader, to_invite, day):
    step = labels.next_step(assembly, reader, to_invite, day)
    others = labels.other_steps(assembly, reader, to_invite, day)
    return step and (step.text, step.is_primary), [link.text for link in others]


def test_before_a_meeting_the_board_invites_and_on_its_day_it_goes_to_the_evening(assembly):
    changes = ["Antrag stellen", "Tagesordnung ändern", "Tag und Ort"]
    assert offered(assembly, CHAIR, 10, INVITED.date()) == (("10 Leute einladen", True), changes)
    assembly.invited_at = INVITED
    late = (("Eine Person einladen", False), changes)
    assert offered(assembly, CHAIR, 1, DAY - timedelta(days=1)) == late
    on_the_day = (("Zum Abend", True), [*changes, "Eine Person einladen"])
    assert offered(assembly, CHAIR, 1, DAY) == on_the_day


def test_once_it_is_over_its_minutes_are_read(assembly):
    assembly.invited_at, assembly.closed_at = INVITED, EVENING
    step, others = offered(assembly, CHAIR, 0, DAY)
    assert step == ("Protokoll", True)
    assert others[-1] == "Der Abend"


def test_a_member_hands_in_motions_and_nothing_else_is_loud(assembly):
    (motion,) = labels.other_steps(assembly, MEMBER, 10, DAY)
    assert (motion.text, motion.is_primary) == ("Antrag stellen", True)
    assert labels.next_step(assembly, MEMBER, 10, DAY) is None
