"""Answers of the scorer's API: the game, the moment, what may be done with it now."""

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from games.rules import rulebooks as books
from games.scoring import queries, snapshot
from games.scoring.live import Json, Live
from games.scoring.models import Game, charges_players
from league.access.actors import Actor
from league.access.queries.tables import TableRights, may_correct
from league.club.queries import stakes_on
from league.events.models import Event, Table
from league.results.api.tables import result_json
from league.results.models.results import Result
from league.results.queries import results as results_queries
from league.results.queries.confirming import (
    against_confirming,
    asks,
    person_behind,
    problem_of,
    state_of,
    waits_for,
)

STATES = {
    "entered": _("unconfirmed"),
    "confirmed": _("confirmed"),
    "disputed": _("problem reported"),
    "correcting": _("being corrected"),
}


def both(live: Live, sequence: int, names: dict[str, str], rights: TableRights) -> Json:
    if rights.inside:  # kept for sentences, which only those read who score
        live.names = names
    book = live.state.table.game.book
    row = book.stake_row(len(live.header["players"]), live.header.get("venue", "club_night"))
    short = queries.short_names(names)
    stake = {"kind": row.kind, "cents": row.cents, "clause": row.clause} if row else None
    return {
        "game": {
            "id": str(live.key),
            "table": live.table_id,
            "number": live.number,
            "rulebook": snapshot.rulebook_json(book, full=rights.inside),
            "players": [
                {"id": player, "name": names[player], "short": short[player]}
                for player in live.header["players"]
            ],
            "starter": live.header.get("starter"),
            "venue": live.header.get("venue"),
            "stake": stake if rights.inside and live.charges else None,
            "takes_rounds": live.takes_rounds,
            "options": live.header.get("options", {}) if rights.inside else {},
        },
        "view": view_of(live, sequence, names, rights),
    }


def view_of(live: Live, sequence: int, names: dict[str, str], rights: TableRights) -> Json:
    view = snapshot.snapshot(live, sequence, names, full=rights.inside)
    return {**view, "result": None, "can": can(rights, view)}


def can(rights: TableRights, view: Json | None = None) -> Json:
    """Return what this phone may do now. An act that no one may do at this moment is denied as
    well.
    """
    running = view is None or view["status"] == "running"
    return {
        "score": rights.score and running,
        "rule": rights.rule and running,
        "finish": rights.score and running and view is not None and view["step"] == "over",
        "reopen": False,
        "confirm": False,
        "object": False,
        "call": rights.call,
    }


def can_now(rights: TableRights, actor: Actor, result: Result) -> Json:
    """Return what may be done with the result of a closed game."""
    frozen = problem_of(result) is not None
    person = person_behind(actor)
    return {
        "reopen": not frozen and may_correct(rights, result),
        "confirm": rights.confirm and against_confirming(result, actor, person) is None,
        "object": rights.object and not frozen,
    }


def asks_about(
    table: Table, last: Game | None, running: Game | None, rights: TableRights, actor: Actor
) -> Json:
    """Return the last result, if this phone's player is to say whether it is right: by the game
    that was scored, or as a card that no game lies behind.

    A card waits while the next game runs: the page of the evening asks about it.
    """
    asked = _asked_about(table, rights, actor)
    is_scored = asked is not None and last is not None and last.number == asked.number
    is_card = asked is not None and not is_scored and running is None
    return {
        "asks": str(last.key) if last is not None and is_scored else None,
        "asks_card": _card_of(asked) if asked is not None and is_card else None,
    }


def _asked_about(table: Table, rights: TableRights, actor: Actor) -> Result | None:
    """Return the last result if this person is asked to confirm it; None if the game was broken
    off: the table goes on, and no one lost.
    """
    if not rights.confirm:
        return None
    number = results_queries.next_number(table) - 1
    result = results_queries.current_result(table, number) if number else None
    if result is None or result.ended_by == Result.EndedBy.ABANDONED:
        return None
    person = person_behind(actor)
    may_confirm = asks(result, person) and against_confirming(result, actor, person) is None
    return result if may_confirm else None


def _card_of(result: Result) -> Json:
    return {**_loser_of(result), **result_json(result), "url": _url_of(result)}


def _loser_of(result: Result) -> Json:
    losers = (line.seat.participation.name for line in result.lines.all() if line.lost_game)
    return {"number": result.number, "loser": next(losers, None)}


def _url_of(result: Result) -> str:
    return reverse("league:result", args=[result.pk])


def results(table: Table) -> list[Json]:
    """Return the table's games with the loser of each and its state, whatever brought them."""
    return [
        {
            **_loser_of(result),
            "state": (state := state_of(result)),
            "said": str(STATES[state]),
            "url": _url_of(result),
        }
        for result in results_queries.results(table.block.event).filter(table=table)
    ]


def result_of(result: Result, names: dict[str, str]) -> Json:
    """Return the result that counts, also if a card or a ruling has overtaken the log."""
    short = queries.short_names(names)
    lines = list(result.lines.all())
    who = {line.seat.participation.person_id: short.get(str(line.seat_id)) for line in lines}

    def lost(part: str) -> str | None:
        return next((short.get(str(line.seat_id)) for line in lines if getattr(line, part)), None)

    return {
        **result_json(result),
        "url": _url_of(result),
        "waits_for": _who_looks(result, names) if state_of(result) == "entered" else [],
        "source": result.source,
        "lost_first": lost("lost_first"),
        "lost_second": lost("lost_second"),
        "loser": lost("lost_game"),
        "ended_by": result.ended_by,
        "depth": result.depth,
        "charges": [
            {
                "name": who.get(charge.person_id) or charge.person.name,
                "label": books.label(charge.rulebook, charge.code),
                "code": charge.code,
                "kind": charge.kind,
                "cents": charge.cents,
            }
            for charge in results_queries.charges_of(result)
        ],
    }


def _who_looks(result: Result, names: dict[str, str]) -> list[str]:
    """Return the names of those whose look the result waits for, as they are called at
    the table.
    """
    short = dict(zip(names.values(), queries.short_names(names).values(), strict=True))
    return [short.get(name, name) for name in waits_for(result)]


def money_of(event: Event) -> Json | None:
    """Return what the club says of its games' money that day; None if a game costs nothing."""
    if not charges_players(event):
        return None
    stakes = stakes_on(event.business_date)
    return {"kind": stakes.kind, "cents": stakes.cents}


def event_of(event: Event) -> Json:
    return {"id": event.pk, "name": event.name, "date": event.business_date.isoformat()}
