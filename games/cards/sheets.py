"""A table's whole paper card: which games stand on it, who played them, which are typed here.

Reads only. The scoring is the format's (`league.formats`), the rules are those of `rules.outcomes`.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.cards import shorthand
from games.rules import outcomes as cards
from games.scoring.models import Game
from league import formats
from league.events.models import Seat, Table
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.tournaments.core.queries.draws import Circle, circles_of
from league.tournaments.core.queries.reading import lives_at_start


@dataclass(frozen=True)
class Column:
    """One game of the card. `closed` says why it is not typed here, empty where it is."""

    number: int
    result: Result | None
    text: str
    closed: str | Promise = ""


class Span(NamedTuple):
    """The games of a player who came late or went early: from the first to the `last`."""

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
        """Return the seats that did not play this game because they came later or had gone."""
        there = self.spans if spans is None else spans
        return {seat.pk for seat in self.seats if not there.get(seat.pk, WHOLE).has(number)}

    @property
    def counts_lives(self) -> bool:
        """Tell if only lives are written on this card, no points."""
        scoring = self.setting.scoring
        return bool(scoring.lives) and formats.game_total(scoring, 2, "final") == 0

    @property
    def counted(self) -> str:
        """Name what the sums are sums of."""
        return _("Lives lost") if self.counts_lives else _("Points")

    @property
    def is_too_large(self) -> bool:
        return len(self.seats) > shorthand.MOST_SEATS


# --- what is there --------------------------------------------------------------------------
def sheet_of(table: Table) -> Sheet:
    """Return the card of a table of a tournament."""
    setting = formats.Block.from_dict(table.block.settings)
    results = {
        result.number: result
        for result in results_queries.results(table.block.event).filter(table=table)
    }
    circle = _around(circles_of(table.block).get(table.pk, Circle(())), results)
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
        silent = sheet.absent(number) | without_lives(sheet, games)
        columns.append(_column(sheet, number, result, number in running, silent))
        if result is not None:
            lines = [line_of(line.seat, vars(line)) for line in result.lines.all()]
            games.append(game_of(sheet, number, result.ended_by, lines))
    return replace(sheet, columns=tuple(columns))


def _around(circle: Circle, results: Mapping[int, Result]) -> Circle:
    """Return the circle without those who gave the seat to others before they played."""
    played = {line.seat_id for result in results.values() for line in result.lines.all()}
    there = (
        seat
        for seat in circle.seats
        if seat.active or seat.pk in played or seat.participation_id not in circle.replaced
    )
    return replace(circle, seats=tuple(there))


def _spans(circle: Circle, results: Mapping[int, Result]) -> Spans:
    """Return the spans of players who have got up, and of those who came after the
    table was drawn.
    """
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
    """Return how many games fit on the card: those of the block, or as many as lives can take."""
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
    """Return a column; `silent` are the seats that do not play this game, as the card says
    elsewhere.
    """
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
    """Return a stored result as the card that says it."""
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


def without_lives(sheet: Sheet, games: list[formats.Game]) -> set[int]:
    """Return the seats that have no life left after these games; they look on."""
    if not sheet.setting.scoring.lives:
        return set()
    people = [seat.participation_id for seat in sheet.seats]
    rows = {row.person: row for row in formats.standing(sheet.setting, games, people, sheet.begun)}
    return {seat.pk for seat in sheet.seats if rows[seat.participation_id].lives == 0}


FIGURES = (
    *("lost_first", "lost_second", "lost_game", "exit_first", "exit_second"),
    *("schock_aus", "throw_points", "jule"),
)


def line_of(seat: Seat, card_line: Mapping[str, Any]) -> formats.Line:
    figures = {name: card_line[name] for name in FIGURES}
    return formats.Line(person=seat.participation_id, seat=seat.position, **figures)


def game_of(sheet: Sheet, number: int, ended_by: str, lines: list[formats.Line]) -> formats.Game:
    return formats.Game(sheet.table.pk, number, len(lines), ended_by, tuple(lines))
