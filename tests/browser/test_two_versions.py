"""Two phones went on scoring at one table: what each choice does, and that it does no more."""

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from games.scoring.models import Game, OtherVersion
from league.access import tokens
from league.links import services as access
from league.results.models.results import Result
from tests.browser import tapping
from tests.browser.offline import JUST_ASKED, arrived, enter, ready, shown, whole_round
from tests.browser.page_checks import PHONE
from tests.browser.waiting import appears, drawn_anew, eventually, patient, stand_still, time_passes

pytestmark = pytest.mark.browser


def comes_back(page: Page, context) -> None:
    """Give the phone its network back, and wait until it shows that another phone has gone on."""
    context.set_offline(False)
    appears(page, page.locator(".decision"))


def takes(page: Page, choice: str) -> None:
    page.clock.fast_forward(JUST_ASKED)
    page.locator(f"#take-{choice}").click()


def breaks_off(page: Page) -> None:
    """End the game on the screen without a loser."""
    tapping.calm(page)
    page.locator("#more").click()
    page.get_by_role("button", name="Spiel abbrechen").click()
    page.locator("#reason").fill("Letzter Bus")
    page.locator("#sheet-submit").click()


def goes_on(page: Page) -> None:
    page.get_by_role("button", name="Nächstes Spiel").wait_for()
    tapping.calm(page)
    page.get_by_role("button", name="Nächstes Spiel").click()


def begins_the_next(page: Page) -> None:
    expect(page.locator(".lobby h1")).to_be_visible()
    # The one before has no loser.
    page.get_by_role("group", name="Wer fängt an").get_by_role("button", name="Anke").click()
    expect(page.locator("#primary")).to_have_text("Spiel starten")
    tapping.calm(page)
    page.locator("#primary").click()
    shown(page, 0)


@pytest.fixture
def both_went_on(page, context, offline_at, other_phone):
    """Rolf's phone closed game 1 without network, and Anke's went on in it; hers is returned."""
    table = offline_at()
    enter(page, [whole_round(table), whole_round(table)])
    other = other_phone(table)
    tapping.settled(other, 0)
    enter(other, [whole_round(table, 0, 1)])
    tapping.settled(other, 1)
    return table, other


def test_the_other_phone_is_followed_while_it_is_decided(page, context, both_went_on):
    table, other = both_went_on
    comes_back(page, context)
    there = page.locator(".version", has_text="Am anderen Handy")
    expect(there).to_contain_text(re.compile(r"Anke, zuletzt \d\d:\d\d · 1 Eintrag"))
    expect(there).to_contain_text("Anke 1")
    enter(other, [whole_round(table, 0, 1)], shown_before=1)
    tapping.settled(other, 2)
    appears(page, there.get_by_text("2 Einträge"))
    expect(there).to_contain_text("Anke 2")


def test_a_question_that_has_just_come_up_shows_that_it_takes_no_answer_yet(
    page, context, both_went_on
):
    stand_still(page)
    context.set_offline(False)
    mine = page.locator("#take-mine")
    time_passes(page, mine.is_visible, milliseconds=10)
    expect(mine).to_have_attribute("aria-disabled", "true")
    mine.click(force=True)
    page.clock.fast_forward(JUST_ASKED)
    page.clock.resume()
    expect(mine).not_to_have_attribute("aria-disabled", "true")
    assert not OtherVersion.objects.exists()
    mine.click()
    arrived(page)
    assert OtherVersion.objects.exists()


def test_a_late_look_at_the_table_does_not_call_back_a_game_that_was_left(both_went_on):
    table, other = both_went_on
    patient(other)
    late = []

    def as_it_was(route):
        if late:
            route.continue_()
        else:
            late.append((route, route.fetch()))

    other.route(f"**/api/tables/{table.pk}/", as_it_was)
    # Each third look at a running game is one at the table too.
    time_passes(other, lambda: bool(late), 2_000)
    breaks_off(other)
    tapping.settled(other, 3)
    goes_on(other)
    expect(other.locator(".lobby h1")).to_be_visible()
    (route, answer) = late[0]
    with other.expect_response(f"**/api/tables/{table.pk}/"):
        route.fulfill(response=answer)
    drawn_anew(other)
    expect(other.locator(".lobby h1")).to_be_visible()


def test_a_result_is_replaced_while_the_next_game_goes_on_there(page, context, both_went_on):
    table, other = both_went_on
    breaks_off(page)
    breaks_off(other)
    tapping.settled(other, 3)
    goes_on(other)
    begins_the_next(other)
    enter(other, [whole_round(table)])
    tapping.settled(other, 1)
    comes_back(page, context)
    expect(page.get_by_role("heading", name="Spiel 1: Welche Fassung gilt?")).to_be_visible()
    expect(page.locator("#take-mine-means")).to_contain_text("Spiel 2 läuft dort weiter.")
    takes(page, "mine")
    arrived(page)
    first, second = Game.objects.order_by("number")
    assert (first.status, second.status) == ("finished", "running")
    assert Result.objects.get(number=1, is_current=True).version == 2
    assert OtherVersion.objects.get().was_log
    table.refresh_from_db()
    assert table.playing == 2


