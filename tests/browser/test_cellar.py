"""The cellar: a table without reception goes on, and what was entered there arrives."""

import json
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from playwright.sync_api import expect

from games.scoring.models import Game, OtherVersion
from games.scoring.queries import live_game
from league.results.models.results import Result
from tests import builders
from tests.browser import tapping
from tests.browser.offline import (
    JUST_ASKED,
    arrived,
    cut_off,
    enter,
    entries,
    ready,
    reconnect,
    shown,
    whole_round,
    without_https,
)
from tests.browser.page_checks import enter_as
from tests.browser.waiting import appears, drawn_anew, stand_still

pytestmark = pytest.mark.browser
ROW = 20  # pixels of a line of small text

Json = dict[str, Any]


def short_game(header: Json) -> list[Json]:
    def wanted(events: list[Json]) -> bool:
        return {"throw", "hand", "stand", "reveal"} <= {event["type"] for event in events}

    return tapping.a_game(header, wanted, most=15)


def plain(event: Json) -> Json:
    """Return the event with its dice sorted: the pad enters two at once, in its own order."""
    return {**event, "dice": sorted(event["dice"])} if event.get("dice") else event


def test_a_whole_game_and_the_next_without_network(page, context, offline_at):
    table = offline_at()
    events = short_game(live_game(Game.objects.get().key).header)
    enter(page, events)
    expect(page.locator(".notices")).to_contain_text("Kein Netz")
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    shown(page, len(events) + 1)
    expect(page.locator(".notices")).to_contain_text(f"{len(events) + 1} Einträge warten seit")
    assert entries(table) == []
    tapping.calm(page)
    page.get_by_role("button", name="Nächstes Spiel").click()
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    tapping.calm(page)
    page.locator("#primary").click()
    shown(page, 0)
    enter(page, [whole_round(table), whole_round(table, 0, 1)])
    context.set_offline(False)
    arrived(page)
    first, second = Game.objects.order_by("number")
    assert [plain(entry.data) for entry in first.entries.all()] == [*map(plain, events), {}]
    assert Result.objects.get().table == table
    assert [entry.type for entry in second.entries.all()] == ["round", "round"]
    expect(page.locator(".notices")).not_to_contain_text("Kein Netz")


def test_the_history_is_there_right_after_the_network_is_gone(page, context, at_table, club):
    """All has arrived, and nothing has failed yet."""
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    enter(page, [whole_round(table), whole_round(table)])
    arrived(page)
    stand_still(page)  # no look at the server
    context.set_offline(True)
    page.locator("#more").click()
    page.get_by_role("button", name="Verlauf").click()
    expect(page.locator("dialog .rounds > li")).to_have_count(2)
    expect(page.locator("dialog")).not_to_contain_text("Kein Netz")


