"""The scorer's page: all that goes wrong at a table."""

import json
import re

import pytest
from django.core.management import call_command
from django.utils import timezone
from playwright.sync_api import Page, expect

from finance.books.models.claims import Claim
from games.scoring.models import Game
from games.scoring.queries import live_game
from league.access import tokens
from league.links import services as access
from league.results.models.results import Result
from tests import builders
from tests.browser import tapping
from tests.browser.offline import without_https
from tests.browser.page_checks import PHONE, Visit, enter_as, violations
from tests.browser.tapping import begin
from tests.browser.waiting import drawn_anew, stand_still

pytestmark = pytest.mark.browser


def twice(page: Page, apart: int) -> None:
    """Tap twice on the place of the primary button, whatever its words have become."""
    box = page.locator("#primary").bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    stand_still(page)  # or a busy machine keeps them apart
    page.touchscreen.tap(*at)
    page.clock.run_for(apart)
    page.touchscreen.tap(*at)
    page.clock.resume()


@pytest.mark.parametrize("apart", [200, 600])
def test_the_second_tap_of_a_double_tap_does_nothing(
    browser, live_server, transactional_db, club, apart
):
    """From the lobby over a last throw that must stay covered to the lobby of the next game."""
    context = browser.new_context(viewport=PHONE, locale="de-DE", has_touch=True)
    page = context.new_page()
    page.clock.install()
    enter_as(page, live_server, club.rolf)
    table = builders.table(builders.evening("rsc2003"), club.anke, club.bernd)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    page.get_by_role("group", name="Wer fängt an").get_by_role("button", name="Anke").tap()
    twice(page, apart)
    tapping.settled(page, 0)
    game = Game.objects.get(table=table)
    # Anke may throw twice and stands, or Bernd would not be on his last throw.
    for number, faces in enumerate(([6, 5, 4], [6, 5, 3]), start=1):
        tapping.dice(page, faces)
        twice(page, apart)
        tapping.settled(page, number)
        tapping.calm(page)
    assert [entry.type for entry in game.entries.all()] == ["throw", "throw"]
    expect(page.locator("#primary")).to_have_text("Noch 3 Würfel")
    page.locator("#cover").tap()
    tapping.settled(page, 3)
    expect(page.locator("#undo")).to_contain_text("Anke verdeckt")
    page.locator("#primary").tap(force=True)
    page.locator("#more").tap()
    page.get_by_role("button", name="Entscheidung des Schiedsrichters").tap()
    page.get_by_role("radio", name="Jemand verliert das Spiel").check(force=True)
    page.get_by_role("group", name="Wer?").get_by_role("radio", name="Anke").check(force=True)
    page.get_by_label("Begründung").fill("so war es")
    tapping.confirm(page)
    expect(page.locator("#primary")).to_have_text("Spiel abschließen")
    tapping.calm(page)
    twice(page, apart)
    expect(page.locator("#primary")).to_have_text("Nächstes Spiel")
    tapping.calm(page)
    expect(page.locator("#primary")).to_have_text("Nächstes Spiel")
    twice(page, apart)
    tapping.calm(page)
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    assert Game.objects.count() == 1
    context.close()


def test_a_refusal_says_why_and_keeps_the_entry(page, at_table, club):
    without_https(page)  # or the phone's queue takes the entry, three seconds later
    table = at_table("rsc2003")
    begin(page, table, "Anke")

    def forge(route):
        body = json.loads(route.request.post_data)
        body["events"][0]["player"] = str(table.seats.last().pk)
        route.continue_(post_data=json.dumps(body))

    page.route("**/events/", forge)
    tapping.dice(page, [6, 5, 4])
    expect(page.get_by_role("alert")).to_contain_text(
        "Nicht Jette, sondern Anke ist am Wurf. (§ 8)"
    )
    expect(page.locator(".slot .die")).to_have_count(3)
    page.unroute("**/events/")
    tapping.calm(page)
    page.locator("#primary").click()
    tapping.settled(page, 1)
    expect(page.get_by_role("alert")).to_have_count(0)


