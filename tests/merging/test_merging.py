"""Uwe came six evenings as a guest, then joined, and is in the list twice."""

from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Sum

from config.merging import queries, services
from config.privacy import access
from config.privacy import queries as privacy
from config.privacy.models import Erasure
from config.privacy.services import erasing
from finance.books.models.ledger import Account, Posting, Transaction
from finance.books.queries.people import owing_of
from finance.books.services.agreements import agree
from finance.checks.books import check_books
from league.approvals import services as approvals
from league.approvals.models import Approval
from league.errors import IllegalError
from league.kings.models import King
from league.people.models.details import FormerName
from league.people.models.merges import MergedRow, PersonMerge
from league.people.models.people import Office, Person
from league.people.queries.people import called
from league.people.queries.recognition import recognise
from league.people.services import people
from league.seasons.services import close_season
from league.standings.models import Standing, StandingRow
from league.standings.services import compute_all_time, compute_standing
from league.tasks import sweep_standings
from tests.finance.club import DAY, NOW, TODAY, build_club
from tests.plugins.built import built_once

pytestmark = [pytest.mark.django_db, pytest.mark.rules]


@built_once
def club():
    club = build_club()
    club.join("mona", role="secretary")
    club.persons["uwe"] = people.create_member(name="Uwe", email="", kind="", start=DAY)
    club.persons["brandt"] = people.create_member(
        name="Uwe Brandt", email="", kind="active", start=DAY + timedelta(days=30)
    )
    return club


@built_once
def six_evenings(club):
    """Uwe agreed to pay what games cost, and lost one of 70 cents on each of six evenings."""
    agree(person=club.uwe, start=DAY, by=club.user("kim"), now=NOW)
    evenings = []
    for week in range(6):
        evening = club.evening("robin", "toni", "uwe", day=DAY + timedelta(days=week))
        evening.card("uwe", cents=70)
        evening.confirm()
        evenings.append(evening)
    return evenings


@pytest.fixture
def two_as_member(club, six_evenings):
    evenings = []
    for week in range(2):
        evening = club.evening("robin", "brandt", day=DAY + timedelta(days=40 + week))
        evening.card("robin", cents=70)
        evenings.append(evening)
    return evenings


def merge(club, kept="brandt", absorbed="uwe", by="mona", **more):
    kept, absorbed = club.persons[kept], club.persons[absorbed]
    seen = queries.preview(kept, absorbed, club.persons[by], more.get("now", NOW).date())
    return services.merge(
        **{
            "kept": kept,
            "absorbed": absorbed,
            "by": club.user(by),
            "client_id": "form-1",
            "confirmed": seen.digest,
            "now": NOW,
            **more,
        }
    )


def rows_of(standing):
    return {row.person.name: row.evenings for row in standing.rows.select_related("person")}


def test_a_membership_that_comes_with_a_record_without_games_gives_a_place(club, six_evenings):
    """Uwe played as a guest; a list brought „Uwe Brandt“ with the membership."""
    sweep_standings()
    rows = StandingRow.objects.filter(
        person=club.uwe, standing__scope__in=[Standing.Scope.SEASON, Standing.Scope.ALL_TIME]
    )
    assert [row.is_guest for row in rows] == [True, True]
    merge(club, kept="uwe", absorbed="brandt")
    sweep_standings()
    assert [row.is_guest for row in rows.all()] == [False, False]


@pytest.mark.both
def test_after_the_merge_there_is_one_row_one_balance_and_no_cent_is_lost(
    club, six_evenings, two_as_member
):
    season = six_evenings[0].event.season
    assert rows_of(compute_standing(season=season, now=NOW)) == {
        "Robin": 8,
        "Toni": 6,
        "Uwe": 6,
        "Uwe Brandt": 2,
    }
    assert (owing_of(club.uwe).cents, owing_of(club.brandt).cents) == (420, 0)
    owed_before = Account.objects.filter(person__isnull=False).aggregate(s=Sum("balance"))["s"]
    booked_before = list(Posting.objects.order_by("pk").values())

    approval = merge(club)

    assert approval.state == Approval.State.AT_ONCE
    assert rows_of(compute_standing(season=season, now=NOW)) == {
        "Robin": 8,
        "Toni": 6,
        "Uwe Brandt": 8,
    }
    assert rows_of(compute_all_time(now=NOW))["Uwe Brandt"] == 8
    assert (owing_of(club.uwe).cents, owing_of(club.brandt).cents) == (0, 420)
    owed_after = Account.objects.filter(person__isnull=False).aggregate(s=Sum("balance"))["s"]
    assert owed_after == owed_before
    # What was booked is as it was; one booking between the two accounts came.
    assert list(Posting.objects.order_by("pk").values())[: len(booked_before)] == booked_before
    assert Posting.objects.count() == len(booked_before) + 2
    assert not check_books().wrong


