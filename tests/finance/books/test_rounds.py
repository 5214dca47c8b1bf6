"""Rounds of drinks: due at the next evening, given oldest first to those who are here, and once."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from finance.books.models.claims import Claim
from finance.books.models.payments import Payment
from finance.books.models.rounds import GivenRound, RoundDecision
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.queries.rounds import absent_keep, all_owed, rounds_due
from finance.books.services.rounds import decide_on_absent, note_drink, take_back
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW, client_id
from tests.finance.rounds import (
    LATER,
    NEXT,
    due,
    give,
    given_to,
    goes_home,
    lost,
    names,
    the_club_says,
)

pytestmark = pytest.mark.rules


# --- who owes whom ---------------------------------------------------------------------------
@pytest.mark.both
def test_a_round_is_for_those_who_played_with_the_payer(owed):
    (claim,) = owed.claims()
    assert names(head.person for head in claim.heads.all()) == ["Sascha", "Toni", "Gabi"]


def test_the_payer_counts_where_the_rulebook_says_so(evening):
    from league.access.actors import NOBODY
    from league.results.services.results import SeatCharge, SeatLine, record_result

    record_result(
        table=evening.table,
        number=1,
        replaces=None,
        client_id=client_id(),
        source="card",
        ended_by="final",
        rulebook="dortmund",
        house_rules={},
        lines={
            seat.pk: SeatLine(lost_game=name == "robin") for name, seat in evening.seats.items()
        },
        charges=[
            SeatCharge(
                evening.seats["robin"].pk,
                "stake",
                "drinks_round",
                None,
                drink="Kölsch",
                payer_counts=True,
            )
        ],
        actor=NOBODY,
        now=NOW,
    )
    claim = evening.claim()
    assert claim.heads.count() == 4
    assert claim.charge.drink == "Kölsch"


@pytest.mark.both
def test_a_drink_noted_by_hand_counts_and_can_be_taken_away_again(owed):
    note_drink(claim=owed.claim(), drink="  Cola  mit Eis ")
    assert owed.claim().drink == "Cola mit Eis"
    note_drink(claim=owed.claim(), drink="")
    assert owed.claim().drink == ""
    with pytest.raises(InvalidError, match="kürzer"):
        note_drink(claim=owed.claim(), drink="x" * 41)


@pytest.mark.both
def test_money_has_no_drink(evening):
    evening.card("robin", cents=500)
    with pytest.raises(IllegalError, match="keine Runde"):
        note_drink(claim=evening.claim(), drink="Cola")
    with pytest.raises(IntegrityError, match="claim_drink_of_a_round"), transaction.atomic():
        Claim.objects.update(drink="Cola")


# --- what is due -----------------------------------------------------------------------------
def test_a_round_is_due_at_the_next_evening_and_not_at_its_own(tonight, owed):
    assert due(owed)["Robin"].count == 0
    robin = due(tonight)["Robin"]
    assert (robin.count, robin.heads, robin.is_here) == (1, 3, True)
    assert robin.rounds[0].claim.event == owed.event


def test_nobody_is_kept_from_giving_it_at_once(owed):
    assert give(owed, owed.claim()).state == "settled"
    assert GivenRound.objects.get().event == owed.event


@pytest.mark.both
def test_at_a_tournament_it_is_due_before_the_next_draw(owed):
    owed.event.kind = "tournament"
    owed.event.save()
    assert due(owed)["Robin"].count == 1


def test_what_nobody_confirmed_is_not_due(evening):
    lost(evening, "robin")
    assert due(evening.club.evening("robin", "sascha", day=NEXT)) == {}


@pytest.mark.both
def test_whoever_has_owed_longest_comes_first(tonight):
    lost(tonight, "toni")
    tonight.confirm()
    third = tonight.club.evening("toni", "sascha", day=LATER)
    assert [debtor.person.name for debtor in rounds_due(third.event)] == ["Robin", "Toni"]
    assert [debtor.is_here for debtor in rounds_due(third.event)] == [False, True]
    assert [debtor.person.name for debtor in all_owed(LATER)] == ["Robin", "Toni"]


def test_an_earlier_evening_does_not_know_what_came_later(tonight, owed):
    lost(tonight, "toni")
    tonight.confirm()
    assert set(due(owed)) == {"Robin"}


# --- given -----------------------------------------------------------------------------------
def test_one_tap_settles_the_round_and_keeps_for_whom_and_when(tonight, owed):
    assert give(tonight, owed.claim()).state == "settled"
    given = GivenRound.objects.get()
    assert names(given.people) == ["Sascha", "Toni", "Gabi"]
    assert (given.event, given.payment.transaction.date) == (tonight.event, NEXT)
    assert owing_of(owed.club.robin).rounds == 0
    assert balance("rounds_given") == 1
    assert rounds_due(tonight.event) == []
    assert check_books().wrong == []


def test_the_oldest_comes_first(tonight, owed):
    lost(tonight, "robin")
    tonight.confirm()
    third = owed.club.evening("robin", "sascha", day=LATER)
    with pytest.raises(IllegalError, match=r"die vom 06\.03\.2026") as refused:
        give(third, tonight.claim(), today=LATER)
    assert refused.value.code == "older_round"
    give(third, owed.claim(), today=LATER)
    give(third, tonight.claim(), today=LATER)
    assert owing_of(owed.club.robin).rounds == 0


def test_an_older_one_for_people_who_are_not_here_does_not_stop_the_next(tonight, owed):
    tonight.arrives("chris")
    lost(tonight, "robin")
    tonight.confirm()
    third = owed.club.evening("robin", "chris", day=LATER)
    with pytest.raises(IllegalError, match="ist niemand da"):
        give(third, owed.claim(), today=LATER)
    give(third, tonight.claim(), today=LATER)
    assert [owed_round.claim for owed_round in due(third)["Robin"].rounds] == [owed.claim()]


def test_the_absent_have_nothing_to_come(tonight, owed):
    goes_home(tonight, "toni")
    assert names(due(tonight)["Robin"].rounds[0].missing) == ["Toni"]
    give(tonight, owed.claim())
    assert given_to(owed.claim()) == [["Sascha", "Gabi"]]
    assert owed.claim().state == "settled"


def test_whoever_is_absent_gives_nothing(tonight, owed):
    goes_home(tonight, "robin")
    assert due(tonight)["Robin"].first is None
    with pytest.raises(IllegalError, match="Robin ist heute nicht da"):
        give(tonight, owed.claim())


def test_an_evening_to_come_gives_nothing(tonight, owed):
    with pytest.raises(IllegalError, match="kommt erst noch"):
        give(tonight, owed.claim(), today=DAY)


def test_without_an_evening_it_is_for_all_its_heads(owed):
    give(None, owed.claim())
    assert given_to(owed.claim()) == [["Sascha", "Toni", "Gabi"]]
    assert GivenRound.objects.get().event is None


def test_a_double_tap_gives_once(tonight, owed):
    click = client_id()
    for _tap in range(2):
        give(tonight, owed.claim(), click=click)
    assert (Payment.objects.count(), GivenRound.objects.count()) == (1, 1)


def test_whoever_taps_second_does_not_give_the_next_one(tonight, owed):
    lost(tonight, "robin")
    tonight.confirm()
    seen = owed.claim()
    give(tonight, seen)
    give(tonight, seen)
    assert tonight.claim().state == "confirmed"
    assert owing_of(owed.club.robin).rounds == 1


def test_a_form_is_for_one_round_only(tonight, owed):
    click = client_id()
    give(tonight, owed.claim(), click=click)
    lost(tonight, "robin")
    tonight.confirm()
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        give(tonight, tonight.claim(), click=click)


def test_a_storno_opens_the_round_again(tonight, owed, storno):
    give(tonight, owed.claim())
    storno(Payment.objects.get().transaction)
    assert owed.claim().open_amount == 1
    assert GivenRound.objects.get().is_taken_back
    assert due(tonight)["Robin"].count == 1
    give(tonight, owed.claim())
    assert owed.claim().state == "settled"
    assert check_books().wrong == []


def test_a_card_corrected_after_the_round_was_given_leaves_a_round_to_the_good(tonight, owed):
    give(tonight, owed.claim())
    lost(owed, "sascha")
    assert owing_of(owed.club.robin).rounds == -1
    assert Claim.objects.get(person=owed.club.robin).state == "reversed"
    owed.confirm()
    assert due(tonight)["Sascha"].count == 1
    lost(tonight, "robin")
    tonight.confirm()
    assert tonight.claim("robin").state == "settled"
    assert check_books().wrong == []


@pytest.mark.both
def test_to_whom_a_round_was_given_cannot_be_changed(tonight, owed):
    give(tonight, owed.claim())
    given = GivenRound.objects.get()
    with (
        pytest.raises(IntegrityError, match="finance_givenround_append_only"),
        transaction.atomic(),
    ):
        GivenRound.objects.update(event=owed.event)
    with pytest.raises(IntegrityError, match="finance_givenhead_append_only"), transaction.atomic():
        given.heads.update(person=owed.club.kim)
    with pytest.raises(IntegrityError, match="append_only"), transaction.atomic():
        given.heads.all().delete()


# --- where the club lets the absent keep it ---------------------------------------------------
@pytest.mark.both
def test_where_the_club_decides_so_the_absent_still_have_it_to_come(tonight, owed):
    the_club_says(True)
    goes_home(tonight, "toni")
    assert give(tonight, owed.claim()).state == "confirmed"
    assert owing_of(owed.club.robin).rounds == 1
    assert not Payment.objects.exists()
    (owed_round,) = due(tonight)["Robin"].rounds
    assert (names(owed_round.to_come), names(owed_round.served)) == (["Toni"], ["Sascha", "Gabi"])
    with pytest.raises(IllegalError, match="niemand da"):
        give(tonight, owed.claim())
    third = owed.club.evening("robin", "toni", day=LATER)
    assert give(third, owed.claim(), today=LATER).state == "settled"
    assert given_to(owed.claim()) == [["Sascha", "Gabi"], ["Toni"]]
    assert owing_of(owed.club.robin).rounds == 0
    assert check_books().wrong == []


def test_a_double_tap_on_a_round_that_somebody_still_has_to_come_gives_it_once(tonight, owed):
    the_club_says(True)
    goes_home(tonight, "toni")
    for _tap in range(2):
        assert give(tonight, owed.claim(), click="one").state == "confirmed"
    assert GivenRound.objects.count() == 1


@pytest.mark.both
def test_a_round_given_in_part_by_mistake_is_taken_back(tonight, owed):
    the_club_says(True)
    goes_home(tonight, "toni")
    give(tonight, owed.claim())
    for _tap in range(2):
        take_back(given=GivenRound.objects.get())
    assert names(due(tonight)["Robin"].rounds[0].to_come) == ["Sascha", "Toni", "Gabi"]
    give(tonight, owed.claim())
    with pytest.raises(IntegrityError, match="given_taken_back"), transaction.atomic():
        GivenRound.objects.update(is_taken_back=False)


def test_what_is_booked_is_not_taken_back_but_reversed(tonight, owed):
    give(tonight, owed.claim())
    with pytest.raises(IllegalError, match="Storno"):
        take_back(given=GivenRound.objects.get())


def test_a_decision_counts_from_its_day_on_and_the_later_one_ends_it(owed):
    assert not absent_keep(NEXT)
    the_club_says(True, start=NEXT)
    assert (absent_keep(DAY), absent_keep(NEXT)) == (False, True)
    the_club_says(False, start=LATER)
    assert (absent_keep(NEXT), absent_keep(LATER)) == (True, False)
    the_club_says(False, start=LATER)
    assert RoundDecision.objects.count() == 2
    the_club_says(True, start=LATER)
    assert absent_keep(LATER)


def test_once_the_decision_has_ended_a_tap_settles_what_is_left(tonight, owed):
    the_club_says(True)
    goes_home(tonight, "toni")
    give(tonight, owed.claim())
    the_club_says(False, start=LATER)
    third = owed.club.evening("robin", "toni", day=LATER)
    assert give(third, owed.claim(), today=LATER).state == "settled"


def test_somebody_has_decided_and_not_for_ever_ahead(owed):
    for start, decided, sentence in [
        (NEXT, " ", "wer das beschlossen hat"),
        (date(2030, 1, 1), "Vorstand", "in einem Jahr"),
    ]:
        with pytest.raises(InvalidError, match=sentence):
            decide_on_absent(start=start, keep=True, decided=decided, by=None, today=NEXT, now=NOW)