def test_two_phones_stay_in_step(page, at_table, club, browser, live_server):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    other = context.new_page()
    other.clock.install()
    enter_as(other, live_server, club.anke)
    other.goto(page.url)
    tapping.settled(other, 0)
    stand_still(other)  # it does not look at the server
    other.locator("#pad-2").click()
    tapping.dice(page, [6, 5, 4])
    tapping.settled(page, 1)
    other.clock.fast_forward(tapping.NEW_PAD)
    other.locator("#pad-21").click()
    tapping.settled(other, 1)
    expect(other.locator("#said.stale")).to_be_visible()
    assert live_game(Game.objects.get().key).sequence == 1
    # What it says of the other phone goes with the next entry, from any phone.
    tapping.stand(page, {})
    tapping.settled(page, 2)
    other.clock.resume()
    tapping.settled(other, 2)
    expect(other.locator("#said.stale")).to_have_count(0)
    # The first phone hears of the next throw by itself.
    tapping.dice(other, [5, 3, 2])
    tapping.settled(other, 3)
    tapping.settled(page, 3)
    context.close()


def test_without_a_network_the_entry_waits_and_is_counted_once(page, at_table, club):
    without_https(page)  # or the phone's queue takes the entry, three seconds later
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    # Stored, but the answer is lost on its way.
    page.route("**/events/", lambda route: (route.fetch(), route.abort())[1])
    tapping.dice(page, [6, 5, 4])
    expect(page.get_by_text("Der Eintrag ist noch nicht gespeichert.")).to_be_visible()
    expect(page.locator("#primary")).to_have_attribute("aria-disabled", "true")
    page.unroute("**/events/")
    tapping.settled(page, 1)
    expect(page.get_by_text("Der Eintrag ist noch nicht gespeichert.")).to_have_count(0)
    assert Game.objects.get().entries.count() == 1


def test_an_entry_survives_a_closed_browser(page, at_table, club):
    without_https(page)  # or the phone's queue takes the entry, three seconds later
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    page.route("**/events/", lambda route: route.abort())
    tapping.dice(page, [6, 5, 4])
    expect(page.get_by_text("Der Eintrag ist noch nicht gespeichert.")).to_be_visible()
    page.unroute("**/events/")
    page.reload()
    tapping.settled(page, 1)
    assert Game.objects.get().entries.count() == 1


def test_infractions_rulings_overtime_and_giving_up(page, at_table, club):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Wähle, um wen es geht.")).to_be_visible()
    page.get_by_role("radio", name="Bernd").check(force=True)
    page.get_by_role("radio", name="Würfel nicht auf dem Tisch").check(force=True)
    page.get_by_role("group", name="Wie oft?").get_by_role("radio", name="2").check(force=True)
    page.get_by_label("Warum? (freiwillig)").fill("über die Kante")
    tapping.confirm(page)
    tapping.settled(page, 1)
    expect(page.locator("#live")).to_contain_text("Bernd: Würfel nicht auf dem Tisch")
    expect(page.locator("#undo")).to_contain_text("Vergehen Bernd")

    page.locator("#more").click()
    page.get_by_role("button", name="Scharf spielen").click()
    page.get_by_role("radio").first.check(force=True)
    page.get_by_role("button", name="Eintragen").click()
    tapping.settled(page, 2)
    expect(page.get_by_text("Scharf:")).to_be_visible()

    page.locator("#more").click()
    page.get_by_role("button", name="Entscheidung des Schiedsrichters").click()
    page.get_by_role("radio", name="Jemand verliert die Hälfte").check(force=True)
    page.get_by_role("group", name="Wer?").get_by_role("radio", name="Jette").check(force=True)
    page.get_by_label("Begründung").fill("Streit um den Becher")
    tapping.confirm(page)
    tapping.settled(page, 3)
    expect(page.locator(".strip")).to_contain_text("zweite Hälfte")

    page.locator("#more").click()
    page.get_by_role("button", name="Schiedsrichter rufen").click()
    page.locator("#sheet-submit").click()
    expect(page.get_by_text("Schiedsrichter gerufen um")).to_be_visible()

    page.locator("#more").click()
    page.get_by_role("button", name="Spiel abbrechen").click()
    page.get_by_label("Warum?").fill("letzter Bus")
    page.get_by_role("button", name="Spiel abbrechen").click()
    expect(page.get_by_role("heading", name="Niemand hat verloren")).to_be_visible()
    expect(page.locator(".costs").last).to_contain_text("2,00 €")
    expect(page.get_by_text("Eingetragen von Rolf.")).to_be_visible()


