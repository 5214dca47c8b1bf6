"""Closing months and years: what keeps from it, and that nothing of a closed period changes."""

from datetime import date

import pytest
from django.db import IntegrityError, transaction

from finance.books import chart
from finance.books.models.ledger import Closing, Transaction
from finance.books.models.periods import PeriodName
from finance.books.period_labels import warnings
from finance.books.queries.periods import Preview, ToDecide, month_ends, preview
from finance.books.services.cashbook import move_money, record_income
from finance.books.services.closing import close_through
from finance.errors import IllegalError
from league.events.models import Event
from tests.finance.club import DAY, NOW, TODAY, client_id
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

MARCH = date(2026, 3, 31)
LATER = date(2026, 5, 4)


def close(through=MARCH, today=LATER):
    return close_through(through=through, by=None, today=today, now=NOW)


def rename(person, name):
    person.name = name
    person.save()


@built_once
def gift(club):
    return record_income(
        account="gifts",
        amount=5000,
        paid_into="cash",
        day=DAY,
        text="Von der Brauerei",
        client_id=client_id(),
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )


# --- which months ----------------------------------------------------------------------------
def test_months_that_are_over_can_be_closed_one_after_the_other(gift):
    assert month_ends(LATER) == [MARCH, date(2026, 4, 30)]
    close()
    assert month_ends(LATER) == [date(2026, 4, 30)]
    assert month_ends(MARCH) == []


def test_without_a_booking_there_is_nothing_to_close(db):
    assert month_ends(LATER) == []


def test_months_end_when_they_end(gift):
    ends = month_ends(date(2028, 3, 1))
    assert date(2028, 2, 29) in ends
    assert date(2027, 2, 28) in ends
    assert date(2026, 12, 31) in ends


# --- what it means ---------------------------------------------------------------------------
@pytest.mark.both
def test_the_preview_names_what_is_undecided_and_what_is_missing(club, evening, gift):
    evening.card("robin", cents=500)
    seen = preview(MARCH, LATER)
    assert (seen.bookings, seen.start, seen.blocks) == (1, DAY, [])
    assert [evening.number for evening in seen.undecided] == [1]
    assert (seen.missing, seen.transit, seen.is_year) == (1, 0, False)


@pytest.mark.both
def test_money_under_way_at_the_end_of_the_month_is_shown(club, gift):
    move_money(
        amount=2000,
        source="cash",
        target="bank",
        day=MARCH,
        arrived=date(2026, 4, 2),
        client_id=client_id(),
        by=None,
        today=LATER,
        now=NOW,
    )
    assert preview(MARCH, LATER).transit == 2000
    assert preview(date(2026, 4, 30), LATER).transit == 0


def test_a_day_that_is_not_over_blocks(gift):
    assert preview(MARCH, MARCH).blocks
    with pytest.raises(IllegalError, match="wenn ein Tag vorbei ist"):
        close(today=MARCH)
    assert not PeriodName.objects.exists()


def test_a_year_is_closed_with_its_last_day(gift):
    assert preview(date(2026, 12, 31), date(2027, 1, 5)).is_year


# --- names -----------------------------------------------------------------------------------
def test_names_of_a_closed_period_stay_when_the_person_is_renamed(evening, pay, kim):
    robin = evening.club.robin
    booking = pay("robin", 500).transaction
    close()
    rename(robin, "Robin Neu-Name")
    assert "Robin: Barzahlung" in text(kim.get(url("booking", booking.pk)))
    assert "Robin: Barzahlung" in text(kim.get(url("journal", "cash")))


def test_names_of_open_days_are_those_of_today(evening, pay, kim):
    pay("robin", 500)
    rename(evening.club.robin, "Robin Neu-Name")
    assert "Robin Neu-Name: Barzahlung" in text(kim.get(url("journal", "cash")))


