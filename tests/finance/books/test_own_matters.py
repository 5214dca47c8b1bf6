"""The treasurer's own debts, the own objection, the own cash: never without a second person."""

from datetime import timedelta

import pytest
import time_machine
from django.test import Client

from finance.books.models.ledger import Transaction
from finance.books.models.objections import ClaimObjection
from finance.books.models.payments import Payment
from finance.books.queries.people import owing_of
from finance.books.services.claims import refuse_claim
from finance.books.services.conversions import turn_into_euros
from finance.books.services.discharge import waive_claim
from finance.books.services.objections import object_to
from finance.books.services.transfers import take_over
from finance.checks.books import check_books
from finance.errors import NotAllowedError
from league.approvals.models import Approval
from league.approvals.queries import to_audit
from league.approvals.services import carry_out_due
from league.people.models.people import Office, User
from league.people.services.people import create_person
from tests.finance.club import DAY, NOW, TODAY
from tests.finance.pages import text, url

pytestmark = pytest.mark.once
WHEN = NOW + timedelta(days=4)


@pytest.fixture(autouse=True)
def _that_day():
    with time_machine.travel(WHEN, tick=False):
        yield


@pytest.fixture
def secretary(club):
    return club.join("stine", role="secretary")


@pytest.fixture
def owes(club, secretary):
    """Kim, who keeps the till, owes one euro and is fined for another that is not confirmed."""
    evening = club.evening("kim", "robin", "sascha")
    evening.charge("kim", "early_lift", "fine", 100)
    evening.confirm()
    return evening


@pytest.fixture
def at(club):
    def browser(name):
        client = Client()
        client.force_login(club.user(name))
        return client

    return browser


def decides(client, answer="confirm"):
    pk = Approval.objects.latest("pk").pk
    return client.post(f"/zweite-person/{pk}/entscheiden/", {"answer": answer}, follow=True)


def owed(club):
    return owing_of(club.kim).cents


def waives(client, claim):
    sent = {"waive-reason": "weil ich es kann", "waive-client_id": "w"}
    return client.post(url("waive_claim", claim.pk), sent, follow=True)


# --- waiving ----------------------------------------------------------------------------------
def test_the_treasurer_does_not_waive_the_own_debt_alone(club, owes, at):
    page = waives(at("kim"), owes.claim("kim"))
    assert "wartet es auf eine zweite Person" in text(page)
    assert owed(club) == 100
    assert not Payment.objects.filter(method="waiver").exists()
    asked = text(at("stine").get("/"))
    assert "Kim erlässt sich 1,00 €: " in asked
    assert "„weil ich es kann“" in asked
    assert "Kim erlässt sich" not in text(at("robin").get("/"))
    assert "Kim erlässt sich" in text(at("kim").get(url("claim", owes.claim("kim").pk)))
    assert decides(at("kim")).status_code == 403
    assert decides(at("robin")).status_code == 404
    assert owed(club) == 100
    decides(at("stine"))
    assert owed(club) == 0
    # Tapped twice, and once by the chair at the same time: one booking, by the treasurer.
    decides(at("stine"))
    decides(at("chris"))
    waived = Payment.objects.get(method="waiver").transaction
    assert waived.entered_by == club.user("kim")
    assert owes.claim("kim").reason == "weil ich es kann"
    assert check_books().wrong == []


def test_it_is_refused(club, owes, at):
    waives(at("kim"), owes.claim("kim"))
    decides(at("chris"), "refuse")
    assert owed(club) == 100
    waives(at("kim"), owes.claim("kim"))
    assert Approval.objects.filter(state="waiting").count() == 1


def test_paid_meanwhile_there_is_nothing_to_waive(club, owes, at, pay):
    waives(at("kim"), owes.claim("kim"))
    approval = Approval.objects.get()
    pay("kim", 100)
    page = at("stine").post(
        f"/zweite-person/{approval.pk}/entscheiden/", {"answer": "confirm"}, follow=True
    )
    assert "geht inzwischen nicht mehr" in text(page)
    approval.refresh_from_db()
    assert (approval.state, owed(club)) == ("void", 0)
    assert check_books().wrong == []


def test_who_keeps_the_till_no_more_waives_nothing(club, owes, at):
    waives(at("kim"), owes.claim("kim"))
    Office.objects.filter(person=club.kim).update(end=TODAY)
    decides(at("stine"))
    assert (Approval.objects.get().state, owed(club)) == ("void", 100)