def test_the_last_players_throw_too_many_costs_the_round_that_was_just_settled(
    page, at_table, club
):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    page.get_by_role("button", name="Hände").click()
    for number, dice in enumerate(([5, 1, 1], [2, 2, 1], [6, 5, 2]), start=1):
        page.locator("#whole-1").click()
        tapping.dice(page, dice)
        tapping.settled(page, number)
    expect(page.locator("#said")).to_contain_text("Bernd verliert mit 22/1")

    def breach(which: str) -> None:
        page.locator("#more").click()
        page.get_by_role("button", name="Vergehen").click()
        page.get_by_role("radio", name="Jette").check(force=True)
        page.get_by_role("radio", name="Zu oft gewürfelt").check(force=True)
        page.get_by_role("button", name="Weiter").click()
        expect(page.get_by_text("Wähle, welche Runde es betrifft.")).to_be_visible()
        page.get_by_role("radio", name=which).check(force=True)
        page.get_by_role("button", name="Weiter").click()

    breach("die letzte Runde")
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Jette: Zu oft gewürfelt (§ 22)")
    expect(asked).to_contain_text("Jette zahlt: 1,00 €")
    expect(asked).to_contain_text("Bernd → anJette5 Deckel")
    assert live_game(Game.objects.get().key).sequence == 3
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    tapping.settled(page, 6)
    expect(page.locator("#said")).to_contain_text("Die letzte Runde ist neu gewertet.")
    expect(page.locator("#said")).to_contain_text("Jette gilt wegen „Zu oft gewürfelt“ als Letzter")
    expect(page.locator(".place .mark")).to_have_attribute("title", "Zu oft gewürfelt")
    expect(page.locator("#undo")).to_contain_text("Vergehen Jette")
    tapping.calm(page)
    page.locator("#undo").click()
    tapping.settled(page, 9)
    expect(page.locator("#said")).to_contain_text("Bernd verliert mit 22/1")
    expect(page.locator(".place .mark")).to_have_count(0)

    breach("die Runde, die jetzt beginnt")
    expect(asked).to_contain_text("egal mit welchem Wurf (§ 22)")
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    tapping.settled(page, 10)
    expect(page.locator(".center .note")).to_have_text("Verliert diese Runde: Jette")
    expect(page.locator("#said")).to_contain_text("als Letzter, egal mit welchem Wurf (§ 22)")
    expect(page.locator(".place .mark.waits")).to_be_visible()


def test_peeking_is_voted_on_by_the_others_of_the_round_and_asked_before_it_counts(
    page, at_table, club
):
    table = at_table("schock4life", club.anke, club.bernd, club.jette, club.stine)
    page.get_by_role("group", name=re.compile("Wer fängt an")).get_by_role(
        "button", name="Anke"
    ).click()
    begin(page, table)
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    page.get_by_role("radio", name="Anke").check(force=True)
    page.get_by_role("radio", name="Spinksen").check(force=True)
    expect(page.get_by_text("Es stimmen ab: Bernd, Jette, Stine")).to_be_visible()
    page.get_by_role("button", name="Weiter").click()
    expect(page.get_by_text("Zählt erst die Stimmen.")).to_be_visible()

    def votes(yes: str, no: str) -> None:
        for group, number in (("Stimmen dafür", yes), ("Stimmen dagegen", no)):
            page.get_by_role("group", name=group).get_by_role(
                "radio", name=number, exact=True
            ).check(force=True)
        page.get_by_role("button", name="Weiter").click()

    votes("3", "3")
    expect(page.get_by_text("So viele stimmen nicht ab: höchstens 3.")).to_be_visible()
    votes("2", "1")
    asked = page.get_by_role("dialog")
    expect(asked).to_contain_text("Anke: Spinksen (Z. 172–174) · 2 dafür, 1 dagegen")
    expect(asked).to_contain_text("Anke zahlt: 5,00 €")
    expect(asked).to_contain_text("Anke hat verloren")
    assert live_game(Game.objects.get().key).sequence == 0
    tapping.calm(page)
    page.get_by_role("button", name="Abbrechen").click()
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    page.get_by_role("radio", name="Anke").check(force=True)
    page.get_by_role("radio", name="Spinksen").check(force=True)
    votes("1", "2")
    expect(asked).to_contain_text("ändert nichts am Spiel")
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    tapping.settled(page, 1)
    expect(page.locator("#said")).to_contain_text("Anke: Spinksen (Z. 172–174)")
    expect(page.locator("#said")).to_contain_text("1 dafür, 2 dagegen · kein Ausschluss")
    expect(page.locator(".place .mark")).to_have_attribute("title", "Spinksen")


