"""Pages for programs from outside: robots.txt, and security.txt as RFC 9116 has it."""

from datetime import datetime, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from league.club.services import describe, set_public
from tests import builders

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(autouse=True)
def _founded():
    builders.member("Anke")


def lines(client, address):
    answer = client.get(address)
    assert answer.headers["Content-Type"] == "text/plain; charset=utf-8"
    return answer.content.decode().splitlines()


def allowed(client):
    """Return the pages that robots.txt allows."""
    told = lines(client, "/robots.txt")
    assert told[0] == "User-agent: *"
    assert told[-1] == "Disallow: /"
    pages = {line.removeprefix("Allow: ") for line in told[1:-1]}
    assert "/static/" in pages
    return {page.removesuffix("$") for page in pages if page.endswith("$")}


def test_crawlers_may_read_what_is_public_in_every_club(client):
    assert allowed(client) == {"/", "/spielen/", "/club/", "/impressum/", "/datenschutz/"}


def test_what_the_club_makes_public_is_open_to_crawlers_too(client):
    before = allowed(client)
    set_public(pages=["table", "all_time", "statistics"])
    opened = allowed(client) - before
    assert opened == {reverse(name) for name in ("league:table", "league:all_time", "club_figures")}


def test_each_page_that_crawlers_may_read_is_shown_without_a_login(client):
    set_public(pages=["start"])
    for page in allowed(client):
        assert client.get(page).status_code == 200, page


def fields(client):
    told = lines(client, "/.well-known/security.txt")
    return [tuple(line.split(": ", 1)) for line in told]


def test_security_txt_names_the_address_of_the_club_first_and_its_imprint(client, settings):
    settings.PUBLIC_URL = "https://schockwart.example"
    imprint = ("Contact", "https://schockwart.example/impressum/")
    assert fields(client)[0] == imprint
    describe(name="Becherrunde", contact="club@club.invalid")
    assert fields(client)[:2] == [("Contact", "mailto:club@club.invalid"), imprint]
    known = dict(fields(client)[2:])
    assert known["Canonical"] == "https://schockwart.example/.well-known/security.txt"
    assert known["Preferred-Languages"] == "de, en"


def test_security_txt_holds_for_less_than_a_year_and_is_never_over(client):
    until = datetime.fromisoformat(dict(fields(client))["Expires"])
    assert timedelta(days=30) < until - timezone.now() < timedelta(days=365)
