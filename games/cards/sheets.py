"""A table's whole paper card: which games stand on it, what typed text means, whether sums agree.

Reads only. The scoring is the format's (`league.formats`), the rules are those of `rules.outcomes`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cards import shorthand
from games.cards.labels import in_words
from games.rules import outcomes as cards
from games.rules import rulebooks as books
from games.scoring.models import Game
from games.scoring.queries import rules_of
from league import formats
from league.events.models import Seat, Table
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.tournaments.core.labels.rankings import number as written
from league.tournaments.core.queries.draws import Circle, circles_of
from league.tournaments.core.queries.reading import lives_at_start

NUMBER = re.compile(r"-?\d{1,4}([.,]\d{1,2})?")
CLOSE = Fraction(1, 100)  # a third written as 0,33 is the same


@dataclass(frozen=True)
class Column:
    """One game of the card. `closed` says why it is not typed here, empty where it is."""

    number: int
    result: Result | None
    text: str
    closed: str | Promise = ""


class Span(NamedTuple):
    """The games somebody played who came late or went early: from the first to the `last`."""

    first: int = 1
    last: int | None = None  # None: to the end

    def has(self, number: int) -> bool:
        return self.first <= number and (self.last is None or number <= self.last)


WHOLE = Span()
Spans = Mapping[int, Span]  # by seat; who is not in it played all games


@dataclass(frozen=True)
class Sheet:
    """A table's card as it is stored now.

    `seats` are by their places, also of who has got up; `spans` say which games they played who
    came late or have got up, by what is stored.
    """

    table: Table
    setting: formats.Block
    seats: tuple[Seat, ...]
    names: Mapping[int, str]  # of seats, as shown at this event
    shape: shorthand.Shape
    columns: tuple[Column, ...]
    spans: Spans
    begun: Mapping[int, formats.Row]  # with which lives, where those of before are all there are

    @property
    def sitting(self) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.seats if seat.active)

    def absent(self, number: int, spans: Spans | None = None) -> set[int]:
        """The seats that did not play this game because they came later or had gone."""
        there = self.spans if spans is None else spans
        return {seat.pk for seat in self.seats if not there.get(seat.pk, WHOLE).has(number)}

    @property
    def counts_lives(self) -> bool:
        """Only lives are written on this card, no points."""
        scoring = self.setting.scoring
        return bool(scoring.lives) and formats.game_total(scoring, 2, "final") == 0

    @property
    def counted(self) -> str:
        """What the sums are sums of, in words."""
        return _("Lives lost") if self.counts_lives else _("Points")

    @property
    def is_too_large(self) -> bool:
        return len(self.seats) > shorthand.MOST_SEATS


@dataclass(frozen=True)
class Cell:
    """What stands in a column, and what it means in words. `card` is None where nothing does."""

    column: Column
    text: str
    card: cards.Card | None = None
    words: str = ""
    error: str = ""
    points: Mapping[int, str] = field(default_factory=dict)  # by seat


@dataclass(frozen=True)
class Sum:
    """What the games give a seat, and what the paper says."""

    seat: Seat
    name: str
    place: int
    total: str
    written: str = ""
    error: str = ""
    unreadable: bool = False


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
        """What is to be stored, by number."""
        return {
            cell.column.number: cell.card
            for cell in self.cells
            if cell.card is not None and not cell.column.closed and not cell.error
        }


# --- what is there --------------------------------------------------------------------------
def sheet_of(table: Table) -> Sheet:
    """The card of a table of a tournament."""
    setting = formats.Block.from_dict(table.block.settings)
    results = {
        result.number: result
        for result in results_queries.results(table.block.event).filter(table=table)
    }
    circle = circles_of(table.block).get(table.pk, Circle(()))
    seats = circle.seats
    shape = shorthand.Shape(
        exits=setting.scoring.by_exit,
        throw_points=bool(setting.scoring.throw_points),
        sharp=setting.minutes is not None and setting.overtime != "finish_game",
    )
    logs = Game.objects.filter(table=table, status=Game.Status.RUNNING)
    running = set(logs.values_list("number", flat=True))
    last = max([0, *results, *running])
    size = sum(seat.active for seat in seats)
    sheet = Sheet(
        table=table,
        setting=setting,
        seats=seats,
        names={seat.pk: seat.participation.name for seat in seats},
        shape=shape,
        columns=(),
        spans=_spans(circle, results),
        begun={
            person: formats.Row(person, lives=lives)
            for person, lives in lives_at_start(table.block).items()
        },
    )
    games: list[formats.Game] = []
    columns: list[Column] = []
    for number in range(1, max(_planned(sheet, size, results), last) + 1):
        result = results.get(number)
        silent = sheet.absent(number) | _out(sheet, games)
        columns.append(_column(sheet, number, result, number in running, silent))
        if result is not None:
            lines = [_line(line.seat, vars(line)) for line in result.lines.all()]
            games.append(_game(sheet, number, result.ended_by, lines))
    return replace(sheet, columns=tuple(columns))


def _spans(circle: Circle, results: Mapping[int, Result]) -> Spans:
    """Of who has got up, and of who came after the table was drawn."""
    numbers: dict[int, list[int]] = {}
    for number, result in sorted(results.items()):
        for line in result.lines.all():
            numbers.setdefault(line.seat_id, []).append(number)
    spans = {}
    for seat in circle.seats:
        own = numbers.get(seat.pk, [])
        first = own[0] if own else max(results, default=0) + 1
        if not seat.active:
            spans[seat.pk] = Span(own[0] if own else 1, own[-1] if own else 0)
        elif seat.participation_id in circle.late:
            spans[seat.pk] = Span(first)
    return spans


def _planned(sheet: Sheet, size: int, results: Mapping[int, Result]) -> int:
    """How many games fit on the card: those of the block, or as many as lives can take."""
    again = sum(result.ended_by == Result.EndedBy.ABANDONED for result in results.values())
    setting = sheet.setting
    if setting.games is not None:
        return setting.games.at(size) + again
    scoring = setting.scoring
    begun = (sheet.begun.get(seat.participation_id) for seat in sheet.sitting)
    lives = sum(scoring.lives if row is None else row.lives or 0 for row in begun)
    return max(1, lives - scoring.leave) + again


def _column(
    sheet: Sheet, number: int, result: Result | None, running: bool, silent: set[int]
) -> Column:
    """`silent` are the seats that do not play this game, as the card says it elsewhere."""
    if running:
        return Column(number, result, "", gettext_lazy("being scored now"))
    if result is None:
        return Column(number, None, "")
    if result.source == Result.Source.GAME:
        return Column(number, result, "", gettext_lazy("scored live at the table"))
    if result.source == Result.Source.DIRECTOR:
        return Column(number, result, "", gettext_lazy("Director’s decision"))
    card, around = card_of(result), tuple(seat.pk for seat in sheet.seats)
    text = None
    if set(card.seats) == set(around) - silent:
        text = shorthand.written(card, sheet.shape, around)
    if text is None:
        return Column(number, result, "", gettext_lazy("is on a single card"))
    return Column(number, result, text)


def card_of(result: Result) -> cards.Card:
    """A stored result as the card that says it."""
    lines = list(result.lines.all())

    def lost(part: str) -> int | None:
        return next((line.seat_id for line in lines if getattr(line, part)), None)

    def figures(name: str) -> dict[int, int]:
        pairs = ((line.seat_id, getattr(line, name)) for line in lines)
        return {seat: number for seat, number in pairs if number is not None}

    played_out = result.ended_by in {Result.EndedBy.FINAL, Result.EndedBy.SWEEP}
    return cards.Card(
        seats=tuple(line.seat_id for line in lines),
        lost_first=lost("lost_first"),
        lost_second=lost("lost_second"),
        lost_game=lost("lost_game"),
        ending=cards.NORMAL if played_out else result.ended_by,
        schock_aus=figures("schock_aus"),
        exits=tuple(order for order in (figures("exit_first"), figures("exit_second")) if order),
        throw_points=figures("throw_points"),
        jule={seat: number for seat, number in figures("jule").items() if number},
    )


# --- what is typed --------------------------------------------------------------------------
def read(
    sheet: Sheet, texts: Mapping[int, str], sums: Mapping[int, str], spans: Spans | None = None
) -> Reading:
    """What the typed `texts` (by number of the game) and sums (by seat) mean.

    `spans` are the games of who came late or has got up, as typed.
    """
    last = max([0, *(number for number, text in texts.items() if text.strip())])
    cells: list[Cell] = []
    games: list[formats.Game] = []
    for column in sheet.columns:
        text, absent = texts.get(column.number, ""), sheet.absent(column.number, spans)
        cell, game = _cell(sheet, column, text, last, _out(sheet, games), absent)
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


def _out(sheet: Sheet, games: list[formats.Game]) -> set[int]:
    """The seats that have no life left after these games; they look on."""
    if not sheet.setting.scoring.lives:
        return set()
    people = [seat.participation_id for seat in sheet.seats]
    rows = {row.person: row for row in formats.standing(sheet.setting, games, people, sheet.begun)}
    return {seat.pk for seat in sheet.seats if rows[seat.participation_id].lives == 0}


def _cell(
    sheet: Sheet, column: Column, text: str, last: int, out: set[int], absent: set[int]
) -> tuple[Cell, formats.Game | None]:
    text = " ".join(text.split())
    if column.closed:
        if column.result is None:
            return Cell(column, ""), None
        lines = [_line(line.seat, vars(line)) for line in column.result.lines.all()]
        game = _game(sheet, column.number, column.result.ended_by, lines)
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
    lines = [_line(seats[pk], figures) for pk, figures in cards.lines(card, outcome).items()]
    game = _game(sheet, column.number, outcome.ended_by, lines)
    words = in_words(card, outcome.ended_by, sheet.names)
    return Cell(column, text, card, words, points=_points(sheet, game)), game


def _check_named(
    card: cards.Card, out: set[int], absent: set[int], names: Mapping[int, str]
) -> None:
    """Raises CardError where somebody is named who did not play this game."""
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


FIGURES = (
    *("lost_first", "lost_second", "lost_game", "exit_first", "exit_second"),
    *("schock_aus", "throw_points", "jule"),
)


def _line(seat: Seat, card_line: Mapping[str, Any]) -> formats.Line:
    figures = {name: card_line[name] for name in FIGURES}
    return formats.Line(person=seat.participation_id, seat=seat.position, **figures)


def _game(sheet: Sheet, number: int, ended_by: str, lines: list[formats.Line]) -> formats.Game:
    return formats.Game(sheet.table.pk, number, len(lines), ended_by, tuple(lines))


def _points(sheet: Sheet, game: formats.Game) -> dict[int, str]:
    """What one game gives each seat: points, or lives lost."""
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
