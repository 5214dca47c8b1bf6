"""From the card to the till: what becomes a claim, and what a correction does to it."""

from datetime import date

import pytest
from django.core.management import call_command

from finance.books.models.claims import Claim
from finance.books.models.ledger import Account, Closing, Transaction
from finance.books.models.payments import Payment
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, owing_of, who_owes
from finance.books.services.claims import (
    confirm_claim,
    confirm_evening,
    propose_again,
    refuse_claim,
)
from finance.books.services.discharge import waive_claim
from finance.books.services.reconcile import reconcile
from finance.books.services.rounds import give_round
from finance.catalogue.services.catalogue import end_tariff
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, StaleError
from tests.finance.club import DAY, NOW, TODAY, client_id, tariff

pytestmark = pytest.mark.rules


def test_a_lost_game_is_proposed_with_the_rulebooks_amount(evening):
    evening.card("robin", cents=500)
    claim = evening.claim()
    assert (claim.person, claim.amount, claim.state) == (evening.club.robin, 500, "proposed")
    assert claim.rulebook_cents == 500
    assert not Transaction.objects.exists()


def test_confirming_the_evening_books_every_claim_once(evening):
    evening.card("robin")
    evening.card("sascha", number=2)
    assert len(evening.confirm()) == 2
    assert evening.confirm() == []
    assert [line.cents for line in who_owes()] == [100, 100]
    assert balance("stakes") == -200


def test_a_corrected_card_moves_the_proposal_without_a_trace(evening):
    evening.card("robin")
    evening.card("sascha")
    assert evening.claim().person == evening.club.sascha
    assert Claim.objects.get(person=evening.club.robin).state == "superseded"
    assert not Transaction.objects.exists()


def test_a_corrected_card_reverses_what_was_confirmed(evening):
    evening.card("robin")
    evening.confirm()
    evening.card("sascha")
    assert owing_of(evening.club.robin).cents == 0
    assert Claim.objects.get(person=evening.club.robin).state == "reversed"
    assert evening.claim("sascha").state == "proposed"
    reversal = Transaction.objects.get(kind="reversal")
    assert reversal.reverses.claim.person == evening.club.robin


def test_a_vanished_paid_claim_becomes_a_credit(evening, pay):
    evening.card("robin", cents=500)
    evening.confirm()
    pay("robin", 500)
    evening.card("sascha", cents=500)
    assert owing_of(evening.club.robin).cents == -500
    assert credit(evening.club.robin) == 500
    assert balance("cash") == 500


def test_a_credit_pays_the_next_claim_by_itself(evening, pay):
    pay("robin", 700)
    evening.card("robin", cents=500)
    evening.confirm()
    assert evening.claim("robin").state == "settled"
    assert credit(evening.club.robin) == 200


def test_a_paid_claim_stays_untouched_when_another_line_of_the_card_changes(evening, pay):
    evening.card("robin", cents=500)
    evening.confirm()
    pay("robin", 500)
    before = evening.claim("robin")
    evening.card("robin", cents=500, also=(("toni", "early_lift", "fine", 100, 1),))
    after = evening.claim("robin")
    assert (after.pk, after.state, after.transaction_id) == (
        before.pk,
        "settled",
        before.transaction_id,
    )
    assert after.charge_id != before.charge_id
    assert not Transaction.objects.filter(kind="reversal").exists()


def test_another_stake_after_a_correction_is_reversed_and_proposed_anew(evening, pay):
    evening.card("robin", cents=500)
    evening.confirm()
    pay("robin", 300)
    evening.card("robin", cents=1000)
    assert evening.claim("robin").state == "proposed"
    assert credit(evening.club.robin) == 300
    evening.confirm()
    assert evening.claim("robin").open_amount == 700


def test_a_refused_claim_stays_refused(evening):
    evening.card("robin")
    claim = evening.claim()
    refuse_claim(claim=claim, reason="War ein Probespiel", by=None, now=NOW)
    reconcile(event_id=evening.event.pk, now=NOW)
    evening.card("robin", also=(("toni", "early_lift", "fine", 100, 1),))
    assert evening.claim("robin").state == "refused"
    evening.card("robin", cents=200)
    assert evening.claim("robin").state == "proposed"


@pytest.mark.both
def test_a_refusal_can_be_taken_back(evening):
    evening.card("robin")
    refuse_claim(claim=evening.claim(), reason="Irrtum", by=None, now=NOW)
    propose_again(claim=evening.claim(), now=NOW)
    assert evening.claim().state == "proposed"


