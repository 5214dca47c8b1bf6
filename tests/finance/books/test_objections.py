"""„Einspruch“: a charged member is heard, and hears the reason of the decision."""

from datetime import timedelta

import pytest
import time_machine
from django.db import IntegrityError, transaction

from finance.books.models.objections import ClaimObjection
from finance.books.queries.people import owing_of
from finance.books.services.claims import confirm_claim, refuse_claim
from finance.books.services.objections import object_to, rule
from finance.checks.books import check_books
from finance.errors import IllegalError, InvalidError, NotAllowedError
from tests.finance.club import DAY, NOW, TODAY, tariff
from tests.finance.pages import text, url
from tests.plugins.built import built_once

pytestmark = pytest.mark.rules

LATER = NOW + timedelta(hours=1)


@built_once
def fined(evening):
    evening.charge("robin", "early_lift", "fine", 100)
    return evening


@pytest.fixture
def objects(fined):
    """`objects("robin")`: to the one claim about her."""

    def objected(name="robin", by="", what="Das war der Wind"):
        return object_to(
            claim=fined.claim(name), text=what, by=fined.club.user(by or name), now=NOW
        )

    return objected


@pytest.fixture
def decides(club):
    def ruled(objection, outcome, by="kim", why="Alle haben es gesehen"):
        return rule(
            objection=objection,
            outcome=outcome,
            ruling=why,
            by=club.user(by),
            today=TODAY,
            now=LATER,
        )

    return ruled


def test_a_proposal_that_is_objected_to_waits(fined, objects):
    objects()
    assert fined.claim("robin").state == "objected"
    assert fined.confirm() == []
    for decide in (
        lambda: confirm_claim(claim=fined.claim("robin"), by=None, now=NOW),
        lambda: refuse_claim(claim=fined.claim("robin"), reason="egal", by=None, now=NOW),
    ):
        with pytest.raises(IllegalError, match="läuft ein Einspruch"):
            decide()


def test_a_new_price_keeps_the_objection_and_what_stands_is_booked_at_it(fined, objects, decides):
    objection = objects()
    tariff("early_lift", 250, start=DAY)
    claim = fined.claim("robin")
    assert (claim.pk, claim.state) == (objection.claim_id, "objected")
    assert (claim.amount, claim.club_cents) == (250, 250)
    decides(objection, "stands")
    assert (fined.claim("robin").state, owing_of(fined.club.robin).cents) == ("confirmed", 250)
    assert check_books().wrong == []


def test_it_stands_and_is_booked(fined, objects, decides):
    decides(objects(), "stands")
    assert (fined.claim("robin").state, owing_of(fined.club.robin).cents) == ("confirmed", 100)
    assert check_books().wrong == []


def test_it_is_struck_and_nothing_is_booked(fined, objects, decides):
    decides(objects(), "struck", by="chris")
    claim = fined.claim("robin")
    assert (claim.state, claim.reason) == ("refused", "Alle haben es gesehen")


def test_it_is_let_off_though_it_was_due(fined, objects, decides):
    decides(objects(), "waived")
    assert (fined.claim("robin").state, owing_of(fined.club.robin).cents) == ("waived", 0)
    assert check_books().wrong == []


def test_what_is_booked_and_unpaid_stays_owed_until_it_is_decided(fined, objects, decides):
    fined.confirm()
    objection = objects()
    assert (fined.claim("robin").state, owing_of(fined.club.robin).cents) == ("confirmed", 100)
    decides(objection, "stands")
    assert owing_of(fined.club.robin).cents == 100


def test_struck_after_booking_it_is_reversed_and_what_was_paid_is_a_credit(
    fined, objects, decides, pay
):
    fined.confirm()
    objection = objects()
    pay("robin", 100)
    decides(objection, "struck")
    assert fined.claim("robin").state == "reversed"
    assert owing_of(fined.club.robin).cents == -100
    assert check_books().wrong == []


def test_booked_and_let_off(fined, objects, decides):
    fined.confirm()
    decides(objects(), "waived")
    assert fined.claim("robin").state == "waived"


def test_what_is_paid_can_no_more_be_objected_to(fined, objects, pay):
    fined.confirm()
    pay("robin", 100)
    with pytest.raises(IllegalError, match="nicht mehr offen"):
        objects()


def test_said_twice_it_is_one_objection_and_decided_twice_one_decision(fined, objects, decides):
    objection = objects()
    assert objects(what="Noch einmal") == objection
    decides(objection, "stands")
    decides(objection, "stands")
    with pytest.raises(IllegalError, match="schon entschieden"):
        decides(objection, "struck")
    assert owing_of(fined.club.robin).cents == 100


