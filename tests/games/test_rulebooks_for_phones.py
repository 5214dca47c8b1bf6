"""The one file of rulebooks that a phone plays by: public, and kept for ever."""

import gzip
import json

import pytest
from django.urls import reverse

from games.engine import slugs
from games.engine.phone import rulebooks_digest, rulebooks_json

pytestmark = [pytest.mark.once, pytest.mark.django_db]
FEW = 12_000  # bytes over the wire


@pytest.fixture
def address(club):
    return reverse("games:rulebooks_data", args=[rulebooks_digest()])


def test_the_file_has_every_rulebook_and_both_languages(client, address):
    answer = client.get(address)
    assert answer.content.decode() == rulebooks_json()
    body = json.loads(answer.content)
    assert [book["slug"] for book in body["rulebooks"]] == list(slugs())
    assert set(body["texts"]["refused"]["game_over"]) == {"de", "en"}


def test_the_file_is_kept_for_ever_by_anybody(client, address):
    answer = client.get(address)
    directives = answer.headers["Cache-Control"].split(", ")
    assert {"public", "immutable", "max-age=31536000"} == set(directives)
    assert "Cookie" not in answer.headers.get("Vary", "")
    assert not answer.cookies


def test_the_file_travels_compressed(client, address):
    answer = client.get(address, headers={"accept-encoding": "gzip"})
    assert len(answer.content) < FEW
    assert gzip.decompress(answer.content).decode() == rulebooks_json()


def test_another_content_has_another_address(client, club):
    assert client.get(reverse("games:rulebooks_data", args=["0" * 16])).status_code == 404