def test_what_waits_is_there_again_after_the_page_was_closed(page, context, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    cut_off(page)
    enter(page, [whole_round(table), whole_round(table)])
    page.reload()
    shown(page, 2)
    expect(page.locator(".notices")).to_contain_text("2 Einträge warten seit")
    enter(page, [whole_round(table)], shown_before=2)
    reconnect(page)
    arrived(page)
    assert entries(table) == ["round"] * 3


@pytest.mark.parametrize("choice", ["mine", "theirs"])
def test_the_referee_decides_which_version_counts_and_the_other_is_kept(
    page, context, offline_at, other_phone, choice
):
    table = offline_at()
    enter(page, [whole_round(table), whole_round(table)])
    other = other_phone(table)
    tapping.settled(other, 0)
    ready(other)
    enter(other, [whole_round(table, 0, 1)])
    tapping.settled(other, 1)
    context.set_offline(False)
    appears(page, page.get_by_role("heading", name="Welche Fassung gilt?"))
    expect(page.locator(".decision")).to_contain_text("2 Einträge")
    assert entries(table) == ["round"]
    page.clock.fast_forward(JUST_ASKED)
    page.locator(f"#take-{choice}").click()
    arrived(page)
    tapping.settled(page, 4 if choice == "mine" else 1)
    version = OtherVersion.objects.get()
    if choice == "mine":
        assert entries(table) == ["round", "retract", "round", "round"]
        assert (version.was_log, len(version.events)) == (True, 1)
        appears(other, other.get_by_text("Jetzt gilt die Fassung eines anderen Handys"))
    else:
        assert entries(table) == ["round"]
        assert (version.was_log, len(version.events)) == (False, 2)


def test_what_waits_goes_out_under_the_name_of_who_entered_it_and_no_other(
    page, context, offline_at, live_server, club
):
    table = offline_at()
    enter(page, [whole_round(table), whole_round(table)])
    context.clear_cookies()
    context.set_offline(False)
    enter_as(page, live_server, club.anke)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    tapping.settled(page, 0)
    ready(page)
    expect(page.locator(".notices")).to_contain_text("Einträge von jemand anderem: 2")
    assert entries(table) == []
    context.clear_cookies()
    enter_as(page, live_server, club.rolf)
    page.goto(f"{live_server.url}/tische/{table.pk}/spiel/")
    ready(page)
    arrived(page)
    assert {entry.user for entry in Game.objects.get().entries.all()} == {club.rolf.user}
    assert entries(table) == ["round", "round"]


def test_what_waits_can_be_saved_as_a_file_that_the_club_reads_in(page, offline_at, club):
    table = offline_at()
    enter(page, [whole_round(table)])
    page.locator("#more").click()
    with page.expect_download() as saving:
        page.get_by_role("link", name="Spiel 1 als Datei sichern").click()
    log = json.loads(saving.value.path().read_text())
    assert log["events"] == [whole_round(table)]
    other = builders.table(table.block.event, club.stine, club.paula)
    seats = dict(
        zip(log["header"]["players"], other.seats.values_list("pk", flat=True), strict=True)
    )
    client = Client()
    client.force_login(club.rolf.user)
    body = {"id": str(uuid4()), "seats": seats, **log}
    answer = client.post(f"/api/tables/{other.pk}/import/", body, content_type="application/json")
    assert answer.status_code == 201, answer.json()


def test_a_closed_browser_opens_again_without_network_and_goes_on(page, context, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    expect(page.locator(".strip")).to_contain_text("auch ohne Netz")
    label = page.locator(".strip small").filter(has_text="auch ohne Netz")
    assert label.bounding_box()["height"] <= ROW
    context.set_offline(True)
    enter(page, [whole_round(table), whole_round(table)])
    page.close()
    again = context.new_page()
    again.clock.install()
    again.goto(page.url)
    shown(again, 2)
    enter(again, [whole_round(table)], shown_before=2)
    context.set_offline(False)
    arrived(again)
    assert entries(table) == ["round"] * 3


# What waits becomes a round that the rules of today refuse.
OTHER_RULES = """async () => {
  const done = (request) => new Promise((resolve) => {
    request.onsuccess = () => resolve(request.result);
  });
  const base = await done(indexedDB.open("schockwart"));
  const items = base.transaction("items", "readwrite").objectStore("items");
  const [item] = await done(items.getAll());
  item.data.penalty = item.entries[0].data.penalty = 14;
  await done(items.put(item));
}"""


def test_what_was_entered_by_other_rules_than_todays_leaves_the_decision(page, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    cut_off(page)
    enter(page, [whole_round(table)])
    page.evaluate(OTHER_RULES)
    page.reload()
    shown(page, 0)
    expect(page.locator(".notices")).to_contain_text("1 Eintrag wartet")
    reconnect(page)
    appears(page, page.locator("#take-theirs"))
    page.clock.fast_forward(JUST_ASKED)
    page.locator("#take-theirs").click()
    arrived(page)
    enter(page, [whole_round(table)])
    arrived(page)
    assert entries(table) == ["round"]
    assert OtherVersion.objects.get().events


def test_a_second_window_says_that_the_table_is_open_elsewhere(page, context, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    context.set_offline(True)
    enter(page, [whole_round(table)])
    context.set_offline(False)
    arrived(page)
    second = context.new_page()
    second.goto(page.url)
    expect(second.get_by_text("in einem anderen Fenster dieses Browsers offen")).to_be_visible()


def test_who_was_logged_out_is_asked_for_the_login_and_not_told_of_others(
    page, context, at_table, live_server, club
):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    ready(page)
    context.set_offline(True)
    enter(page, [whole_round(table)])
    context.clear_cookies(name="sessionid")
    context.set_offline(False)
    notices = page.locator(".notices")
    appears(page, notices.get_by_role("link", name="Einloggen"))
    enter(page, [whole_round(table, 0, 1)], 1)
    # One sentence, which says what to do; nothing beside it says otherwise.
    expect(notices).to_contain_text(
        "Du bist ausgeloggt. Logg dich ein; was hier wartet, bleibt und geht dann raus."
    )
    expect(notices).to_contain_text("2 Einträge warten seit")
    expect(page.locator("#scorer")).not_to_contain_text("Das gibt es hier nicht")
    assert entries(table) == []
    enter_as(page, live_server, club.rolf)
    page.reload()
    arrived(page)
    assert entries(table) == ["round", "round"]
    expect(notices).not_to_contain_text("ausgeloggt")


def test_what_is_said_above_the_table_pushes_nobody_under_the_thumb(page, context, at_table, club):
    """Seven people, a referee who was called, and no network."""
    names = ("Annegret", "Benjamin", "Clemens", "Dietlind", "Engelbert", "Franziska", "Gottlieb")
    table = at_table("rsc2003", *(builders.member(name) for name in names))
    tapping.begin(page, table, "Annegret")
    ready(page)
    page.locator("#more").click()
    page.get_by_role("button", name="Schiedsrichter rufen").click()
    page.locator("dialog").get_by_role("button", name="Schiedsrichter rufen").click()
    expect(page.locator("#call-off")).to_be_visible()
    context.set_offline(True)
    game = live_game(Game.objects.get().key)
    enter(page, tapping.a_game(game.header, lambda events: True)[:2])
    expect(page.get_by_text("2 Einträge warten")).to_be_visible()
    drawn_anew(page)
    lowest, thumb = page.evaluate(
        """() => [
          Math.max(...[...document.querySelectorAll(".place")]
            .map((place) => place.getBoundingClientRect().bottom)),
          document.querySelector("#scorer > .thumb").getBoundingClientRect().top,
        ]"""
    )
    assert lowest <= thumb
    # What does not count yet is said in sight as well, however full the screen is.
    page.locator("#depth-hands").click()
    page.locator("#depth-rounds").click()
    expect(page.locator("#said.stale")).to_be_visible()
    drawn_anew(page)
    said, below = (page.locator(part).bounding_box() for part in ("#said", "#scorer > .thumb"))
    assert said["y"] + said["height"] <= below["y"]


def test_who_is_asked_about_the_last_game_goes_on_with_the_next_without_network(
    page, at_table, club, other_phone
):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    events = short_game(live_game(Game.objects.get().key).header)
    enter(page, events)
    tapping.calm(page)
    page.get_by_role("button", name="Spiel abschließen").click()
    tapping.settled(page, len(events) + 1)
    tapping.calm(page)
    page.get_by_role("button", name="Nächstes Spiel").click()
    expect(page.get_by_role("heading", name="Spiel 2")).to_be_visible()
    tapping.calm(page)
    page.locator("#primary").click()
    tapping.settled(page, 0)
    other = other_phone(table)
    expect(other.locator("#primary")).to_have_text("Ja, stimmt")
    ready(other)
    enter(page, [whole_round(table)])
    tapping.sent(page)
    # It asks for what follows the first entry as soon as it has that one.
    with other.expect_request("**/entries/?since=1"):
        other.clock.fast_forward(2_000)
    other.context.set_offline(True)
    appears(other, other.locator(".notices").get_by_text("Kein Netz"))
    tapping.calm(other)
    other.locator("#primary, #next-game").filter(has_text="Nächstes Spiel").click()
    shown(other, 1)
    enter(other, [whole_round(table, 0, 1)], 1)
    other.context.set_offline(False)
    arrived(other)
    assert [entry.type for entry in Game.objects.get(number=2).entries.all()] == ["round", "round"]


def test_without_https_the_scorer_says_that_it_needs_the_network_until_it_is_understood(
    page, at_table, club
):
    without_https(page)
    table = at_table("rsc2003", club.anke, club.bernd)
    expect(page.get_by_role("status")).to_contain_text("Diese Seite hat kein HTTPS")
    tapping.begin(page, table, "Anke")
    expect(page.get_by_role("status")).to_contain_text("Diese Seite hat kein HTTPS")
    page.get_by_role("button", name="Verstanden").click()
    expect(page.locator(".notices")).to_be_empty()
    page.reload()
    tapping.settled(page, 0)
    expect(page.locator(".notices")).to_be_empty()
