"""Rounds of drinks: due at the next evening, given oldest first to those who are here, and once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import date, timedelta
from threading import Barrier

import pytest
from django.db import IntegrityError, connection, connections, transaction

from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from finance.models import (
    Account,
    Claim,
    Conversion,
    GivenRound,
    Payment,
    RoundDecision,
    RoundMove,
    Transaction,
)
from finance.queries.ledger import balance
from finance.queries.people import credit, owing_of
from finance.queries.rounds import absent_keep, all_owed, rounds_due
from finance.services.conversions import turn_into_euros
from finance.services.discharge import waive_claim
from finance.services.rounds import (
    decide_on_absent,
    give_round,
    give_together,
    move_round,
    note_drink,
    take_back,
)
from finance.triggers import TRIGGERS
from league.services import events
from league.triggers import lay, lift
from tests.finance.club import DAY, NOW, build_club, client_id
from tests.finance.pages import NBSP

NEXT = DAY + timedelta(days=28)
LATER = DAY + timedelta(days=56)


def lost(evening, name, number=1, **more):
    evening.card(name, number=number, kind="drinks_round", cents=None, **more)


@pytest.fixture
def owed(evening):
    """Robin lost a round on the first evening, the treasurer has confirmed it."""
    lost(evening, "robin")
    evening.confirm()
    return evening


@pytest.fixture
def tonight(owed):
    """The club's next evening, on which all are here."""
    return owed.club.evening("robin", "sascha", "toni", "gabi", day=NEXT)


def give(evening, *claims, click=None, today=NEXT):
    how = {
        "event": evening.event if evening else None,
        "client_id": click or client_id(),
        "by": evening.club.user("kim") if evening else None,
        "today": today,
        "now": NOW,
    }
    if len(claims) == 1:
        return give_round(claim=claims[0], **how)
    return give_together(claims=claims, **how)


def due(evening):
    return {one.person.name: one for one in rounds_due(evening.event)}


def names(people):
    return [person.name for person in people]


def goes_home(evening, name):
    events.unseat(seat=evening.seats[name])
    who = evening.event.participations.get(person=evening.club.persons[name])
    events.mark_attendance(participation=who, attendance="absent")


def the_club_says(keep, start=DAY):
    return decide_on_absent(
        start=start,
        keep=keep,
        decided="Mitgliederversammlung",
        by=None,
        today=NEXT,
        now=NOW,
    )


def given_to(claim):
    return [names(one.people) for one in GivenRound.objects.filter(claim=claim)]


def in_euros(claim, cents=500, click=None):
    return turn_into_euros(
        claim=claim,
        cents=cents,
        reason="Toni fährt und zahlt lieber",
        client_id=click or client_id(),
        by=None,
        today=NEXT,
        now=NOW,
    )


# --- who owes whom ---------------------------------------------------------------------------
def test_a_round_is_for_those_who_played_with_the_payer(owed):
    (claim,) = owed.claims()
    assert names(head.person for head in claim.heads.all()) == ["Sascha", "Toni", "Gabi"]


def test_the_payer_counts_where_the_rulebook_says_so(evening):
    from league.actors import NOBODY
    from league.services.results import SeatCharge, SeatLine, record_result

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


def test_a_drink_noted_by_hand_counts_and_can_be_taken_away_again(owed):
    note_drink(claim=owed.claim(), drink="  Cola  mit Eis ")
    assert owed.claim().drink == "Cola mit Eis"
    note_drink(claim=owed.claim(), drink="")
    assert owed.claim().drink == ""
    with pytest.raises(InvalidError, match="kürzer"):
        note_drink(claim=owed.claim(), drink="x" * 41)


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


def test_at_a_tournament_it_is_due_before_the_next_draw(owed):
    owed.event.kind = "tournament"
    owed.event.save()
    assert due(owed)["Robin"].count == 1


def test_what_nobody_confirmed_is_not_due(evening):
    lost(evening, "robin")
    assert due(evening.club.evening("robin", "sascha", day=NEXT)) == {}


