"""The club's catalogue: versions, their ground, and deeds written down by them."""

from datetime import date, timedelta

import pytest
from django.db import IntegrityError, transaction
from django.utils.translation import override

from finance.books import formulas
from finance.books import labels as words
from finance.books import tariff_labels as tariff_words
from finance.books.formulas import Step
from finance.books.models.catalogue import Deed, Tariff
from finance.books.models.claims import Claim
from finance.books.queries.people import owing_of
from finance.books.services.claims import refuse_claim
from finance.books.services.objections import object_to, rule
from finance.catalogue.services.catalogue import end_tariff
from finance.catalogue.services.deeds import charge_deed
from finance.catalogue.services.ready import adopt
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError
from league.events.services import attendance
from league.results.models.results import Charge
from league.results.services.results import withdraw_charge
from tests.finance.club import DAY, NOW, TODAY, client_id, tariff

pytestmark = pytest.mark.rules

LONG_AGO = date(2026, 1, 1)


@pytest.fixture
def deed(evening):
    """`deed("robin", entry)`: the referee writes it down at the evening."""

    def written(name, entry, *, at=None, click="", **more):
        event = (at or evening).event
        return charge_deed(
            event=event,
            participation=event.participations.get(person=evening.club.persons[name]),
            tariff=entry,
            client_id=click or client_id(),
            by=evening.club.user("chris"),
            now=NOW,
            **more,
        )

    return written


@pytest.fixture
def phone(club):
    return tariff(
        cents=200,
        title="Handy auf dem Tisch",
        ground="Satzung § 7",
        decided_on=LONG_AGO,
        start=LONG_AGO,
    )


def plain_text(text):
    return text.replace("\xa0", " ")


# --- versions --------------------------------------------------------------------------------
def test_the_version_of_the_evenings_date_counts(evening, deed, phone):
    newer = tariff(phone.code, 300, title=phone.title, start=DAY + timedelta(days=1))
    phone.refresh_from_db()
    assert phone.end == newer.start
    (charge,) = deed("robin", phone)
    assert charge.cents == 200
    with pytest.raises(IllegalError, match="galt an diesem Abend nicht"):
        deed("robin", newer)


def test_what_was_charged_keeps_its_amount_when_the_catalogue_changes(evening, deed, phone):
    deed("robin", phone)
    with pytest.raises(IllegalError, match="schon etwas verhängt"):
        tariff(phone.code, 900, title=phone.title, start=LONG_AGO)
    tariff(phone.code, 900, title=phone.title, start=DAY)
    assert evening.claim("robin").amount == 200
    assert check_books().wrong == []


@pytest.mark.both
def test_the_database_changes_no_version(phone):
    with pytest.raises(IntegrityError), transaction.atomic():
        Tariff.objects.filter(pk=phone.pk).update(cents=1)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tariff.objects.create(
            code=phone.code, kind="fixed", cents=1, start=DAY, end=date(2027, 1, 1)
        )


@pytest.mark.both
def test_the_database_keeps_by_which_entry_somebody_was_charged(deed, phone):
    deed("robin", phone)
    for change in (lambda: Deed.objects.update(times=3), lambda: Deed.objects.all().delete()):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


@pytest.mark.both
def test_nothing_is_fined_before_it_was_decided(club):
    with pytest.raises(InvalidError, match="Was vor dem Beschluss geschah"):
        tariff(cents=100, title="Singen", start=LONG_AGO, decided_on=DAY)
    with pytest.raises(IntegrityError), transaction.atomic():
        Tariff.objects.create(
            code="sing", kind="fixed", cents=1, start=LONG_AGO, decided_on=DAY, end=DAY
        )


def test_an_entry_ends_and_nothing_is_charged_by_it_any_more(evening, deed, phone):
    end_tariff(tariff=phone, end=DAY, now=NOW)
    end_tariff(tariff=phone, end=DAY, now=NOW)
    with pytest.raises(IllegalError):
        deed("robin", phone)


