"""The tables of an event as the wall draws them: who sits there, Deckel, dice, whose turn it is."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from games.rules.rulebooks import lang
from games.scoring import queries as scorer
from games.scoring.live import Live
from games.scoring.snapshot import moment
from league.events import queries as events
from league.events.models import Event, Seat
from league.people.queries.names import Naming

Json = dict[str, Any]


class Playing(NamedTuple):
    """A game under way and the number of its table."""

    table: int
    live: Live


def running(event: Event) -> list[Playing]:
    """Return the games under way. A query for each reads what has been entered since."""
    playings = []
    for game in scorer.running_games(event).order_by("table__number"):
        live = scorer.live_game(game.key)
        live.refresh()
        playings.append(Playing(game.table.number, live))
    return playings


def waiting(event: Event, games: Sequence[Playing]) -> list[tuple[int, list[Seat]]]:
    """Return the tables of an evening at which people sit without a game, by number."""
    circles, busy = events.circles(event), {playing.live.table_id for playing in games}
    return [
        (table.number, seats)
        for table in events.tables(event)
        if table.pk not in busy and (seats := circles.get(table.pk))
    ]


def tables(
    games: Sequence[Playing],
    others: Sequence[tuple[int, list[Seat]]],
    names: Mapping[str, str],
    *,
    hides: bool,
) -> list[Json]:
    """Return every table with a game, and the `others`, at which people wait for one."""
    rows = [
        {"number": playing.table, **_game(playing.live, names, hides=hides)} for playing in games
    ]
    rows += [{"number": number, **_waiting(seats, names)} for number, seats in others]
    return sorted(rows, key=lambda table: table["number"])


def names_of_seats(event: Event, naming: Naming) -> dict[str, str]:
    """Return every seat of the event with its public name. Two queries.

    To be read after anything that names seats: a person may sit down meanwhile, and no seat goes
    away.
    """
    seats = Seat.objects.filter(table__block__event=event)
    return {
        str(seat.pk): naming.at(seat.participation)
        for seat in seats.select_related("participation__person")
    }


def _waiting(seats: list[Seat], names: Mapping[str, str]) -> Json:
    short = scorer.short_names({str(seat.pk): names[str(seat.pk)] for seat in seats})
    return {
        "state": "waiting",
        "phase": pgettext("between two games", "Break"),
        "middle": 0,
        "seats": [{"name": short[str(seat.pk)], "deckel": 0} for seat in seats],
    }


def _game(live: Live, names: Mapping[str, str], *, hides: bool) -> Json:
    """Return a moment of a game; if results are hidden, without who lost it."""
    state = live.state
    book, players = state.table.game.book, list(live.header["players"])
    short = scorer.short_names({player: names[player] for player in players})
    view = moment(state, short, full=False)
    over = state.step == "over"
    last = view["last_round"]
    return {
        "state": "over" if over else "playing",
        "game": live.number,
        "phase": _("Game over") if over else getattr(book.words[view["phase"]], lang()),
        "middle": view["middle"],
        "last": None if over or last is None else _last_round(last, short),
        "seats": [
            {
                "name": short[player],
                "deckel": 0 if over and hides else view["deckel"][player],
                "turn": view["turn"] == player,
                "out": player in view["out"] or player not in view["playing"],
                "half": view["first_half_loser"] == player,
                "lost": over and not hides and view["loser"] == player,
                **_thrown(view, player),
            }
            for player in players
        ],
    }


def _last_round(last: Json, names: Mapping[str, str]) -> Json:
    """Return who took how many Deckel, and from which hand; not the reason, which may
    be a breach.
    """
    best = last["best"]
    return {
        "best": names[best] if best else "",
        "hand": last["names"].get(best, ""),
        "worst": names[last["worst"]],
        "moved": last["moved"],
    }


def _thrown(view: Json, player: str) -> Json:
    """Return what lies in front of a player: kept and thrown dice, or the cup over them."""
    now, hand = view["now"], view["hands"].get(player) or view["rolled"].get(player)
    if now is not None and now["player"] == player and now["throws"]:
        return {"kept": now["kept"], "dice": now["thrown"]}
    if hand is not None and hand.get("covered"):
        return {"kept": hand["kept"], "cup": True}
    if hand is not None:
        return {"dice": list(hand["dice"]), "hand": hand.get("name", "")}
    last = view["last_round"]
    if last is None or view["hands"] or (now is not None and now["throws"]):
        return {}
    past = last["hands"].get(player)
    if past is None:
        return {}
    return {"dice": list(past["dice"]), "hand": last["names"].get(player, ""), "past": True}