def test_the_next_game_begins_by_the_table_that_is_shown(page, at_table, club, other_phone):
    """The stored game has just been opened, and the newest answer the phone has heard is older."""
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    other = other_phone(table)
    stand_still(other)
    other.reload()
    tapping.settled(other, 0)
    held = []
    other.route(f"**/api/tables/{table.pk}/", lambda route: held.append(route))
    breaks_off(other)
    eventually(other, lambda: len(held) == 1)
    goes_on(other)
    eventually(other, lambda: len(held) == 2)
    # The next look of the watching page, and the first of what is kept on the phone. The clock is
    # moved on once only: a question that has waited for 8 seconds is given up.
    other.clock.fast_forward(1_500)
    eventually(other, lambda: len(held) == 4)
    held[1].continue_()
    begins_the_next(other)
    assert Game.objects.get(table=table, number=2).status == "running"


@pytest.fixture
def two_games(page, context, both_went_on):
    """Let both phones close game 1, and each play a game 2 of its own."""
    table, other = both_went_on
    for phone in (page, other):
        breaks_off(phone)
    tapping.settled(other, 3)
    for phone in (page, other):
        goes_on(phone)
        begins_the_next(phone)
        enter(phone, [whole_round(table)])
    tapping.settled(other, 1)
    comes_back(page, context)
    takes(page, "theirs")
    appears(page, page.get_by_role("heading", name="Zwei Spiele an einem Tisch"))
    return table, other


def test_what_runs_on_the_other_phone_ends_only_after_it_was_said(page, two_games):
    _table, other = two_games
    means = page.locator("#take-mine-means")
    expect(means).to_have_text(
        "Dieses wird Spiel 3. Spiel 2 endet dort ohne Verlierer. "
        "Seine Einträge (1) bleiben gespeichert."
    )
    expect(page.locator("#take-mine")).to_have_text("Nur dieses hier gilt")
    takes(page, "mine")
    arrived(page)
    tapping.settled(page, 1)
    expect(page.locator(".strip")).to_contain_text("Spiel 3")
    second, third = Game.objects.order_by("number")[1:]
    assert (second.status, third.status) == ("finished", "running")
    appears(other, other.get_by_text("Spiel 2 wurde an einem anderen Handy beendet."))
    expect(other.locator(".strip")).to_contain_text("Spiel 3")


def test_the_game_on_the_other_phone_counts_and_the_one_here_is_kept_beside_it(page, two_games):
    takes(page, "theirs")
    arrived(page)
    assert OtherVersion.objects.filter(number=2, was_log=False).exists()
    tapping.settled(page, 1)
    second = Game.objects.get(number=2)
    assert second.status == "running"
    expect(page.locator(".strip")).to_contain_text("Spiel 2")
    assert second.entries.count() == 1


def test_a_game_that_is_over_here_is_entered_beside_the_one_that_runs(page, context, both_went_on):
    table, other = both_went_on
    breaks_off(other)
    tapping.settled(other, 3)
    breaks_off(page)
    goes_on(page)
    begins_the_next(page)
    enter(page, [whole_round(table)])
    breaks_off(page)
    goes_on(other)
    begins_the_next(other)
    comes_back(page, context)
    takes(page, "theirs")
    appears(page, page.get_by_text("Spiel 2 läuft dort weiter."))
    expect(page.locator("#take-mine-means")).to_have_text(
        "Beide zählen. Dieses wird Spiel 3. Spiel 2 läuft dort weiter."
    )
    takes(page, "mine")
    arrived(page)
    assert list(Game.objects.order_by("number").values_list("number", "status")) == [
        (1, "finished"),
        (2, "running"),
        (3, "finished"),
    ]


def test_a_version_in_which_a_half_is_over_says_who_lost_it(page, context, both_went_on):
    table, other = both_went_on
    enter(other, [{**whole_round(table), "penalty": "all"}], shown_before=1)
    tapping.settled(other, 2)
    comes_back(page, context)
    there = page.locator(".version", has_text="Am anderen Handy")
    expect(there).to_contain_text("erste Hälfte: verloren von Bernd · zweite Hälfte")
    expect(there).not_to_contain_text("Es bewegt sich nichts.")
    here = page.locator(".version", has_text="Auf diesem Handy")
    expect(here).to_contain_text("erste Hälfte · Bernd 2")


def test_a_phone_on_the_link_says_twice_that_the_referees_version_gives_way(
    page, browser, live_server, at_table, club
):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    link = access.make_link(table=table, by=club.rolf.user, now=timezone.now())
    context = browser.new_context(viewport=PHONE, locale="de-DE")
    guest = context.new_page()
    guest.clock.install()
    token = tokens.LinkToken(link.pk, table.pk, link.ends_at)
    guest.goto(f"{live_server.url}/t/{tokens.sign_link(token)}/")
    guest.get_by_label("Jemand anders").fill("Wiebke")
    guest.get_by_role("button", name="Unter diesem Namen weiter").click()
    tapping.settled(guest, 0)
    ready(guest)
    context.set_offline(True)
    enter(guest, [whole_round(table), whole_round(table)])
    enter(page, [whole_round(table, 0, 1)])
    tapping.settled(page, 1)
    comes_back(guest, context)
    takes(guest, "mine")
    expect(guest.locator("#take-mine")).to_have_text("Ja, diese hier gilt")
    expect(guest.locator("#take-mine-means")).to_contain_text("Was Rolf eingetragen hat")
    assert not OtherVersion.objects.exists()
    takes(guest, "mine")
    arrived(guest)
    assert OtherVersion.objects.get().was_log
    context.close()
