"""Test that a person with no name or another in public gets it on every page."""

import re
from collections.abc import Iterator
from types import SimpleNamespace

import pytest
from django.urls import reverse
from django.utils import translation

from league.people.services import people
from tests.rights.public import (
    opened,
    play_it_all,
    told,
    visible,
    without_her_mails,
)
from tests.rights.stage import undone
from tests.rights.world import GAME, browser

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture(scope="module")
def built_discreet(whole_club: SimpleNamespace) -> Iterator[SimpleNamespace]:
    """Hide Mara and give Bernd a nickname, wherever the public may look."""
    with undone():
        people.show_as(person=whole_club.mara, seen_as="hidden")
        bernd = whole_club.persons["member_here"]
        people.show_as(person=bernd, seen_as="nickname", nickname="Klappermax")
        play_it_all(whole_club)
        whole_club.cup.host = bernd
        whole_club.cup.save(update_fields=["host"])
        yield whole_club


@pytest.fixture
def discreet(built_discreet: SimpleNamespace) -> Iterator[SimpleNamespace]:
    with undone():
        yield built_discreet


@pytest.mark.parametrize("lang", ["de", "en"])
@pytest.mark.parametrize("actor", ["stranger", "phone_elsewhere"])
def test_who_wants_no_name_or_another_in_public_gets_it_on_every_page(discreet, actor, lang):
    pages = opened(discreet, actor, lang)
    with translation.override(lang):
        nobody = translation.gettext("Somebody")
    pages = without_her_mails(discreet, pages)
    assert told(pages, re.compile(r"\b(Mara|Bernd)\b")) == []
    for name, args in (
        ("league:evening", [discreet.event.pk]),
        ("games:api_lobby", [discreet.here.pk]),
        ("games:api_game", [GAME]),
    ):
        page = pages[reverse(name, args=args)]
        assert nobody in page, name
        assert "Klappermax" in page, name
    assert "Klappermax" in pages[reverse("league:tournament", args=[discreet.cup.pk])]


def test_members_read_the_names_of_those_the_public_does_not_see(discreet):
    address = reverse("league:evening", args=[discreet.event.pk])
    evening = visible(browser(discreet, "member").get(address).content.decode())
    assert "Mara" in evening
    assert "Bernd" in evening
    assert told({address: evening}, "Klappermax", "Jemand") == []