def test_what_games_charge_by_themselves_needs_no_memory_and_no_clock(club):
    with pytest.raises(InvalidError, match="verhängen die Spiele selbst"):
        tariff("early_lift", 100, "fixed", again=(200,), within="season", start=DAY)
    with pytest.raises(InvalidError, match="verhängen die Spiele selbst"):
        tariff("stake", 100, "others", start=DAY)


@pytest.mark.both
def test_the_same_title_is_the_same_deed_and_another_is_not(club):
    first = tariff(cents=100, title="Zu laut", start=LONG_AGO)
    assert tariff(cents=200, title="Zu laut", start=DAY).code == first.code
    assert tariff(cents=200, title="Zu laut!", start=DAY).code != first.code


# --- kinds -----------------------------------------------------------------------------------
def test_lateness_by_the_minutes_that_were_noted(evening, deed):
    late = tariff(
        "late",
        kind="steps",
        measure="minutes",
        steps=(Step(30, 500), Step(None, 1000)),
        start=LONG_AGO,
    )
    who = evening.event.participations.get(person=evening.club.kim)
    with pytest.raises(InvalidError, match="Wie viele Minuten"):
        deed("kim", late)
    attendance.mark_attendance(participation=who, attendance="late")
    attendance.set_minutes_late(participation=who, minutes=41)
    (charge,) = deed("kim", late)
    assert charge.cents == 1000
    assert "41 Minuten zu spät" in words.basis(evening.claim("kim"))


@pytest.mark.both
def test_the_second_time_in_a_season_costs_more(evening, deed):
    drums = tariff(
        cents=500, kind="fixed", title="Trommeln", again=(1000,), within="season", start=LONG_AGO
    )
    (first,) = deed("robin", drums)
    (second,) = deed("robin", drums)
    (other,) = deed("toni", drums)
    assert [first.cents, second.cents, other.cents] == [500, 1000, 500]
    withdraw_charge(charge=first, reason="Verwechselt", by=None, now=NOW)
    next_week = evening.club.evening("robin", day=DAY + timedelta(days=7))
    (third,) = deed("robin", drums, at=next_week)
    assert third.cents == 1000
    assert "zum 2. Mal" in words.basis(next_week.claim("robin"))


@pytest.mark.both
@pytest.mark.parametrize(
    ("undone", "cents"),
    [("refused", 500), ("struck", 500), ("reversed", 500), ("waived", 1000), ("stands", 1000)],
)
def test_only_deeds_that_stand_make_the_next_one_dearer(evening, deed, storno, undone, cents):
    drums = tariff(
        cents=500, kind="fixed", title="Trommeln", again=(1000,), within="season", start=LONG_AGO
    )
    deed("robin", drums)
    chair = {"by": evening.club.user("chris"), "now": NOW}
    claim = evening.claim("robin")
    if undone == "refused":
        refuse_claim(claim=claim, reason="Das war ein anderer", **chair)
    elif undone == "reversed":
        evening.confirm()
        storno(evening.claim("robin").transaction)
    else:
        said_no = object_to(claim=claim, text="Ein Notfall", by=evening.club.user("robin"), now=NOW)
        rule(objection=said_no, outcome=undone, ruling="Entschieden", today=TODAY, **chair)
    (second,) = deed("robin", drums)
    assert second.cents == cents


def test_everybody_else_pays_who_is_a_member_and_here(evening, deed):
    nines = tariff(cents=50, kind="others", title="Alle Neune", start=LONG_AGO)
    made = deed("robin", nines)
    assert sorted(charge.person.name for charge in made) == ["Sascha", "Toni"]
    assert {charge.cents for charge in made} == {50}
    assert "wegen Robin" in words.basis(evening.claim("toni"))


def test_a_crate_is_a_thing_and_no_money(evening, deed):
    crate = tariff(kind="thing", title="Pokal vergessen", thing="ein Kasten Bier", start=LONG_AGO)
    deed("robin", crate)
    claim = evening.claim("robin")
    assert (claim.unit, claim.amount, words.drink_of(claim)) == ("RUNDE", 1, "ein Kasten Bier")
    evening.confirm()
    assert owing_of(evening.club.robin).rounds == 1
    assert check_books().wrong == []


