"""An absent member pays what the evening cost the others: reckoned at its close, charged once."""

import pytest
from django.db import IntegrityError, transaction
from django.urls import reverse

from finance.books.models.claims import Claim
from finance.books.models.excuses import Excuse
from finance.catalogue.queries.averages import average_of
from finance.catalogue.services.averages import charge_absentees
from finance.catalogue.services.excuses import excuse, withdraw_excuse
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError
from league.events.services import attendance
from league.results.models.results import Charge
from league.results.services.results import withdraw_charge
from tests.finance.club import DAY, NOW, tariff
from tests.finance.pages import text, url
from tests.finance.rounds import goes_home
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules


@built_once
def rule(club):
    """Rounded up to half a euro, and two euro on top."""
    return tariff(kind="average", title="Gefehlt", cents=200, start=DAY, round_to=50, rounding="up")


@built_once
def missing(evening):
    """Robin, Sascha, Toni are here, and Gabi, a guest; Kim stays away, Chris and Alex as well."""
    for participation in evening.event.participations.exclude(attendance="present"):
        attendance.mark_attendance(participation=participation, attendance="absent")
    evening.card("robin", cents=500, also=(("toni", "early_lift", "fine", 100, 1),))
    evening.card("gabi", number=2, cents=500)
    evening.card("sascha", number=3, cents=None, kind="drinks_round")
    return evening


def names(persons):
    return sorted(person.name for person in persons)


def close(evening):
    return charge_absentees(event=evening.event, by=evening.club.user("kim"), now=NOW)


def test_the_average_is_what_the_members_who_were_there_owe_per_head(rule, missing):
    average = average_of(missing.event)
    assert (average.total, average.heads) == (600, 3)
    assert average.cents == 200 + 200
    assert names(average.absent) == ["Alex", "Chris", "Kim"]
    assert average.is_ready


def test_it_says_how_it_came_about(rule, missing):
    missing.charge("sascha", "early_lift", "fine", 70)
    full_text = " ".join(average_of(missing.event).sentences).replace("\xa0", " ")
    assert "3 aktive Mitglieder waren da und wurden zusammen 6,70 € schuldig." in full_text
    assert "6,70 € : 3 = 2,23 €, gerundet auf 2,50 €, dazu 2,00 €" in full_text


def test_looking_charges_nobody(rule, missing):
    before = Charge.objects.count()
    average_of(missing.event)
    assert Charge.objects.count() == before


@pytest.mark.both
def test_the_absent_are_charged_once_and_the_amount_is_frozen(rule, missing):
    assert len(close(missing)) == 3
    assert close(missing) == []
    claim = missing.claim("kim")
    assert (claim.amount, claim.state, claim.kind) == (400, "proposed", "fine")
    missing.card("robin", number=4, cents=500)
    assert missing.claim("kim").amount == 400
    assert [cents for _person, cents in average_of(missing.event).charged] == [400, 400, 400]


def test_the_absent_do_not_count_among_those_whose_average_it_is(rule, missing):
    close(missing)
    assert (average_of(missing.event).total, average_of(missing.event).heads) == (600, 3)


def test_taken_back_it_can_be_charged_anew(rule, missing):
    for charge in close(missing):
        withdraw_charge(charge=charge, reason="Zu früh", by=None, now=NOW)
    assert Claim.objects.filter(kind="fine", state="superseded").count() == 3
    missing.card("robin", number=4, cents=600)
    assert len(close(missing)) == 3
    assert missing.claim("kim").amount == 600


def test_what_is_still_open_or_unknown_is_said_before_it_counts(rule, evening):
    evening.card("robin", also=(("toni", "left_table", "donation", None, 1),))
    average = average_of(evening.event)
    assert average.open_claims == 1
    assert names(average.unknown) == ["Alex", "Chris", "Kim"]
    assert not average.is_ready
    full_text = " ".join(average.sentences)
    assert "Ein Betrag ist noch offen" in full_text
    assert "Bei 3 Mitgliedern ist nicht eingetragen, ob sie da waren." in full_text


def test_where_no_member_was_there_it_is_said_so(rule, evening):
    for name in list(evening.seats):
        goes_home(evening, name)
    assert average_of(evening.event).sentences[0] == "Kein aktives Mitglied war da."


def test_without_such_a_rule_nobody_pays_for_being_away(missing):
    assert average_of(missing.event).tariff is None
    assert "kein Durchschnitt" in average_of(missing.event).sentences[0]
    with pytest.raises(IllegalError, match="kein Durchschnitt"):
        close(missing)


