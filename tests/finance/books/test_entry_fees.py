"""At the door of a tournament: fee and stake, the pot, and what the winners get out of it."""

import pytest

from finance.books import booking_labels as booking_words
from finance.books import labels as words
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.models.payments import Payment
from finance.books.models.payouts import Payout
from finance.books.queries.doubts import undone
from finance.books.queries.effects import reversal_effects
from finance.books.queries.ledger import balance
from finance.books.queries.people import credit, owing_of
from finance.books.queries.tournaments import (
    Pot,
    entries,
    fees_paid,
    payouts,
    pot_of,
    shares,
    unassigned,
)
from finance.books.services.claims import refuse_claim
from finance.books.services.closing import close_through
from finance.books.services.discharge import waive_claim
from finance.books.services.objections import object_to
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, StaleError
from league.events.services.attendance import add_participant
from league.results.models.results import Charge
from league.standings.models import PlaceRow, Standing
from league.tournaments.models.tournaments import Prize
from tests.finance.club import DAY, NOW, TODAY, client_id, tariff
from tests.finance.pages import NBSP

# On PostgreSQL the desk books in `test_writers`.
pytestmark = [pytest.mark.slow, pytest.mark.once]


# --- charged and paid ------------------------------------------------------------------------
def test_a_dozen_people_pay_at_the_door(club):
    names = [f"gast{n}" for n in range(1, 13)]
    for name in names:
        club.join(name, guest=True)
    entry_desk = club.tournament(*names)
    for name in names:
        entry_desk.pays(name)
    assert balance("cash") == 12 * 1500
    assert balance("entry_fees") == -12 * 1000
    assert balance("prize_pot") == -12 * 500
    assert pot_of(entry_desk.event) == Pot(paid_in=12 * 500, paid_out=0)
    assert [entry.is_paid for entry in entries(entry_desk.event)] == [True] * 12
    assert {owing_of(club.persons[name]).cents for name in names} == {0}
    assert check_books().wrong == []


def test_fee_and_stake_are_two_claims_also_of_a_guest(entry_desk):
    claims = entry_desk.claims("gabi")
    assert [(claim.kind, claim.amount, claim.open_reason) for claim in claims] == [
        ("entry_fee", 1000, ""),
        ("prize_pot", 500, ""),
    ]
    assert [words.cause(claim) for claim in claims] == ["Startgeld", "Einsatz für den Preistopf"]
    assert {words.basis(claim) for claim in claims} == {"laut Ausschreibung"}


def test_no_price_list_changes_what_was_announced(entry_desk):
    with pytest.raises(InvalidError, match="Ausschreibung"):
        tariff("entry_fee", 9900, start=DAY)
    assert [claim.amount for claim in entry_desk.claims("robin")] == [1000, 500]


def test_the_codes_have_the_words_of_their_kinds():
    for kind in (Charge.Kind.ENTRY_FEE, Charge.Kind.PRIZE_POT):
        assert words.what(kind, kind) == kind.label


def test_whoever_pays_is_booked_and_even(entry_desk):
    payment = entry_desk.pays("robin")
    assert (payment.method, payment.amount, payment.allocated) == ("cash", 1500, 1500)
    assert payment.transaction.date == DAY
    assert [claim.state for claim in entry_desk.claims("robin")] == ["settled", "settled"]
    assert [claim.state for claim in entry_desk.claims("sascha")] == ["proposed", "proposed"]


def test_what_is_objected_to_is_not_booked_at_the_door(entry_desk):
    fee, _stake = entry_desk.claims("robin")
    object_to(claim=fee, text="Bin Helfer", by=entry_desk.club.user("robin"), now=NOW)
    with pytest.raises(IllegalError, match="läuft ein Einspruch"):
        entry_desk.pays("robin")
    assert [claim.state for claim in entry_desk.claims("robin")] == ["objected", "proposed"]
    assert Payment.objects.count() == 0


def test_a_double_tap_books_once(entry_desk):
    click = client_id()
    assert entry_desk.pays("robin", click=click) == entry_desk.pays("robin", click=click)
    assert balance("cash") == 1500
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        entry_desk.pays("sascha", click=click)


def test_who_has_paid_is_not_asked_again(entry_desk):
    entry_desk.pays("robin")
    with pytest.raises(IllegalError, match="Robin hat schon bezahlt"):
        entry_desk.pays("robin")
    assert Payment.objects.count() == 1


def test_nobody_pays_before_the_check_in(entry_desk):
    with pytest.raises(IllegalError, match="Es kommt mit dem Check-in") as refused:
        entry_desk.pays("toni")
    assert refused.value.code == "nothing_charged"