def test_nobody_objects_for_another_and_nobody_rules_on_his_own(fined, objects, decides):
    with pytest.raises(NotAllowedError, match="wen es betrifft"):
        objects("robin", by="sascha")
    fined.charge("kim", "early_lift", "fine", 100)
    own = objects("kim")
    with pytest.raises(NotAllowedError, match="jemand anderes"):
        decides(own, "struck")
    decides(own, "struck", by="chris")


def test_a_sentence_and_a_reason_are_needed(fined, objects, decides):
    with pytest.raises(InvalidError, match="in einem Satz"):
        objects(what="  ")
    with pytest.raises(InvalidError, match="warum"):
        decides(objects(), "struck", why="")


@pytest.mark.both
def test_the_database_keeps_the_decision(objects, decides):
    decides(objects(), "stands")
    for change in (
        lambda: ClaimObjection.objects.update(outcome="struck"),
        lambda: ClaimObjection.objects.update(ruled_at=None, outcome=""),
        lambda: ClaimObjection.objects.all().delete(),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()


def test_withdrawn_by_whoever_wrote_it_down_there_is_nothing_to_decide(fined, objects, decides):
    objection = objects()
    fined.withdraw(objection.claim.charge)
    decides(objection, "stands")
    assert fined.claims("robin") == []
    assert check_books().wrong == []


# --- pages -----------------------------------------------------------------------------------
@pytest.mark.once
def test_from_the_own_account_to_the_decision_and_back(as_, fined):
    robin = as_("robin")
    claim = fined.claim("robin")
    assert "Einspruch" in text(robin.get(url("own_account")))
    answer = robin.post(url("object", claim.pk), {"text": ""})
    assert answer.status_code == 422
    assert "Bitte sag in einem Satz, warum." in text(answer)
    robin.post(url("object", claim.pk), {"text": "Das war der Wind"})
    assert "Einspruch läuft" in text(robin.get(url("own_account")))
    chair = as_("chris")
    assert "Das war der Wind" in text(chair.get(url("objections")))
    address = url("objection", ClaimObjection.objects.get().pk)
    assert chair.post(address, {"outcome": "struck", "ruling": ""}).status_code == 422
    chair.post(address, {"outcome": "struck", "ruling": "Es zog wirklich"})
    assert "Chris: Es zog wirklich" in text(as_("robin").get(url("own_account")))


def test_the_treasurer_sees_it_beside_the_claim(kim, fined, objects):
    objects()
    claim = fined.claim("robin")
    assert "Einspruch" in text(kim.get(url("evening", fined.event.pk)))
    assert "Einspruch, noch nicht entschieden" in text(kim.get(url("claim", claim.pk)))


def test_others_do_not_see_who_objects(as_, fined, objects):
    objection = objects()
    assert as_("sascha").get(url("objections")).status_code == 404
    assert as_("sascha").get(url("object", objection.claim_id)).status_code == 404
    assert as_("alex").get(url("objection", objection.pk)).status_code == 200
    assert as_("alex").post(url("objection", objection.pk), {}).status_code == 403


@pytest.mark.both
def test_what_was_decided_is_a_list(kim, fined, objects, decides):
    decides(objects(), "struck")
    page = url("objections")
    assert "Alle haben es gesehen" in text(kim.get(page, {"search": "wind", "outcome": "struck"}))
    assert "Nichts gefunden." in text(kim.get(page, {"outcome": "waived"}))
    answer = kim.get(page, {"export": "csv"})
    rows = b"".join(answer.streaming_content).decode("utf-8-sig").splitlines()
    assert len(rows) == 2
    assert "gestrichen;Alle haben es gesehen" in rows[1]


# --- who is told ------------------------------------------------------------------------------
@pytest.mark.once
def test_the_start_page_tells_whom_it_concerns(as_, fined, objects):
    told = "Auf deinem Konto steht eine neue Forderung."
    with time_machine.travel(NOW, tick=False):
        assert told in text(as_("robin").get("/"))
        assert told not in text(as_("sascha").get("/"))
        objects()
        assert told not in text(as_("robin").get("/"))
    with time_machine.travel(NOW + timedelta(days=15), tick=False):
        assert told not in text(as_("robin").get("/"))


@pytest.mark.both
def test_whoever_decides_is_told_and_nobody_of_the_own_one(as_, fined, objects):
    told = "Ein Einspruch wartet auf eine Entscheidung."
    fined.charge("kim", "early_lift", "fine", 100)
    objects("kim")
    with time_machine.travel(NOW, tick=False):
        assert told not in text(as_("kim").get("/"))
        objects("robin")
        assert told in text(as_("kim").get("/"))
        assert "Einsprüche einer wartet" in text(as_("kim").get(url("till")))
        assert told not in text(as_("robin").get("/"))