def test_refusing_needs_a_reason_and_is_too_late_once_booked(evening):
    evening.card("robin")
    with pytest.raises(InvalidError, match="warum"):
        refuse_claim(claim=evening.claim(), reason=" ", by=None, now=NOW)
    evening.confirm()
    with pytest.raises(IllegalError, match="entschieden"):
        refuse_claim(claim=evening.claim(), reason="doch nicht", by=None, now=NOW)


def test_reconciling_again_changes_nothing(evening):
    evening.card("robin")
    assert reconcile(event_id=evening.event.pk, now=NOW) == 0
    evening.confirm()
    assert reconcile(event_id=evening.event.pk, now=NOW) == 0


def test_a_storno_of_a_claim_by_hand_is_not_proposed_again(evening, storno):
    evening.card("robin")
    evening.confirm()
    storno(evening.claim().transaction, "Im Streit entschieden")
    assert reconcile(event_id=evening.event.pk, now=NOW) == 0
    claim = evening.claim()
    assert (claim.state, claim.reason) == ("reversed", "Im Streit entschieden")


def test_a_page_seen_before_a_correction_confirms_nothing(evening):
    evening.card("robin")
    seen = [evening.claim().pk]
    evening.card("sascha")
    with pytest.raises(StaleError, match="geändert"):
        confirm_evening(event=evening.event, seen=seen, by=None, now=NOW)
    assert not Transaction.objects.exists()


# --- amounts ---------------------------------------------------------------------------------
def test_the_clubs_own_price_counts_and_both_amounts_are_kept(evening):
    tariff("dice_off_table", 150, start=date(2026, 1, 1))
    evening.charge("robin", "dice_off_table", "fine", 300, n=3)
    claim = evening.claim()
    assert (claim.amount, claim.club_cents, claim.rulebook_cents) == (450, 450, 300)


def test_the_price_of_the_evenings_date_counts(evening):
    tariff("no_show", 700, start=date(2026, 4, 1))
    evening.charge("robin", "no_show", "fine", 500)
    assert evening.claim().amount == 500


def test_a_new_price_moves_proposals_and_leaves_what_is_confirmed(evening):
    evening.charge("robin", "no_show", "fine", 500)
    evening.confirm()
    evening.charge("sascha", "no_show", "fine", 500)
    price = tariff("no_show", 700, start=date(2026, 1, 1))
    assert evening.claim("robin").amount == 500
    assert evening.claim("sascha").amount == 700
    end_tariff(tariff=price, end=date(2026, 1, 1), now=NOW)
    assert evening.claim("sascha").amount == 500


def test_the_price_list_never_turns_a_round_into_money(evening):
    tariff("stake", 700, start=date(2026, 1, 1))
    evening.card("robin", kind="drinks_round", cents=None)
    claim = evening.claim()
    assert (claim.unit, claim.amount) == ("RUNDE", 1)


def test_a_free_amount_waits_for_the_treasurer(evening):
    evening.card("robin", also=(("toni", "left_table", "donation", None, 1),))
    evening.confirm()
    claim = evening.claim("toni")
    assert (claim.state, claim.open_reason) == ("proposed", "amount_open")
    with pytest.raises(InvalidError, match="Betrag"):
        confirm_claim(claim=claim, by=None, now=NOW)
    confirm_claim(claim=claim, amount=250, by=None, now=NOW)
    assert owing_of(evening.club.toni).cents == 250
    assert balance("fine_donations") == -250


def test_the_treasurer_cannot_change_a_fixed_amount(evening):
    evening.card("robin")
    with pytest.raises(InvalidError, match="steht fest"):
        confirm_claim(claim=evening.claim(), amount=99, by=None, now=NOW)


# --- open reasons ----------------------------------------------------------------------------
def test_without_a_price_the_claim_is_open_and_the_referee_goes_on(evening):
    evening.charge("robin", "sang_badly", "fine", None)
    assert evening.claim().open_reason == "no_price"


def test_a_closed_day_does_not_stop_the_referee(evening):
    Closing.objects.create(through=date(2026, 3, 31), closed_at=NOW)
    evening.card("robin")
    claim = evening.claim()
    assert claim.open_reason == "closed"
    assert evening.confirm() == []
    confirm_claim(claim=claim, by=None, now=NOW)
    assert evening.claim().transaction.date == date(2026, 4, 1)