def test_with_nobody_to_ask_it_is_waived_after_seven_days_and_stays_marked(club, owes, at):
    for name in ("chris", "alex", "robin", "sascha", "toni", "stine"):
        User.objects.filter(person=club.persons[name]).update(is_active=False)
    # The club is no new one: the cast was recorded long ago.
    type(club.kim).objects.update(created_at=NOW - timedelta(days=300))
    waives(at("kim"), owes.claim("kim"))
    assert owed(club) == 100
    assert carry_out_due(now=WHEN + timedelta(days=6)) == 0
    assert carry_out_due(now=WHEN + timedelta(days=7)) == 1
    assert owed(club) == 0
    User.objects.filter(person=club.alex).update(is_active=True)
    audit = text(at("alex").get(url("audit", 2026)))
    assert "In eigener Sache Kim erlässt sich 1,00 €" in audit
    assert "noch nicht gesehen" in audit
    decides(at("alex"))
    assert "noch nicht gesehen" not in text(at("alex").get(url("audit", 2026)))


# --- what else makes the own debt smaller -------------------------------------------------------
def test_the_own_fine_is_not_reversed_alone(club, owes, at):
    booked = owes.claim("kim").transaction
    page = at("kim").post(url("storno", booked.pk), {"reason": "Vertippt"}, follow=True)
    assert "Kim storniert auf dem eigenen Konto" in text(page)
    assert owed(club) == 100
    decides(at("chris"))
    assert owed(club) == 0
    assert Transaction.objects.get(reverses=booked).entered_by == club.user("kim")
    assert check_books().wrong == []


def test_another_does_not_take_over_the_treasurers_debt_unasked(club, owes, at):
    sent = {
        "client_id": "t",
        "taker": club.robin.pk,
        "amount": "1",
        "reason": "Wette",
        "day": TODAY.isoformat(),
    }
    at("kim").post(url("take_over", club.kim.pk), sent)
    assert (owed(club), owing_of(club.robin).cents) == (100, 0)
    assert "Robin soll 1,00 € übernehmen, die Kim schuldet" in text(at("stine").get("/"))
    decides(at("stine"))
    assert (owed(club), owing_of(club.robin).cents) == (0, 100)
    assert check_books().wrong == []


def test_who_takes_it_over_does_not_confirm_it(club, owes, at):
    sent = {
        "client_id": "t",
        "taker": club.chris.pk,
        "amount": "1",
        "reason": "Wette",
        "day": TODAY.isoformat(),
    }
    at("kim").post(url("take_over", club.kim.pk), sent)
    assert decides(at("chris")).status_code == 403
    assert owed(club) == 100


def test_the_own_proposal_is_not_refused_alone(club, secretary, at):
    evening = club.evening("kim", "robin")
    evening.charge("kim", "early_lift", "fine", 100)
    claim = evening.claim("kim")
    at("kim").post(url("refuse_claim", claim.pk), {"refuse-reason": "War nichts"})
    assert evening.claim("kim").state == "proposed"
    assert "lehnt eine Forderung an sich selbst ab" in text(at("chris").get("/"))
    decides(at("chris"))
    assert evening.claim("kim").state == "refused"


def test_the_own_round_does_not_become_a_cent(club, secretary, at):
    evening = club.evening("kim", "robin")
    evening.charge("kim", "dropped_dice", "drinks_round", None)
    evening.confirm()
    claim = evening.claim("kim")
    sent = {"euros-amount": "0,01", "euros-reason": "Billig", "euros-client_id": "e"}
    at("kim").post(url("turn_into_euros", claim.pk), sent)
    assert evening.claim("kim").unit == "RUNDE"
    assert "macht aus der eigenen Runde 0,01 €" in text(at("chris").get("/"))
    decides(at("chris"))
    assert owed(club) == 1
    assert check_books().wrong == []


def test_another_persons_debt_needs_nobody_else(club, owes, at):
    owes.charge("robin", "early_lift", "fine", 100)
    owes.confirm()
    waives(at("kim"), owes.claim("robin"))
    assert owing_of(club.robin).cents == 0
    assert not Approval.objects.exists()


def test_the_services_refuse_the_own_matter(club, owes):
    kim, claim = club.user("kim"), owes.claim("kim")
    same = {"reason": "so", "by": kim, "now": NOW}
    for act in (
        lambda: waive_claim(claim=claim, client_id="w", today=TODAY, **same),
        lambda: refuse_claim(claim=claim, **same),
        lambda: turn_into_euros(claim=claim, cents=1, client_id="e", today=TODAY, **same),
        lambda: take_over(
            taker=club.robin, debtor=club.kim, cents=1, day=DAY, client_id="t", today=TODAY, **same
        ),
    ):
        with pytest.raises(NotAllowedError) as refused:
            act()
        assert refused.value.code == "needs_second_person"


