"""The moments the wall stops for: a Schock-Aus, a Blattschuss, a lost game, a new König, a jubilee.

Each has an id of its own; a screen shows it once, and none that had happened before it was opened.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.rules.rulebooks import lang, load
from games.wall.tables import Playing
from league.events.models import Event
from league.kings.models import King
from league.people.queries.names import Naming
from league.results.models.results import Result
from league.wall.queries import jubilees

Json = dict[str, Any]
LATEST = 4  # results: a card that is typed in late brings five games at once


def of_games(games: Iterable[Playing], names: Mapping[str, str], *, hides: bool) -> list[Json]:
    """Return those of the games under way: a Schock-Aus, and who lost as soon as the
    last die lies.
    """
    moments = []
    for table, live in games:
        rounds, part = live.state.table.rounds, live.state.table.part
        last = rounds[-1] if rounds else None
        best = dict(last.shown()).get(last.best or "") if last is not None else None
        if last is not None and best is not None and best.category == "schock_aus":
            moments.append(
                {
                    "id": f"aus:{live.key}:{len(rounds)}",
                    "kind": "schock_aus",
                    "title": _("Schock-Aus"),
                    "name": names[str(last.best)],
                    "line": _("Table %(table)s, game %(number)s")
                    % {"table": table, "number": live.number},
                    "dice": list(best.dice),
                }
            )
        if live.state.step == "over" and part.loser is not None and not hides:
            sweep = part.ended_by == "sweep"
            moments.append(
                _lost(live.table_id, table, live.number, names[part.loser])
                | (_sweep(live.state.table.game.book.slug) if sweep else {})
            )
    return moments


def of_results(results: Iterable[Result], names: Mapping[str, str]) -> list[Json]:
    """Return the losers of the games that were entered last."""
    moments = []
    for result in sorted(results, key=lambda result: result.pk)[-LATEST:]:
        loser = next((line for line in result.lines.all() if line.lost_game), None)
        if loser is not None:
            sweep = result.ended_by == Result.EndedBy.SWEEP
            moments.append(
                _lost(
                    result.table_id, result.table.number, result.number, names[str(loser.seat_id)]
                )
                | (_sweep(result.rulebook) if sweep else {})
            )
    return moments


def of_king(king: King | None, naming: Naming) -> list[Json]:
    if king is None or king.person is None:
        return []
    return [
        {
            "id": f"king:{king.pk}",
            "kind": "king",
            "title": _("König of the evening"),
            "name": naming.of(king.person),
            "line": "",
        }
    ]


def of_jubilees(event: Event, naming: Naming) -> list[Json]:
    """Return the club's 100th evening, and that of each person whose name is public."""
    return [
        {
            "id": f"jubilee:{event.pk}:{person.pk if person else ''}",
            "kind": "jubilee",
            "title": _("%(n)s evenings") % {"n": number},
            "name": naming.of(person) if person else event.name,
            "line": _("here tonight for the %(n)sth time") % {"n": number} if person else "",
        }
        for person, number in jubilees(event)
        if person is None or naming.may_link(person)
    ]


def _lost(key: int, table: int, game: int, name: str) -> Json:
    """Return a lost game, with the same id once its last die lies and for its result; `key` is the
    table's.
    """
    return {
        "id": f"lost:{key}:{game}",
        "kind": "lost",
        "title": _("The game is over"),
        "name": name,
        "line": _("loses game %(game)s at table %(table)s") % {"game": game, "table": table},
    }


def _sweep(slug: str) -> Json:
    """Say that both halves were lost, in the word of the rulebook."""
    word = getattr(load(slug).words["sweep"], lang())
    return {"kind": "sweep", "title": word[:1].upper() + word[1:]}
