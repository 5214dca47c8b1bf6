"""Decisions, cards, calls and links on the scorer's page."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.scoring.models import Game
from league.access import tokens
from league.club.models import StakeAnswer
from league.links import services as access
from league.results.models.second_look import RefereeCall
from league.results.services import confirming
from tests import builders
from tests.browser import tapping
from tests.browser.page_checks import PHONE, enter_as, violations
from tests.browser.tapping import begin

pytestmark = pytest.mark.browser


@pytest.fixture
def seated(page: Page, live_server, transactional_db, club):
    """Open the page of a table with three players, for the referee; return the table."""
    page.clock.install()
    page.set_viewport_size(PHONE)
    enter_as(page, live_server, club.rolf)
    day = timezone.localdate()
    table = builders.table(builders.evening(day=day), club.anke, club.bernd, club.jette)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    return table


def more(page: Page, name: str) -> None:
    page.locator("#more").click()
    page.get_by_role("dialog").get_by_role("button", name=name).click()


def rule(page: Page, effect: str, name: str, text: str) -> None:
    more(page, "Entscheidung des Schiedsrichters")
    page.get_by_role("radio", name=effect).check(force=True)
    page.get_by_role("group", name="Wer?").get_by_role("radio", name=name).check(force=True)
    page.get_by_label("Begründung").fill(text)
    tapping.confirm(page)


def test_what_was_decided_stands_in_the_history_and_at_the_end(page, seated, club):
    begin(page, seated, "Anke")
    more(page, "Vergehen")
    page.get_by_role("radio", name="Bernd").check(force=True)
    page.get_by_role("radio", name="Würfel nicht auf dem Tisch").check(force=True)
    page.get_by_label("Warum? (freiwillig)").fill("über die Kante")
    tapping.confirm(page)
    tapping.settled(page, 1)
    more(page, "Verlauf")
    told = page.get_by_role("dialog")
    expect(told).to_contain_text("Bernd: Würfel nicht auf dem Tisch")
    expect(told).to_contain_text("über die Kante · Bernd: 1,00 €")
    page.keyboard.press("Escape")
    rule(page, "Jemand verliert das Spiel", "Jette", "Becher umgeworfen")
    expect(page.locator(".result")).to_contain_text(
        "Entscheidung: Jette verliert das Spiel · Becher umgeworfen"
    )
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    expect(page.get_by_role("link", name="Ergebnis und Fassungen")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("Becher umgeworfen")


def test_who_is_ruled_on_stays_chosen_while_the_round_is_asked_and_is_named(page, at_table, club):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    page.get_by_role("button", name="Hände").click()
    for number, dice in enumerate(([5, 1, 1], [2, 2, 1], [6, 5, 2]), start=1):
        page.locator("#whole-1").click()
        tapping.dice(page, dice)
        tapping.settled(page, number)
    page.locator("#more").click()
    page.get_by_role("button", name="Entscheidung des Schiedsrichters").click()
    page.get_by_role("radio", name="Jemand verliert die Runde").check(force=True)
    jette = page.get_by_role("group", name="Wer?").get_by_role("radio", name="Jette")
    jette.check(force=True)
    page.get_by_role("radio", name="die letzte Runde").check(force=True)
    expect(jette).to_be_checked()
    page.get_by_label("Begründung").fill("so war es")
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_role("dialog")).to_contain_text("Jette verliert die Runde · so war es")
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    tapping.settled(page, 6)
    expect(page.locator("#said")).to_contain_text("Jette verliert die Runde · Die letzte")
    expect(page.locator(".place .mark")).to_have_attribute("title", "Jette verliert die Runde")


@pytest.mark.parametrize(
    ("answer", "member", "guest"),
    [
        ([], "Einsatz5,00 €", "Einsatz5,00 €, wenn vereinbart"),
        ([{"kind": "asked"}], "Einsatz5,00 €, nur notiert", "Einsatz5,00 €, nur notiert"),
        ([{"kind": "none"}], "Einsatzohne Geld", "Einsatzohne Geld"),
        ([{"kind": "amount", "cents": 250}], "Einsatz2,50 €", "Einsatz2,50 €, wenn vereinbart"),
    ],
)
def test_the_end_of_a_game_says_what_the_loser_really_pays(
    page, at_table, club, answer, member, guest
):
    for text in answer:
        StakeAnswer.objects.create(**text)
    at_table("schock4life", club.bernd, club.jette, club.timo)
    page.get_by_role("group", name=re.compile("Wer fängt an")).get_by_role(
        "button", name="Bernd"
    ).click()
    page.locator("#primary").click()
    tapping.settled(page, 0)
    for name, due in (("Jette", member), ("Timo", guest)):
        more(page, "Vergehen")
        page.get_by_role("radio", name=name).check(force=True)
        page.get_by_role("radio", name="Spinksen").check(force=True)
        for group, number in (("Stimmen dafür", "2"), ("Stimmen dagegen", "0")):
            votes = page.get_by_role("group", name=group)
            votes.get_by_role("radio", name=number, exact=True).check(force=True)
        page.get_by_role("button", name="Weiter").click()
        price = due.removeprefix("Einsatz")
        expect(page.get_by_role("dialog")).to_contain_text(f"{name} zahlt: {price}")
        tapping.calm(page)
        page.locator("#confirm-entry").click()
        expect(page.locator(".costs").last).to_have_text(f"{name} {due}")
        tapping.calm(page)
        page.locator("#undo").click()
        expect(page.locator(".result")).to_have_count(0)


def test_a_game_ended_on_its_card_shows_what_the_card_says(page, seated, club, live_server):
    begin(page, seated, "Anke")
    anke, _, jette = seated.seats.order_by("pk")
    sent = {
        "client_id": "karte",
        "number": 1,
        "ending": "normal",
        "lost_first": anke.pk,
        "lost_second": jette.pk,
        "lost_game": jette.pk,
    }
    token = page.evaluate("document.cookie.match(/csrftoken=([^;]+)/)?.[1]")
    answer = page.request.post(
        f"{live_server.url}/tische/{seated.pk}/karte/",
        form=sent,
        headers={"X-CSRFToken": token, "Referer": page.url},
    )
    assert answer.ok
    page.goto(f"{page.url.split('?')[0]}?game={Game.objects.get().key}")
    expect(page.get_by_role("heading", name="Jette hat verloren")).to_be_visible()
    expect(page.locator(".result")).to_contain_text("erste Hälfteverloren von Anke")
    expect(page.locator(".result")).to_contain_text("zweite Hälfteverloren von Jette")
    expect(page.locator(".result")).to_contain_text("von der Karte · entschieden im Endspiel")
    expect(page.locator(".costs").last).to_contain_text("€")
    expect(page.locator(".stage")).to_be_hidden()
    page.get_by_role("link", name="Ergebnis und Fassungen").click()
    expect(page).to_have_url(re.compile("/ergebnisse/"))


def test_a_call_has_a_note_is_taken_back_there_and_answered(page, seated, club):
    begin(page, seated, "Anke")
    more(page, "Schiedsrichter rufen")
    page.get_by_label("Worum geht es?").fill("Becher umgefallen")
    page.locator("#sheet-submit").click()
    expect(page.locator(".notices")).to_contain_text("Becher umgefallen")
    page.locator(".notices").get_by_role("button", name="Zurücknehmen").click()
    expect(page.locator(".notices")).not_to_contain_text("gerufen")
    more(page, "Schiedsrichter rufen")
    page.locator("#sheet-submit").click()
    expect(page.locator(".notices")).to_contain_text("gerufen")
    call = RefereeCall.objects.get(answered_at=None)
    confirming.answer_call(call=call, by=club.rolf.user, now=timezone.now())
    expect(page.locator(".notices")).to_contain_text("Rolf kommt.")


def test_turning_is_said_and_dice_survive_a_new_page(page, seated, club):
    begin(page, seated, "Anke")
    tapping.dice(page, [6, 6, 2])
    tapping.settled(page, 1)
    expect(page.locator(".hint")).to_contain_text("Noch einmal: zur 1 gedreht")
    page.clock.fast_forward(tapping.NEXT_PAD)
    page.locator("#pad-5").click()
    page.reload()
    expect(page.locator("#primary")).to_have_text("Noch 2 Würfel")
    expect(page.locator(".slot .die").last).to_have_attribute("data-face", "5")


def test_a_phone_on_the_link_is_not_led_to_a_strangers_page(
    browser, live_server, transactional_db, club
):
    day = timezone.localdate()
    table = builders.table(builders.evening(day=day), club.anke, club.bernd, club.jette)
    link = access.make_link(table=table, by=club.rolf.user, now=timezone.now())
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    token = tokens.LinkToken(link.pk, table.pk, link.ends_at)
    page.goto(f"{live_server.url}/t/{tokens.sign_link(token)}/")
    page.get_by_label("Jemand anders").fill("Wiebke")
    page.get_by_role("button", name="Unter diesem Namen weiter").click()
    page.locator("#primary").wait_for()
    expect(page.locator(".strip")).to_contain_text("Tisch 1")
    expect(page.locator(".strip a.way-back")).to_have_count(0)
    context.close()


def test_a_phone_serves_the_left_hand_and_remembers_it(page, seated, club):
    begin(page, seated, "Anke")
    right = page.locator("#more").bounding_box()["x"] > page.locator("#undo").bounding_box()["x"]
    assert right
    more(page, "Dieses Handy")
    page.get_by_role("checkbox", name="Für die linke Hand").check(force=True)
    assert violations(page) == []
    page.keyboard.press("Escape")
    assert page.locator("#more").bounding_box()["x"] < page.locator("#undo").bounding_box()["x"]
    page.reload()
    page.locator("html.left-handed").wait_for()
    tapping.settled(page, 0)
    assert page.locator("#more").bounding_box()["x"] < page.locator("#undo").bounding_box()["x"]
