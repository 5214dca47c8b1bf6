"""Test that a sign no database stores is refused in words, wherever a value comes in."""

from typing import Any

import pytest
from django.test import Client

from league.errors import InvalidError
from league.web.asked import LONGEST_CLIENT_ID, posted_client_id, posted_text
from tests import builders
from tests.html import one_line

pytestmark = [pytest.mark.django_db, pytest.mark.both]


def at(person: Any) -> Client:
    client = Client()
    client.force_login(person.user)
    return client


def test_a_call_for_the_referee_with_a_nul_in_its_id_is_refused(club: Any) -> None:
    table = builders.table(builders.evening(), club.anke, club.bernd, club.jette)
    refused = at(club.rolf).post(f"/tische/{table.pk}/ruf/", {"client_id": "a\0b"})
    assert refused.status_code == 422
    assert "das sich nicht speichern lässt" in one_line(refused)
    noted = at(club.rolf).post(f"/tische/{table.pk}/ruf/", {"client_id": "ab", "note": "a\0b"})
    assert noted.status_code == 422


def test_playing_tonight_with_a_nul_in_its_id_is_refused(club: Any) -> None:
    refused = at(club.rolf).post("/heute/", {"client_id": "a\0b", "names": "Anke, Bernd"})
    assert refused.status_code == 422


def test_an_address_with_a_nul_is_refused(club: Any) -> None:
    for address in ("/figuren/?occasion=a%00b", "/rechte/?right=%00", "/sicherheit/?kind=%00"):
        assert at(club.anke).get(address).status_code in {403, 404, 422}


def test_what_is_read_is_composed_and_an_id_is_never_missing_or_too_long(rf: Any) -> None:
    request = rf.post("/", {"reason": "Ju\u0308rgen", "client_id": "x" * 500})
    assert posted_text(request, "reason") == "Jürgen"
    assert posted_text(request, "missing") == ""
    assert posted_client_id(request) == "x" * LONGEST_CLIENT_ID
    fresh = posted_client_id(rf.post("/"))
    assert fresh != posted_client_id(rf.post("/"))
    with pytest.raises(InvalidError):
        posted_text(rf.post("/", {"reason": "\0"}), "reason")