def test_whoever_has_owed_longest_comes_first(tonight):
    lost(tonight, "toni")
    tonight.confirm()
    third = tonight.club.evening("toni", "sascha", day=LATER)
    assert [one.person.name for one in rounds_due(third.event)] == ["Robin", "Toni"]
    assert [one.is_here for one in rounds_due(third.event)] == [False, True]
    assert [one.person.name for one in all_owed(LATER)] == ["Robin", "Toni"]


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
    assert [one.claim for one in due(third)["Robin"].rounds] == [owed.claim()]


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
def test_where_the_club_decides_so_the_absent_still_have_it_to_come(tonight, owed):
    the_club_says(True)
    goes_home(tonight, "toni")
    assert give(tonight, owed.claim()).state == "confirmed"
    assert owing_of(owed.club.robin).rounds == 1
    assert not Payment.objects.exists()
    (one,) = due(tonight)["Robin"].rounds
    assert (names(one.to_come), names(one.served)) == (["Toni"], ["Sascha", "Gabi"])
    with pytest.raises(IllegalError, match="niemand da"):
        give(tonight, owed.claim())
    third = owed.club.evening("robin", "toni", day=LATER)
    assert give(third, owed.claim(), today=LATER).state == "settled"
    assert given_to(owed.claim()) == [["Sascha", "Gabi"], ["Toni"]]
    assert owing_of(owed.club.robin).rounds == 0
    assert check_books().wrong == []


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


# --- moved -----------------------------------------------------------------------------------
def moved(claim, until=LATER, reason="Robin fährt heute"):
    return move_round(claim=claim, until=until, reason=reason, by=None, today=NEXT, now=NOW)


def test_a_round_moved_to_a_later_evening_is_not_due_before(tonight, owed):
    for _tap in range(2):
        moved(owed.claim())
    assert RoundMove.objects.get().reason == "Robin fährt heute"
    robin = due(tonight)["Robin"]
    assert (robin.count, robin.rounds[0].is_later, robin.first) == (0, True, None)
    third = owed.club.evening("robin", "sascha", day=LATER)
    assert due(third)["Robin"].count == 1


def test_a_moved_round_lets_the_younger_one_go_first_and_may_still_come_early(tonight, owed):
    lost(tonight, "robin")
    tonight.confirm()
    moved(owed.claim())
    with pytest.raises(IllegalError, match="Zuerst kommt"):
        give(tonight, owed.claim())
    give(tonight, tonight.claim())
    assert give(tonight, owed.claim()).state == "settled"


def test_moving_needs_a_reason_and_a_later_day(tonight, owed):
    with pytest.raises(InvalidError, match="warum"):
        moved(owed.claim(), reason=" ")
    for day in (NEXT, DAY, date(2028, 1, 1)):
        with pytest.raises(InvalidError, match="späteren Tag"):
            moved(owed.claim(), until=day)
    give(tonight, owed.claim())
    with pytest.raises(IllegalError, match="nicht mehr offen"):
        moved(owed.claim())


# --- merged ----------------------------------------------------------------------------------
def test_two_rounds_given_as_one_are_one_payment_that_names_both(tonight, owed, storno):
    lost(tonight, "robin")
    tonight.confirm()
    both, click = [owed.claim(), tonight.claim()], client_id()
    for _tap in range(2):
        assert {one.state for one in give(tonight, *both, click=click)} == {"settled"}
    payment = Payment.objects.get()
    assert payment.amount == 2
    assert {one.claim for one in payment.given_rounds.all()} == {*both}
    assert owing_of(owed.club.robin).rounds == 0
    assert check_books().wrong == []
    storno(payment.transaction)
    assert owing_of(owed.club.robin).rounds == 2
    assert not GivenRound.objects.filter(is_taken_back=False).exists()
    assert check_books().wrong == []


