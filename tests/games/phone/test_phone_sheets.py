"""A card that is typed without a network means on the phone what it means at the server."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.cards import sheet_reading, sheets
from games.cards.phone import sheet_json, sheet_words
from games.cards.services.deciding import decide_result
from games.rules.outcomes import Card
from league import formats
from league.access.actors import NOBODY
from tests.builders import NIGHT
from tests.games.cards.test_score_cards import opened
from tests.games.chromium import Chromium

pytestmark = [pytest.mark.django_db, pytest.mark.once, pytest.mark.slow]
NAMES = ("Kai Berger", "Jenny Boll", "Ute Clausen", "Ole Dahl", "Pia Ernst")
CARDS = 12  # of each scoring
Json = dict[str, Any]


@pytest.fixture(scope="module")
def phone() -> Iterator[Chromium]:
    chromium = Chromium(Path(__file__).with_name("sheets.js"))
    yield chromium
    chromium.close()


def text(rng: Random, sheet: sheets.Sheet) -> str:
    """Return a short form, mostly one that can have happened."""
    places = [str(at) for at in range(1, len(sheet.seats) + 1)]
    first, second = rng.choice(places), rng.choice(places)
    lost = [first, second]
    if sheet.shape.exits and rng.random() < 0.9:
        orders = [rng.sample([place for place in places if place != loser], len(places) - 1)
                  for loser in lost]  # fmt: skip
        lost = [
            "".join(place + rng.choice(["", "", "="]) for place in order[:-1]) + order[-1] + loser
            for order, loser in zip(orders, lost, strict=True)
        ]
    final = rng.choice([first, second, second, rng.choice(places)]) if first != second else ""
    parts = [*lost, final] if rng.random() < 0.9 else rng.choices([*places, "9", ""], k=3)
    typed = ("/" if sheet.shape.exits else "").join(part for part in parts if part)
    typed += rng.choice(["", "", "", "", "s"])
    if rng.random() < 0.3:
        typed += "+" + "".join(rng.choices(places, k=rng.choice([1, 1, 2, 4])))
    if rng.random() < 0.2:
        typed += "j" + rng.choice(places)
    if sheet.shape.throw_points and rng.random() < 0.9:
        typed += "".join(f" {rng.randrange(30)}" for _place in places)
    return rng.choices([typed, "", "0", f" {typed.upper()} ", "Kai", "1-2"], [40, 2, 1, 4, 1, 1])[0]


def cards(rng: Random, sheet: sheets.Sheet) -> Iterator[Json]:
    for _card in range(CARDS):
        numbers = [column.number for column in sheet.columns]
        typed = rng.randint(0, len(numbers))
        seats = [seat.pk for seat in sheet.seats]
        spans = {seat: sheets.Span(rng.randint(1, 3), rng.choice([None, 2, 4])) for seat in seats}
        yield {
            "texts": {number: text(rng, sheet) for number in numbers[:typed]},
            "sums": {
                seat: rng.choice(["", "", "0", "-1", "3", "2,5", "7.33", "viel", "4,"])
                for seat in seats
            },
            "spans": {seat: spans[seat] for seat in rng.sample(seats, rng.choice([0, 0, 1]))},
        }


def at_the_server(sheet: sheets.Sheet, card: Json) -> Json:
    reading = sheet_reading.read(sheet, card["texts"], card["sums"], card["spans"])
    return {
        "games": {
            str(cell.column.number): {
                "words": cell.words,
                "error": cell.error,
                "points": {str(seat): points for seat, points in cell.points.items()},
            }
            for cell in reading.cells
        },
        "sums": {
            str(total.seat.pk): {
                "total": total.total,
                "error": total.error,
                "unreadable": total.unreadable,
            }
            for total in reading.sums
        },
        "wrong": reading.is_wrong,
        "differs": bool(reading.differs),
        "full": reading.is_full,
    }


def scorings() -> dict[str, formats.Block]:
    """Return one block of each scoring that some template knows."""
    found = {}
    for slug in formats.slugs():
        for block in formats.load(slug).blocks:
            found.setdefault(str(block.scoring), block)
    return found


def test_random_cards_of_every_scoring_are_read_alike(phone):
    rng, table = Random(3), opened("schockfreunde", *NAMES)
    seats = tuple(sheets.sheet_of(table).seats)
    decide_result(
        table=table, number=2, seen=None, client_id="d", reason="so",
        card=Card(tuple(seat.pk for seat in seats), seats[0].pk, None, seats[1].pk),
        actor=NOBODY, now=NIGHT,
    )  # fmt: skip
    kinds = set()
    for block in scorings().values():
        table.block.settings = block.to_dict()
        sheet = sheets.sheet_of(table)
        typed = list(cards(rng, sheet))
        told = phone.call("read", sheet_words(), sheet_json(sheet), typed)
        for card, reading in zip(typed, told, strict=True):
            assert reading == at_the_server(sheet, card), (card, sheet.setting)
            kinds |= {cell["error"] for cell in reading["games"].values()}
    assert len(kinds) > 15