def test_what_was_refused_is_not_asked_for(entry_desk):
    fee, _stake = entry_desk.claims("robin")
    refuse_claim(claim=fee, reason="Steht an der Theke", by=None, now=NOW)
    assert entry_desk.pays("robin", 500).amount == 500
    assert entry_desk.claims("robin")[0].state == "refused"


def test_another_amount_than_the_page_said_is_told(entry_desk):
    with pytest.raises(StaleError, match=f"inzwischen 15,00{NBSP}€ offen, nicht 12,00{NBSP}€"):
        entry_desk.pays("robin", 1200)
    assert not Transaction.objects.exists()


def test_an_older_debt_stays_as_it_is(club, evening):
    evening.card("robin", cents=300)
    evening.confirm()
    entry_desk = club.tournament("robin")
    entry_desk.pays("robin")
    assert [claim.state for claim in entry_desk.claims("robin")] == ["settled", "settled"]
    assert owing_of(club.robin).cents == 300
    assert check_books().wrong == []


def test_a_credit_is_used_before_the_cash(club, evening, pay):
    pay("robin", 400)
    entry_desk = club.tournament("robin")
    (entry,) = entries(entry_desk.event)
    assert (entry.charged, entry.due, entry.is_paid) == (1500, 1100, False)
    assert entry_desk.pays("robin", 1100).amount == 1100
    assert balance("cash") == 1500
    assert credit(club.robin) == 0
    assert check_books().wrong == []


def test_a_credit_that_is_enough_needs_no_payment(club, evening, pay):
    pay("robin", 2000)
    entry_desk = club.tournament("robin")
    assert entry_desk.pays("robin", 0) is None
    assert [claim.state for claim in entry_desk.claims("robin")] == ["settled", "settled"]
    assert credit(club.robin) == 500
    assert pot_of(entry_desk.event).paid_in == 500


def test_whoever_was_confirmed_with_the_evening_pays_at_the_door_all_the_same(entry_desk):
    from finance.books.services.claims import confirm_evening

    seen = [claim.pk for claim in Claim.objects.filter(event=entry_desk.event)]
    confirm_evening(event=entry_desk.event, seen=seen, by=None, now=NOW)
    assert pot_of(entry_desk.event).paid_in == 0
    entry_desk.pays("sascha")
    assert pot_of(entry_desk.event).paid_in == 500


def test_a_check_in_taken_back_gives_a_credit_and_the_next_one_uses_it(entry_desk):
    entry_desk.pays("robin")
    entry_desk.checks_out("robin")
    assert credit(entry_desk.club.robin) == 1500
    assert pot_of(entry_desk.event).paid_in == 0
    assert {gone.because for gone in undone(entry_desk.event)} == {
        "weil der Check-in zurückgenommen wurde (Grund: Doch nicht da)"
    }
    entry_desk.checks_in("robin")
    assert entry_desk.pays("robin", 0) is None
    assert balance("cash") == 1500
    assert pot_of(entry_desk.event).paid_in == 500
    assert check_books().wrong == []


def test_a_check_in_taken_back_before_the_payment_leaves_no_trace(entry_desk):
    entry_desk.checks_out("robin")
    assert not Transaction.objects.exists()
    assert [entry.participation.person.name for entry in entries(entry_desk.event)] == [
        "Sascha",
        "Gabi",
    ]


def test_a_storno_of_the_payment_empties_the_pot_again(entry_desk, storno):
    payment = entry_desk.pays("robin")
    storno(payment.transaction)
    assert pot_of(entry_desk.event).paid_in == 0
    assert [entry.due for entry in entries(entry_desk.event)] == [1500] * 3
    entry_desk.pays("robin")
    assert pot_of(entry_desk.event).paid_in == 500


def test_what_is_waived_the_club_puts_into_the_pot(entry_desk):
    from finance.books.services.claims import confirm_claim

    stake = confirm_claim(claim=entry_desk.claims("robin")[1], by=None, now=NOW)
    waive_claim(claim=stake, reason="Hilft", client_id=client_id(), by=None, today=TODAY, now=NOW)
    assert pot_of(entry_desk.event).paid_in == 500
    assert balance("waived") == 500
    assert check_books().wrong == []


def test_a_day_already_closed_does_not_keep_anybody_out(entry_desk):
    close_through(through=DAY, by=None, today=TODAY, now=NOW)
    payment = entry_desk.pays("robin")
    assert payment.transaction.date > DAY
    assert check_books().wrong == []