def test_only_the_oldest_rounds_of_one_person_go_together(tonight, owed):
    lost(tonight, "robin")
    lost(tonight, "robin", number=2)
    lost(tonight, "toni", number=3)
    tonight.confirm()
    _first, second = tonight.claims("robin")
    with pytest.raises(IllegalError, match="Zuerst kommt"):
        give(tonight, *tonight.claims("robin"))
    with pytest.raises(InvalidError, match="einer Person"):
        give(tonight, second, tonight.claim("toni"))
    with pytest.raises(InvalidError, match="mehrere Runden"):
        give_together(claims=[second, second], client_id=client_id(), by=None, today=NEXT, now=NOW)


# --- waived, or turned into money ------------------------------------------------------------
def test_a_round_is_waived_by_decision(tonight, owed, storno):
    waive_claim(
        claim=owed.claim(),
        reason="Jubiläum, der Vorstand verzichtet",
        client_id=client_id(),
        by=None,
        today=NEXT,
        now=NOW,
    )
    assert (owed.claim().state, balance("rounds_waived")) == ("waived", 1)
    assert rounds_due(tonight.event) == []
    storno(Payment.objects.get().transaction)
    assert due(tonight)["Robin"].count == 1


def test_a_round_becomes_money_only_by_an_explicit_booking(tonight, owed):
    money = in_euros(owed.claim(), 700)
    assert (money.amount, money.unit, money.state) == (700, "EUR", "confirmed")
    assert (owing_of(owed.club.robin).cents, owing_of(owed.club.robin).rounds) == (700, 0)
    assert (balance("rounds_in_euros"), balance("rounds_waived")) == (-700, 1)
    assert owed.claims(unit="RUNDE")[0].state == "waived"
    assert rounds_due(tonight.event) == []
    assert check_books().wrong == []


def test_a_double_tap_converts_once_and_another_amount_is_told(owed):
    click = client_id()
    assert in_euros(owed.claim(), 700, click) == in_euros(owed.claims()[0], 700, click)
    assert Conversion.objects.count() == 1
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        in_euros(owed.claims()[0], 800, click)
    with pytest.raises(IllegalError, match="nicht mehr offen"):
        in_euros(owed.claims()[0])


def test_what_a_round_was_turned_into_is_paid_like_any_claim(owed, pay):
    pay("robin", 500)
    assert in_euros(owed.claim(), 700).paid == 500
    pay("robin", 200)
    assert owing_of(owed.club.robin).cents == 0
    assert check_books().wrong == []


@pytest.mark.parametrize("half", ["the waiver", "the claim"])
def test_the_storno_of_either_half_takes_back_both(tonight, owed, pay, storno, half):
    money = in_euros(owed.claim(), 700)
    pay("robin", 300)
    waiver = Conversion.objects.get().waiver
    original = waiver.transaction if half == "the waiver" else money.transaction
    first = storno(original)
    assert storno(original) == first
    assert first.reverses == original
    money.refresh_from_db()
    assert (money.state, money.is_current) == ("reversed", False)
    assert (owing_of(owed.club.robin).rounds, credit(owed.club.robin)) == (1, 300)
    assert due(tonight)["Robin"].count == 1
    assert Transaction.objects.filter(kind="reversal").count() == 2
    assert check_books().wrong == []
    in_euros(owed.claim(), 250)
    assert owing_of(owed.club.robin).cents == -50
    assert check_books().wrong == []


def test_a_corrected_card_takes_the_money_with_the_round(owed, pay):
    in_euros(owed.claim(), 700)
    pay("robin", 700)
    lost(owed, "sascha")
    assert credit(owed.club.robin) == 700
    assert (owing_of(owed.club.robin).rounds, balance("rounds_in_euros")) == (0, 0)
    assert owed.claim("sascha").state == "proposed"
    assert owed.claims("robin") == []
    assert check_books().wrong == []


def test_another_card_of_the_evening_leaves_the_conversion_alone(owed):
    in_euros(owed.claim(), 700)
    lost(owed, "toni", number=2)
    assert owing_of(owed.club.robin).cents == 700
    assert check_books().wrong == []


