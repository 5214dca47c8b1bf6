"""Results with versions, charges, and what the database refuses."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from league.errors import IllegalError, InvalidError, StaleError
from league.events.services import evenings
from league.results.models.results import Charge, Result, ResultLine
from league.results.queries.results import standing_charges
from league.results.services.results import record_charge, withdraw_charge
from tests import builders

pytestmark = pytest.mark.rules


def loser(result):
    return result.lines.get(lost_game=True).seat.participation.person


def charges(table):
    return [
        (charge.person.name, charge.code, charge.cents)
        for charge in standing_charges(table.block.event)
    ]


def test_a_card_becomes_a_result_and_the_loser_owes_the_stake(club, table):
    result = builders.card(table, club.anke, club.bernd, club.bernd, aus={club.jette: 1})
    assert (result.number, result.version, result.ended_by) == (1, 1, "final")
    assert loser(result) == club.bernd
    assert result.lines.get(schock_aus=1).seat.participation.person == club.jette
    assert charges(table) == [("Bernd", "stake", 100)]


def test_a_phone_that_sends_twice_enters_once(club, table):
    first = builders.card(table, club.anke, club.bernd, club.bernd, client_id="tap-1")
    again = builders.card(table, club.anke, club.bernd, club.bernd, client_id="tap-1")
    assert first == again
    assert Result.objects.count() == 1


def test_two_writers_of_the_same_game_the_second_is_told(club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    with pytest.raises(StaleError) as refused:
        builders.card(table, club.anke, club.anke)
    assert refused.value.data == {"version": 1}
    assert Result.objects.count() == 1


def test_a_correction_is_a_new_version_with_a_reason(club, table):
    first = builders.card(table, club.anke, club.bernd, club.bernd)
    with pytest.raises(InvalidError) as refused:
        builders.card(table, club.anke, club.bernd, club.anke, seen=1)
    assert refused.value.code == "reason_missing"
    second = builders.card(
        table, club.anke, club.bernd, club.anke, seen=1, reason="Finale verwechselt"
    )
    first.refresh_from_db()
    assert (second.version, second.reason) == (2, "Finale verwechselt")
    assert (first.is_current, second.is_current) == (False, True)
    assert loser(first) == club.bernd
    assert charges(table) == [("Anke", "stake", 100)]


def test_a_corrected_card_keeps_the_key_of_the_same_deed(club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.jette, club.bernd, club.bernd, seen=1, reason="Hälfte vertauscht")
    first, second = Charge.objects.order_by("pk")
    assert first.key == second.key
    assert list(standing_charges(table.block.event)) == [second]


def test_a_correction_of_what_somebody_else_corrected_meanwhile_is_stale(club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    builders.card(table, club.anke, club.bernd, club.anke, seen=1, reason="erst so")
    with pytest.raises(StaleError):
        builders.card(table, club.anke, club.anke, seen=1, reason="dann so")


def test_an_abandoned_game_costs_nothing(club, table):
    result = builders.card(table, club.anke, None, ending="abandoned")
    assert result.ended_by == "abandoned"
    line = result.lines.first()
    assert (line.lost_first, line.lost_second) == (True, None)
    assert charges(table) == []


def test_a_table_of_one_has_no_game(club):
    alone = builders.table(builders.evening(), club.anke)
    with pytest.raises(InvalidError) as refused:
        builders.card(alone, club.anke, club.anke)
    assert refused.value.code == "too_few_seats"


@pytest.mark.parametrize(
    ("heads", "venue", "expected"),
    [(5, "club_night", 500), (6, "club_night", 1000), (5, "pub", None), (6, "private", 1000)],
)
def test_the_stake_of_schock4life_by_heads_and_place(club, heads, venue, expected):
    people = [club.anke, club.bernd, club.jette, club.rolf, club.oemer, club.stine][:heads]
    table = builders.table(builders.evening("schock4life", venue=venue), *people)
    builders.card(table, club.anke, club.anke)
    (charge,) = standing_charges(table.block.event)
    assert charge.cents == expected
    assert charge.kind == ("drinks_round" if venue == "pub" else "stake")


def test_a_loser_at_dortmund_gives_a_round(club):
    table = builders.table(builders.evening("dortmund"), club.anke, club.bernd)
    builders.card(table, club.anke, club.bernd, club.anke)
    (charge,) = standing_charges(table.block.event)
    assert (charge.kind, charge.cents) == ("drinks_round", None)


@pytest.mark.both
def test_a_corrected_card_keeps_the_rules_it_was_played_by(club, table):
    builders.card(table, club.anke, club.bernd, club.bernd)
    evenings.set_rules(
        event=table.block.event, rulebook="dortmund", venue="club_night", house_rules={}
    )
    table.block.event.refresh_from_db()
    result = builders.card(table, club.anke, club.bernd, club.anke, seen=1, reason="vertauscht")
    assert result.rulebook == "rsc2003"
    assert charges(table) == [("Anke", "stake", 100)]


def breach(club, table, **fields):
    fields = {
        "event": table.block.event,
        "person": club.bernd,
        "code": "cup_off_table",
        "kind": "fine",
        "cents": 200,
        "client_id": "breach-1",
        "by": club.rolf.user,
        "now": builders.NIGHT,
        **fields,
    }
    return record_charge(**fields)


@pytest.mark.both
def test_a_breach_is_charged_once_however_often_it_is_sent(club, table):
    assert breach(club, table) == breach(club, table)
    assert charges(table) == [("Bernd", "cup_off_table", 200)]


@pytest.mark.both
def test_another_breach_by_the_same_form_is_refused(club, table):
    breach(club, table)
    for other in ({"person": club.jette}, {"code": "dice_on_floor"}, {"count": 2}):
        with pytest.raises(InvalidError) as refused:
            breach(club, table, **other)
        assert refused.value.code == "form_used_before"
    assert charges(table) == [("Bernd", "cup_off_table", 200)]


def test_a_breach_is_for_people_of_the_evening(club, table):
    with pytest.raises(InvalidError) as refused:
        breach(club, table, person=club.gustav)
    assert refused.value.code == "not_on_the_list"


def test_a_withdrawn_breach_no_longer_counts_and_is_still_there(club, table):
    charge = breach(club, table)
    for _ in range(2):
        withdraw_charge(charge=charge, reason="war Jette", by=club.rolf.user, now=builders.NIGHT)
    assert charges(table) == []
    assert Charge.objects.get() == charge


def test_the_stake_of_a_game_goes_with_its_card_only(club, table):
    builders.card(table, club.anke, club.anke)
    with pytest.raises(IllegalError):
        withdraw_charge(
            charge=Charge.objects.get(), reason="", by=club.rolf.user, now=builders.NIGHT
        )


@pytest.mark.both
@pytest.mark.parametrize(
    ("model", "column"), [(ResultLine, "schock_aus"), (Charge, "cents"), (Result, "number")]
)
def test_the_database_refuses_to_change_what_was_written(club, table, model, column):
    builders.card(table, club.anke, club.bernd, club.bernd)
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.update(**{column: 7})
    with pytest.raises(IntegrityError), transaction.atomic():
        model.objects.all()._raw_delete(using="default")


@pytest.mark.both
def test_the_database_refuses_to_revive_an_old_version(club, table):
    first = builders.card(table, club.anke, club.bernd, club.bernd)
    second = builders.card(table, club.anke, club.anke, seen=1, reason="Blattschuss")
    Result.objects.filter(pk=second.pk).update(is_current=False)
    with pytest.raises(IntegrityError), transaction.atomic():
        Result.objects.filter(pk=first.pk).update(is_current=True)


@pytest.mark.both
def test_the_database_refuses_a_second_loser(club, table):
    result = builders.card(table, club.anke, club.bernd, club.bernd)
    other = builders.table(builders.evening(day=date(2026, 5, 1)), club.anke, club.jette)
    foreign = other.seats.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultLine.objects.create(result=result, seat=foreign, lost_game=False)
    extra = builders.table(table.block.event, club.oemer, club.stine).seats.first()
    with pytest.raises(IntegrityError), transaction.atomic():
        ResultLine.objects.create(result=result, seat=extra, lost_game=True)
