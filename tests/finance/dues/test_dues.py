"""Dues: one run that books what is missing, and says of every member why."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.test import Client
from django.utils.translation import override

from finance.books import labels as words
from finance.books.labels import cause
from finance.books.models.claims import Claim
from finance.books.models.ledger import Transaction
from finance.books.queries.ledger import balance
from finance.books.queries.people import owing_of
from finance.books.services.closing import close_through
from finance.books.services.discharge import waive_claim
from finance.books.services.reversals import reverse
from finance.checks.books import check_books
from finance.checks.claims import name_of
from finance.dues.models import DuesRate, DuesReduction
from finance.dues.queries import plan
from finance.dues.services import end_rate, end_reduction, reduce_dues, run, set_rate
from finance.errors import IllegalError, InvalidError, NotAllowedError, StaleError
from league.approvals.models import Approval
from league.people.models.people import Membership
from tests.finance.club import NOW, TODAY, client_id
from tests.finance.pages import hidden, text, url

pytestmark = pytest.mark.rules

JANUARY = date(2026, 1, 1)


@pytest.fixture
def rate(club):
    def made(kind="active", period="month", cents=500, start=JANUARY):
        return set_rate(
            kind=kind,
            period=period,
            cents=cents,
            start=start,
            ground="Satzung § 5",
            decided_on=None,
            now=NOW,
        )

    return made


@pytest.fixture
def booked(club):
    """Return a function that runs the dues up to a day, as the treasurer saw it."""

    def ran(through=TODAY):
        return run(
            through=through,
            seen=plan(through).fingerprint,
            by=club.user("kim"),
            today=TODAY,
            now=NOW,
        )

    return ran


def of(person, through=TODAY):
    (line,) = [member for member in plan(through).members if member.person == person]
    return line


def becomes(person, kind, day):
    """Change the membership from `day` on; leave where `kind` is empty."""
    Membership.objects.filter(person=person, end=None).update(end=day)
    if kind:
        Membership.objects.create(person=person, kind_id=kind, start=day)


def test_the_run_books_every_period_that_has_begun_once(club, rate, booked):
    rate()
    assert len(booked()) == 3 * 6
    assert owing_of(club.robin).cents == 1500
    assert balance("dues") == -9000
    claim = Claim.objects.filter(person=club.robin).first()
    assert (claim.day, words.cause(claim)) == (JANUARY, "Beitrag für Januar 2026, aktiv")
    with override("en"):
        assert words.cause(claim) == "Dues for January 2026, active"
    assert check_books().wrong == []


def test_what_a_run_books_is_named_in_the_language_of_whoever_reads_it(club, rate, booked):
    rate()
    with override("en"):
        booked()
    claim = Claim.objects.filter(person=club.robin).first()
    assert words.cause(claim) == "Beitrag für Januar 2026, aktiv"
    assert claim.note == ""


def test_a_second_run_changes_nothing(club, rate, booked):
    rate()
    booked()
    before = Transaction.objects.count()
    assert booked() == []
    assert Transaction.objects.count() == before
    assert of(club.robin).sentences == ["3 Zeiträume sind schon gebucht"]


def test_the_next_month_books_the_next_month_alone(club, rate, booked):
    rate()
    booked(date(2026, 2, 28))
    assert len(booked()) == 6


def test_another_rate_books_the_difference(club, rate, booked):
    rate(cents=500)
    booked()
    rate(cents=700)
    booked()
    assert owing_of(club.robin).cents == 2100
    assert balance("dues") == -6 * 2100
    assert check_books().wrong == []


def test_every_member_is_listed_with_the_reason_for_being_in_or_out(club, rate):
    rate()
    becomes(club.toni, "passive", JANUARY)
    becomes(club.sascha, "", date(2025, 6, 1))
    assert {member.person.name for member in plan(TODAY).members} == {
        "Kim",
        "Alex",
        "Chris",
        "Robin",
        "Toni",
    }
    assert of(club.toni).sentences == ["für passiv gibt es keinen Beitrag"]
    assert of(club.robin).sentences[0].replace("\xa0", " ") == (
        "Beitrag für Januar 2026, aktiv: 5,00 €"
    )
    assert of(club.robin).cents == 1500


def test_whoever_leaves_in_the_middle_pays_the_months_begun_and_gets_the_rest_back(
    club, rate, booked, pay
):
    rate(period="year", cents=6000)
    booked()
    pay("robin", 6000)
    becomes(club.robin, "", date(2026, 3, 5))
    assert "zurückgenommen" in of(club.robin).sentences[1]
    booked()
    assert owing_of(club.robin).cents == -4500
    assert Claim.objects.get(person=club.robin, is_current=True).amount == 1500
    assert check_books().wrong == []
    assert booked() == []


@pytest.mark.both
def test_a_change_of_kind_shares_the_year(club, rate, booked):
    rate(period="year", cents=6000)
    rate(kind="passive", period="year", cents=2400)
    becomes(club.robin, "passive", date(2026, 7, 1))
    booked(TODAY)
    amounts = (
        Claim.objects.filter(person=club.robin).order_by("pk").values_list("amount", flat=True)
    )
    assert list(amounts) == [3000]
    becomes(club.toni, "passive", date(2026, 2, 1))
    booked()
    claims = Claim.objects.filter(person=club.toni, is_current=True).order_by("key")
    assert [claim.amount for claim in claims] == [500, 2200]


def test_what_was_waived_or_reversed_by_hand_stays_so(club, rate, booked, storno):
    rate()
    booked()
    first, second, _third = Claim.objects.filter(person=club.robin).order_by("day")
    waive_claim(claim=first, reason="Krank", client_id=client_id(), by=None, today=TODAY, now=NOW)
    storno(second.transaction)
    assert booked() == []
    assert len(of(club.robin).by_hand) == 2
    assert "bleibt, wie von Hand entschieden" in " ".join(of(club.robin).sentences)
    assert owing_of(club.robin).cents == 500


@pytest.mark.both
def test_a_closed_month_is_booked_on_the_first_open_day(club, rate, booked):
    rate()
    close_through(through=date(2026, 2, 28), by=None, today=TODAY, now=NOW)
    booked()
    days = Claim.objects.filter(person=club.robin).order_by("day")
    assert {day.transaction.date for day in days} == {date(2026, 3, 1)}
    assert days[0].day == JANUARY


def test_a_list_that_is_out_of_date_books_nothing(club, rate):
    rate()
    seen = plan(TODAY).fingerprint
    becomes(club.robin, "", date(2026, 2, 1))
    with pytest.raises(StaleError, match="noch einmal an"):
        run(through=TODAY, seen=seen, by=None, today=TODAY, now=NOW)
    assert not Claim.objects.exists()


def test_days_to_come_are_not_booked(club, rate):
    rate()
    with pytest.raises(InvalidError, match="kommt erst noch"):
        run(through=TODAY + timedelta(days=1), seen="", by=None, today=TODAY, now=NOW)


@pytest.mark.both
def test_a_rate_ends_and_begins_but_is_not_changed(club, rate):
    first = rate()
    with pytest.raises(IntegrityError), transaction.atomic():
        DuesRate.objects.filter(pk=first.pk).update(cents=1)
    rate(cents=900, start=date(2026, 3, 1))
    first.refresh_from_db()
    assert first.end == date(2026, 3, 1)
    with pytest.raises(IllegalError, match="späteren Beitrag"):
        rate(start=date(2026, 2, 1))
    assert [claim.cents for claim in of(club.robin).new] == [500, 500, 900]
    end_rate(rate=DuesRate.objects.get(cents=900), end=date(2026, 3, 1))
    assert [claim.cents for claim in of(club.robin).new] == [500, 500]


def test_the_dry_run_asks_as_often_for_many_as_for_few(club, rate, django_assert_max_num_queries):
    rate()
    with django_assert_max_num_queries(5):
        plan(TODAY)


# --- pages -----------------------------------------------------------------------------------
@pytest.mark.once
def test_rate_dry_run_and_run_over_http(kim, club):
    data = {
        "kind": "active",
        "amount": "5",
        "period": "month",
        "ground": "Satzung § 5",
        "decided_on": "2026-01-01",
        "start": "2026-01-01",
    }
    page_text = text(kim.get(url("dues")))
    assert "Noch kein Beitrag" in page_text
    assert "Für einen Zeitraum zählt, was an seinem ersten Tag gilt." in page_text
    wrong = kim.post(url("add_rate"), {**data, "amount": "-3"})
    assert wrong.status_code == 422
    assert "ohne Vorzeichen" in text(wrong)
    kim.post(url("add_rate"), data)
    page = kim.get(url("dues"))
    assert "Beitrag für Januar 2026, aktiv: 5,00 €" in text(page)
    sent = {"through": hidden(page, "through"), "seen": hidden(page, "seen")}
    kim.post(url("run_dues"), sent)
    again = kim.post(url("run_dues"), sent, follow=True)
    assert "Es war nichts mehr zu buchen." in text(again)
    assert Claim.objects.filter(kind="dues", person=club.robin).count() >= 3
    kim.post(url("end_rate", DuesRate.objects.get().pk))
    assert DuesRate.objects.get().end is not None


@pytest.mark.both
def test_a_run_that_only_takes_back_says_so(kim, club, rate, booked):
    end_rate(rate=rate(), end=date(2026, 3, 1))
    booked()
    Membership.objects.filter(person=club.robin).update(start=date(2026, 2, 1))
    page = kim.get(url("dues"))
    shown = text(page)
    folded = shown.index("nichts zu buchen")
    assert shown.index("zurückgenommen: Beitrag für Januar 2026") < folded
    sent = {"through": hidden(page, "through"), "seen": hidden(page, "seen")}
    done = text(kim.post(url("run_dues"), sent, follow=True))
    assert "Ein Zeitraum ist zurückgenommen." in done
    assert "Es war nichts mehr zu buchen." not in done


@pytest.mark.both
def test_what_is_due_stands_on_the_own_account(as_, rate, booked):
    rate()
    booked()
    page_text = text(as_("robin").get(url("own_account")))
    assert "Beitrag für Januar 2026, aktiv" in page_text
    assert as_("robin").get(url("dues")).status_code == 404


@pytest.mark.both
def test_dues_reversed_by_mistake_are_booked_again_by_the_next_run(club, rate, booked, client):
    rate(period="year")
    booked()
    claim = Claim.objects.get(person=club.robin)
    reverse(original=claim.transaction, reason="Vertippt", by=None, today=TODAY, now=NOW)
    assert booked() == []
    client.force_login(club.user("kim"))
    assert "Beim nächsten Beitragslauf wieder buchen" in text(client.get(url("claim", claim.pk)))
    post = client.post(url("propose_again", claim.pk), follow=True)
    assert "Der nächste Beitragslauf bucht ihn wieder." in text(post)
    (again,) = booked()
    assert (again.person, again.key) == (club.robin, claim.key)
    assert check_books().wrong == []


@pytest.mark.once
def test_the_page_of_a_booked_share_says_who_booked_it(kim, club, rate, booked):
    rate()
    (claim, *_rest) = booked()
    for page in (kim.get(url("claim", claim.pk)), kim.get(url("account", claim.person.pk))):
        assert "Eingetragen von Kim" in text(page)
        assert "Eingetragen von ?" not in text(page)


@pytest.mark.once
def test_the_check_says_dues_in_german(club, rate, booked):
    rate()
    (claim, *_rest) = booked()
    assert name_of(claim) == f"Forderung an {claim.person.name} (Beitrag)"


# --- reduced dues -------------------------------------------------------------------------------
def pays_less(club, name, percent, start=JANUARY, by="kim", **more):
    return reduce_dues(
        person=club.persons[name],
        percent=percent,
        ground="Studium",
        start=start,
        by=club.user(by),
        now=NOW,
        **more,
    )


def owed(club, *names):
    return [owing_of(club.persons[name]).cents for name in names]


@pytest.mark.both
def test_a_reduced_member_pays_a_part_and_an_honorary_one_nothing(club, rate, booked):
    rate(cents=505)
    pays_less(club, "robin", 50)
    pays_less(club, "toni", 0)
    booked()
    assert owed(club, "robin", "toni", "sascha") == [3 * 253, 0, 3 * 505]
    fields = {line.person.name: " ".join(line.sentences) for line in plan(TODAY).members}
    assert fields["Toni"] == "zahlt keinen Beitrag: Studium"
    assert booked() == []
    assert check_books().wrong == []


@pytest.mark.both
def test_a_reduction_counts_for_what_begins_while_it_holds(club, rate, booked):
    rate()
    pays_less(club, "robin", 50, start=date(2026, 2, 1))
    booked()
    assert owed(club, "robin") == [500 + 250 + 250]
    once = DuesReduction.objects.get()
    end_reduction(reduction=once, end=date(2026, 3, 1))
    end_reduction(reduction=once, end=date(2026, 3, 1))
    booked()
    assert owed(club, "robin") == [500 + 250 + 500]
    assert check_books().wrong == []


@pytest.mark.once
def test_who_pays_something_else_says_who_entered_and_who_ended_it(club, kim, rate):
    rate()
    pays_less(club, "robin", 50, start=date(2026, 2, 1))
    page = text(kim.get(url("dues")))
    assert "Studium · ab 01.02.2026 · eingetragen von Kim" in page
    assert "Robin · – → 50 %, ab 01.02.2026 Kim" in page
    kim.post(url("end_reduction", DuesReduction.objects.get().pk))
    assert "Robin · 50 %, ab 01.02.2026 → – Kim" in text(kim.get(url("dues")))


def test_a_reduction_said_later_takes_back_what_was_too_much(club, rate, booked, pay):
    rate()
    booked()
    pay("robin", 1500)
    pays_less(club, "robin", 0, start=date(2026, 3, 1))
    (line,) = plan(TODAY).changing
    assert (line.person, line.cents) == (club.robin, -500)
    booked()
    assert owed(club, "robin") == [-500]


@pytest.mark.both
def test_the_same_reduction_twice_is_one_and_another_takes_its_place(club):
    once = pays_less(club, "robin", 50)
    assert pays_less(club, "robin", 50) == once
    pays_less(club, "robin", 0)
    pays_less(club, "robin", 25, start=TODAY)
    assert [dues_reduction.percent for dues_reduction in DuesReduction.objects.order_by("pk")] == [
        0,
        25,
    ]
    with pytest.raises(IllegalError, match="späteren"):
        pays_less(club, "robin", 10)
    for percent in (-1, 100):
        with pytest.raises(InvalidError, match="0 bis 99"):
            pays_less(club, "toni", percent)


def test_one_pays_for_the_family_and_the_others_say_so(club, rate, booked):
    rate()
    pays_less(club, "robin", None, cents=800)
    pays_less(club, "toni", None, paid_by=club.robin)
    booked()
    assert owed(club, "robin", "toni", "sascha") == [3 * 800, 0, 3 * 500]
    line = {member.person.name: member for member in plan(TODAY).members}["Toni"]
    assert line.sentences == ["Robin zahlt mit: Studium"]
    claim = Claim.objects.filter(kind="dues", person=club.robin).first()
    assert cause(claim).endswith("aktiv, vereinbart 8,00\xa0€ je Monat seit 01.01.2026")
    assert booked() == []
    assert check_books().wrong == []


@pytest.mark.parametrize(("joining", "cents"), [("months", 400), ("whole", 600), ("next", 0)])
def test_whoever_joins_in_the_middle_pays_as_the_club_chose(club, booked, joining, cents):
    set_rate(
        kind="active",
        period="quarter",
        cents=600,
        start=JANUARY,
        ground="",
        decided_on=None,
        joining=joining,
        now=NOW,
    )
    becomes(club.toni, "", JANUARY)
    becomes(club.toni, "active", date(2026, 2, 10))
    booked()
    assert owed(club, "toni", "robin") == [cents, 600]
    assert check_books().wrong == []


def test_whoever_joins_pays_the_joining_fee_once(club, booked):
    set_rate(
        kind="active",
        period="month",
        cents=500,
        entry_fee=1000,
        start=JANUARY,
        ground="",
        decided_on=None,
        now=NOW,
    )
    Membership.objects.filter(person=club.toni).update(start=date(2026, 2, 1))
    booked()
    assert owed(club, "toni", "robin") == [1000 + 2 * 500, 3 * 500]
    assert cause(Claim.objects.get(key=f"dues:{club.toni.pk}:entry")) == "Aufnahmegebühr"
    becomes(club.toni, "", date(2026, 2, 20))
    becomes(club.toni, "active", date(2026, 3, 1))
    assert booked() == []
    assert check_books().wrong == []


def test_one_of_the_three_ways_is_said(club):
    with pytest.raises(InvalidError, match="eines von dreien"):
        pays_less(club, "toni", 50, cents=100)
    with pytest.raises(InvalidError, match="jemand anderes"):
        pays_less(club, "toni", None, paid_by=club.toni)


@pytest.mark.both
def test_the_own_dues_are_not_reduced_alone(club, kim):
    with pytest.raises(NotAllowedError, match="zweite Person"):
        pays_less(club, "kim", 0)
    sent = {
        "reduction-person": club.kim.pk,
        "reduction-percent": "0",
        "reduction-ground": "Vorstand",
        "reduction-start": NOW.date().isoformat(),
    }
    kim.post(url("reduce_dues"), sent)
    assert not DuesReduction.objects.exists()
    waiting = Approval.objects.get(kind="reduction")
    chris = Client()
    chris.force_login(club.user("chris"))
    chris.post(f"/zweite-person/{waiting.pk}/entscheiden/", {"answer": "confirm"})
    assert DuesReduction.objects.get().ground == "Vorstand"


def test_the_treasurer_enters_and_ends_a_reduction(club, kim):
    sent = {
        "reduction-person": club.robin.pk,
        "reduction-percent": "50",
        "reduction-ground": "Studium",
        "reduction-start": "2026-01-01",
    }
    assert kim.post(url("reduce_dues"), sent | {"reduction-percent": "100"}).status_code == 422
    page_text = text(kim.post(url("reduce_dues"), sent, follow=True))
    assert "Robin : 50 % Studium" in page_text
    kim.post(url("end_reduction", DuesReduction.objects.get().pk))
    assert "Alle zahlen den üblichen Beitrag." in text(kim.get(url("dues")))
