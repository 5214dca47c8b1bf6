"""The files a phone may keep to go on without a network, and for whom."""

import re

import pytest
from django.urls import URLPattern, get_resolver, reverse
from django.utils import timezone

from config.app_shell import IDENTITY_COOKIE, VERSION_HEADER
from league.access import tokens
from league.links import services as links
from tests import builders

pytestmark = [pytest.mark.once, pytest.mark.django_db]


def every_view(resolver=None, space=""):
    for url_pattern in (resolver or get_resolver()).url_patterns:
        if isinstance(url_pattern, URLPattern):
            yield space + (url_pattern.name or ""), url_pattern.callback
        else:
            yield from every_view(
                url_pattern, f"{url_pattern.namespace}:" if url_pattern.namespace else space
            )


def test_only_these_pages_may_be_kept():
    """Of persons they say no more than names, and of money only the scorer what its game costs."""
    stored = {name: view.may_be_kept for name, view in every_view() if hasattr(view, "may_be_kept")}
    assert stored == {
        "games:friends": "at-once",
        "games:new_card": "without-network",
        "games:play": "at-once",
        "games:score_card": "without-network",
        "league:attendance_list": "without-network",
    }


def test_the_worker_is_asked_for_anew_and_answers_for_the_whole_site(client, club):
    answer = client.get("/sw.js")
    assert answer["Content-Type"].startswith("text/javascript")
    assert answer["Cache-Control"] == "no-cache"
    assert "script-src 'self'" in answer["Content-Security-Policy"]
    version = re.search(r'"version": "([0-9a-f]{12})"', answer.content.decode())[1]
    client.force_login(club.rolf.user)
    table = builders.table(builders.evening(), club.anke, club.bernd)
    assert (
        client.get(reverse("games:play", args=[table.pk]))[VERSION_HEADER] == f"{version} at-once"
    )
    assert VERSION_HEADER not in client.get("/")


def test_a_card_that_says_what_a_game_costs_is_not_kept(client, club):
    client.force_login(club.rolf.user)
    table = builders.table(builders.evening("schock4life"), club.anke, club.bernd)
    answer = client.get(reverse("games:new_card", args=[table.pk]))
    assert answer.status_code == 200
    assert VERSION_HEADER not in answer


def test_the_page_without_network_is_the_same_to_everybody(client, club):
    text = client.get("/ohne-netz/").content.decode()
    assert "Kein Netz" in text
    assert "No network" in text


def sign(client) -> str:
    client.get("/ohne-netz/")
    cookie = client.cookies.get(IDENTITY_COOKIE)
    return cookie.value if cookie else ""


def test_whoever_logs_in_or_out_or_takes_a_link_is_somebody_else(client, club):
    assert sign(client) == ""
    signs = [sign(client)]
    client.force_login(club.rolf.user)
    signs.append(sign(client))
    assert client.post("/sprache/setlang/", {"language": "en"}).status_code == 302
    signs.append(sign(client))
    table = builders.table(builders.evening(day=timezone.localdate()), club.anke, club.bernd)
    now = timezone.now()
    link = links.make_link(table=table, by=club.rolf.user, now=now)
    link_token = tokens.sign_link(tokens.LinkToken(link.pk, table.pk, link.ends_at))
    client.get(f"/t/{link_token}/")
    client.post(f"/t/{link_token}/", {"other": "Wiebke"})
    signs.append(sign(client))
    out = client.post("/abmelden/")
    assert out["Clear-Site-Data"] == '"cache"'
    signs.append(sign(client))
    client.force_login(club.rolf.user)
    signs.append(sign(client))
    assert len(set(signs)) == len(signs), signs
    assert all(re.fullmatch(r"[0-9a-f]{24}", sign) for sign in signs[1:])
    assert sign(client) == signs[-1]
