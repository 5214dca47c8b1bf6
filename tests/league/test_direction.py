"""The direction of a tournament: what its pages say, and what two directors hear at once."""

import random
import re

import pytest
from django.test import Client
from django.urls import reverse

from league.queries.tournaments import draws
from league.queries.tournaments.course import Course
from league.services.tournaments.setting_up import set_chain
from tests import builders
from tests import tournaments as day

pytestmark = pytest.mark.django_db
NAMES = ["Anna", "Boris", "Cem", "Doro", "Ede", "Fritz", "Gabi", "Heinz"]


@pytest.fixture
def event(db):
    return builders.tournament(template="steele")


@pytest.fixture
def dora(club):
    return builders.member("Dora", "director")


def browser(person):
    client = Client(headers={"accept-language": "de"})
    client.force_login(person.user)
    return client


@pytest.fixture
def desk(dora):
    return browser(dora)


def address(name, event, *args):
    return reverse(f"league:{name}", args=[event.pk, *args])


def page(client, event, name="direction", *args):
    return client.get(address(name, event, *args)).content.decode()


def send(client, event, name, *args, seen=None, **data):
    data["seen"] = day.seen(event) if seen is None else seen
    return client.post(address(name, event, *args), data, follow=True)


def said(response):
    """The sentence of a refusal, as it stands on the page."""
    found = re.search(r'role="alert">(.*?)</p>', response.content.decode(), re.DOTALL)
    return found[1] if found else ""


def test_smoke(desk, event):
    day.people(event, *NAMES)
    for name in ("direction", "tournament_settings", "direct_people", "closing"):
        assert desk.get(address(name, event)).status_code == 200
    assert "Auslosen (8 Leute)" in page(desk, event, "direct_block", 1)
    assert "auslosen (8 Leute)" in page(desk, event)
    send(desk, event, "propose_draw", 1)
    text = page(desk, event, "direct_block", 1)
    assert "Freigeben" in text
    assert desk.get(address("block_settings", event, 2)).status_code == 200
