"""The QR code that a phone draws itself, held to segno; and the result that it holds."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from segno.encoder import DataOverflowError

from games.engine import card, replay
from games.engine.phone import rulebooks_json
from tests.games.chromium import Chromium
from tests.games.qr_codes import draw, points
from tests.games.scoring.test_scorer_api import GAMES

pytestmark = pytest.mark.slow

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_#/:."
ORIGIN = "https://schocken.einem-langen-vereinsnamen.example"


@pytest.fixture(scope="module")
def codes() -> Iterator[Chromium]:
    chromium = Chromium(Path(__file__).with_name("codes.js"))
    chromium.call("learn", json.loads(rulebooks_json()))
    yield chromium
    chromium.close()


def fits(text: str, level: str, version: int) -> bool:
    try:
        return bool(draw(text, level, version))
    except DataOverflowError:
        return False


def longest(rng: Random, level: str, version: int) -> str:
    """Return a text that fills the version to the last byte."""
    text = "".join(rng.choice(LETTERS) for _ in range(900))
    low, high = 1, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if fits(text[:middle], level, version) else (low, middle - 1)
    return text[:low]


@pytest.mark.parametrize("level", ["L", "M"])
def test_each_version_is_what_segno_draws_full_and_half_full(codes, level):
    rng = Random(level)
    for version in range(1, 21):
        full = longest(rng, level, version)
        for text in (full, full[: len(full) // 2 + 1]):
            mask = rng.randrange(8)
            options = {"level": level, "version": version, "mask": mask}
            call = codes.call("draw", text, options)
            assert call["rows"] == draw(text, level, version, mask), options
        call = codes.call("draw", full, {"level": level, "mask": 0})
        assert call["version"] == version
    assert codes.call("tooLong", full + "x", {"level": level}) == "RangeError"


def test_each_mask_is_what_segno_draws_and_the_chosen_one_reads_best(codes):
    text = f"{ORIGIN}/ergebnis/#WzEsMTIs"
    scores = []
    for mask in range(8):
        call = codes.call("draw", text, {"level": "M", "version": 8, "mask": mask})
        assert call["rows"] == draw(text, "M", 8, mask)
        scores.append(points(call["rows"]))
    chosen = codes.call("draw", text, {"level": "M", "version": 8})
    assert scores[chosen["mask"]] == min(scores)


# --- the address ----------------------------------------------------------------------------------
def eight() -> dict:
    """Return the longest result: most players, most figures."""
    games = [row["log"] for row in GAMES if row["expect"].get("phase") == "over"]
    return max(games, key=lambda log: len(log["header"]["players"]))


def at_large_seats(log: dict) -> dict:
    seats = {name: str(98_000 + at) for at, name in enumerate(log["header"]["players"])}
    text = json.dumps(log)
    for name, seat in seats.items():
        text = text.replace(json.dumps(name), json.dumps(seat))
    return json.loads(text)


CARD = {
    "table": 12_345,
    "id": "0f8fad5b-d9cb-469f-a165-70867728950e",
    "number": 7,
    "rulebook": "schock4life",
    "depth": "hands",
    "digest": "q83vEjRWeJCrze8SNFZ4kA",
    "began_at": 1_772_830_000_000,
    "ended_at": 1_772_833_000_000,
}


def test_a_result_fits_into_600_bytes_and_is_read_as_it_was_written(codes):
    log = at_large_seats(eight())
    link = codes.call("link", ORIGIN, CARD, log)
    assert len(link) <= 600
    origin, code = link.split("/ergebnis/#")
    assert origin == ORIGIN
    values = card(replay(log["header"], log["events"]))
    assert codes.call("unpack", code) == {**CARD, **values}
    assert codes.call("draw", link, {"level": "L"})["version"] <= 17


@pytest.mark.parametrize(
    ("code", "newer"),
    [
        ("", False),
        ("WzE", False),
        ("W10", False),
        ("eyJhIjoxfQ", False),
        ("%%%", False),
        ("WzIsMV0", True),
        ("WzEsMSwiIiwxLCJ4IiwwLDAsWzFdLFswLDAsMF0sWzFdLCIiLDAsMF0", False),
    ],
)
def test_what_is_no_result_is_told_apart_from_what_is_newer(codes, code, newer):
    assert codes.call("unpack", code) == {"unreadable": newer}
