"""A member who takes an office, or rules on an own report, needs a second person."""

import re
from datetime import date, datetime, timedelta

import pytest
import time_machine
from django.test import Client

from league.access.queries.rights import roles_of
from league.approvals.models import Approval
from league.approvals.services import carry_out_due
from league.people.models.people import Office, Person, User
from league.people.services import people
from league.people.services.founding import found_club
from league.results.models.second_look import Objection
from league.results.services import confirming
from tests import builders
from tests.builders import BERLIN

pytestmark = pytest.mark.once
MONDAY = datetime(2027, 3, 8, 20, 0, tzinfo=BERLIN)
TODAY = MONDAY.date()
DAY = timedelta(days=1)


@pytest.fixture(autouse=True)
def monday():
    with time_machine.travel(MONDAY, tick=False) as clock:
        yield clock


def at(person):
    client = Client()
    client.force_login(User.objects.get(pk=person.user_id))
    return client


def says(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def appoints(client, person, role, start=TODAY):
    sent = {"role": role, "start": start.isoformat()}
    return client.post(f"/leute/{person.pk}/amt/", sent, follow=True)


def decides(client, answer):
    pk = Approval.objects.exclude(kind="address").get().pk
    return client.post(f"/zweite-person/{pk}/entscheiden/", {"answer": answer}, follow=True)


def is_treasurer(person):
    return "treasurer" in roles_of(User.objects.get(pk=person.user_id), date(2028, 1, 1))


@pytest.fixture
def without_treasurer(club):
    people.dismiss(office=Office.objects.get(person=club.kadir), end=TODAY)
    return club


# --- offices ----------------------------------------------------------------------------------
def test_the_chair_does_not_make_himself_treasurer_alone(without_treasurer):
    club = without_treasurer
    page = appoints(at(club.anke), club.anke, "treasurer")
    assert "wartet es auf eine zweite Person" in says(page)
    assert not is_treasurer(club.anke)
    assert at(club.anke).get("/kasse/").status_code == 403  # with what lets the chair read it
    asked = "Anke gibt sich selbst das Amt „Kassenwart/in“, ab 08.03.2027"
    assert asked in says(at(club.rolf).get("/"))
    assert asked not in says(at(club.paula).get("/"))  # the auditors only where there is no officer
    assert decides(at(club.anke), "confirm").status_code == 403
    assert decides(at(club.paula), "confirm").status_code == 403
    decides(at(club.rolf), "confirm")
    assert is_treasurer(club.anke)
    decides(at(club.rolf), "confirm")
    assert Office.objects.filter(person=club.anke, role="treasurer").count() == 1


def test_the_second_person_refuses(without_treasurer):
    club = without_treasurer
    appoints(at(club.anke), club.anke, "treasurer")
    decides(at(club.rolf), "refuse")
    assert not is_treasurer(club.anke)
    assert decides(at(club.stine), "confirm").status_code == 409
    assert carry_out_due(now=MONDAY + 30 * DAY) == 0


def test_who_proposed_it_takes_it_back(without_treasurer):
    club = without_treasurer
    appoints(at(club.anke), club.anke, "treasurer")
    assert decides(at(club.rolf), "withdraw").status_code == 403
    decides(at(club.anke), "withdraw")
    assert Approval.objects.get().state == "withdrawn"


def test_asked_twice_one_waits(without_treasurer):
    club = without_treasurer
    for _time in range(2):
        appoints(at(club.anke), club.anke, "treasurer")
    assert Approval.objects.count() == 1


def test_another_is_appointed_at_once_and_referee_is_nobodys_secret(club):
    appoints(at(club.anke), club.bernd, "treasurer")
    appoints(at(club.anke), club.anke, "referee")
    assert is_treasurer(club.bernd)
    assert Office.objects.filter(person=club.anke, role="referee").exists()
    assert not Approval.objects.exists()


def test_while_an_officer_could_confirm_it_never_happens_by_itself(without_treasurer, monday):
    club = without_treasurer
    appoints(at(club.anke), club.anke, "treasurer")
    assert carry_out_due(now=MONDAY + 60 * DAY) == 0
    for officer in (club.stine, club.rolf):
        User.objects.filter(pk=officer.user_id).update(is_active=False)
    # Now the auditor is asked, and no one is left out by waiting.
    assert "Bestätigen" in says(at(club.paula).get("/"))
    assert carry_out_due(now=MONDAY + 60 * DAY) == 0


def test_the_founder_keeps_the_till_at_once_and_it_stays_marked(db, monday):
    anke = found_club(club="Becher", name="Anke", email="anke@club.invalid", today=TODAY)
    page = appoints(at(anke), anke, "treasurer")
    assert is_treasurer(anke)
    assert "sieht es noch an" in says(page)
    assert Approval.objects.get().state == "done"
    # A person comes: no login that she has just made herself confirms it for her.
    new = {"name": "Bernd", "kind": "active", "start": "2027-03-08"}
    at(anke).post("/leute/neu/", {**new, "email": "bernd@club.invalid"})
    bernd = Person.objects.get(name="Bernd")
    assert "gibt sich selbst" not in says(at(bernd).get("/"))
    monday.move_to(MONDAY + 8 * DAY)
    assert "gibt sich selbst" in says(at(bernd).get("/"))
    decides(at(bernd), "confirm")
    assert Approval.objects.get(kind="office").state == "confirmed"


def test_in_a_club_of_one_login_it_takes_seven_days(db, monday):
    anke = found_club(club="Becher", name="Anke", email="anke@club.invalid", today=TODAY)
    monday.move_to(MONDAY + 30 * DAY)
    page = appoints(at(anke), anke, "treasurer")
    assert not is_treasurer(anke)
    assert "sonst gilt es ab 14.04.2027" in says(at(anke).get("/"))
    assert "zweite Person" in says(page)
    monday.move_to(MONDAY + 38 * DAY)
    assert "seit 14.04.2027 fällig, noch nicht ausgeführt" in says(at(anke).get("/"))
    decides(at(anke), "due")  # the clock does not run
    assert is_treasurer(anke)
    assert Approval.objects.get().state == "done"


# --- a problem with a result ---------------------------------------------------------------
@pytest.fixture
def reported(club):
    """Anke, who rules, reported herself that Bernd did not lose."""
    table = builders.table(builders.evening(day=TODAY), club.anke, club.bernd, club.jette)
    result = builders.card(table, club.bernd, club.bernd, now=MONDAY)
    at(club.anke).post(
        f"/ergebnisse/{result.pk}/problem/", {"client_id": "p", "text": "Jette hat verloren"}
    )
    return Objection.objects.get()


def rules(client, objection):
    sent = {"outcome": "correct", "ruling": "Ich war dabei"}
    return client.post(f"/probleme/{objection.pk}/entscheidung/", sent, follow=True)


def test_the_chair_does_not_rule_alone_on_a_problem_of_her_own(club, reported):
    assert "zweite Person" in says(at(club.anke).get(f"/ergebnisse/{reported.result_id}/"))
    page = rules(at(club.anke), reported)
    assert "wartet es auf eine zweite Person" in says(page)
    reported.refresh_from_db()
    assert reported.ruled_at is None
    start = says(at(club.rolf).get("/"))
    assert "Anke entscheidet über ein selbst gemeldetes Problem: wird korrigiert" in start
    assert "„Ich war dabei“" in start
    decides(at(club.rolf), "confirm")
    reported.refresh_from_db()
    assert (reported.outcome, reported.ruled_by) == ("correct", club.anke.user)


def test_a_referee_rules_on_it_meanwhile(club, reported):
    rules(at(club.anke), reported)
    rules(at(club.rolf), reported)
    reported.refresh_from_db()
    assert reported.ruled_by == club.rolf.user
    # The same ruling again changes nothing; another one is no longer possible.
    decides(at(club.stine), "confirm")
    reported.refresh_from_db()
    assert reported.ruled_by == club.rolf.user


def test_who_gave_up_the_office_meanwhile_rules_no_more(club, reported):
    rules(at(club.anke), reported)
    Office.objects.filter(person=club.anke).update(end=TODAY)
    page = decides(at(club.rolf), "confirm")
    assert "geht inzwischen nicht mehr" in says(page)
    reported.refresh_from_db()
    assert reported.ruled_at is None
    assert Approval.objects.get().state == "void"


def test_the_service_refuses_it_as_well(club, reported):
    with pytest.raises(confirming.NotAllowedError) as refused:
        confirming.rule_on_objection(
            objection=reported, outcome="stands", ruling="so", by=club.anke.user, now=MONDAY
        )
    assert refused.value.code == "needs_second_person"
