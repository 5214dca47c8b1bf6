"""Read the typed texts and sums of a table's whole paper card, and check that they agree.

Reads only, and knows the games that are stored by `games.cards.sheets`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

from django.utils.translation import gettext as _

from games.cards import shorthand
from games.cards.labels import in_words
from games.cards.sheets import Column, Sheet, Spans, card_of, game_of, line_of, without_lives
from games.rules import outcomes as cards
from games.rules import rulebooks as books
from games.scoring.queries import rules_of
from league import formats
from league.events.models import Seat
from league.tournaments.core.labels.rankings import number as written

NUMBER = re.compile(r"-?\d{1,4}([.,]\d{1,2})?")
CLOSE = Fraction(1, 100)  # a third written as 0,33 is the same


@dataclass(frozen=True)
class Cell:
    """The text of a column, and its meaning in words. `card` is None if the column is empty."""

    column: Column
    text: str
    card: cards.Card | None = None
    words: str = ""
    error: str = ""
    points: Mapping[int, str] = field(default_factory=dict)  # by seat


@dataclass(frozen=True)
class Sum:
    """The sum of a seat by the games, and the one on the paper."""

    seat: Seat
    name: str
    place: int
    total: str
    written: str = ""
    error: str = ""
    unreadable: bool = False

    @property
    def gone(self) -> str:
        """Say that the player has got up; empty while the seat is taken."""
        return "" if self.seat.active else _("no longer at the table")


@dataclass(frozen=True)
class Reading:
    """A card as typed, checked."""

    cells: tuple[Cell, ...]
    sums: tuple[Sum, ...]
    is_full: bool

    @property
    def is_wrong(self) -> bool:
        return any(cell.error for cell in self.cells) or any(
            total.unreadable for total in self.sums
        )

    @property
    def differs(self) -> list[Sum]:
        return [total for total in self.sums if total.error and not total.unreadable]

    @property
    def games(self) -> dict[int, cards.Card]:
        """Return the games to be stored, by number."""
        return {
            cell.column.number: cell.card
            for cell in self.cells
            if cell.card is not None and not cell.column.closed and not cell.error
        }


# --- what is typed --------------------------------------------------------------------------
def read(
    sheet: Sheet, texts: Mapping[int, str], sums: Mapping[int, str], spans: Spans | None = None
) -> Reading:
    """Read the typed `texts` (by number of the game) and sums (by seat).

    `spans` are the games, as typed, of players who came late or have got up.
    """
    last = max([0, *(number for number, text in texts.items() if text.strip())])
    cells: list[Cell] = []
    games: list[formats.Game] = []
    for column in sheet.columns:
        text, absent = texts.get(column.number, ""), sheet.absent(column.number, spans)
        cell, game = _cell(sheet, column, text, last, without_lives(sheet, games), absent)
        cells.append(cell)
        games += [game] if game is not None else []
    totals = _totals(sheet, games)
    around = [seat.participation_id for seat in sheet.sitting]
    rows = [
        row
        for row in formats.standing(sheet.setting, games, around, sheet.begun)
        if row.person in around
    ]
    played = sum(game.ended_by != "abandoned" for game in games)
    return Reading(
        cells=tuple(cells),
        sums=tuple(
            _sum(sheet, place, seat, totals, sums.get(seat.pk, ""))
            for place, seat in enumerate(sheet.seats, start=1)
        ),
        is_full=formats.table_over(sheet.setting, rows, played, len(around)),
    )


def _cell(
    sheet: Sheet, column: Column, text: str, last: int, out: set[int], absent: set[int]
) -> tuple[Cell, formats.Game | None]:
    text = " ".join(text.split())
    if column.closed:
        if column.result is None:
            return Cell(column, ""), None
        lines = [line_of(line.seat, vars(line)) for line in column.result.lines.all()]
        game = game_of(sheet, column.number, column.result.ended_by, lines)
        words = in_words(card_of(column.result), column.result.ended_by, sheet.names)
        return Cell(column, "", words=words, points=_points(sheet, game)), game
    try:
        around = [seat.pk for seat in sheet.seats]
        card = shorthand.parse(text, around, sheet.shape, absent | out)
        if card is None:
            return Cell(column, text, error=_against_nothing(column, text, last)), None
        _check_named(card, out, absent, sheet.names)
        rulebook = books.for_table(*rules_of(sheet.table, column.result))
        outcome = cards.check(card, books.card_table(rulebook))
    except cards.CardError as error:
        return Cell(column, text, error=str(error)), None
    seats = {seat.pk: seat for seat in sheet.seats}
    lines = [line_of(seats[pk], figures) for pk, figures in cards.lines(card, outcome).items()]
    game = game_of(sheet, column.number, outcome.ended_by, lines)
    words = in_words(card, outcome.ended_by, sheet.names)
    return Cell(column, text, card, words, points=_points(sheet, game)), game


def _check_named(
    card: cards.Card, out: set[int], absent: set[int], names: Mapping[int, str]
) -> None:
    """Raise CardError if the card names a player who did not play this game."""
    losers = {card.lost_first, card.lost_second, card.lost_game}
    named = losers | card.schock_aus.keys() | card.jule.keys()
    for seat in sorted(seat for seat in named if seat is not None):
        if seat in absent:
            sentence = _("%(name)s did not play this game. Check above which games it was.")
            raise cards.CardError("was_absent", sentence % {"name": names[seat]})
        if seat in out:
            sentence = _("%(name)s has no life left.")
            raise cards.CardError("is_out", sentence % {"name": names[seat]})


def _against_nothing(column: Column, text: str, last: int) -> str:
    if column.result is not None:
        return _("This game is saved. It cannot be deleted, only corrected.")
    if not text and column.number < last:
        return _("A game is missing here. If it was not played, write 0.")
    return ""


def _points(sheet: Sheet, game: formats.Game) -> dict[int, str]:
    """Return what one game gives each seat: points, or lives lost."""
    totals = _totals(sheet, [game])
    playing = {line.person for line in game.lines}
    return {
        seat.pk: written(totals[seat.participation_id])
        for seat in sheet.seats
        if seat.participation_id in playing
    }


def _totals(sheet: Sheet, games: list[formats.Game]) -> dict[int, Fraction]:
    people = [seat.participation_id for seat in sheet.seats]
    if sheet.counts_lives:
        rows = formats.standing(sheet.setting, games, people, sheet.begun)
        shares = {row.person: Fraction(row.here.lives_lost) for row in rows}
    else:
        shares = formats.card_sums(sheet.setting.scoring, games)
    return {person: shares.get(person, Fraction(0)) for person in people}


def _sum(sheet: Sheet, place: int, seat: Seat, totals: Mapping[int, Fraction], text: str) -> Sum:
    total, text = totals[seat.participation_id], text.strip()
    shown, error, unreadable = written(total), "", False
    if text and not NUMBER.fullmatch(text):
        error, unreadable = _("Write the sum as a number, for example 8 or 2.5."), True
    elif text and abs(Fraction(text.replace(",", ".")) - total) >= CLOSE:
        error = _("The card says %(said)s, the games come to %(total)s.") % {
            "said": text,
            "total": shown,
        }
    return Sum(seat, sheet.names[seat.pk], place, shown, text, error, unreadable)