@pytest.mark.both
def test_the_same_form_sent_twice_merges_once(club, six_evenings):
    once, again = merge(club), merge(club, confirmed="what was seen before")
    assert once == again
    assert PersonMerge.objects.count() == 1
    assert Transaction.objects.filter(kind=Transaction.Kind.TRANSFER).count() == 1


@pytest.mark.both
def test_whose_record_it_was_stays_to_be_read(club, six_evenings):
    seats = set(club.uwe.participations.values_list("pk", flat=True))
    merge(club)
    moved = MergedRow.objects.filter(place="league.Participation.person", fate="moved")
    assert set(moved.values_list("row", flat=True)) == seats
    assert list(club.brandt.former_names.values_list("name", flat=True)) == ["Uwe"]


def test_a_card_corrected_later_is_owed_by_the_record_that_stays(club, six_evenings):
    merge(club)
    six_evenings[0].card("toni", cents=70)
    assert (owing_of(club.uwe).cents, owing_of(club.brandt).cents) == (0, 350)
    assert not check_books().wrong


def test_a_booking_of_before_taken_back_is_carried_over_too(club, six_evenings):
    from finance.books.services.reversals import reverse

    merge(club)
    reverse(
        original=six_evenings[0].claims("uwe")[0].transaction,
        reason="Doch ein Freispiel",
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    assert (owing_of(club.uwe).cents, owing_of(club.brandt).cents) == (0, 350)


def test_a_proposal_of_before_is_one_of_the_record_that_stays(club, six_evenings):
    evening = club.evening("robin", "uwe", day=DAY + timedelta(days=7))
    evening.card("uwe", cents=70)
    merge(club)
    assert [claim.person for claim in evening.claims()] == [club.brandt]
    assert not check_books().wrong


def test_both_at_one_evening_are_two_people(club, six_evenings):
    six_evenings[0].arrives("brandt")
    seen = queries.preview(club.brandt, club.uwe, club.mona, TODAY)
    (sentence,) = seen.refusals
    assert "Spielabend" in sentence
    with pytest.raises(IllegalError) as refused:
        merge(club)
    assert refused.value.code == "merge_refused"
    assert not PersonMerge.objects.exists()
    assert club.uwe.participations.count() == 6


@pytest.mark.both
def test_of_two_answers_to_one_invitation_one_stays(club, six_evenings):
    from league.events.models import Participation

    event = six_evenings[0].event
    Participation.objects.create(event=event, person=club.brandt, answer="no")
    merge(club)
    assert Participation.objects.get(event=event, person=club.brandt).attendance == "present"
    assert MergedRow.objects.filter(fate="dropped").count() == 1


def test_nothing_is_merged_when_something_has_changed_since(club, six_evenings):
    seen = queries.preview(club.brandt, club.uwe, club.mona, TODAY).digest
    evening = club.evening("robin", "uwe", day=DAY + timedelta(days=7))
    assert evening.event.pk
    with pytest.raises(IllegalError) as refused:
        merge(club, confirmed=seen)
    assert refused.value.code == "preview_changed"
    assert not PersonMerge.objects.exists()


def test_a_member_who_came_with_two_lists_is_a_member_once(club):
    people.start_membership(person=club.uwe, kind="passive", start=DAY + timedelta(days=60))
    merge(club)
    assert list(club.brandt.memberships.values_list("kind", flat=True)) == ["active"]
    (row,) = MergedRow.objects.filter(place="league.Membership.person")
    assert (row.fate, row.values["kind_id"]) == ("dropped", "passive")


@pytest.mark.both
def test_whoever_has_an_office_is_not_merged_by_one_officer_alone(club):
    club.join("dora", guest=True, role="director")
    approval = merge(club, kept="brandt", absorbed="dora")
    assert approval.is_waiting
    assert not PersonMerge.objects.exists()
    assert Office.objects.get(role="director").person == club.dora
    approvals.confirm(approval=approval, by=club.kim, now=NOW)
    merged = PersonMerge.objects.get()
    assert (merged.kept, merged.absorbed) == (club.brandt, club.dora)
    brandt = Person.objects.get(pk=club.brandt.pk)
    assert brandt.user.email == "dora@club.test"
    assert Office.objects.get(role="director").person == brandt


@pytest.mark.both
def test_of_two_logins_one_stays_and_the_other_opens_for_nobody(club):
    club.join("uwe2", guest=True)
    approval = merge(club, kept="gabi", absorbed="uwe2")
    approvals.confirm(approval=approval, by=club.kim, now=NOW)
    gabi, other = (Person.objects.get(pk=club.persons[name].pk) for name in ("gabi", "uwe2"))
    assert gabi.user.email == "gabi@club.test"
    assert gabi.user.is_active
    assert not other.user.is_active


def test_whose_login_would_move_says_no(club):
    approval = merge(club, kept="brandt", absorbed="gabi")
    approvals.refuse(approval=approval, by=club.gabi, now=NOW)
    assert not PersonMerge.objects.exists()
    assert Approval.objects.get(kind="merge").state == Approval.State.REFUSED


@pytest.mark.both
def test_who_was_koenig_is_so_under_the_name_that_stays(club, six_evenings):
    event = six_evenings[0].event
    King.objects.create(event=event, person=club.uwe, schock_aus=3, decided_at=NOW)
    merge(club)
    first, now = King.objects.filter(event=event).order_by("version")
    assert (first.person, first.is_current) == (club.uwe, False)
    assert (now.person, now.is_current, now.schock_aus) == (club.brandt, True, 3)


def test_a_card_corrected_for_the_same_loser_leaves_what_was_booked(club, six_evenings):
    merge(club)
    six_evenings[0].card("uwe", cents=70)
    assert owing_of(club.brandt).cents == 420
    assert not check_books().wrong


def test_nobody_confirms_the_own_proposal(club):
    from league.errors import NotAllowedError

    approval = merge(club, kept="robin", absorbed="uwe")
    with pytest.raises(NotAllowedError):
        approvals.confirm(approval=approval, by=club.mona, now=NOW)


def refused(**row):
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonMerge.objects.create(
            client_id=str(row), digest="d", merged_at=NOW, merged_by=None, **row
        )
    return True


@pytest.mark.both
def test_the_database_knows_no_merge_with_oneself_no_chain_and_no_circle(club):
    merge(club)
    assert refused(absorbed=club.robin, kept=club.robin)
    assert refused(absorbed=club.brandt, kept=club.uwe)
    assert refused(absorbed=club.brandt, kept=club.robin)
    assert refused(absorbed=club.robin, kept=club.uwe)
    assert refused(absorbed=club.uwe, kept=club.toni)


@pytest.mark.both
def test_a_merge_stays_as_it_was_written(club, six_evenings):
    merge(club)
    for rows in (PersonMerge.objects.all(), MergedRow.objects.all()):
        with pytest.raises(IntegrityError), transaction.atomic():
            rows.delete()
    with pytest.raises(IntegrityError), transaction.atomic():
        PersonMerge.objects.update(kept=club.toni)


def test_a_credit_comes_along(club, six_evenings):
    from finance.books.services.payments import take_payment

    take_payment(
        person=club.uwe,
        method="cash",
        amount=1000,
        day=TODAY,
        client_id="zahlt",
        by=club.user("kim"),
        today=TODAY,
        now=NOW,
    )
    merge(club)
    assert (owing_of(club.uwe).cents, owing_of(club.brandt).cents) == (0, -580)
    assert not check_books().wrong


def test_all_time_counts_a_closed_season_once_for_both(club, six_evenings, two_as_member):
    season = six_evenings[0].event.season
    compute_standing(season=season, now=NOW)
    close_season(season=season, by=club.user("chris"), now=NOW, today=TODAY + timedelta(days=400))
    merge(club)
    rows = rows_of(compute_all_time(now=NOW))
    assert rows["Uwe Brandt"] == 8
    assert "Uwe" not in rows
    assert Standing.objects.get(scope="season").rows.filter(person=club.uwe).exists()


@pytest.mark.both
def test_erasing_the_person_erases_the_record_that_was_merged_as_well(club):
    club.persons["vorbei"] = people.create_person(name="Vera Vorbei")
    club.persons["gast"] = people.create_person(name="Verena Gast")
    merge(club, kept="vorbei", absorbed="gast")
    archive = access.sections(club.vorbei)
    assert f"league.Person #{club.gast.pk}" in [section.place for section in archive]
    seen = privacy.preview(club.vorbei, TODAY)
    erasing.erase(person=club.vorbei, by=club.user("mona"), now=NOW, confirmed=seen.digest)
    names = Person.objects.filter(pk__in=[club.vorbei.pk, club.gast.pk]).order_by("pk")
    assert [name.split()[0] for name in names.values_list("name", flat=True)] == ["Jemand"] * 2
    assert Erasure.objects.count() == 2
    assert "Verena" not in str(list(FormerName.objects.values()))
    assert PersonMerge.objects.count() == 1


def test_the_name_that_is_gone_still_means_the_person(club):
    merge(club)
    (found,) = recognise(["Uwe"], TODAY)
    assert found.person == club.brandt
    assert called("uwe") == club.brandt