def test_throwing_along_is_offered_at_the_place_of_whoever_is_out(page, at_table, club):
    table = at_table("schock4life")
    begin(page, table, "Anke")
    page.get_by_role("button", name="Hände").click()
    for number, dice in enumerate(([1, 1, 6], [5, 4, 2], [4, 3, 1]) * 2, start=1):
        page.locator("#whole-1").click()
        tapping.dice(page, dice)
        tapping.settled(page, number)
        # The order follows the loser; the same three hands in a row empty most of the middle.
    while page.locator(".place.able").count() == 0:
        number += 1
        page.locator("#whole-1").click()
        tapping.dice(page, [1, 1, 6] if number % 2 else [4, 3, 1])
        tapping.settled(page, number)
    # A tap at the table only asks, with what it costs; it may be called off.
    page.get_by_role("button", name="Einwürfeln").first.click()
    expect(page.locator("#primary")).to_contain_text("Einwürfeln: ")
    expect(page.locator("#said.preview")).to_be_visible()
    whole = page.locator("#cancel span").evaluate("text => text.scrollWidth <= text.clientWidth")
    assert whole, "„Abbrechen“ is cut off"
    tapping.calm(page)
    page.get_by_role("button", name="Abbrechen").click()
    expect(page.locator("#primary")).to_have_text("Noch 3 Würfel")
    page.get_by_role("button", name="Einwürfeln").first.click()
    tapping.calm(page)
    page.locator("#primary").click()
    tapping.settled(page, number + 1)
    expect(page.locator("#undo")).to_contain_text("Einstieg")


def test_a_booked_game_is_reopened_finished_again_and_confirmed_by_another(
    page, at_table, club, browser, live_server
):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    for name in ("Anke", "Bernd"):
        page.locator("#more").click()
        page.get_by_role("button", name="Entscheidung des Schiedsrichters").click()
        page.get_by_role("radio", name="Jemand verliert das Spiel").check(force=True)
        page.get_by_role("group", name="Wer?").get_by_role("radio", name=name).check(force=True)
        page.get_by_label("Begründung").fill("so war es")
        tapping.confirm(page)
        page.get_by_role("button", name="Spiel abschließen").wait_for()
        tapping.calm(page)
        page.get_by_role("button", name="Spiel abschließen").click()
        expect(page.get_by_role("heading", name=f"{name} hat verloren")).to_be_visible()
        expect(page.get_by_text("noch nicht bestätigt")).to_be_visible()
        if name == "Anke":
            book_the_evening(browser, live_server, club, table)
            tapping.calm(page)
            page.get_by_role("button", name="Wieder öffnen").click()
            page.get_by_label("Warum?").fill("verwechselt")
            page.locator("#sheet-submit").click()
            expect(page.get_by_text("Das Ergebnis wird korrigiert.")).to_be_visible()
            tapping.tap(page, {"type": "retract"})
            expect(page.locator("#pad-1")).to_be_visible()
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    second = context.new_page()
    second.clock.install()
    enter_as(second, live_server, club.jette)
    second.goto(page.url.split("?")[0])
    # The other phone comes afresh and is asked before anything else; who entered it reads whom it
    # waits for.
    expect(second.locator("#primary")).to_have_text("Ja, stimmt")
    expect(second.get_by_role("button", name="Nein, da stimmt etwas nicht")).to_be_in_viewport()
    expect(second.get_by_role("button", name="Nächstes Spiel")).to_be_visible()
    expect(
        page.get_by_text("Eine Bestätigung fehlt noch: von Anke, Bernd oder Jette.")
    ).to_be_visible()
    assert violations(second) == []
    tapping.calm(second)
    second.locator("#primary").click()
    expect(second.locator("#primary")).to_have_text("Nächstes Spiel")
    expect(second.get_by_text("Bestätigt von Jette.")).to_be_visible()
    expect(page.get_by_text("Bestätigt von Jette.")).to_be_visible()
    assert Result.objects.count() == 2
    claims = {claim.person: claim.state for claim in Claim.objects.all()}
    assert claims == {club.anke: Claim.State.REVERSED, club.bernd: Claim.State.PROPOSED}
    call_command("check_books", verbosity=0)
    context.close()