def test_a_free_tournament_asks_for_nothing(club):
    entry_desk = club.tournament("robin", fee=0, pot=0)
    (entry,) = entries(entry_desk.event)
    assert (entry.charged, entry.due, entry.is_paid) == (0, 0, False)
    with pytest.raises(IllegalError, match="kein Startgeld"):
        entry_desk.pays("robin", 0)


def test_the_entry_list_costs_the_same_for_everybody(entry_desk, django_assert_num_queries):
    with django_assert_num_queries(4):
        assert fees_paid(entries(entry_desk.event)) == 0


# --- the pot ---------------------------------------------------------------------------------
def test_a_prize_comes_out_of_the_pot_and_not_out_of_the_fees(all_paid):
    payout = all_paid.wins("gabi", 1000)
    assert pot_of(all_paid.event) == Pot(paid_in=1500, paid_out=1000)
    assert balance("prize_pot") == -500
    assert balance("entry_fees") == -3000
    assert balance("cash") == 3500
    booking = payout.transaction
    assert (booking.kind, booking.head.journal, booking.text.text) == ("prize", "cash", "1. Platz")
    assert booking_words.title(booking) == "Gabi: Preisgeld"
    assert check_books().wrong == []


def test_no_more_is_paid_than_the_pot_of_this_tournament_holds(all_paid):
    all_paid.wins("robin", 1000)
    with pytest.raises(IllegalError, match=f"noch 5,00{NBSP}€") as refused:
        all_paid.wins("sascha", 501)
    assert (refused.value.code, refused.value.field) == ("pot_too_small", "amount")
    assert Payout.objects.count() == 1


def test_every_tournament_has_a_pot_of_its_own(all_paid):
    from league.events.services.evenings import create_evening

    other = create_evening(name="Osterpokal", business_date=DAY, venue="pub", rulebook="rsc2003")
    assert pot_of(other) == Pot(0, 0)
    all_paid.event = other
    all_paid.checks_in("robin")
    with pytest.raises(IllegalError, match="nicht im Topf"):
        all_paid.wins("robin", 1)


def test_a_stake_that_is_only_owed_cannot_be_won(entry_desk):
    entry_desk.pays("robin")
    with pytest.raises(IllegalError, match="nicht im Topf"):
        entry_desk.wins("robin", 501)


def test_a_prize_clicked_twice_is_paid_once(all_paid):
    click = client_id()
    assert all_paid.wins("robin", 700, click=click) == all_paid.wins("robin", 700, click=click)
    assert pot_of(all_paid.event).paid_out == 700
    with pytest.raises(InvalidError, match="schon abgeschickt"):
        all_paid.wins("robin", 100, click=click)


@pytest.mark.parametrize(
    ("name", "cents", "what", "sentence"),
    [
        ("robin", 0, "1. Platz", "größer als null"),
        ("robin", 100, "  ", "wofür"),
        ("toni", 100, "1. Platz", "nicht mitgespielt"),
        ("alex", 100, "1. Platz", "nicht mitgespielt"),  # on the list, and never came
    ],
)
def test_a_prize_makes_sense(all_paid, name, cents, what, sentence):
    add_participant(event=all_paid.event, person=all_paid.club.alex)
    with pytest.raises(InvalidError, match=sentence):
        all_paid.wins(name, cents, what)


def test_a_storno_puts_the_prize_back_into_the_pot(all_paid, storno):
    payout = all_paid.wins("robin", 1500)
    assert reversal_effects(payout.transaction) == [
        f"15,00{NBSP}€ kommen wieder in die Kasse und in den Topf von „Kirmespokal“."
    ]
    storno(payout.transaction)
    assert pot_of(all_paid.event) == Pot(paid_in=1500, paid_out=0)
    assert balance("cash") == 4500
    all_paid.wins("sascha", 1500)
    assert check_books().wrong == []


def test_a_stake_given_back_after_the_payout_shows_in_the_pot(all_paid):
    all_paid.wins("robin", 1500)
    all_paid.checks_out("sascha")
    assert pot_of(all_paid.event).left == -500
    assert check_books().wrong == []


def test_shares_are_whole_cents_and_never_more_than_the_pot(club):
    entry_desk = club.tournament("robin", "sascha", "toni", pot=333)
    for name in ("robin", "sascha", "toni"):
        entry_desk.pays(name)
    for place, percent in ((1, 50), (2, 30), (3, 20)):
        Prize.objects.create(
            event=entry_desk.event, award="place", place=place, pot_percent=percent
        )
    pot = pot_of(entry_desk.event)
    actual = shares(entry_desk.event, pot, [])
    assert [share.cents for share in actual] == [499, 299, 199]
    assert pot.left - sum(share.cents for share in actual) == 2
    assert [share.winners for share in actual] == [()] * 3


