"""The scorer says why something does not count yet, and stops saying it when that is over."""

import pytest
from playwright.sync_api import expect

from tests.browser import tapping

pytestmark = pytest.mark.browser


def test_rounds_are_entered_from_the_next_one_on_and_the_page_says_so(page, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    page.locator("#depth-rounds").click()
    expect(page.get_by_role("heading", name="Wer hat verloren?")).to_be_visible()
    page.locator("#depth-throws").click()
    tapping.dice(page, [6, 4, 2])
    tapping.settled(page, 1)
    page.locator("#depth-rounds").click()
    later = page.get_by_text("Diese Runde geht weiter, wie sie begonnen hat.")
    expect(later).to_be_visible()
    page.locator("#depth-throws").click()
    expect(later).to_have_count(0)


def test_what_was_missing_in_a_sheet_is_red_until_it_is_filled_in(page, at_table, club):
    table = at_table("rsc2003", club.anke, club.bernd)
    tapping.begin(page, table, "Anke")
    page.locator("#more").click()
    page.get_by_role("button", name="Vergehen").click()
    page.locator("#sheet-submit").click()
    problem = page.locator(".sheet .errors")
    expect(problem).to_be_visible()
    page.get_by_role("radio", name="Anke").check(force=True)
    expect(problem).to_be_hidden()
