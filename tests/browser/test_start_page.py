"""The first page a stranger sees, in a real browser."""

import pytest
from playwright.sync_api import expect

from tests.browser.page_checks import enter_as

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.mark.smoke
def test_the_start_page_opens_without_a_complaint_of_the_browser(page, live_server):
    complaints = []
    page.on("console", lambda message: complaints.append(message.text))
    page.on("pageerror", lambda error: complaints.append(str(error)))

    page.goto(live_server.url)

    assert page.locator("h1").count() == 1
    assert complaints == []


def test_the_way_to_the_login_is_one_tap(page, live_server, club):
    page.goto(live_server.url)
    page.get_by_role("link", name="Einloggen").first.click()
    expect(page.get_by_label("E-Mail")).to_be_visible()


def test_a_name_in_the_header_is_not_cut(page, live_server, club):
    """Beside all that the treasurer has in the bar."""
    club.kadir.name = "Katharina Würfelmann-Brettschneider"
    club.kadir.save(update_fields=["name"])
    enter_as(page, live_server, club.kadir)
    for width in (900, 1280):
        page.set_viewport_size({"width": width, "height": 800})
        page.goto(live_server.url)
        name = page.locator(".who a")
        expect(name).to_have_text(club.kadir.name)
        assert name.evaluate("link => link.scrollWidth <= link.clientWidth"), width
