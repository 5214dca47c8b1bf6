"""The header of a log: checked key by key, made into a `Game` and its first state.

Everything a table agrees on beforehand is decided here; nothing of it can change afterwards.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, TypeVar

from .errors import IllegalError, InvalidError
from .houserules import agreed
from .loading import load
from .parts import begin
from .rulebook import VENUES, Rulebook
from .state import Game, State
from .words import EDITIONS, FORMAT

# The format lets an event carry further keys and says nothing of the kind about a header. A
# misspelt „startr“ that is silently ignored would be a different game, so it is refused.
SURROGATE = re.compile("[\ud800-\udfff]")
T = TypeVar("T")
KEYS = ("format", "rulebook", "players", "rules", "starter", "venue", "house_rules", "options")


def start(header: Any) -> State:
    """Return the state before the first event. Raises `InvalidError` or `IllegalError`,
    event None.
    """
    if not isinstance(header, dict):
        raise InvalidError("not_a_header")
    for key in header:
        if key not in KEYS:
            raise InvalidError("unknown_key", key=key)
    for key in KEYS[:3]:
        if key not in header:
            raise InvalidError("missing_key", key=key)
    if type(header["format"]) is not int or header["format"] != FORMAT:
        raise InvalidError("bad_format")
    edition = header.get("rules", EDITIONS[0])
    if type(edition) is not int or edition not in EDITIONS:
        raise InvalidError("bad_rules")
    load(header["rulebook"])
    rules = header.get("house_rules", {})
    if not isinstance(rules, dict):
        raise InvalidError("bad_house_rules")
    book = agreed(header["rulebook"], rules, edition)
    players = _players(book, header["players"])
    venue = header.get("venue", VENUES[0])
    if venue not in VENUES:
        raise InvalidError("unknown_venue", venue=venue)
    starter = header.get("starter")
    if "starter" in header and starter not in players:
        raise InvalidError("unknown_player", player=starter)
    seated = tuple((player, seat) for seat, player in enumerate(players))
    game = Game(
        book=book,
        players=players,
        seats={player: seat for seat, player in enumerate(players)},
        circles=tuple(_turned(players, seat) for seat in range(len(players))),
        rings=tuple(_turned(seated, seat) for seat in range(len(players))),
        start=book.turns[0],
        hands=book.turn_hands,
        total=book.deckel,
        starter=starter,
        venue=venue,
        aus_round=_aus_round(book, players, header.get("options", {})),
    )
    return begin(game)


def _players(book: Rulebook, players: Any) -> tuple[str, ...]:
    if not isinstance(players, list) or not all(map(_is_id, players)):
        raise InvalidError("bad_players")
    if len(set(players)) != len(players):
        raise InvalidError("bad_players")
    if len(players) < book.least_players:
        raise InvalidError("too_few_players", least=book.least_players)
    return tuple(players)


def _turned(items: tuple[T, ...], seat: int) -> tuple[T, ...]:
    return items[seat:] + items[:seat]


def _is_id(value: Any) -> bool:
    """Tell if it is not empty, and no half of a surrogate pair, which no file in UTF-8
    could hold.
    """
    return isinstance(value, str) and value != "" and not SURROGATE.search(value)


def _aus_round(book: Rulebook, players: tuple[str, ...], options: Any) -> bool:
    """Tell if an Aus in one throw costs its player a round of drinks, as all players agreed."""
    if not isinstance(options, dict):
        raise InvalidError("bad_options")
    for code, option in options.items():
        if code not in book.options:
            raise InvalidError("unknown_option", option=code)
        _check_consent(book.options[code].clause, code, option, players)
    return "aus_round" in options


def _check_consent(clause: str, code: str, option: Any, players: tuple[str, ...]) -> None:
    if not isinstance(option, Mapping) or set(option) != {"drink", "agreed"}:
        raise InvalidError("bad_option", option=code)
    drink, agreed = option["drink"], option["agreed"]
    if not isinstance(drink, str) or not drink or not isinstance(agreed, list):
        raise InvalidError("bad_option", option=code)
    for player in agreed:
        if player not in players:
            raise InvalidError("unknown_player", player=player)
    if set(agreed) != set(players):
        raise IllegalError("not_agreed", clause, option=code)
