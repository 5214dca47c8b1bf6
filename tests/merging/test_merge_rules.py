"""The record that stays, what is in the way, and the need of a second person."""

from datetime import date

import pytest

from config.merging import columns
from config.merging.names import likely_pairs
from config.merging.rules import (
    Record,
    Span,
    doubled_memberships,
    doubled_offices,
    needs_second_person,
    owner_confirms,
    refusals,
    which_stays,
)
from config.privacy.queries import links_to
from league.people.models.people import Person

TODAY = date(2026, 3, 10)
BOARD = ("chair", "treasurer", "secretary")
GUEST, MEMBER = Record(1), Record(2, memberships=(Span("active", date(2026, 1, 1), key=7),))


def office(role, start=date(2025, 1, 1), end=None):
    return Span(role, start, end, key=9)


def codes(kept, absorbed):
    return [refusal.code for refusal in refusals(kept, absorbed, TODAY, BOARD)]


def test_two_records_of_one_person_have_nothing_in_the_way():
    assert codes(MEMBER, GUEST) == []


@pytest.mark.parametrize(
    ("kept", "absorbed", "code"),
    [
        (GUEST, GUEST, "same_record"),
        (Record(1, is_erased=True), MEMBER, "erased"),
        (MEMBER, Record(3, is_absorbed=True), "absorbed"),
        (MEMBER, Record(3, stands_for_others=True), "stands_for_others"),
        (Record(1, there=frozenset({4, 5})), Record(2, there=frozenset({5})), "both_there"),
        (Record(1, squads=frozenset({4})), Record(2, squads=frozenset({4})), "both_in_squads"),
        (
            Record(1, assemblies=frozenset({4})),
            Record(2, assemblies=frozenset({4})),
            "both_at_assembly",
        ),
        (MEMBER, Record(3, has_dues=True), "dues"),
        (Record(1, has_dues=True), Record(3, has_dues=True), "both_have_dues"),
        (MEMBER, Record(3, open_matters=("rounds",)), "rounds"),
        (Record(4, open_matters=("waiting",)), GUEST, "waiting"),
        (
            Record(1, offices=(office("auditor"),)),
            Record(2, offices=(office("treasurer"),)),
            "auditor_on_board",
        ),
    ],
)
def test_what_is_in_the_way(kept, absorbed, code):
    assert codes(kept, absorbed) == [code]


def test_who_audited_before_the_office_on_the_board_is_no_conflict():
    before = Record(1, offices=(office("auditor", end=date(2025, 6, 1)),))
    after = Record(2, offices=(office("chair", start=date(2025, 6, 1)),))
    assert codes(before, after) == []


def test_what_both_say_of_the_same_days_is_there_once():
    again = Record(3, memberships=(Span("passive", date(2026, 2, 1), key=8),))
    earlier = Record(4, memberships=(Span("active", date(2024, 1, 1), date(2026, 1, 1), key=5),))
    assert doubled_memberships(MEMBER, again) == (8,)
    assert doubled_memberships(MEMBER, earlier) == ()
    chair, referee = (Record(5, offices=(office(role),)) for role in ("chair", "referee"))
    assert doubled_offices(chair, chair) == (9,)
    assert doubled_offices(chair, referee) == ()


def test_the_login_stays_then_the_office_then_the_member_then_the_older_record():
    login, officer = Record(9, has_login=True), Record(8, offices=(office("referee"),))
    for better, other in ((login, officer), (officer, MEMBER), (MEMBER, GUEST), (GUEST, Record(5))):
        assert which_stays(better, other) == which_stays(other, better) == (better, other)


def test_nobody_gains_a_login_or_an_office_by_one_officer_alone():
    assert not needs_second_person(MEMBER, GUEST, 77, TODAY)
    assert needs_second_person(Record(2, has_login=True), GUEST, 77, TODAY)
    assert needs_second_person(MEMBER, Record(1, has_login=True), 77, TODAY)
    assert needs_second_person(MEMBER, Record(1, offices=(office("chair"),)), 77, TODAY)
    assert needs_second_person(MEMBER, GUEST, GUEST.key, TODAY)
    past = Record(1, offices=(office("chair", end=date(2026, 1, 1)),))
    assert not needs_second_person(MEMBER, past, None, TODAY)
    coming = Record(1, offices=(office("chair", start=date(2026, 5, 1)),))
    assert needs_second_person(MEMBER, coming, None, TODAY)


def test_each_column_that_names_a_person_has_a_decision():
    decided = {
        *(*columns.MOVED, *columns.FILLED_IN, *columns.CLOSED, *columns.DROPPED),
        *columns.STAYS,
    }
    named = {f"{model._meta.label}.{column.name}" for model, column in links_to(Person)}
    assert named == decided


def test_a_name_spelt_nearly_the_same_is_noticed_in_the_whole_list():
    names = ("Bernd Becher", "Bernt Becher", "Hilde Tresen", "Hildegard Tresen", "Anke Becher")
    people = [Person(pk=pk, name=name) for pk, name in enumerate(names, start=1)]
    pairs = [(one.name, other.name) for one, other in likely_pairs(people)]
    assert pairs == [("Bernd Becher", "Bernt Becher"), ("Hilde Tresen", "Hildegard Tresen")]


def test_the_owner_of_the_only_login_confirms_where_the_other_record_brings_no_right():
    own, other = Record(2, has_login=True), Record(3, has_login=True)
    assert owner_confirms(own, GUEST, 77, TODAY) == owner_confirms(GUEST, own, 77, TODAY) == 2
    assert owner_confirms(own, GUEST, 2, TODAY) is None  # no one confirms the own proposal
    assert owner_confirms(own, other, 77, TODAY) is None  # either might take the other over
    assert owner_confirms(own, MEMBER, 77, TODAY) is None
    assert owner_confirms(own, Record(1, offices=(office("chair"),)), 77, TODAY) is None
    past = Record(1, offices=(office("chair", end=TODAY),))
    assert owner_confirms(own, past, 77, TODAY) == 2
