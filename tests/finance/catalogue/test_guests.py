"""Guests pay what a game costs, by agreement and on the same evening; the club's fines never."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from finance.books.models.agreements import GuestAgreement
from finance.books.queries.people import owing_of
from finance.books.services.agreements import agree, end_agreement
from finance.books.services.claims import confirm_claim
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from tests.finance.club import DAY, NOW
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

DAYS = timedelta(days=1)


@pytest.fixture
def agreed(club):
    """`agreed("gabi", end=…)`: said at the table, written down by the treasurer."""

    def written(name, start=DAY, end=None):
        return agree(
            person=club.persons[name],
            start=start,
            end=end,
            agreed="am Tisch",
            by=club.user("kim"),
            now=NOW,
        )

    return written


@built_once
def lost(evening):
    evening.card("gabi", cents=500, also=(("gabi", "early_lift", "fine", 100, 1),))
    return evening


def test_without_an_agreement_it_is_shown_and_not_booked(lost):
    assert lost.confirm() == []
    assert [claim.open_reason for claim in lost.claims("gabi")] == ["guest", "guest"]
    with pytest.raises(IllegalError, match="Gastvereinbarung"):
        confirm_claim(claim=lost.claims("gabi")[0], by=None, now=NOW)
    assert owing_of(lost.club.gabi).cents == 0


def test_with_one_the_games_charges_are_booked(lost, agreed):
    agreed("gabi", end=DAY + DAYS)
    assert len(lost.confirm()) == 2
    assert owing_of(lost.club.gabi).cents == 600
    assert check_books().wrong == []


def test_a_fine_of_the_club_waits_whatever_a_guest_agreed_to(lost, agreed):
    agreed("gabi")
    lost.charge("gabi", "no_show", "fine", 500)
    assert lost.claims("gabi")[-1].open_reason == "guest"


def test_it_holds_on_its_days_alone(lost, agreed):
    agreed("gabi", start=DAY + DAYS)
    assert {claim.open_reason for claim in lost.claims("gabi")} == {"guest"}


@pytest.mark.both
def test_entered_twice_there_is_one_and_a_longer_one_goes_on(club, agreed):
    tonight = agreed("gabi", end=DAY + DAYS)
    assert agreed("gabi", end=DAY + DAYS) == tonight
    longer = agreed("gabi")
    assert (longer.start, longer.end) == (DAY + DAYS, None)
    assert agreed("gabi", start=DAY + 30 * DAYS) == longer
    assert GuestAgreement.objects.count() == 2


@pytest.mark.both
def test_ended_it_leaves_what_is_booked(lost, agreed):
    agreement = agreed("gabi")
    lost.confirm()
    end_agreement(agreement=agreement, end=DAY, now=NOW)
    end_agreement(agreement=agreement, end=DAY, now=NOW)
    agreement.refresh_from_db()
    assert agreement.end == DAY + DAYS
    assert owing_of(lost.club.gabi).cents == 600


def test_ended_before_the_evening_its_proposals_wait_again(lost, agreed):
    agreement = agreed("gabi", start=DAY - 10 * DAYS)
    assert {claim.open_reason for claim in lost.claims("gabi")} == {""}
    end_agreement(agreement=agreement, end=DAY, now=NOW)
    assert {claim.open_reason for claim in lost.claims("gabi")} == {"guest"}


def test_a_member_needs_none(agreed):
    with pytest.raises(InvalidError, match="ist Mitglied"):
        agreed("robin")


@pytest.mark.both
def test_the_database_keeps_what_was_agreed(agreed):
    agreement = agreed("gabi")
    for change in (
        lambda: GuestAgreement.objects.update(start=DAY - DAYS),
        lambda: GuestAgreement.objects.all().delete(),
        lambda: GuestAgreement.objects.create(
            person=agreement.person, start=DAY + DAYS, end=DAY + 2 * DAYS, entered_at=NOW
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_one_tap_on_the_evenings_page(kim, lost):
    address = url("evening", lost.event.pk)
    page_text = text(kim.get(address))
    assert "Für diesen Abend vereinbart" in page_text
    assert "Gast, zahlt heute" not in page_text
    assert "erst wenn es vereinbart ist" in page_text
    kim.post(url("agree", lost.event.pk, lost.club.gabi.pk), {"span": "tonight"})
    page_text = text(kim.get(address))
    assert "Für diesen Abend vereinbart" not in page_text
    assert "Gast, zahlt heute" in page_text
    assert "Gabi" in text(kim.get(url("agreements")))
    kim.post(url("agree", lost.event.pk, lost.club.gabi.pk), {"span": "open"})
    kim.post(url("end_agreement", GuestAgreement.objects.get(end=None).pk))
    assert not GuestAgreement.objects.filter(end=None).exists()