def test_a_storno_of_the_round_itself_takes_its_money_along(owed, storno):
    in_euros(owed.claim(), 700)
    storno(owed.claims(unit="RUNDE")[0].transaction)
    assert set(Account.objects.exclude(balance=0)) == set()
    assert check_books().wrong == []


def test_money_is_not_turned_into_money(evening):
    evening.card("robin", cents=500)
    evening.confirm()
    with pytest.raises(IllegalError, match="keine Runde"):
        in_euros(evening.claim())
    with pytest.raises(InvalidError, match="größer als null"):
        in_euros(evening.claim(), 0)


# --- the books -------------------------------------------------------------------------------
@pytest.fixture
def books(tonight, owed):
    """One round given, one turned into money, one still open."""
    lost(tonight, "robin")
    lost(tonight, "toni", number=2)
    tonight.confirm()
    give(tonight, owed.claim())
    in_euros(tonight.claim("robin"))
    return tonight


@pytest.mark.parametrize(
    ("statement", "sentence"),
    [
        ("DELETE FROM finance_givenhead; DELETE FROM finance_givenround", "passt nicht dazu"),
        ("UPDATE finance_givenround SET is_taken_back = {yes}", "gebucht ist es anders"),
        ("UPDATE finance_givenround SET claim_id = {tonis}", "passt nicht dazu"),
        ("UPDATE finance_givenhead SET person_id = {robin}", "nicht geschuldet war"),
        ("DELETE FROM finance_conversion", "die niemand umgewandelt hat"),
        ("UPDATE finance_conversion SET round_id = {tonis}", "nur halb da"),
        ("UPDATE finance_payment SET is_reversed = {yes}, allocated = 0", "nur halb da"),
        ("UPDATE finance_claim SET amount = 501 WHERE unit = 'EUR'", "Gebucht ist etwas anderes"),
        ("UPDATE finance_account SET balance = 0 WHERE code = 'rounds_in_euros'", "umgewandelte"),
    ],
)
def test_whatever_is_changed_about_a_round_is_found(books, statement, sentence):
    assert check_books().wrong == []
    names = {
        "yes": "TRUE",
        "robin": books.club.robin.pk,
        "tonis": books.claim("toni").pk,
    }
    if "givenhead SET" in statement:
        statement += " WHERE id = (SELECT MIN(id) FROM finance_givenhead)"
    lift(connection, TRIGGERS)
    try:
        with connection.cursor() as cursor:
            for one in statement.format(**names).split(";"):
                cursor.execute(one)
        wrong = [one.replace(NBSP, " ") for one in check_books().wrong]
    finally:
        lay(connection, TRIGGERS)
    assert any(sentence in one for one in wrong), wrong


# --- two people at once ----------------------------------------------------------------------
def at_once(*jobs):
    start = Barrier(len(jobs))

    def run(job):
        start.wait()
        try:
            return job()
        except IllegalError as refused:
            return refused
        finally:
            connections.close_all()

    with ThreadPoolExecutor(len(jobs)) as pool:
        return [future.result(60) for future in [pool.submit(run, job) for job in jobs]]


@pytest.mark.django_db(transaction=True)
def test_two_phones_that_tap_at_once_give_one_round():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    second = first.club.evening("robin", "sascha", "toni", day=NEXT)
    lost(second, "robin")
    second.confirm()
    claim = first.claim()
    done = at_once(*[lambda: give(second, claim)] * 4)
    assert [one.state for one in done] == ["settled"] * 4
    assert owing_of(first.club.robin).rounds == 1
    assert check_books().wrong == []


@pytest.mark.django_db(transaction=True)
def test_given_and_converted_at_once_is_one_of_both():
    first = build_club().evening("robin", "sascha", "toni")
    lost(first, "robin")
    first.confirm()
    claim = first.claim()
    at_once(lambda: give(None, claim), lambda: in_euros(claim))
    assert owing_of(first.club.robin).rounds == 0
    assert GivenRound.objects.count() + Conversion.objects.count() == 1
    assert check_books().wrong == []