def test_the_final_places_say_who_wins_which_prize(all_paid):
    event = all_paid.event
    all_paid.ends([(1, "sascha", 2), (2, "gabi", 2), (3, "robin", 1)])
    for award, place in (
        ("place", 1),
        ("last", None),
        ("next_to_last", None),
        ("schock_aus", None),
        ("team", 1),
        ("place", 9),
    ):
        Prize.objects.create(event=event, award=award, place=place, thing="Schinken")
    won = {
        (share.prize.award, share.prize.place): [who.name for who in share.winners]
        for share in shares(event, pot_of(event), [])
    }
    assert won == {
        ("place", 1): ["Sascha"],
        ("place", 9): [],
        ("last", None): ["Robin"],
        ("next_to_last", None): ["Gabi"],
        ("schock_aus", None): ["Sascha", "Gabi"],
        ("team", 1): [],
    }


def test_prizes_ranked_by_themselves_are_won_by_whom_the_kept_rankings_say(all_paid):
    event = all_paid.event
    all_paid.ends([(1, "sascha", 0), (2, "gabi", 0), (3, "robin", 0)])
    own = {placing.position: placing.participation_id for placing in event.placings.all()}
    for award, code, first in (
        ("jule", "jule_king", (2,)),
        ("group", "best_of_group", (1,)),
        ("first_out", "first_out", (2, 3)),
        ("games_lost", "most_games_lost", (3,)),
    ):
        Prize.objects.create(event=event, award=award, thing="Schinken")
        standing, _made = Standing.objects.get_or_create(event=event, scope="prize", award=code)
        PlaceRow.objects.filter(standing=standing).delete()
        for position in (*first, *(at for at in (1, 2, 3) if at not in first)):
            rank = 1 if position in first else 2
            PlaceRow.objects.create(
                standing=standing,
                participation_id=own[position],
                rank=rank,
                position=position + 10,
                figures={"value": 1},
            )
    won = {
        share.prize.award: sorted(who.name for who in share.winners)
        for share in shares(event, pot_of(event), [])
    }
    assert won == {
        "jule": ["Gabi"],
        "group": ["Sascha"],
        "first_out": ["Gabi", "Robin"],
        "games_lost": ["Robin"],
    }


def test_a_place_shared_is_won_by_both_and_above_the_shared_last_is_next_to_last(all_paid):
    event = all_paid.event
    all_paid.ends([(1, "sascha", 0), (2, "gabi", 0), (2, "robin", 0)])
    for award, place in (("place", 2), ("last", None), ("next_to_last", None)):
        Prize.objects.create(event=event, award=award, place=place, thing="Schinken")
    by_key = {share.prize.award: share for share in shares(event, pot_of(event), [])}
    assert {award: [who.name for who in share.winners] for award, share in by_key.items()} == {
        "place": ["Gabi", "Robin"],
        "last": ["Gabi", "Robin"],
        "next_to_last": ["Sascha"],
    }
    assert by_key["last"].winner is None
    assert by_key["next_to_last"].winner == all_paid.club.sascha


# --- paid to whom it does not belong any more ------------------------------------------------
def test_a_prize_of_another_is_open_only_after_its_payout_was_reversed(all_paid, storno):
    event = all_paid.event
    prize = Prize.objects.create(event=event, award="place", place=1, pot_percent=60)
    all_paid.ends([(1, "robin", 0), (2, "gabi", 0)])
    payout = all_paid.wins("robin", 700, prize=prize)

    def share():
        return shares(event, pot_of(event), list(payouts(event)))[0]

    assert (share().astray, share().open_cents) == ((), 200)
    all_paid.ends([(1, "gabi", 0), (2, "robin", 0)])
    assert (share().astray, share().open_cents) == ((payout,), 0)
    storno(payout.transaction)
    assert (share().astray, share().open_cents) == ((), 900)


def test_what_was_paid_out_freely_is_assigned_to_no_prize_any_more(all_paid, storno):
    event = all_paid.event
    prize = Prize.objects.create(event=event, award="place", place=1, pot_percent=60)

    def rest():
        made = list(payouts(event))
        pot = pot_of(event)
        return unassigned(pot, shares(event, pot, made), made)

    assert rest() == 600
    all_paid.wins("robin", 900, prize=prize)
    free = all_paid.wins("gabi", 500, "Runde für alle")
    assert rest() == 100
    storno(free.transaction)
    assert rest() == 600
    all_paid.wins("sascha", 100, prize=prize)
    assert rest() == 500