def book_the_evening(browser, live_server, club, table):
    """Confirm the evening as the treasurer: the game's first end is in the books already."""
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    till = context.new_page()
    enter_as(till, live_server, club.kadir)
    till.goto(f"{live_server.url}/kasse/abend/{table.block.event_id}/")
    till.get_by_role("button", name="Ganzen Abend bestätigen").click()
    expect(till.get_by_role("button", name="Ganzen Abend bestätigen")).to_have_count(0)
    assert Claim.objects.get().state == Claim.State.CONFIRMED
    context.close()


def test_spectators_see_the_same_table_and_nothing_to_tap(
    page, at_table, club, browser, live_server
):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    context = browser.new_context(viewport={"width": 1920, "height": 1080}, locale="de-DE")
    wall = context.new_page()
    enter_as(wall, live_server, club.hilde)
    wall.goto(page.url)
    tapping.settled(wall, 0)
    expect(wall.locator("#pad-1, #primary, #undo")).to_have_count(0)
    tapping.dice(page, [6, 5, 4])
    tapping.settled(wall, 1)
    expect(wall.locator(".place.current .die")).to_have_count(3)
    # Readable from eight metres: a name is at least three per cent of the picture's height.
    assert wall.locator(".place .name b").first.evaluate("b => b.clientHeight") >= 32
    context.close()


def test_keys_alone_are_enough(page, at_table, club):
    table = at_table("rsc2003")
    page.get_by_role("button", name="Anke").last.focus()
    page.keyboard.press("Enter")
    page.locator("#primary").focus()
    page.keyboard.press("Enter")
    tapping.settled(page, 0)
    page.evaluate("document.activeElement.blur()")
    page.clock.fast_forward(2500)
    tapping.first_key(page, 6)
    for key in "55":
        page.keyboard.press(key)
    page.keyboard.press("Backspace")
    page.keyboard.press("4")
    page.keyboard.press("Enter")
    tapping.settled(page, 1)
    page.locator(".slot.last").first.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".slot.last").first).to_have_attribute("aria-pressed", "true")
    assert page.evaluate("document.activeElement.className").startswith("slot last")
    for key in "42":
        page.keyboard.press(key)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("Enter")
    tapping.settled(page, 2)
    assert live_game(Game.objects.get(table=table).key).state.node.kept == (6,)


def test_a_half_from_paper_begins_the_game(page, at_table, club):
    at_table("dortmund")
    page.get_by_role("button", name="Schon angefangen?").click()
    page.get_by_role("group", name="Die erste Hälfte hat verloren").get_by_role(
        "button", name="Jette"
    ).click()
    page.get_by_role("button", name="Spiel starten").click()
    tapping.settled(page, 1)
    expect(page.locator(".strip")).to_contain_text("zweite Halbzeit")
    expect(page.locator(".place.current .name")).to_contain_text("Jette")
    expect(page.locator(".place.current .mat.half")).to_have_count(1)


