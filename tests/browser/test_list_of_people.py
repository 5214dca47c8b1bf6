"""A club's mixed list comes in on a phone, in one go, with the total of the file."""

from datetime import date
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from finance.books.queries.people import owing_of
from league.people.models.details import PersonDetails
from league.people.models.imports import ImportedLine, PeopleImport
from league.people.models.people import Membership, Person
from tests import builders
from tests.browser.page_checks import PHONE, enter_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LIST = Path(__file__).parents[1] / "outside" / "people" / "liste.csv"
# Two screens of 844 px; two taps beside the page choose the file, two a line of the select.
MOST_HEIGHT, OUTSIDE_OF_THE_PAGE, MOST_TAPS = 1688, 4, 7
IN_FILE = 1301_00


@pytest.fixture
def phone(page: Page) -> Page:
    page.set_viewport_size(PHONE)
    page.add_init_script(
        """addEventListener("click", ({ isTrusted }) => {
          if (isTrusted) sessionStorage.taps = Number(sessionStorage.taps || 0) + 1;
        }, true)"""
    )
    return page


def test_a_mixed_list_of_22_people_is_on_in_one_go_with_the_total_of_the_file(phone, live_server):
    founder = builders.member("Günther Wölkering", "chair", "treasurer")
    enter_as(phone, live_server, founder)
    phone.goto(f"{live_server.url}/leute/liste/")
    phone.get_by_label("oder Datei wählen").set_input_files(LIST)
    phone.get_by_role("button", name="Weiter").click()

    expect(phone.get_by_text("2 Fragen sind noch offen.")).to_be_visible()
    # An amount is shown once it is said what a minus means, and answers may come at once.
    expect(phone.get_by_text("wie die Summe in Zeile 27")).not_to_be_attached()
    phone.get_by_label("schuldet 12,50 €").check()
    phone.get_by_label("Mitgliedsart „Ehrenmitglied“").select_option(
        label="neu: „Ehrenmitglied“, zählt wie unterstützend"
    )
    take_in = phone.get_by_role("button", name="21 Leute aufnehmen")
    expect(take_in).to_be_visible()
    expect(phone.get_by_text("zusammen 1.301,00 € Schulden")).to_be_visible()
    expect(phone.get_by_text("wie die Summe in Zeile 27")).to_be_visible()
    bottom = "document.querySelector('main').getBoundingClientRect().bottom + scrollY"
    assert phone.evaluate(bottom) <= MOST_HEIGHT
    take_in.click()
    expect(phone.get_by_text("21 Leute wurden aufgenommen.")).to_be_visible()
    taps = int(phone.evaluate("Number(sessionStorage.taps)"))
    assert taps + OUTSIDE_OF_THE_PAGE <= MOST_TAPS

    assert Person.objects.count() == Membership.objects.count() == 22
    made = PeopleImport.objects.get()
    assert made.booked_at is not None
    assert sum(made.lines.values_list("cents", flat=True)) == IN_FILE
    assert sum(owing_of(person).cents for person in Person.objects.all()) == IN_FILE
    assert owing_of(Person.objects.get(name="Karl-Heinz Schäfer")).cents == 4500
    assert owing_of(Person.objects.get(name="Cem Özdemir")).cents == -350
    kinds = dict(Membership.objects.values_list("person__name", "kind__name"))
    assert kinds["Hannelore Brüggemann"] == "Ehrenmitglied"
    since = dict(Membership.objects.values_list("person__name", "start"))
    assert since["Wilfried Große-Kämper"] == date(2005, 12, 1)
    assert since["Jörg Krämer (Jojo)"] == date(2018, 1, 1)
    born = dict(PersonDetails.objects.values_list("person__name", "birthday"))
    assert born["Wilfried Große-Kämper"] == date(1960, 2, 29)
    assert born["Günther Wölkering"] == date(1958, 2, 1)
    mails = dict(ImportedLine.objects.values_list("name", "email"))
    assert mails["Karl-Heinz Schäfer"] == "kalle@mail.invalid"
    assert (mails["Ursula Schäfer"], mails["Lars Petersen"]) == ("", "")


def test_an_answer_on_its_way_leaves_the_word_that_is_being_typed(phone, live_server):
    enter_as(phone, live_server, builders.member("Günther", "chair"))
    phone.goto(f"{live_server.url}/leute/liste/")
    phone.get_by_label("oder Datei wählen").set_input_files(LIST)
    phone.get_by_role("button", name="Weiter").click()
    address = phone.get_by_role("textbox", name="E-Mail: Lars Petersen")
    with phone.expect_response("**/leute/liste/"):
        phone.get_by_label("schuldet 12,50 €").check()
        address.fill("lars@mail.invalid")
    expect(address).to_have_value("lars@mail.invalid")
    address.blur()
    expect(phone.get_by_text("wie die Summe in Zeile 27")).to_be_visible()
    expect(address).to_have_value("lars@mail.invalid")
    expect(phone.get_by_text("ist keine E-Mail-Adresse")).not_to_be_attached()


def test_after_going_back_no_answer_is_chosen_that_the_list_below_does_not_know(phone, live_server):
    enter_as(phone, live_server, builders.member("Günther Wölkering", "chair", "treasurer"))
    phone.goto(f"{live_server.url}/leute/liste/")
    phone.get_by_label("Liste einfügen").fill("Name;Saldo\nYlva Brandkamp;-12,50\n")
    phone.get_by_role("button", name="Weiter").click()
    phone.get_by_label("schuldet 12,50 €").check()
    phone.get_by_role("button", name="Eine Person aufnehmen").click()
    expect(phone.get_by_text("Eine Person wurde aufgenommen.")).to_be_visible()
    phone.go_back()

    expect(phone.get_by_label("hat 12,50 € Guthaben")).to_be_visible()
    answered = phone.get_by_label("schuldet 12,50 €").is_checked()
    assert phone.get_by_text("Eine Frage ist noch offen.").is_visible() is not answered
