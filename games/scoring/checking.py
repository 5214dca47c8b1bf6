"""Finished games, replayed: their log against its digest, and the result that it gives."""

import zlib
from collections.abc import Iterator
from hashlib import sha256

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from games.engine import canonical, card
from games.scoring.live import Live
from games.scoring.models import Entry, Game
from games.scoring.services.closing import result_lines
from league.results.models.results import Result, ResultLine
from league.results.services.results import SeatLine

LINE = tuple(SeatLine.__dataclass_fields__)


def check_games() -> Iterator[str]:
    """Yield a sentence for each finished game whose log or result is not what was played.

    Replays every log once; reads only. A log that cannot be replayed is one, too.
    """
    games = Game.objects.filter(status=Game.Status.FINISHED).order_by("pk")
    for game in games.select_related("table__block__event").iterator(200):
        try:
            wrong = _first_wrong(game)
        except Exception as error:  # whatever was written into the log
            wrong = _("The log cannot be replayed (%(error)s).") % {"error": repr(error)}
        if wrong:
            yield f"{game}: {wrong}"
    scored = Result.objects.filter(source=Result.Source.GAME).exclude(table__games__isnull=False)
    for result in scored.order_by("pk").iterator(2000):
        yield _("%(result)s: the log of this result is missing.") % {"result": result}


def _first_wrong(game: Game) -> str:
    log = Live(game)
    log.refresh()
    ends = [sequence for sequence, kind in log.marks if kind == Entry.FINISH]
    if not ends or log.marks[-1][1] != Entry.FINISH:
        return _("The log has no end.")
    if any(kind not in (*Entry.MARKS, data.get("type")) for kind, data in log.entries):
        return _("An entry says another kind than its row.")
    text = canonical(log.events(ends[-1] - 1)).encode()
    if sha256(text).hexdigest() != game.sha256:
        return _("The log is not the one whose digest was kept.")
    packed = zlib.decompressobj()
    if packed.decompress(bytes(game.packed or b"")) != text or packed.unused_data:
        return _("The packed log is another one.")
    return _wrong_result(game, log, ends)


def _wrong_result(game: Game, log: Live, ends: list[int]) -> str:
    results = _results(game)
    by_log = {f"{game.key}:{mark}": mark for mark in ends}
    if not results:
        return _("The result is missing.")
    for result in results:
        mark = by_log.get(result.client_id)
        if (result.source == Result.Source.GAME) != (mark is not None):
            return _("The result was not entered by this log.")
        if mark is not None and not _agrees(result, log, mark):
            return _("The result is not what the log says.")
        if result.is_current and result.in_correction:
            return _("The result waits for a correction that was never begun.")
    return ""


def _results(game: Game) -> QuerySet[Result]:
    there = Result.objects.filter(table=game.table_id, number=game.number)
    return there.prefetch_related("lines").order_by("version")


def _agrees(result: Result, log: Live, mark: int) -> bool:
    values, depth = card(log.states[mark - 1]), log.depth(mark - 1)
    lines = result_lines(values["seats"], whole=depth != Result.Depth.CARD)
    header = (values["ended_by"], depth, log.header["rulebook"], log.header.get("house_rules", {}))
    said = (result.ended_by, result.depth, result.rulebook, result.house_rules)
    return header == said and lines == {line.seat_id: _line(line) for line in result.lines.all()}


def _line(line: ResultLine) -> SeatLine:
    return SeatLine(**{name: getattr(line, name) for name in LINE})