def test_every_step_is_accessible_and_fits(browser, live_server, transactional_db, club):
    """axe at AAA contrast, at each step; no sideways scrolling at 390 and 320 px."""
    context = browser.new_context(viewport=PHONE, locale="de-DE", reduced_motion="reduce")
    page = context.new_page()
    page.clock.install()
    enter_as(page, live_server, club.rolf)
    table = builders.table(builders.evening("rsc2003"), club.anke, club.bernd, club.jette)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    page.locator("#primary").wait_for()

    def check_step(step: str, contrast: str = "wcag2aaa") -> None:
        rules = ["wcag2a", "wcag2aa", "wcag21aa", "best-practice", contrast]
        assert violations(page, *rules) == [], step
        page.emulate_media(color_scheme="dark")
        assert violations(page, "wcag2aa", contrast) == [], (step, "dark")
        page.emulate_media(color_scheme="light")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 844})
            drawn_anew(page)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, step
        page.set_viewport_size(PHONE)

    check_step("lobby")
    begin(page, table, "Anke")
    check_step("first throw")
    tapping.dice(page, [6, 6, 2])
    tapping.settled(page, 1)
    page.locator(".slot.last").first.click()
    page.locator(".slot.last").first.click()
    check_step("a six turned")
    page.locator("#depth-hands").click()
    tapping.stand(page, {})
    tapping.settled(page, 2)
    check_step("a turn in one entry")
    page.locator("#more").click()
    check_step("more")
    page.get_by_role("button", name="Vergehen").click()
    page.get_by_role("radio", name="Bernd").check(force=True)
    page.get_by_role("radio", name="Würfel nicht auf dem Tisch").check(force=True)
    check_step("infraction")
    page.get_by_role("button", name="Weiter").click()
    page.locator("#confirm-entry").wait_for()
    check_step("infraction asked")
    tapping.calm(page)
    page.locator("#confirm-entry").click()
    tapping.settled(page, 3)
    page.locator("#more").click()
    page.get_by_role("button", name="Entscheidung des Schiedsrichters").click()
    page.get_by_role("radio", name="Jemand verliert das Spiel").check(force=True)
    page.get_by_role("group", name="Wer?").get_by_role("radio", name="Jette").check(force=True)
    page.get_by_label("Begründung").fill("so war es")
    tapping.confirm(page)
    page.get_by_role("button", name="Spiel abschließen").wait_for()
    check_step("over")
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    page.get_by_text("Eingetragen von Rolf.").wait_for()
    check_step("finished")
    page.goto(f"{live_server.url}/regelwerke/schock4life/")
    check_step("values", contrast="wcag2aa")
    context.close()


def test_targets_are_large_enough_for_a_thumb(page, at_table, club):
    table = at_table("rsc2003")
    begin(page, table, "Anke")
    tapping.dice(page, [6, 6, 2])
    tapping.settled(page, 1)
    small = page.evaluate(
        """() => [...document.querySelectorAll('.thumb button')]
        .map(element => [element.id || element.className, element.getBoundingClientRect()])
        .filter(([, box]) => box.height < 56 || box.width < 56).map(([name]) => name)"""
    )
    assert small == []


def test_the_first_visit_weighs_little(browser, live_server, transactional_db, club):
    """Before a game and in the middle of one, all that is loaded until the network is quiet."""
    table = builders.table(builders.evening("rsc2003"), club.anke, club.bernd, club.jette)
    for step in ("lobby", "game"):
        context = browser.new_context(viewport=PHONE, locale="de-DE")
        page = context.new_page()
        enter_as(page, live_server, club.rolf)
        visit = Visit(page)
        page.goto(f"{live_server.url}/tische/{table.pk}/spiel/", wait_until="networkidle")
        assert visit.sent() <= 60_000, step
        assert visit.sent("/js/scorer") <= 35_000, step
        assert visit.loud == []
        if step == "lobby":
            begin(page, table, "Anke")
        context.close()


def test_a_phone_on_the_tables_link_scores_until_the_link_is_revoked(
    browser, live_server, transactional_db, club
):
    day = timezone.localdate()
    table = builders.table(builders.evening(day=day), club.anke, club.bernd, club.jette)
    now = timezone.now()
    link = access.make_link(table=table, by=club.rolf.user, now=now)
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    page = context.new_page()
    page.clock.install()
    token = tokens.LinkToken(link.pk, table.pk, link.ends_at)
    page.goto(f"{live_server.url}/t/{tokens.sign_link(token)}/")
    page.get_by_label("Jemand anders").fill("Wiebke")
    page.get_by_role("button", name="Unter diesem Namen weiter").click()
    expect(page.get_by_text("Eingetragen wird von Wiebke (dem Namen nach).")).to_be_visible()
    begin(page, table, "Anke")
    tapping.dice(page, [6, 5, 4])
    tapping.settled(page, 1)
    access.revoke_link(link=link, by=club.rolf.user, now=timezone.now())
    tapping.dice(page, [6, 5, 4])
    expect(page.get_by_text("Der Link dieses Tisches gilt nicht mehr.")).to_be_visible()
    context.close()