def test_there_is_only_one_average(rule):
    with pytest.raises(IllegalError, match="gibt es schon"):
        tariff(kind="average", title="Noch einer", start=DAY)


def test_the_claim_says_by_which_rule_and_the_books_are_right(rule, missing):
    from finance.books import labels as words

    close(missing)
    claim = missing.claim("kim")
    full_text = f"{words.cause(claim)} / {words.basis(claim)}".replace("\xa0", " ")
    assert full_text.startswith(
        "Gefehlt (6,00 € : 3 = 2,00 €, dazu 2,00 €) / Katalog: Durchschnitt"
    )
    missing.confirm()
    assert check_books().wrong == []


def test_the_average_reads_the_same_number_of_times_however_many_there_are(
    rule, missing, django_assert_max_num_queries
):
    with django_assert_max_num_queries(8):
        average_of(missing.event)


# --- let off ------------------------------------------------------------------------------------
def lets_off(evening, name, reason="Krank", by="kim", **more):
    persons = evening.club.persons
    fields = {"by": evening.club.user(by), "now": NOW} | more
    return excuse(event=evening.event, person=persons[name], reason=reason, **fields)


def test_who_is_let_off_stays_named_and_owes_nothing(rule, missing):
    lets_off(missing, "chris", "Krank  gemeldet")
    average = average_of(missing.event)
    assert [(let_off.person.name, let_off.reason) for let_off in average.excused] == [
        ("Chris", "Krank gemeldet")
    ]
    assert names(average.absent) == ["Alex", "Kim"]
    assert names(claim.person for claim in close(missing)) == ["Alex", "Kim"]
    assert missing.claims("chris") == []
    assert check_books().wrong == []


def test_letting_off_twice_is_once_and_can_be_taken_back(rule, missing):
    once = lets_off(missing, "chris")
    assert lets_off(missing, "chris", "Anders") == once
    withdraw_excuse(excuse=once)
    withdraw_excuse(excuse=once)
    assert names(average_of(missing.event).absent) == ["Alex", "Chris", "Kim"]
    lets_off(missing, "chris", "Doch krank")
    assert [let_off.reason for let_off in average_of(missing.event).excused] == ["Doch krank"]
    assert check_books().wrong == []


def test_only_the_absent_are_let_off_and_only_before_they_are_charged(rule, missing):
    with pytest.raises(IllegalError, match="fehlt nicht"):
        lets_off(missing, "robin")
    with pytest.raises(InvalidError, match="warum"):
        lets_off(missing, "chris", " ")
    close(missing)
    with pytest.raises(IllegalError, match="Erlass") as caught:
        lets_off(missing, "chris")
    assert caught.value.code == "charged_already"


def test_the_treasurer_is_not_let_off_by_oneself(rule, missing):
    with pytest.raises(NotAllowedError, match="zweite Person"):
        lets_off(missing, "kim")
    assert lets_off(missing, "kim", by="chris").person == missing.club.kim


@pytest.mark.both
def test_what_was_taken_back_stays_so_in_the_database(rule, missing):
    once = lets_off(missing, "chris")
    withdraw_excuse(excuse=once)
    with pytest.raises(IntegrityError, match="excuse_withdrawn"), transaction.atomic():
        Excuse.objects.filter(pk=once.pk).update(is_withdrawn=False)
    with pytest.raises(IntegrityError, match="words_stay"), transaction.atomic():
        Excuse.objects.filter(pk=once.pk).update(reason="Anders")


# --- who cancelled beforehand --------------------------------------------------------------------
@pytest.mark.both
def test_whoever_cancelled_pays_nothing_where_the_club_says_so(rule, missing, kim):
    chris = missing.event.participations.get(person=missing.club.chris)
    chris.answer = "no"
    chris.save()
    assert names(average_of(missing.event).absent) == ["Alex", "Chris", "Kim"]
    kim.post(url("settings"), {"declined_pay_nothing": "on"})
    average = average_of(missing.event)
    assert (names(average.absent), names(average.declined)) == (["Alex", "Kim"], ["Chris"])
    assert "Vorher abgesagt, zahlt nichts: Chris" in text(
        kim.get(reverse("close_evening", args=[missing.event.pk]))
    )
    assert names(charge.person for charge in close(missing)) == ["Alex", "Kim"]