# --- the own objection ------------------------------------------------------------------------
def test_the_own_objection_is_decided_with_a_second_person(club, owes, at):
    objection = object_to(
        claim=owes.claim("kim"), text="Das war der Wind", by=club.user("kim"), now=WHEN
    )
    page = at("kim").get(url("objection", objection.pk))
    assert "Eine zweite Person muss die Entscheidung bestätigen" in text(page)
    sent = {"outcome": "struck", "ruling": "Wind war es"}
    page = at("kim").post(url("objection", objection.pk), sent, follow=True)
    assert "wartet es auf eine zweite Person" in text(page)
    assert ClaimObjection.objects.get().is_open
    assert "Kim entscheidet über den eigenen Einspruch: gestrichen" in text(at("chris").get("/"))
    decides(at("chris"))
    assert ClaimObjection.objects.get().outcome == "struck"
    assert owed(club) == 0
    assert check_books().wrong == []


# --- the own cash -----------------------------------------------------------------------------
def pays_cash(client, person, cents="1", day=DAY):
    sent = {
        "client_id": f"cash-{cents}",
        "seen": 100,
        "amount": cents,
        "method": "cash",
        "day": day.isoformat(),
    }
    return client.post(url("pay", person.pk), sent, follow=True)


def test_the_own_cash_is_booked_at_once_and_seen_by_anybody_who_was_there(club, owes, at):
    page = pays_cash(at("kim"), club.kim)
    assert owed(club) == 0
    assert "noch nicht gesehen" in text(page)
    message = "Kim hat am 06.03.2026 1,00 € bar bezahlt und selbst gebucht"
    # Robin and Sascha were there that evening; Toni, the chair and the secretary were not.
    assert message in text(at("robin").get("/"))
    for name in ("toni", "chris", "stine", "kim"):
        assert message not in text(at(name).get("/"))
    assert decides(at("kim")).status_code == 403
    decides(at("robin"))
    assert Approval.objects.get().state == "confirmed"
    assert message not in text(at("sascha").get("/"))
    assert "noch nicht gesehen" not in text(at("kim").get(url("account", club.kim.pk)))
    audit = text(at("alex").get(url("audit", 2026)))
    assert message in audit
    assert "bestätigt, Robin" in audit


def test_where_nobody_was_there_an_officer_sees_it(club, owes, at):
    pays_cash(at("kim"), club.kim, day=TODAY)
    assert "bar bezahlt" not in text(at("robin").get("/"))
    decides(at("chris"))
    assert Approval.objects.get().state == "confirmed"


def test_another_persons_cash_needs_no_witness(club, owes, at, pay):
    pay("robin", 500)
    assert not Approval.objects.exists()


# --- what the auditors see --------------------------------------------------------------------
def test_the_auditors_see_every_such_act_with_its_state(club, owes, at):
    waives(at("kim"), owes.claim("kim"))
    decides(at("chris"), "refuse")
    pays_cash(at("kim"), club.kim)
    own = {"role": "treasurer", "start": TODAY.isoformat()}
    at("chris").post(f"/leute/{club.chris.pk}/amt/", own)
    at("chris").post(f"/leute/{club.kim.pk}/zugang/", {"login-email": "neu@club.test"})
    gesa = create_person(name="Gesa")
    for person, email in ((club.robin, "mehr@club.test"), (gesa, "gesa@club.test")):
        at("chris").post(f"/leute/{person.pk}/zugang/", {"login-email": email})
    audit = text(at("alex").get(url("audit", 2026)))
    acts = audit.split("In eigener Sache")[1].split("Offen am Jahresende")[0]
    # What is unseen comes first, then what waits, then what is decided.
    order = [
        "Kim hat am 06.03.2026 1,00 € bar bezahlt und selbst gebucht",
        "Chris ändert die Adresse, mit der sich Kim einloggt",
        "Chris gibt sich selbst das Amt „Kassenwart/in“",
        "Chris ändert die Adresse, mit der sich Robin einloggt",  # a member's, at once
        "Kim erlässt sich",
    ]
    assert [acts.index(name) for name in order] == sorted(acts.index(name) for name in order)
    assert "abgelehnt, Chris" in acts
    assert "Gesa" not in acts  # a first login changes nothing
    waiver = Approval.objects.get(kind="waiver")
    assert at("alex").get(f"/zweite-person/{waiver.pk}/").status_code == 200


def test_auditors_of_a_year_see_what_is_open_of_it_and_of_earlier_ones(club, pay):
    pay("kim", 500)
    noted = Approval.objects.get()
    shown = {year: [each.approval for each in to_audit(year)] for year in (2025, 2026, 2027)}
    assert shown == {2025: [], 2026: [noted], 2027: [noted]}
