"""„Für die Fahrt legen wir 300 Euro zurück“: money that the club keeps for one thing."""

import re
from datetime import date

import pytest

from finance.books.models.own_accounts import OwnAccount
from finance.books.queries.funds import Fund, balance_of, free_money, funds_of, heads_of, shares_of
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.services.cashbook import open_book
from finance.books.services.funds import earmark, pay_share
from finance.books.services.own_accounts import add_account, change_account
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from finance.receipts.queries import bridge, report, year_span
from finance.years.queries.yearfile import check_year
from league.people.services.people import end_membership
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url
from tests.plugins.built import built_once

pytestmark = [pytest.mark.usefixtures("that_day"), pytest.mark.rules]


@built_once
def how(club):
    return {"by": club.user("kim"), "today": TODAY, "now": NOW}


@built_once
def trip(club, how):
    """500 euro in the till, and a fund with nothing in it."""
    open_book(money="cash", amount=50_000, day=date(2026, 1, 2), client_id=client_id(), **how)
    return add_account(kind="fund", name="Fahrt", by=club.user("kim"), now=NOW)


@pytest.fixture
def put(trip, how):
    def moved(cents, *, fund=None, day=DAY, click=None):
        return earmark(
            fund=fund or trip,
            amount=abs(cents),
            takes_out=cents < 0,
            day=day,
            text="Beschluss",
            client_id=click or client_id(),
            **how,
        )

    return moved


def test_it_moves_no_money_and_is_no_receipt(put, trip):
    put(30_000)
    put(-5_000, day=TODAY)
    assert (balance_of(trip.code), free_money(), balance("cash")) == (25_000, 25_000, 50_000)
    statement = report(year_span(2026))
    assert (statement.receipts, statement.payments) == ([], [])
    actual = bridge(year_span(2026))
    assert (actual.earned, actual.spent, actual.money_grew) == (0, 0, 0)
    assert check_books().wrong == []
    assert check_year(2026, now=NOW)[1] == []


def test_opening_and_in_less_out_is_closing(put, trip):
    put(30_000)
    put(-5_000, day=TODAY)
    assert funds_of(date(2026, 3, 1), TODAY) == [Fund(trip.code, "Fahrt", 0, 30_000, 5_000)]
    (later,) = funds_of(TODAY, TODAY)
    assert (later.opening, later.taken_out, later.closing) == (30_000, 5_000, 25_000)


@pytest.mark.both
def test_what_is_taken_back_lowers_its_own_side(put, trip, storno):
    storno(put(30_000))
    (fund,) = funds_of(DAY, TODAY)
    assert (fund.put_in, fund.taken_out, fund.closing) == (0, 0, 0)


def test_only_what_is_there_and_free_is_earmarked(put, trip, club):
    put(30_000)
    other = add_account(kind="fund", name="Jubiläum", by=club.user("kim"), now=NOW)
    with pytest.raises(IllegalError, match="Nur 200,00") as refused:
        put(20_001, fund=other)
    assert refused.value.code == "not_enough_free"
    put(20_000, fund=other)


@pytest.mark.both
def test_a_fund_never_holds_less_than_nothing(put, trip, storno):
    first = put(10_000, day=TODAY)
    with pytest.raises(IllegalError) as refused:
        put(-10_001, day=TODAY)
    assert refused.value.code == "fund_never_below_zero"
    with pytest.raises(IllegalError) as refused:
        put(-5_000, day=DAY)  # then there was nothing in it
    assert refused.value.code == "fund_short_then"
    put(-5_000, day=TODAY)
    with pytest.raises(IllegalError, match="So viel ist nicht in der Rücklage"):
        storno(first)


def test_a_repeat_books_once_and_another_amount_is_refused(put, trip):
    assert put(10_000, click="a") == put(10_000, click="a")
    assert balance_of(trip.code) == 10_000
    with pytest.raises(InvalidError):
        put(9_000, click="a")


def test_it_ends_only_when_it_is_empty(put, trip, club):
    put(10_000)
    fields = {"account": trip, "name": "Fahrt", "sphere": 0, "by": club.user("kim"), "now": NOW}
    with pytest.raises(IllegalError) as refused:
        change_account(ended=TODAY, **fields)
    assert refused.value.code == "account_not_empty"
    put(-10_000)
    ended = change_account(ended=TODAY, **fields)
    with pytest.raises(InvalidError):
        put(100, fund=ended, day=TODAY)