def test_a_correction_after_the_close_is_reversed_on_the_first_open_day(evening):
    evening.card("robin")
    evening.confirm()
    Closing.objects.create(through=date(2026, 3, 31), closed_at=NOW)
    evening.card("sascha")
    reversal = Transaction.objects.get(kind="reversal")
    assert (reversal.date, reversal.reverses.date) == (date(2026, 4, 1), DAY)


def test_whatever_breaks_in_the_till_the_card_is_stored(evening, monkeypatch):
    def broken(**kwargs: object) -> None:
        raise RuntimeError("the till is on fire")

    with monkeypatch.context() as patch:
        patch.setattr("finance.books.receivers.reconcile", broken)
        assert evening.card("robin").pk is not None
    assert evening.claims() == []
    assert "manage.py reconcile" in check_books().wrong[0]
    call_command("reconcile")
    assert evening.claim().amount == 100
    assert check_books().wrong == []


# --- rounds ----------------------------------------------------------------------------------
def test_an_owed_round_is_one_round_for_the_seats_of_the_game(evening):
    evening.card("robin", kind="drinks_round", cents=None)
    evening.confirm()
    claim = evening.claim()
    club = evening.club
    assert {head.person for head in claim.heads.all()} == {club.sascha, club.toni, club.gabi}
    assert owing_of(club.robin).rounds == 1
    assert owing_of(club.robin).cents == 0


@pytest.mark.both
def test_the_round_for_dropped_dice_at_the_bar_is_for_all_who_are_here(evening):
    evening.arrives("chris", sits=False)
    evening.charge("robin", "dropped_dice", "drinks_round", None)
    assert evening.claim().heads.count() == 4
    evening.arrives("kim", sits=False)
    assert evening.claim().heads.count() == 5
    evening.confirm()
    evening.arrives("alex", sits=False)
    assert evening.claim().heads.count() == 5


def test_a_given_round_is_settled_once(evening):
    evening.card("robin", kind="drinks_round", cents=None)
    evening.confirm()
    for _click in range(2):
        give_round(claim=evening.claim(), client_id=client_id(), by=None, today=TODAY, now=NOW)
    assert evening.claim().state == "settled"
    assert owing_of(evening.club.robin).rounds == 0
    assert Payment.objects.count() == 1


def test_a_given_round_that_was_not_owed_is_a_credit_of_a_round(evening):
    evening.card("robin", kind="drinks_round", cents=None)
    evening.confirm()
    give_round(claim=evening.claim(), client_id=client_id(), by=None, today=TODAY, now=NOW)
    evening.card("sascha", kind="drinks_round", cents=None)
    assert owing_of(evening.club.robin).rounds == -1


# --- waiving ---------------------------------------------------------------------------------
def test_what_is_waived_is_the_open_rest_and_comes_back_by_storno(evening, pay, storno):
    evening.card("robin", cents=500)
    evening.confirm()
    pay("robin", 200)
    waive_claim(
        claim=evening.claim(),
        reason="Geburtstag",
        client_id=client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )
    assert evening.claim().state == "waived"
    assert owing_of(evening.club.robin).cents == 0
    assert balance("waived") == 300
    storno(Transaction.objects.get(kind="waiver"))
    assert (evening.claim().state, evening.claim().open_amount) == ("confirmed", 300)


def test_the_form_of_a_waiver_that_was_reversed_waives_nothing_again(evening, storno):
    evening.card("robin", cents=500)
    evening.confirm()
    form = {"reason": "Geburtstag", "client_id": "form", "by": None, "today": TODAY, "now": NOW}
    for _click in range(2):
        assert waive_claim(claim=evening.claim(), **form).state == "waived"
    storno(Transaction.objects.get(kind="waiver"))
    with pytest.raises(InvalidError) as refused:
        waive_claim(claim=evening.claim(), **form)
    assert refused.value.code == "form_used_before"
    assert evening.claim().open_amount == 500


def test_a_waived_claim_whose_cause_vanished_leaves_nothing(evening):
    evening.card("robin", cents=500)
    evening.confirm()
    waive_claim(
        claim=evening.claim(),
        reason="Geburtstag",
        client_id=client_id(),
        by=None,
        today=TODAY,
        now=NOW,
    )
    evening.card("sascha", cents=500)
    assert owing_of(evening.club.robin).cents == 0
    assert balance("waived") == 0
    assert set(Account.objects.exclude(balance=0)) == set()