def test_each_period_keeps_its_own_names(club, kim):
    from finance.books.services.payments import take_payment

    def paid(day):
        return take_payment(
            person=club.robin,
            method="cash",
            amount=500,
            day=day,
            client_id=client_id(),
            by=None,
            today=LATER,
            now=NOW,
        )

    paid(DAY)
    close()
    rename(club.robin, "Robin Zwei")
    paid(date(2026, 4, 3))
    close(date(2026, 4, 30))
    rename(club.robin, "Robin Drei")
    paid(date(2026, 5, 1))
    page_text = text(kim.get(url("journal", "cash")))
    for name in ("Robin", "Robin Zwei", "Robin Drei"):
        assert page_text.count(f" {name}: Barzahlung") == 1


def test_an_account_that_is_renamed_keeps_its_old_name_there(gift, kim, monkeypatch):
    close()
    renamed = chart.Account("gifts", "Zuwendungen", "Zuwendungen", "income", sphere=chart.IDEAL)
    monkeypatch.setitem(chart.ACCOUNTS, "gifts", renamed)
    assert "Spenden" in text(kim.get(url("booking", gift.pk)))


def test_who_entered_a_booking_keeps_the_name_as_well(club, gift, kim):
    close()
    rename(club.kim, "Kim Anders")
    assert ", Kim" in text(kim.get(url("booking", gift.pk)))
    assert "Kim Anders" not in text(kim.get(url("booking", gift.pk)))


@pytest.mark.both
def test_the_database_lets_nobody_change_a_closed_name_but_erase_it(gift):
    close()
    names = PeriodName.objects.filter(person__isnull=False)
    assert names.exists()
    for change in (
        lambda: names.update(name="Anders"),
        lambda: names.update(person=None),
        lambda: names._raw_delete("default"),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    names.update(name="")
    with pytest.raises(IntegrityError), transaction.atomic():
        names.update(name="Anders")


def test_closing_twice_keeps_one_closing_and_one_set_of_names(gift):
    assert close() == close()
    names = PeriodName.objects.count()
    assert close(DAY) == Closing.objects.get()
    assert PeriodName.objects.count() == names


# --- the page --------------------------------------------------------------------------------
@pytest.mark.both
def test_the_treasurer_closes_a_month_from_its_preview(gift, kim):
    page = text(kim.get(url("periods")))
    assert "Bis 31.03.2026 abschließen" in page
    assert "Eine Buchung ohne Beleg" in page
    answer = kim.post(url("close_period"), {"through": MARCH.isoformat()}, follow=True)
    assert Closing.objects.get().through == MARCH
    assert "bis 31.03.2026" in text(answer)
    assert Transaction.objects.get() == gift


def test_a_day_to_come_is_refused_on_the_page(gift, kim):
    answer = kim.post(url("close_period"), {"through": "2999-12-31"})
    assert answer.status_code == 422
    assert "wenn ein Tag vorbei ist" in text(answer)
    assert kim.post(url("close_period"), {"through": "irgendwann"}).status_code == 422
    assert kim.get(f"{url('periods')}?through=unsinn").status_code == 200


def test_an_auditor_sees_the_preview_and_closes_nothing(gift, as_):
    alex = as_("alex")
    assert "Das lässt sich nicht zurücknehmen" not in text(alex.get(url("periods")))
    assert alex.post(url("close_period"), {"through": MARCH.isoformat()}).status_code == 403


def test_what_is_open_is_said_before_a_month_is_closed(english):
    event = Event(pk=3, name="Club evening", business_date=MARCH)
    seen = Preview(MARCH, None, 5, [], undecided=[ToDecide(event, 2)], dues=1, missing=4, transit=0)
    assert [(warning.text, warning.detail, warning.address) for warning in warnings(seen)] == [
        ("31 Mar 2026 · Club evening", "2 proposals are undecided", "/kasse/abend/3/"),
        ("One claim without an evening is undecided", "", "/kasse/forderungen/"),
        ("4 bookings without a voucher", "", "/kasse/belege/2026/"),
    ]