@pytest.mark.once
def test_the_treasurer_makes_one_fills_it_and_the_report_shows_it(trip, club, as_):
    kim = as_("kim")
    kim.post(url("add_fund"), {"name": "Jubiläum"})
    page = kim.get(url("funds"))
    fields = {"fund": "fund_2", "way": "in", "amount": "120,50", "day": DAY.isoformat()}
    fields |= {"text": "Beschluss", "client_id": hidden(page)}
    page = text(kim.post(url("move_fund"), fields, follow=True))
    assert "Jubiläum 0,00 € 120,50 € 0,00 € 120,50 €" in page
    assert "frei 379,50 €" in page
    assert "Fahrt" in text(kim.get(url("change_kind", trip.code)))
    page = text(as_("chris").get(url("receipts_owed")))
    assert "Zweckgebunden 120,50 €" in page
    assert "frei 379,50 €" in page
    file = b"".join(kim.get(url("receipts_file", "csv"))).decode("utf-8-sig")
    assert re.search(r"Zweckgebundene Rücklagen: Jubiläum;Endbestand[; ]*;120,50", file), file
    assert as_("alex").get(url("funds")).status_code == 200
    assert as_("alex").post(url("move_fund"), fields).status_code == 403
    assert as_("robin").get(url("funds")).status_code == 404


# --- the travel fund ---------------------------------------------------------------------------
@pytest.fixture
def travel(club, put, how):
    """100 euro that belong to the active members, 7 of them in this club."""
    fund = add_account(kind="fund", name="Reisekasse", shared=True, by=club.user("kim"), now=NOW)
    put(10_000, fund=fund)
    return fund


def get(person, fund, how, seen=None):
    (share,) = shares_of(person, TODAY) or [None]
    seen = seen or (share.cents if share else 1)
    return pay_share(person=person, fund=fund, seen=seen, **how)


def test_a_shared_fund_is_divided_among_the_active_members(club, travel, kim, as_):
    heads = heads_of(TODAY)
    (share,) = shares_of(club.robin, TODAY)
    assert (share.cents, share.heads) == (10_000 // heads, heads)
    assert shares_of(club.gabi, TODAY) == []  # a guest
    each = f"{share.cents / 100:.2f}".replace(".", ",")
    assert f"je {each} €, {heads} aktive Mitglieder" in text(kim.get(url("funds")))
    assert f"Dein Anteil an „Reisekasse“: {each} €" in text(as_("robin").get(url("own_account")))


def test_a_leavers_share_settles_what_is_open_and_the_rest_is_credit(club, travel, how):
    heads = heads_of(TODAY)
    end_membership(person=club.robin, end=TODAY)
    assert heads_of(TODAY) == heads - 1
    payment = get(club.robin, travel, how)
    assert payment.amount == 10_000 // heads  # among as many as before
    assert get(club.robin, travel, how) == payment
    assert balance_of(travel.code) == 10_000 - payment.amount
    assert owing_of(club.robin).cents == -payment.amount
    assert shares_of(club.robin, TODAY) == []
    assert check_books().wrong == []
    assert check_year(2026, now=NOW)[1] == []


def test_a_share_that_changed_or_is_ones_own_is_not_paid(club, travel, put, how):
    (share,) = shares_of(club.robin, TODAY)
    put(-7_000, fund=travel)
    with pytest.raises(StaleError) as changed:
        get(club.robin, travel, how, seen=share.cents)
    assert changed.value.code == "share_changed"
    with pytest.raises(NotAllowedError):
        get(club.kim, travel, how)
    assert balance_of(travel.code) == 3_000


@pytest.mark.both
def test_the_share_is_paid_from_the_closing_statement(club, travel, kim):
    end_membership(person=club.robin, end=TODAY)
    (share,) = shares_of(club.robin, TODAY)
    page = kim.get(url("closing_statement", club.robin.pk))
    assert "aus „Reisekasse“ gutschreiben" in text(page)
    address = url("pay_share", club.robin.pk, travel.code)
    wrong = kim.post(address, {"seen": "1"}, follow=True)
    assert "inzwischen ein anderer Betrag" in text(wrong)
    done = kim.post(address, {"seen": hidden(page, "seen")}, follow=True)
    assert "stehen auf dem Konto von Robin" in text(done)
    assert "gutschreiben" not in text(done)
    assert owing_of(club.robin).cents == -share.cents


def test_a_fund_is_renamed_and_ended_on_its_page(club, trip, kim):
    assert "Steuerbereich" not in text(kim.get(url("change_kind", trip.code)))
    sent = {"name": "Fahrt nach Trier", "ended": TODAY.isoformat()}
    assert kim.post(url("change_kind", trip.code), sent).status_code == 302
    now_is = OwnAccount.objects.filter(code=trip.code).latest("pk")
    assert (now_is.name, now_is.ended) == ("Fahrt nach Trier", TODAY)


def test_whether_it_is_shared_can_be_changed(club, travel, kim):
    address = url("change_kind", travel.code)
    assert kim.post(address, {"name": "Reisekasse"}).status_code == 302
    assert shares_of(club.robin, TODAY) == []
    kim.post(address, {"name": "Reisekasse", "shared": "on"})
    assert len(shares_of(club.robin, TODAY)) == 1