def test_an_open_amount_needs_a_note_and_is_never_a_gift(evening, deed):
    smoke = tariff(kind="open", title="Rauchen gegangen", start=LONG_AGO)
    with pytest.raises(InvalidError, match="Schreib dazu"):
        deed("robin", smoke)
    deed("robin", smoke, note="eine halbe Stunde")
    claim = evening.claim("robin")
    assert (claim.amount, claim.open_reason, claim.kind) == (None, "amount_open", "donation")
    deed("toni", smoke, note="kurz", cents=250)
    assert evening.claim("toni").amount == 250


@pytest.mark.both
def test_the_stake_by_heads_prices_a_lost_game(evening):
    tariff("stake", kind="steps", measure="heads", steps=(Step(3, 500), Step(None, 900)), start=DAY)
    evening.card("robin", cents=100)
    claim = evening.claim()
    assert (claim.amount, claim.rulebook_cents) == (900, 100)


# --- who, and once ---------------------------------------------------------------------------
def test_a_guest_is_not_fined(deed, phone):
    with pytest.raises(InvalidError, match="Gabi ist Gast"):
        deed("gabi", phone)


@pytest.mark.both
def test_two_taps_are_one_deed(evening, deed, phone):
    first = deed("robin", phone, click="tap")
    assert deed("robin", phone, click="tap") == first
    for name, count in (("sascha", 1), ("robin", 2)):
        with pytest.raises(InvalidError) as refused:
            deed(name, phone, click="tap", count=count)
        assert refused.value.code == "form_used_before"
    assert Charge.objects.count() == Deed.objects.count() == 1


def test_whoever_is_here_was_no_no_show(deed):
    with pytest.raises(InvalidError, match="Robin ist heute da"):
        deed("robin", tariff("no_show", 500, "fixed", start=LONG_AGO))


# --- ready catalogues ------------------------------------------------------------------------
def taken(slug):
    return adopt(slug=slug, start=DAY, ground="Beschluss", decided_on=DAY, now=NOW)


def test_the_catalogue_of_rsc_2003_comes_clause_by_clause(club):
    made = {entry.code: entry for entry in taken("rsc2003")}
    assert plain_text(tariff_words.price(made["dice_off_table"])) == "1,00 € je Stück"
    assert plain_text(tariff_words.price(made["cup_off_table"])) == "2,00 € je Stück"
    assert plain_text(tariff_words.price(made["no_show"])) == "5,00 €"
    assert tariff_words.price(made["left_table"]) == "offener Betrag"
    assert tariff_words.ground(made["no_show"]).startswith("§ 17, Beschluss, beschlossen am")
    assert all(entry.clause for entry in made.values())


def test_the_stakes_of_schock4life_go_by_heads_and_in_the_pub_it_is_a_round(club):
    stake, pub = taken("schock4life")
    assert plain_text(tariff_words.price(stake)) == "bis 5 Köpfe 5,00 €, darüber 10,00 €"
    assert (pub.kind, pub.clause) == ("thing", "Z. 45")


def test_what_is_taken_over_has_german_names_whoever_clicks(club):
    with override("en"):
        _stake, pub = taken("schock4life")
    assert (pub.title, pub.thing) == (
        "In der Gaststätte verloren",
        "eine Runde für alle am Tisch",
    )


@pytest.mark.parametrize("slug", ["rsc2003", "schock4life"])
def test_taken_over_twice_changes_nothing(club, slug):
    assert taken(slug)
    assert taken(slug) == []


def test_what_the_club_decided_itself_stays(club):
    tariff("no_show", 1200, "fixed", start=LONG_AGO)
    assert "no_show" not in {error.code for error in taken("rsc2003")}


@pytest.mark.both
def test_ready_prices_are_those_of_the_rulebooks(evening):
    """So taking one over changes no proposal that follows the same rulebook."""
    evening.card("robin", cents=100, also=(("toni", "dice_off_table", "fine", 200, 2),))
    before = {claim.key: claim.amount for claim in evening.claims()}
    taken("rsc2003")
    assert {claim.key: claim.amount for claim in evening.claims()} == before
    assert Claim.objects.filter(state="superseded").count() == 0


def test_every_formula_has_an_example():
    assert set(tariff_words.EXAMPLES) == set(formulas.KINDS)
