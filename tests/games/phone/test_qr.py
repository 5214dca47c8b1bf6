"""The QR code that a phone draws itself, held to segno; and the result that stands in it."""

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import segno
from segno import encoder

from games.engine import card, replay
from games.engine.phone import rulebooks_json
from tests.games.chromium import Chromium
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


@pytest.fixture(autouse=True)
def _no_empty_codeword(monkeypatch):
    """Where the text ends with a codeword, segno puts an empty one behind; the standard does not."""

    def padding(buff: encoder.Buffer, _version: int, length: int) -> None:
        buff.extend([0] * (-length % 8))

    monkeypatch.setattr(encoder, "write_padding_bits", padding)


def drawn(text: str, level: str, version: int, mask: int | None = None) -> segno.QRCode:
    return segno.make(
        text,
        error=level,
        version=version,
        mask=mask,
        mode="byte",
        boost_error=False,
        micro=False,
    )


def rows(code: segno.QRCode) -> list[str]:
    return ["".join(str(int(dark)) for dark in row) for row in code.matrix]


def fits(text: str, level: str, version: int) -> bool:
    try:
        return bool(drawn(text, level, version))
    except encoder.DataOverflowError:
        return False


def longest(rng: Random, level: str, version: int) -> str:
    """A text that fills the version to the last byte."""
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
            found = codes.call("draw", text, options)
            assert found["rows"] == rows(drawn(text, level, version, mask)), options
        found = codes.call("draw", full, {"level": level, "mask": 0})
        assert found["version"] == version
    assert codes.call("tooLong", full + "x", {"level": level}) == "RangeError"


def test_each_mask_is_what_segno_draws_and_the_chosen_one_reads_best(codes):
    text = f"{ORIGIN}/ergebnis/#WzEsMTIs"
    points = []
    for mask in range(8):
        found = codes.call("draw", text, {"level": "M", "version": 8, "mask": mask})
        code = drawn(text, "M", 8, mask)
        assert found["rows"] == rows(code)
        points.append(sum(encoder.mask_scores(code.matrix, 49, 49)))
    chosen = codes.call("draw", text, {"level": "M", "version": 8})
    assert points[chosen["mask"]] == min(points)


# --- the address ----------------------------------------------------------------------------------
def eight() -> dict:
    """The longest result: most players, most figures."""
    games = [row["log"] for row in GAMES if row["expect"].get("phase") == "over"]
    return max(games, key=lambda log: len(log["header"]["players"]))


def at_large_seats(log: dict) -> dict:
    seats = {name: str(98_000 + at) for at, name in enumerate(log["header"]["players"])}
    text = json.dumps(log)
    for name, seat in seats.items():
        text = text.replace(json.dumps(name), json.dumps(seat))
    return json.loads(text)


SAID = {
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
    link = codes.call("link", ORIGIN, SAID, log)
    assert len(link) <= 600
    origin, code = link.split("/ergebnis/#")
    assert origin == ORIGIN
    said = card(replay(log["header"], log["events"]))
    assert codes.call("unpack", code) == {**SAID, **said}
    drawn = codes.call("draw", link, {"level": "L"})
    assert drawn["version"] <= 17


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
